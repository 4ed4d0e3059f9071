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

/// An item of a list that is only a comment says nothing; a title may end with a control character.
#[test]
fn odd_lists_and_titles_are_read_back() {
    let list = "---\nstatus: final\nnames:\n  - a\n  - # b\n  - \"\"\n  - c\ndecision_count: 0\n---\n";
    envelope_core::conformance::laws::<Decisions>(list.as_bytes());
    envelope_core::conformance::laws::<Decisions>(b"---\nstatus: final\ndecision_count: 0\n---\n\x0b\n---\n`");
    let quotes = "---\nstatus: final\nnames:\n  - 'a' or \"b\", c\n  - \"d # e\"\ndecision_count: 0\n---\n";
    envelope_core::conformance::laws::<Decisions>(quotes.as_bytes());
    let title = include_str!("../src/canonical/mixed.md").replacen("## Warnings", "## Warnings\r\u{b}\r", 1);
    envelope_core::conformance::laws::<Clarifications>(title.as_bytes());
}

#[test]
fn an_item_under_needs_clarification_is_in_no_section() {
    let text = include_str!("../src/canonical/mixed.md").replacen("\n### Q2", "\n## Needs Clarification\n\n### Q2", 1);
    let parsed = clarifications_md::parse(&text);
    let is_named = parsed.diagnostics().iter().any(|diagnostic| diagnostic.rule.code == "clarifications-md/misplaced");
    assert!(is_named && !parsed.is_accepted(), "{:?}", parsed.diagnostics());
}
