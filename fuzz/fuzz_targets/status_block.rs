#![no_main]

use agent_envelope::status_block::StatusBlock;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| envelope_core::conformance::laws::<StatusBlock>(bytes));
