#![no_main]

use agent_envelope::status_block::StatusBlock;

libfuzzer_sys::fuzz_target!(|text: &str| envelope_core::conformance::laws::<StatusBlock>(text));
