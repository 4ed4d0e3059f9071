#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| envelope_core::conformance::json_laws(bytes));
