//! Older forms come out of `fmt` in the canonical one (R-Q1).

use clarifications_md::{Clarifications, parse};
use envelope_core::{Envelope as _, Policy, ReadOptions, Source};

use crate::{answers, document};

/// A document with every older form that R-Q1 lists, whose counts agree, comes out of `fmt` accepted in strict mode.
#[track_caller]
fn check_migrates(text: &str, expected: &str) {
    let before = document(text).expect("a document");
    let formatted = before.fmt();
    assert_eq!(formatted.change.apply(), expected);
    assert_eq!(formatted.left, []);
    let strict = ReadOptions::default().policy(Policy::Strict);
    let parsed = Clarifications::parse(&Source::new(expected), &strict);
    assert!(parsed.accepted().is_some(), "{:?}", parsed.diagnostics());
    assert_eq!(answers(&before), answers(parsed.read().expect("a value")));
}

#[test]
fn older_forms_migrate() {
    let front = "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n";
    let tail = "\n**Recommendation:** A\n\n**Answer:** B\n";
    let canonical = "\n## S\n\n### Q1: T\nWhy?\n\nA. one\nB. two\nC. Other (please specify)\n";
    check_migrates(&format!("{front}{canonical}{tail}"), &format!("{front}{canonical}{tail}"));
    for choices in [
        "a) one\nb) two\nc) Other (please specify)\n",
        "- a) one\n- b) two\n- c) Other (please specify)\n",
        "- [ ] a) one\n- [ ] b) two\n- [ ] c) Other (please specify)\n",
        "- [ ] one\n- [x] two\n- [ ] Other (please specify)\n",
        "A) one\n- B. two\n**C.** Other (please specify)\n",
        "A. one\n- [x] b) two\nC. Other (please specify)\n",
        "- [ ] one\n- [ ] b) two\n* Other (please specify)\n",
    ] {
        let label = if choices.contains("* Other") { "**Choices:**\n" } else { "" };
        let text = format!("{front}\n## S\n\n### Q1: T\nWhy?\n\n{label}{choices}{tail}");
        check_migrates(&text, &format!("{front}{canonical}{tail}"));
    }
    for fields in [
        "\n**Recommendation**: A\n\n**Answer**: B\n",
        "\n- Recommendation: A\n\n- Selected answer: B\n",
        "\n**Recommendation** : A\n\n__Answer:__ B\n",
        "\n- **Recommendation:** A\n\n* **Answer**: B\n",
        "\nRecommendation: A\n\nAnswer: B\n",
        "\n**RECOMMENDATION:** A\n\n**answer：** B\n",
        "\n💡 **Recommendation:** A\n\n✅ **Answer**: B\n",
    ] {
        check_migrates(&format!("{front}{canonical}{fields}"), &format!("{front}{canonical}{tail}"));
    }
    let body = "### Q1: T\n**Question:** Why?\n\n**Choices**:\nA. one\nB. two\nC. Other (please specify)\n";
    check_migrates(&format!("{front}\n## S\n\n{body}{tail}"), &format!("{front}{canonical}{tail}"));
    let body = "### Q1: T\n**Question**: Why?\n**Choices**:\n  a) one\n  b) two\n  c) Other (please specify)\n";
    check_migrates(&format!("{front}\n## S\n\n{body}{tail}"), &format!("{front}{canonical}{tail}"));
    let ticked = canonical.replace("B. two", "- [X] B) two");
    check_migrates(
        &format!("{front}{ticked}\n**Recommendation:** A\n\n**Answer:**  \n"),
        &format!("{front}{canonical}{tail}"),
    );
    let marked = canonical.replace("A. one", "A. one **(recommended)**");
    check_migrates(&format!("{front}{marked}{tail}"), &format!("{front}{canonical}{tail}"));
    check_migrates(
        &format!("{front}{marked}\n**Answer:** B\n"),
        &format!("{front}{canonical}\n**Recommendation:** A. one\n\n**Answer:** B\n"),
    );
    check_migrates(
        &format!("{front}{marked}\n**Recommendation:**\n\n**Answer:** B\n"),
        &format!("{front}{canonical}\n**Recommendation:** A. one\n\n**Answer:** B\n"),
    );
    check_migrates(
        &format!("{front}{canonical}{tail}").replace("sections: 1", "sections: [S]"),
        &format!("{front}{canonical}{tail}"),
    );
    check_migrates(
        &format!("{front}{canonical}{tail}").replace("sections: 1", "sections:\n  - The first"),
        &format!("{front}{canonical}{tail}").replace("sections: 1", "sections: 1  # The first"),
    );
}

