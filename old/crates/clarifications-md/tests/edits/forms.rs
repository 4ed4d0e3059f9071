//! How a document is written: `fmt`, marks, letters, diffs (R-Q1, R-Q4).

use clarifications_md::parse;

use crate::{FRONT, document, id, text};

/// `patch` ends lines with a line feed only; a lone carriage return is a sign like any other to it.
#[test]
fn diffs_of_lone_returns_are_one_line() {
    let before = text().replace('\n', "\r");
    let document = document(&before);
    let change = document.set_answer(id("Q2"), "A").unwrap();
    assert_eq!(change.apply(), before.replace("**Answer:** B", "**Answer:** A"));
    let diff = change.unified_diff("x");
    let end = "\n\\ No newline at end of file\n";
    assert_eq!(diff, format!("--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-{before}{end}+{}{end}", change.apply()));
}

/// Marks around the id go, those of the title's own words stay (R-Q4).
#[test]
fn fmt_keeps_the_marks_of_a_title() {
    for (heading, right) in [
        ("**Q1:** Use `sill` or *lock*", "Q1: Use `sill` or *lock*"),
        ("**Q1**: Use `sill`", "Q1: Use `sill`"),
        ("**Q1: Use *the* sill** [MUST ANSWER]", "Q1: Use *the* sill [MUST ANSWER]"),
        ("**Q1: Use the *sill***", "Q1: Use the *sill*"),
        ("`Q1`: The **sill**", "Q1: The **sill**"),
        ("_Q1: The sill [MUST ANSWER]_", "Q1: The sill [MUST ANSWER]"),
        ("**Q1: Never closed", "Q1: Never closed"),
        ("Q1 - The `sill`", "Q1: The `sill`"),
    ] {
        let text = |heading: &str| format!("{FRONT}## S\n\n### {heading}\nWhy?\n\n**Answer:** x\n");
        let before = text(heading).replace("refinement_count: 1", "refinement_count: 0");
        let after = text(right).replace("refinement_count: 1", "refinement_count: 0");
        assert_eq!(document(&before).fmt().change.apply(), after);
    }
}

/// Whoever names a letter, in whatever place, keeps `fmt` from giving it to another choice.
#[test]
fn letters_that_are_named_stay() {
    let lettered = |answer: &str, more: &str, front: &str| {
        format!(
            "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 1\n{front}---\n\n## S\n\n\
             ### Q1: T\nWhy?\n\nB. x\nC. y\nD. z\n\n**Recommendation:** so\n\n**Answer:** {answer}\n\n{more}"
        )
    };
    let below = |field: &str, words: &str| {
        let (recommended, answered) = if field == "answer" { ("x", words) } else { (words, "x") };
        format!(
            "#### Refinements\n\n##### R1.1: U\nWhy?\n\nA. So\nB. Not so\n\n**Recommendation:** {recommended}\n\n\
             **Answer:** {answered}\n"
        )
    };
    let moves = |text: &str| document(text).fmt().change.apply().contains("A. x\nB. y\nC. z");
    for text in [
        lettered("", "", ""),
        lettered("as it is", "**Answer:** something else\n", ""),
        lettered("in a word, yes", &below("answer", "So"), ""),
        lettered("", &below("answer", "A"), ""),
        lettered("", &below("recommendation", "B. Not so"), "note: Q1 was asked twice\n"),
    ] {
        assert!(moves(&text), "{text}");
    }
    for text in [
        lettered("a because it is the cheapest", "", ""),
        lettered("x", "**Answer:** D, rather\n", ""),
        lettered("x", "**Answer:** a because it is the cheapest\n", ""),
        lettered("", &below("answer", "like C above"), ""),
        lettered("", &below("answer", "C"), ""),
        lettered("", &below("recommendation", "C, as the question has it"), ""),
        lettered("", &below("recommendation", "B, but not with D"), ""),
        lettered("", "", "note: Q1 is C for now\n"),
        lettered("", "_Consolidated from: first draft (C), second draft_\n", ""),
    ] {
        assert!(!moves(&text), "{text}");
    }
}

/// A question that must be answered is one however its mark is decorated.
#[test]
fn marks_are_read_in_any_decoration() {
    for mark in [
        "[**MUST ANSWER**]",
        "**MUST ANSWER**",
        "[MUST  ANSWER]",
        "[ MUST ANSWER ]",
        "[MUST ANSWER - blocking]",
        "[MUST\u{a0}ANSWER]",
        "[*MUST ANSWER*]",
        "【MUST ANSWER】",
        "**[MUST ANSWER]**",
        "`MUST ANSWER`",
    ] {
        let before = text().replace("[MUST ANSWER]", mark);
        let parsed = parse(&before);
        let question = parsed.read().and_then(|it| it.questions().next()).expect("a question");
        assert!(question.must_answer, "{mark}");
        assert_eq!(question.item.title.as_str(), "Depth", "{mark}");
        let warned = parsed.diagnostics().iter().filter(|told| told.severity == envelope_core::Severity::Warning);
        assert_eq!(warned.count(), 1, "{mark}: {:?}", parsed.diagnostics());
        assert_eq!(document(&before).fmt().change.apply(), text(), "{mark}");
    }
    for group in ["### 🔴 Required", "### **Required**", "### Required [MUST ANSWER]"] {
        let before = text().replace(" [MUST ANSWER]", "").replace("## Harbour\n", &format!("## Harbour\n\n{group}\n"));
        let parsed = parse(&before);
        assert!(parsed.read().is_some_and(|it| it.questions().all(|question| question.must_answer)), "{group}");
        assert!(parsed.accepted().is_some(), "{group}");
    }
    for heading in ["### Data retention [MUST ANSWER]", "#### Retention **MUST ANSWER**"] {
        let before = text().replace("## Harbour\n", &format!("## Harbour\n\n{heading}\nHow long?\n"));
        assert!(parse(&before).accepted().is_none(), "{heading}");
    }
    let prose = text().replace("Depth [MUST ANSWER]", "Who *must* answer");
    assert!(document(&prose).questions().all(|question| !question.must_answer));
}

/// R-Q1: a comment behind a list of sections stays, and the list becomes a number.
#[test]
fn a_list_of_sections_keeps_its_comments() {
    for (list, count) in [
        ("[S]  # names", "1  # names"),
        ("\n  - S # names", "1 # names"),
        ("\n  - S # one\n  - T # two", "2  # one # two"),
    ] {
        let sections = if count.starts_with('2') { "## S\n\n## T\n\n" } else { "## S\n\n" };
        let apart = if list.starts_with('\n') { "" } else { " " };
        let text = format!(
            "---\nquestion_count: 1\nsections:{apart}{list}\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n{sections}\
             ### Q1: T\nWhy?\n\nA. x\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:** A\n"
        );
        let formatted = clarifications_md::parse(&text).read().expect("a document").fmt().change.apply();
        assert!(formatted.contains(&format!("\nsections: {count}\n")), "{formatted}");
    }
}
