#![no_main]

use agent_envelope::report_contract::ContractReport;

libfuzzer_sys::fuzz_target!(|text: &str| envelope_core::conformance::laws::<ContractReport>(text));
