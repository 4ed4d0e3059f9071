//! The tests that every protocol runs on itself.

use clarifications_md::{Clarifications, Decisions, Evaluation, Topic, decisions, evaluation, prompt};
use envelope_core::conformance::check;

#[test]
fn clarifications() {
    check::<Clarifications>(&Topic::ALL.map(prompt));
}

#[test]
fn evaluations() {
    check::<Evaluation>(&[evaluation::prompt()]);
}

#[test]
fn decisions() {
    check::<Decisions>(&[decisions::prompt()]);
}
