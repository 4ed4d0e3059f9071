#![no_main]

use agent_envelope::report_contract::ContractReport;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| envelope_core::conformance::laws::<ContractReport>(bytes));
