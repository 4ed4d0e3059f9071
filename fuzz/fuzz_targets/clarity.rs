#![no_main]

use agent_envelope::clarity_protocol::ClarityResult;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| envelope_core::conformance::laws::<ClarityResult>(bytes));
