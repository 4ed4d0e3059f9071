#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| envelope_core::conformance::json_laws(text));
