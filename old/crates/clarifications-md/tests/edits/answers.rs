//! An answer is set: what is written, what is refused, what stays (R-Q4, R-A2).

use clarifications_md::{Contradiction, EditError, parse};

use crate::{Q2, document, id, text};

#[test]
fn an_answer_is_written_in_place() {
    let before = text();
    let document = document(&before);
    let change = document.set_answer(id("Q1"), "  A, for\nthe pilots \n").unwrap();
    assert_eq!(change.apply(), before.replacen("**Answer:**\n\n####", "**Answer:** A, for\nthe pilots\n\n####", 1));
    assert_eq!(change.edits().len(), 1);
    let change = document.set_answer(id("Q2"), "").unwrap();
    assert_eq!(change.apply(), before.replace("**Answer:** B", "**Answer:**"));
    let change = document.set_answer(id("R1.2"), "```\ncode\n```").unwrap();
    assert!(change.apply().contains("**Answer:**\n```\ncode\n```\n\n### Q2"), "a fence starts on a line of its own");
    assert!(document.set_answer(id("Q2"), "B").unwrap().is_empty());
}

#[test]
fn words_that_would_be_read_as_something_else_are_refused() {
    let document = document(&text());
    for words in [
        "a\n### Q3: more",
        "a\n**Answer:** b",
        "```\nopen",
        "a\n<!-- open",
        "x\n\n**R2.1:** y",
        "a\n## Section",
        "a\n_Consolidated from: b_",
    ] {
        assert_eq!(document.set_answer(id("Q1"), words).unwrap_err(), EditError::Misread(id("Q1")), "{words}");
    }
    assert_eq!(document.set_answer(id("Q9"), "a").unwrap_err(), EditError::UnknownItem(id("Q9")));
    let twice = parse(&format!("{}\n{Q2}", text())).read().unwrap().clone();
    assert_eq!(twice.set_answer(id("Q2"), "a").unwrap_err(), EditError::AmbiguousItem(id("Q2")));
}

#[test]
fn older_labels_are_rewritten_with_the_answer() {
    for older in [
        "**Answer**: old\nand older  \n",
        "- Selected answer: old\n",
        "Answer:old? no\n**answer:**\n",
        "__Answer__ :\n\nold\n",
    ] {
        let before = format!("## S\n\n### Q1: T\nWhy?\n\n{older}\n### Q2: U\n");
        let after = document(&before).set_answer(id("Q1"), "new").unwrap().apply();
        let kept = if older.starts_with("Answer:old") { "Answer:old? no\n" } else { "" };
        assert_eq!(
            after.trim_end(),
            format!("## S\n\n### Q1: T\nWhy?\n\n{kept}**Answer:** new{}\n### Q2: U", "\n").trim_end(),
            "{older}"
        );
    }
    let missing = document("## S\r\n\r\n### Q1: T\r\nWhy?\r\n### Q2: U");
    assert_eq!(
        missing.set_answer(id("Q1"), "new").unwrap().apply(),
        "## S\r\n\r\n### Q1: T\r\nWhy?\r\n\r\n**Answer:** new\r\n\r\n### Q2: U"
    );
    assert_eq!(
        missing.set_answer(id("Q2"), "new").unwrap().apply(),
        "## S\r\n\r\n### Q1: T\r\nWhy?\r\n### Q2: U\r\n\r\n**Answer:** new"
    );
}

#[test]
fn edits_inside_a_fence_stay_inside() {
    let before = format!("```markdown\n{}```\n", text());
    let document = document(&before);
    let flagged = document.flag(&[Contradiction::new(vec![id("Q1")], "x")], &[]).unwrap().change.apply();
    assert!(flagged.ends_with("**Items:** Q1\n```\n"), "{flagged}");
    assert!(document.set_answer(id("Q2"), "A").unwrap().apply().ends_with("**Answer:** A\n```\n"));
}

/// R-A5, R-Q4: words with which the document would be refused are not set; an answer that is at fault can be replaced.
#[test]
fn an_answer_never_makes_a_document_refused() {
    let text = |answer: &str| {
        format!(
            "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n## S\n\n### Q1: T\n\
             Why?\n\nA. x\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:** {answer}\n"
        )
    };
    let good = text("A");
    let parsed = clarifications_md::parse(&good);
    let document = parsed.accepted().expect("accepted");
    for words in ["...", "…", "{N}", "<path>", "<think>"] {
        assert_eq!(document.set_answer(id("Q1"), words).unwrap_err(), EditError::Unacceptable(id("Q1")), "{words}");
    }
    let bad = text("...");
    let parsed = clarifications_md::parse(&bad);
    let document = parsed.read().expect("a document");
    assert!(parsed.accepted().is_none());
    assert_eq!(document.set_answer(id("Q1"), "A").expect("mends it").apply(), good);
    assert_eq!(document.set_answer(id("Q1"), "{N}").unwrap_err(), EditError::Unacceptable(id("Q1")));
}