#[test]
fn older_refinements_migrate() {
    let front = "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 2\npriority_questions: [Q1]\n---\n";
    let question = "\n## S\n\n### Required\n\n### Q1: T\nWhy?\n\nA. one\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:** B\n";
    let marked = question.replace("### Q1: T", "### Q1: T [MUST ANSWER]");
    let item = "\nText\n\nA. x\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:** A\n";
    let canonical = format!("{front}{marked}\n#### Refinements\n\n##### R1.1: First{item}\n##### R1.2: Second{item}");
    check_migrates(
        &format!("{front}{question}\n#### Refinements\n\n**R1.1:** First{item}\n**R1.2: Second**{item}"),
        &canonical,
    );
    check_migrates(
        &format!("{front}{question}\n**R1.1**: First{item}\n**R1.2: Second** Text{}", &item[5..]),
        &canonical,
    );
    check_migrates(
        &format!("{front}{question}\n### Refinements\n\n#### R1.1: First{item}\n##### R1.2 - Second{item}"),
        &canonical,
    );
    let crlf = canonical.replace('\n', "\r\n");
    let older = format!("{front}{question}\n**R1.1:** First{item}\n**R1.2: Second** Text{}", &item[5..]);
    check_migrates(&older.replace('\n', "\r\n"), &crlf);
}

#[test]
fn missing_counts_are_added_and_wrong_ones_left() {
    let body = "# C\n\n## S\n\n### Q1: T\nWhy?\n\nA. one\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:** B\n";
    let before = document(body).unwrap();
    let formatted = before.fmt();
    assert_eq!(formatted.invented, [clarifications_md::CountKey::DuplicatesRemoved]);
    let text = formatted.change.apply();
    assert_eq!(
        text,
        format!("---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n{body}")
    );
    assert!(parse(&text).accepted().is_some() && parse(&text).diagnostics().is_empty());
    let wrong = format!("---\nquestion_count: 7 # agent\nsections: 1\nduplicates_removed: 3\n---\n{body}");
    let before = document(&wrong).unwrap();
    let formatted = before.fmt();
    assert_eq!(formatted.invented, []);
    assert_eq!(formatted.change.apply(), wrong.replace(": 3\n", ": 3\nrefinement_count: 0\n"));
    let change = before.update_counts();
    let expected = wrong.replace(": 7 #", ": 1 #").replace(": 3\n", ": 3\nrefinement_count: 0\n");
    assert_eq!(change.apply(), expected);
}

