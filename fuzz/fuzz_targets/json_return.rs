#![no_main]

use agent_envelope::json_return::SubagentReturn;

libfuzzer_sys::fuzz_target!(|text: &str| envelope_core::conformance::laws::<SubagentReturn>(text));
