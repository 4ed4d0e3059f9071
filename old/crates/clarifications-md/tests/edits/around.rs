//! What stands around an answer is no part of it, and stays (R-Q4, R-A2).

use clarifications_md::{EditError, Item, Unfilled, parse};
use envelope_core::Outcome;

use crate::{Q1, Q2, document, id, refinement, text};

/// Rules divide items: they belong to no answer, and stay where they are.
#[test]
fn rules_between_items_stay() {
    let front =
        "---\nquestion_count: 2\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n## Harbour\n\n";
    let before = format!("{front}{Q1}\n---\n\n{Q2}\n* * *\n");
    let document = document(&before);
    assert_eq!(document.item(id("Q2")).map(Item::answer_text), Some("B"));
    let filled = document.autofill();
    assert_eq!(filled.filled, [id("Q1")]);
    assert_eq!(filled.change.apply(), before.replace("**Answer:**\n", "**Answer:** A\n"));
    let set = document.set_answer(id("Q2"), "A").unwrap().apply();
    assert_eq!(set, before.replace("**Answer:** B\n", "**Answer:** A\n"));
    let refined = document.refine(&["##### R1.1: N\nWhy?\n"], false).unwrap().change.apply();
    assert!(
        refined.contains("**Answer:**\n\n#### Refinements\n\n##### R1.1: N\nWhy?\n\n**Answer:**\n\n---\n\n### Q2"),
        "{refined}"
    );
    let directly = before.replace("**Answer:**\n\n---", "**Answer:**\n---");
    let under = parse(&directly).read().unwrap().autofill().change.apply();
    assert_eq!(under, directly.replace("**Answer:**\n", "**Answer:** A\n\n"), "Markdown would make it a heading");
    assert_eq!(document.set_answer(id("Q1"), "a\n\n---").unwrap_err(), EditError::Misread(id("Q1")));
}

/// A comment is no answer (R-A2): neither is the question answered, nor is the comment copied as a recommendation.
#[test]
fn comments_are_no_answers() {
    let asked = text().replace("**Answer:** B", "**Answer:** A").replacen("**Answer:**\n", "**Answer:** A\n", 1);
    assert_eq!(parse(&asked).outcome(), Outcome::Completed);
    for words in [
        "<!-- say here what you decided, please -->",
        "\n<!-- one of many words -->\n\n<!-- two -->",
        "<!-- never closed, so to the end",
    ] {
        let before = asked.replace("**Answer:** A\n\n####", &format!("**Answer:** {words}\n\n####"));
        let parsed = parse(&before);
        assert!(!parsed.outcome().is_success(), "{words}");
        let document = parsed.read().unwrap();
        assert_eq!(document.critical_gaps().len(), 1, "{words}");
        assert_eq!(document.autofill().filled, [id("Q1"), id("R1.2")], "{words}");
    }
    let before = asked.replacen("**Answer:** A\n", "**Answer:** A <!-- as the pilots say -->\n", 1);
    assert_eq!(document(&before).item(id("Q1")).map(Item::answer_text), Some("A"));
    let empty = text().replacen("**Recommendation:** A\n", "**Recommendation:** <!-- none yet -->\n", 1);
    assert_eq!(document(&empty).autofill().unfilled, [(id("Q1"), Unfilled::NoRecommendation)]);
}

/// Comments, closing tags and rules after a blank line belong to the document around an answer, not to it (R-Q4).
#[test]
fn what_stands_around_an_answer_stays() {
    for around in
        ["</details>", "<!-- next -->", "<!--\n### Q9: gone\n\n**Answer:** z\n-->", "</td></tr>\n\n---\n\n<!-- x -->"]
    {
        for said in ["**Answer:** B", "**Answer:**", "**Answer:**\n\nB\n\nand more"] {
            for end in ["\n", "\r\n"] {
                let before = text().replace("**Answer:** B\n", &format!("{said}\n\n{around}\n")).replace('\n', end);
                let document = document(&before);
                let after = document.set_answer(id("Q2"), "A").unwrap().apply();
                let expected = before.replace(&said.replace('\n', end), "**Answer:** A");
                let expected = if said == "**Answer:**" {
                    let (head, tail) = before.rsplit_once(&format!("{said}{end}{end}{}", &around[..2])).unwrap();
                    format!("{head}**Answer:** A{end}{end}{}{tail}", &around[..2])
                } else {
                    expected
                };
                assert_eq!(after, expected, "{said} {around}");
                let refined = document.refine(&[&refinement("R2.1", "New")], false).unwrap().change.apply();
                let tail = format!("{end}{end}{}", around.replace('\n', end));
                assert!(refined.contains(&tail) && refined.trim_end().ends_with(tail.trim_end()), "{refined}");
            }
        }
    }
    let empty = document(&text().replace("**Answer:** B\n", "**Answer:**\n\n</details>\n"));
    assert_eq!(empty.item(id("Q2")).map(Item::answer_text), Some(""));
    for own in ["see <b>this</b>", "<details>\n\nB\n\n</details>"] {
        let said = document(&text().replace("**Answer:** B\n", &format!("**Answer:** {own}\n")));
        assert_eq!(said.item(id("Q2")).map(Item::answer_text), Some(own));
    }
}

/// What directly follows an answer and is no part of it stays when the answer is set.
#[test]
fn what_follows_an_answer_stays() {
    for (after, kept) in [
        ("old\n</details>", "new\n</details>"),
        ("\n</details>", "new\n</details>"),
        ("old\n---", "new\n\n---"),
        ("old\n\n<!-- a <!-- b -->", "new\n\n<!-- a <!-- b -->"),
    ] {
        let before = format!("## S\n\n### Q1: T\nWhy?\n\n**Answer:** {after}\n\n### Q2: U\n");
        let set = document(&before).set_answer(id("Q1"), "new").unwrap().apply();
        assert_eq!(set, format!("## S\n\n### Q1: T\nWhy?\n\n**Answer:** {kept}\n\n### Q2: U\n"), "{after}");
    }
}

/// What a tool puts at the end of a document, and headings in other forms, do not pass for an answer.
#[test]
fn what_ends_a_document_is_no_answer() {
    for end in [
        "\n---\n*Generated by the tool, all questions are there*\n",
        "\n[//]: # (this comment is not shown to people)\n",
        "\n<details><summary>How to answer</summary>\nWrite below the label please.\n</details>\n",
        "\n<h3>Q3 — Title [MUST ANSWER]</h3>\n\nWhy is it so and not otherwise?\n",
        "\nQ3 Title\n===\n\nWhy is it so and not otherwise?\n",
    ] {
        let before = text().replace("**Answer:** B\n", &format!("**Answer:**\n{end}"));
        assert!(parse(&before).accepted().is_none(), "{before}");
    }
}
