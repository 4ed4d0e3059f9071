#![no_main]

use agent_envelope::clarity_protocol::ClarityResult;

libfuzzer_sys::fuzz_target!(|text: &str| envelope_core::conformance::laws::<ClarityResult>(text));
