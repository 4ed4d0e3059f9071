#![no_main]

use agent_envelope::clarifications_md::Decisions;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| envelope_core::conformance::laws::<Decisions>(bytes));
