//! What a diagnostic says of a member that is there and says nothing (R-A7, R-A8).

use json_return::parse;
use serde_json::{Value, json};

/// The messages for a return with this in one place.
#[track_caller]
fn said(place: &str, value: Value, expected: &str) {
    let mut message = json!({
        "status": "completed",
        "summary": "Wrote the plan. It has three phases.",
        "artifacts": [{"type": "plan", "path": "specs/plan.md", "summary": "The plan"}],
        "metadata": {"session_id": "sess_1735460684_a1b2c3", "agent_type": "planner", "delegation_depth": 1,
            "delegation_path": ["orchestrator", "planner"], "duration_seconds": 1}
    });
    *message.pointer_mut(place).expect("the place is there") = value;
    let parsed = parse(&message.to_string());
    let said: Vec<&str> = parsed.diagnostics().iter().map(|found| found.message.as_str()).collect();
    assert_eq!(said, [expected]);
}

#[test]
fn what_is_there_is_not_called_missing() {
    said("/summary", json!(""), "`summary` is blank where a string is meant");
    said("/summary", json!(" \n"), "`summary` is blank where a string is meant");
    said("/summary", Value::Null, "`summary` is null where a string is meant");
    said("/metadata", Value::Null, "`metadata` is null where an object is meant");
    said("/artifacts", Value::Null, "`artifacts` is null where an array is meant");
    said("/artifacts/0/path", json!(""), "`path` is blank where a string is meant");
    said("/artifacts/0", json!(""), "`path` is blank where a string is meant");
}

#[test]
fn a_count_below_zero_is_called_negative() {
    said("/metadata/delegation_depth", json!(-1), "a negative number where a whole number from 0 is meant");
    let aside = "a negative number where a whole number from 0 is meant; kept as it is";
    said("/metadata/duration_seconds", json!(-1), aside);
    said("/metadata/delegation_depth", json!(1.5), "a number where a whole number from 0 is meant");
}
