//! The tests that every protocol runs on itself, for decisions.

use clarifications_md::{Decisions, decisions};

#[test]
fn conformance() {
    envelope_core::conformance::check::<Decisions>(&[decisions::prompt()]);
}

#[test]
fn a_source_is_never_a_placeholder() {
    let text = include_str!("../src/canonical/decisions-draft.md");
    for source in ["<ids>", "none", "", "Q3 and Q4"] {
        let parsed = decisions::parse(&text.replace("- **Source:** Q3", &format!("- **Source:** {source}")));
        assert!(!parsed.is_accepted(), "{source}");
    }
}
