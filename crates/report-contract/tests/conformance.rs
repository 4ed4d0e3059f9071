//! The tests that every protocol crate runs on itself.

use report_contract::{ContractReport, Prompt, prompt};

#[test]
fn conformance() {
    let filled = Prompt { task_id: Some("task-7"), verbosity: Some(report_contract::Verbosity::Comprehensive) };
    envelope_core::conformance::check::<ContractReport>(&[prompt(&Prompt::default()), prompt(&filled)]);
}
