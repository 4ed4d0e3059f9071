//! The tests that every protocol runs on itself.

use clarifications_md::{Clarifications, Context, Decisions, Evaluation, Topic, decisions, evaluation, prompt};
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

/// An object without its opening bracket begins with a character of two bytes.
#[test]
fn what_is_missing_in_an_object_without_brackets_has_a_place() {
    envelope_core::conformance::laws::<Evaluation>("{\"verdict\": \"mixed\", \"per_question\": [{}, ߄".as_bytes());
}

/// Blank lines of form feeds are not kept in the text around a document.
#[test]
fn what_would_be_read_differently_is_rejected() {
    let text = "Two\n\u{c}\u{c}\n\nnotes.\n\n```\n---\nstatus: final\ndecision_count: 0\n---\n```\n";
    let parsed = decisions::parse_with(text, &Context::default());
    let last = parsed.diagnostics().iter().find(|diagnostic| diagnostic.rule.code == "envelope-core/ambiguous");
    assert!(last.is_some() && !parsed.is_accepted(), "{:?}", parsed.diagnostics());
}
