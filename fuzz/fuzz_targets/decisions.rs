#![no_main]

use agent_envelope::clarifications_md::Decisions;

libfuzzer_sys::fuzz_target!(|text: &str| envelope_core::conformance::laws::<Decisions>(text));
