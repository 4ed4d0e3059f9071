//! Decisions documents: what must be there, what is kept, and what `fmt` rewrites.

use clarifications_md::{Context, Decisions, Parsed, decisions};

const DRAFT: &str = include_str!("../src/canonical/decisions-draft.md");
const FINAL: &str = include_str!("../src/canonical/decisions-final.md");

fn parse(text: &str) -> Parsed<Decisions> {
    decisions::parse_with(text, &Context::default())
}

#[track_caller]
fn check_messages(text: &str, expected: &[&str]) {
    let parsed = parse(text);
    let messages: Vec<String> = parsed.diagnostics().iter().map(ToString::to_string).collect();
    assert_eq!(messages, expected);
}

#[test]
fn a_source_is_never_a_placeholder() {
    for source in ["<ids>", "none", "", "Q3 and Q4"] {
        let parsed = parse(&DRAFT.replace("- **Source:** Q3", &format!("- **Source:** {source}")));
        assert!(!parsed.is_accepted(), "{source}");
    }
}

#[test]
fn what_is_no_source_or_status_is_kept() {
    let text =
        DRAFT.replace("- **Source:** Q3", "- **Source:** Q3 (see Q1)").replace("status: draft", "status: approved");
    let rejected = parse(&text).into_result().expect_err("neither is known");
    let value = serde_json::to_string(&rejected.into_partial()).expect("it is JSON");
    assert!(value.contains("Q3 (see Q1)") && value.contains("approved"), "{value}");
}

#[test]
fn a_count_is_read_at_its_place() {
    let count = |count| DRAFT.replace("decision_count: 3", &format!("decision_count: {count}"));
    let many = "3:17: error: `decision_count` is `many`, which is no count [clarifications-md/decisions-count]";
    check_messages(&count("many"), &[many]);
    check_messages(&count("\"3\""), &["3:17: warning: `decision_count` is in quotes [envelope-core/converted]"]);
}

#[test]
fn a_resolved_decision_says_what_was_decided() {
    let expected = ["18:5: error: D2 does not say what was decided [clarifications-md/decision-no-text]"];
    for text in ["<what is decided>", "none", "[decision]", "\n- **Answer:** (not answered)"] {
        check_messages(&FINAL.replace("Three weeks for everything but journals.", text), &expected);
    }
    let answered = FINAL.replace("- **Decision:** Three", "- **Answer:** Three");
    check_messages(&answered, &[]);
}

#[test]
fn text_around_the_document_is_kept() {
    let text = format!("D9 was dropped by the council.\n\n{FINAL}");
    let parsed = parse(&text);
    let preamble = parsed.accepted().and_then(|decisions| decisions.preamble.as_deref());
    assert_eq!(preamble, Some("D9 was dropped by the council."));
    let titled = text.replace("\n### D1", "\n  # What the town decided\n\n### D1");
    let parsed = parse(&titled.replace('\n', "\r\n"));
    let preamble = parsed.accepted().and_then(|decisions| decisions.preamble.as_deref());
    assert_eq!(preamble, Some("D9 was dropped by the council.\n\n  # What the town decided"));
}

#[test]
fn other_forms_are_rewritten_and_nothing_else() {
    let older = FINAL
        .replace("### D2", "## D2")
        .replace("- **Source:** Q1", "**source**:  Q1")
        .replace("- **Section:**", "* Section:")
        .replace("- **Status:** resolved", "- **Status:** ✅ **Resolved**.")
        .replace("---\n\n", "---\n\nKept  as it is.  \n\n");
    let expected = FINAL.replace("---\n\n", "---\n\nKept  as it is.  \n\n");
    for end in ["\n", "\r\n"] {
        let [older, expected] = [&older, &expected].map(|text| text.replace('\n', end));
        assert_eq!(decisions::fmt(&older).expect("it is accepted"), expected);
        assert_eq!(decisions::fmt(&expected).expect("it is accepted"), expected);
        assert!(parse(&expected).diagnostics().is_empty());
    }
    assert!(decisions::fmt(&older.replace("Q1", "Question 1")).is_err());
}
