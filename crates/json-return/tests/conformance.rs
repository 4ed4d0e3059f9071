//! The tests that every protocol crate runs on itself.

use json_return::{Prompt, SubagentReturn, prompt};

#[test]
fn conformance() {
    let filled = Prompt { session_id: Some("sess_1"), delegation_path: &["orchestrator", "plan", "planner"] };
    envelope_core::conformance::check::<SubagentReturn>(&[prompt(&Prompt::default()), prompt(&filled)]);
}
