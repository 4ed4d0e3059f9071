//! The tests that every protocol crate runs on itself, and the rules that an edit of a message cannot show.

use clarity_protocol::{ClarityResult, ResultType, prompt};

#[test]
fn conformance() {
    envelope_core::conformance::check::<ClarityResult>(&ResultType::ALL.map(prompt));
}
