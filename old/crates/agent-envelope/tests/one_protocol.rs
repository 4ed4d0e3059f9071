//! With the features of all protocols but one left out: what is left decides as it does among all five.
//!
//! `cargo test -p agent-envelope --no-default-features --features json-return --test one_protocol`
#![cfg(all(feature = "json-return", not(feature = "status-block"), not(feature = "clarity-protocol")))]

use agent_envelope::envelope_core::{Outcome, Source};
use agent_envelope::{AnyEnvelope, Protocol, Settings, convert, read};

const RETURN: &str = r#"{
  "status": "completed",
  "summary": "Counted the buoys. All of them are there.",
  "artifacts": [{"type": "report", "path": "buoys.md", "summary": "the count"}],
  "metadata": {
    "session_id": "sess_1735460684_a1b2c3",
    "agent_type": "counter",
    "delegation_depth": 1,
    "delegation_path": ["orchestrator", "counter"]
  },
  "errors": []
}
"#;

fn outcome(text: &str) -> (bool, Outcome) {
    let envelope: AnyEnvelope = read(&Source::new(text), &Settings::default());
    (envelope.is_accepted(), envelope.outcome())
}

#[test]
fn the_protocol_that_is_left_is_read_and_written() {
    assert_eq!(Protocol::ALL.len(), 1, "{:?}", Protocol::ALL);
    assert_eq!(outcome(RETURN), (true, Outcome::Completed));
    let envelope = read(&Source::new(RETURN), &Settings::default());
    let converted = convert(&envelope, Protocol::ALL[0]).expect("a target");
    assert!(converted.losses.is_empty(), "{:?}", converted.losses);
}

#[test]
fn a_line_of_a_protocol_that_was_left_out_still_denies_a_success() {
    for line in ["STATUS: failed", "**Status:** FAILED", "Result: FAILED"] {
        assert_eq!(outcome(&format!("{line}\n\n{RETURN}")), (false, Outcome::Failed), "{line}");
    }
}

#[test]
fn a_message_of_a_protocol_that_was_left_out_is_nobodys() {
    assert_eq!(outcome("RESULT: CLEAN | Type: digest\n"), (false, Outcome::Failed));
}
