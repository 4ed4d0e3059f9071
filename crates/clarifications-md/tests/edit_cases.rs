//! Edits case by case.

#![allow(clippy::unwrap_used, reason = "a test stops at what it does not expect")]

use clarifications_md::{EditError, ItemId, answer, autofill, fmt, parse, refine};

const FRONTMATTER: &str = "---\nquestion_count: 2\nsections: 1\nduplicates_removed: 0\nrefinement_count: 2\n---\n\n";

const BODY: &str = "\
## Fleet

### Q1: Harbour
Do ships in harbour count?

A. Yes
B. No

**Recommendation:** B

**Answer:** (accepted recommendation)

#### Refinements

##### R1.2: Dues
Who pays?

**Answer:** The owner

##### R1.10: Pilots
Who calls the pilot?

**Answer:**

### Q2: Age
From when?

**Recommendation:** From the launch.

**Answer:**
";

fn document() -> String {
    format!("{FRONTMATTER}{BODY}")
}

fn id(text: &str) -> ItemId {
    text.parse().unwrap()
}

fn ids(texts: &[&str]) -> Vec<ItemId> {
    texts.iter().map(|text| id(text)).collect()
}

fn block(id: &str, title: &str) -> String {
    format!("##### {id}: {title}\nWhy {title}?\n\n**Answer:**\n")
}

