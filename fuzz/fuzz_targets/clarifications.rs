#![no_main]

use agent_envelope::clarifications_md::Clarifications;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| envelope_core::conformance::laws::<Clarifications>(bytes));