/// Letters out of sequence are mended where no words name one that would mean something else then (R-Q1).
#[test]
fn letters_run_on_where_nothing_names_them() {
    let front = "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n## S\n\n### Q1: T\nWhy?\n\n";
    let choices = "A. one\nB. two\nC. Other (please specify)\n";
    for (older, fields, expected) in [
        ("A. one\nB. two\nD. Other (please specify)\n", "**Recommendation:** A\n\n**Answer:** B", None),
        ("- a) one\n- c) two\n- d) Other (please specify)\n", "**Recommendation:** A\n\n**Answer:**", None),
        ("B. one\nC. two\nD. Other (please specify)\n", "**Recommendation:** none\n\n**Answer:** so be it", None),
        (
            "A. one\nC. two\nD. Other (please specify)\n",
            "**Recommendation:** C — it lasts.\n\n**Answer:**",
            Some("**Recommendation:** B — it lasts.\n\n**Answer:**"),
        ),
        (
            "- [ ] a) one\n- [x] d) two\n- [ ] Other (please specify)\n",
            "**Recommendation:** A\n\n**Answer:**",
            Some("**Recommendation:** A\n\n**Answer:** B"),
        ),
        (
            "A. one\nD. two **(recommended)**\nE. Other (please specify)\n",
            "**Answer:** A",
            Some("**Recommendation:** B. two\n\n**Answer:** A"),
        ),
        ("B. one\n- [ ] two\nA. Other (please specify)\n", "**Recommendation:** two\n\n**Answer:**", None),
    ] {
        let text = format!("{front}{older}\n{fields}\n");
        let before = document(&text).expect("a document");
        let formatted = before.fmt();
        let fields = expected.unwrap_or(fields);
        assert_eq!(formatted.change.apply(), format!("{front}{choices}\n{fields}\n"), "{older}");
        assert_eq!(formatted.left, []);
    }
    let seq = "A. one\nB. two\nD. Other (please specify)\n";
    for fields in [
        "**Recommendation:** A\n\n**Answer:** D: see the log of last year",
        "**Recommendation:** A\n\n**Answer:** c",
        "**Recommendation:** A, or else D\n\n**Answer:**",
        "**Recommendation:** C\n\n**Answer:**",
        "Unless it is D.\n\n**Recommendation:** A\n\n**Answer:**",
        "**Recommendation:** A\n\n**Answer:**\n\n#### Refinements\n\n##### R1.1: T\nWhy D?\n\n**Answer:**",
        "**Recommendation:** A\n\n**Answer:**\n\n## Needs Clarification\n\n### Contradiction: X\n\n**Items:** Q1\n\nC it is.",
    ] {
        let text = format!("{front}{seq}\n{fields}\n");
        let before = document(&text).expect("a document");
        let formatted = before.fmt();
        assert!(formatted.change.apply().contains(seq), "{fields}");
        assert!(formatted.left.iter().any(|left| left.rule.code().ends_with("choice-sequence")), "{fields}");
    }
}

/// A comment beside an answer that a tick gives stays where it is.
#[test]
fn a_tick_leaves_comments_alone() {
    let front = "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n## S\n\n### Q1: T\nWhy?\n\n";
    let (older, choices) = ("- [ ] a) one\n- [x] b) Other\n", "A. one\nB. Other\n");
    for (answer, expected) in [
        ("**Answer:** <!-- pick -->", "**Answer:** B <!-- pick -->"),
        ("**Answer:**\n<!-- pick -->", "**Answer:** B\n<!-- pick -->"),
        ("**Answer**: B <!-- mine -->", "**Answer:** B <!-- mine -->"),
    ] {
        let text = |choices: &str, answer: &str| format!("{front}{choices}\n**Recommendation:** one\n\n{answer}\n");
        let before = document(&text(older, answer)).expect("a document");
        assert_eq!(before.fmt().change.apply(), text(choices, expected));
    }
}

#[test]
fn what_cannot_be_rewritten_is_left_and_told() {
    let front = "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n## S\n\n### Q1: T\nWhy?\n\n";
    let tail = "\n**Recommendation:** A\n\n**Answer:** c\n";
    for choices in [
        "- a) one\n- c) three\n- d) Other (please specify)\n",
        "- [x] a) one\n- b) two\n- c) Other (please specify)\n",
        "A. one\nB. two **(recommended)**\nC. Other (please specify)\n",
        "- [x] a) one\n- [x] b) two\n- c) Other (please specify)\n",
    ] {
        let text = format!("{front}{choices}{tail}");
        let before = document(&text).unwrap();
        let formatted = before.fmt();
        assert!(!formatted.left.is_empty(), "{choices}");
        let after = document(&formatted.change.apply()).unwrap();
        assert_eq!(answers(&before), answers(&after));
        let marks = |document: &Clarifications| {
            let choices = &document.questions().next().unwrap().item.choices;
            choices.iter().map(|choice| (choice.answer_letter(), choice.ticked, choice.recommended)).collect::<Vec<_>>()
        };
        assert_eq!(marks(&before), marks(&after), "{choices}");
        let strict = ReadOptions::default().policy(Policy::Strict);
        assert!(
            Clarifications::parse(&Source::new(before.fmt().change.apply()), &strict).accepted().is_none(),
            "{choices}"
        );
    }
}