#[track_caller]
fn refused(result: Result<impl std::fmt::Debug, EditError>, expected: &str) {
    let error = result.unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn an_answer_that_would_be_read_as_something_else_is_refused() {
    let document = document();
    let answer = |text| answer(&document, id("Q1"), text);
    refused(answer("one\n\n### two"), "would be read as `one`");
    refused(answer("one\n**Recommendation:** two"), "would be read as `one`");
    refused(answer("one\n```\ntwo"), "would be read as `one\\n```\\ntwo");
    refused(clarifications_md::answer(&document, id("Q3"), "A"), "no item Q3");
    refused(clarifications_md::answer(BODY, id("Q1"), "A"), "rejected");
}

#[test]
fn an_answer_is_written_behind_its_label() {
    let document = document();
    let changed = |from: &str, to: &str| document.replace(from, to);
    let label = "**Answer:** (accepted recommendation)";
    assert_eq!(answer(&document, id("Q1"), " B\n").unwrap(), changed(label, "**Answer:** B"));
    assert_eq!(answer(&document, id("Q1"), "").unwrap(), changed(label, "**Answer:**"));
    assert_eq!(answer(&document, id("R1.2"), "- a\n- b").unwrap(), changed(" The owner", "\n\n- a\n- b"));
    let old = changed(label, "- Selected answer:  A");
    assert_eq!(answer(&old, id("Q1"), "B").unwrap(), changed(label, "- Selected answer: B"));
    let none = changed("\n**Answer:** The owner\n", "");
    let expected = changed("Who pays?\n\n**Answer:** The owner\n", "Who pays?\n\n**Answer:** They\n");
    assert_eq!(answer(&none, id("R1.2"), "They").unwrap(), expected);
}

#[test]
fn autofill_tells_what_it_did() {
    let result = autofill(&document()).unwrap();
    assert_eq!((result.filled, result.unfilled), (ids(&["Q1", "Q2"]), ids(&["R1.10"])));
    let expected = document().replace("(accepted recommendation)", "B");
    let at = expected.len() - 1;
    assert_eq!(result.text, format!("{} From the launch.\n", &expected[..at]));
    let placeholder = document().replace("From the launch.", "<letter of a choice>");
    assert_eq!(autofill(&placeholder).unwrap().unfilled, ids(&["R1.10", "Q2"]));
}

#[test]
fn refinements_stand_in_the_order_of_their_ids() {
    let (first, sub) = (block("R1.1", "First"), block("R1.2a", "Sub").replace('\n', "\r\n"));
    let last = format!("Refinements for Q2:\n\n{}", block("R2.1", "Last"));
    let result = refine(&document(), &[&last, &sub, &first], false).unwrap();
    assert_eq!(result.inserted, ids(&["R1.1", "R1.2a", "R2.1"]));
    let expected = document()
        .replace("refinement_count: 2", "refinement_count: 5")
        .replace("##### R1.2:", &format!("{first}\n##### R1.2:"))
        .replace("##### R1.10:", &format!("{}\n##### R1.10:", block("R1.2a", "Sub")));
    assert_eq!(result.text, format!("{expected}\n#### Refinements\n\n{}", block("R2.1", "Last")));
}

#[test]
fn a_refinement_that_is_there_is_dropped() {
    let answered = "##### R1.2: Dues\nWho pays?\n\n**Answer:** \n";
    let result = refine(&document(), &[answered], false).unwrap();
    assert_eq!((result.text, result.dropped, result.inserted), (document(), ids(&["R1.2"]), Vec::new()));
    refused(refine(&document(), &["##### R1.2: Dues\nWho pays them?\n\n**Answer:**\n"], false), "another R1.2");
}

#[test]
fn only_people_answer_refinements() {
    let block =
        "##### R1.1: Year\nWhich?\n\n- [x] a) This\n- [ ] b) Next\n\n**Answer:**\n\nThat is all I have to ask.\n";
    let result = refine(&document(), &[block], false).unwrap();
    assert_eq!(result.ignored, ["That is all I have to ask."]);
    let inserted = "##### R1.1: Year\nWhich?\n\nA. This\nB. Next\n\n**Answer:**\n\n##### R1.2:";
    assert!(result.text.contains(inserted), "{}", result.text);
}

#[test]
fn renumbering_takes_sub_refinements_along() {
    let blocks = [block("R1.2", "dues"), block("R1.2a", "Sub")].join("\n");
    let result = refine(&document(), &[&blocks, &block("R1.3", "Other")], true).unwrap();
    assert_eq!(result.inserted, ids(&["R1.3", "R1.4", "R1.4a"]));
    assert_eq!(result.renumbered, [(id("R1.2"), id("R1.4")), (id("R1.2a"), id("R1.4a"))]);
    assert_eq!(result.same_title, [(id("R1.4"), id("R1.2"))]);
    assert!(result.text.contains("\n##### R1.4: dues\nWhy dues?\n"), "{}", result.text);
    refused(refine(&document(), &[&blocks], false), "another R1.2");
}

#[test]
fn a_refinement_comes_behind_all_that_its_predecessor_has() {
    let notes = document().replace("The owner\n", "The owner\n\n#### Notes\n\nAs before.\n");
    let result = refine(&notes, &[&block("R1.2a", "Sub"), &block("R1.3", "Next")], false).unwrap();
    let inserted = format!("As before.\n\n{}\n{}\n##### R1.10:", block("R1.2a", "Sub"), block("R1.3", "Next"));
    assert!(result.text.contains(&inserted), "{}", result.text);
    let bare = notes.replace("#### Refinements\n\n", "");
    assert!(!refine(&bare, &[&block("R1.1", "First")], false).unwrap().text.contains("#### Refinements"));
}

#[test]
fn blocks_that_do_not_fit_are_refused() {
    let refine = |block: &str| refine(&document(), &[block], true);
    refused(refine(&block("R3.1", "a")), "R3.1 refines Q3, which does not exist");
    refused(refine(&block("R1.7a", "a")), "R1.7a refines R1.7, which does not exist");
    refused(refine(&format!("Refinements for Q2:\n{}", block("R1.1", "a"))), "has R1.1 under `Refinements for Q2:`");
    refused(refine("### Q3: New\nWhat?\n\n**Answer:**\n"), "Q3, which is no refinement");
    refused(refine(&format!("```\n{}```\n", block("R1.1", "a"))), "block 1 has no refinement outside code fences");
    refused(refine("##### R1.1: Open\n```\n"), "rejected");
    refused(refine(&block("R1.2", "a").replace("R1.2", "R1.2a").replace("Why", "<think>Why")), "rejected");
    let result = refine(&format!("Here they are.\n\n#### Refinements\n\n{}", block("R1.1", "a"))).unwrap();
    assert_eq!(result.ignored, ["Here they are."]);
}

#[test]
fn fmt_adds_missing_counts() {
    let result = fmt(BODY).unwrap();
    assert_eq!(result.text, document());
    assert_eq!(result.invented.unwrap().field, "duplicates_removed");
    let some = document().replace("question_count: 2\n", "").replace("sections: 1", "sections:");
    let result = fmt(&format!("\u{feff}{some}")).unwrap();
    let expected = document()
        .replace("question_count: 2\n", "")
        .replace("refinement_count: 2\n", "refinement_count: 2\nquestion_count: 2\n");
    assert_eq!((result.text, result.invented), (format!("\u{feff}{expected}"), None));
}

#[test]
fn fmt_neither_changes_a_wrong_count_nor_makes_a_document() {
    refused(fmt("# Clarifications\n\n## Fleet\n\n1. How many ships?\n"), "no clarifications document");
    refused(fmt(&document().replace("sections: 1", "sections: 2")), "rejected");
}

#[test]
fn fmt_rewrites_older_forms_and_reports_what_it_leaves() {
    let old = document()
        .replace("## Fleet\n", "## Fleet\n\n### Required\n")
        .replace("**Answer:** (acc", "**Answer**: (acc")
        .replace("**Recommendation:** From", "- Recommendation: From")
        .replace("##### R1.2:", "**R1.2:**");
    let result = fmt(&old).unwrap();
    assert_eq!(result.left, []);
    let expected = document()
        .replace("## Fleet\n", "## Fleet\n\n### Required\n")
        .replace("Harbour\n", "Harbour [MUST ANSWER]\n")
        .replace("Age\n", "Age [MUST ANSWER]\n");
    assert_eq!(result.text, expected);
    assert!(parse(&result.text).diagnostics().is_empty());
    let left = document().replace("**Answer:** The owner", "- Selected answer: A\n- Notes: none");
    let result = fmt(&left).unwrap();
    assert_eq!((result.left[0].of(&left), result.text), ("- Selected answer:", left.clone()));
}
