#![no_main]

use agent_envelope::json_return::SubagentReturn;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| envelope_core::conformance::laws::<SubagentReturn>(bytes));
