//! Blocks of refinements go into the document (R-Q8).

use clarifications_md::{EditError, QuestionId, RefineNote, parse};

use crate::{FRONT, Q1, Q2, document, refinement, refinement_id, text};

#[test]
fn refinements_go_under_their_parent_in_order() {
    let before = text();
    let document = document(&before);
    let block = format!(
        "Here they are.\n\nRefinements for Q2:\n\n{}\n{}\nRefinements for Q1:\n\n{}\n{}",
        refinement("R2.10", "Ten"),
        refinement("R2.2", "Two"),
        refinement("R1.10", "Ten"),
        refinement("R1.1", "First"),
    );
    let sub = format!("```markdown\n{}\n{}```\n", refinement("R1.2a", "Sub"), refinement("R1.3", "second."));
    let refined = document.refine(&[&block, &sub], false).unwrap();
    let ids: Vec<String> = refined.inserted.iter().map(ToString::to_string).collect();
    assert_eq!(ids, ["R1.1", "R1.2a", "R1.3", "R1.10", "R2.2", "R2.10"]);
    assert_eq!(
        refined.notes,
        [
            RefineNote::Prose("Here they are.".to_owned()),
            RefineNote::SameTitle { id: refinement_id("R1.3"), other: refinement_id("R1.2") },
        ]
    );
    let expected = format!(
        "{}## Harbour\n\n{Q1}\n#### Refinements\n\n{}\n{}\n{}\n{}\n{}\n{Q2}\n#### Refinements\n\n{}\n{}",
        FRONT.replace("refinement_count: 1", "refinement_count: 7"),
        refinement("R1.1", "First"),
        refinement("R1.2", "Second"),
        refinement("R1.2a", "Sub"),
        refinement("R1.3", "second."),
        refinement("R1.10", "Ten"),
        refinement("R2.2", "Two"),
        refinement("R2.10", "Ten"),
    );
    assert_eq!(refined.change.apply(), expected);
    assert!(parse(&expected).accepted().is_some());
    let again = parse(&expected).read().unwrap().clone();
    let refined = again.refine(&[&block, &sub], false).unwrap();
    assert!(refined.change.is_empty() && refined.inserted.is_empty(), "the same again is dropped");
    assert_eq!(refined.notes.iter().filter(|note| matches!(note, RefineNote::Dropped(_))).count(), 6);
}

#[test]
fn one_blank_line_stands_around_what_is_inserted() {
    for (before, after) in [
        (
            "## S\n### Q1: T\n**Answer:** x\n### Q2: U",
            "## S\n### Q1: T\n**Answer:** x\n\n#### Refinements\n\n##### R1.1: N\nWhy?\n\n**Answer:**\n\n### Q2: U",
        ),
        (
            "## S\n### Q1: T\n**Answer:** x  ",
            "## S\n### Q1: T\n**Answer:** x  \n\n#### Refinements\n\n##### R1.1: N\nWhy?\n\n**Answer:**",
        ),
        ("## S\n### Q1: T\n\n\n", "## S\n### Q1: T\n\n#### Refinements\n\n##### R1.1: N\nWhy?\n\n**Answer:**\n\n\n"),
        (
            "## S\r\n### Q1: T\r\n",
            "## S\r\n### Q1: T\r\n\r\n#### Refinements\r\n\r\n##### R1.1: N\r\nWhy?\r\n\r\n**Answer:**\r\n",
        ),
    ] {
        let refined = document(before).refine(&["##### R1.1: N\nWhy?\n"], false).unwrap().change.apply();
        assert_eq!(refined, after);
    }
}

#[test]
fn a_taken_id_is_refused_or_renumbered() {
    let document = document(&text());
    let block = format!("{}\n{}", refinement("R1.2", "Another"), refinement("R1.2a", "Its sub"));
    assert_eq!(document.refine(&[&block], false).unwrap_err(), EditError::Taken(refinement_id("R1.2")));
    let refined = document.refine(&[&block], true).unwrap();
    let (to, sub) = (refinement_id("R1.3"), refinement_id("R1.3a"));
    assert_eq!(refined.inserted, [to, sub]);
    assert!(refined.notes.contains(&RefineNote::Renumbered { from: refinement_id("R1.2"), to }));
    assert!(refined.notes.contains(&RefineNote::Renumbered { from: refinement_id("R1.2a"), to: sub }));
    assert!(refined.change.apply().contains("##### R1.3a: Its sub\n"));
}

/// What an agent says after its last refinement must not become a person's answer (R-A2), and what a person answered
/// since does not make the same question another one.
#[test]
fn what_an_agent_says_is_no_answer() {
    let before = text();
    let told = "Let me know if you need anything else from me!";
    let block = format!("Sure!\n\n{}\n{told}\n", refinement("R2.1", "First"));
    let document = document(&before);
    let refined = document.refine(&[&block], false).unwrap();
    let prose = |text: &str| RefineNote::Prose(text.to_owned());
    assert_eq!(refined.notes, [prose("Sure!"), prose(told)]);
    let after = refined.change.apply();
    assert!(after.ends_with(&format!("#### Refinements\n\n{}", refinement("R2.1", "First"))), "{after}");
    let fenced = format!("Here:\n\n```markdown\n{}```\n\nDone.\n", refinement("R2.1", "First"));
    let refined = document.refine(&[&fenced], false).unwrap();
    assert_eq!(refined.notes, [prose("Here:"), prose("Done.")]);
    assert_eq!(refined.change.apply(), after);
    let answered = refinement("R2.1", "First").replace("**Answer:**", "**Answer:** A");
    let refined = document.refine(&[&answered], false).unwrap();
    assert_eq!(refined.notes, [RefineNote::Answered(refinement_id("R2.1"))]);
    let since = parse(&refined.change.apply()).read().unwrap().clone();
    let again = since.refine(&[&block], false).unwrap();
    assert!(again.change.is_empty() && again.notes.contains(&RefineNote::Dropped(refinement_id("R2.1"))));
    let other = block.replace("Why?", "Why not?");
    assert_eq!(since.refine(&[&other], false).unwrap_err(), EditError::Taken(refinement_id("R2.1")));
}

#[test]
fn what_is_no_refinement_block_is_refused() {
    let document = document(&text());
    let check = |block: &str, expected: EditError| {
        assert_eq!(document.refine(&[block], true).unwrap_err(), expected, "{block}");
    };
    check("nothing here", EditError::NoRefinement { block: 0 });
    check("##### R9.1: x\n", EditError::UnknownParent(refinement_id("R9.1")));
    check("##### R2.1a: x\n", EditError::UnknownParent(refinement_id("R2.1a")));
    check("### Q3: x\n\n##### R1.1: y\n", EditError::NotRefinements { block: 0 });
    check("## S\n\n##### R1.1: y\n", EditError::NotRefinements { block: 0 });
    check("##### R1.1: y\n```\nopen\n", EditError::NotRefinements { block: 0 });
    let head = "Q2".parse::<QuestionId>().unwrap();
    check("Refinements for Q2:\n##### R1.1: y\n", EditError::OtherQuestion { id: refinement_id("R1.1"), head });
}

/// What an agent says in the answer of its block is no answer, whatever stands on the label's line.
#[test]
fn talk_in_a_block_is_left_out() {
    let before = text();
    let document = document(&before);
    let talk = "These refinements cover all that was left open by the answer.";
    for line in ["<!-- PM fills this in -->", "...", "______", "<answer>", "<!-- a\nb -->", "(to be filled in)"] {
        let block = refinement("R1.3", "Third").replace("**Answer:**\n", &format!("**Answer:** {line}\n\n{talk}\n"));
        let refined = document.refine(&[&block], false).expect("a block");
        let after = refined.change.apply();
        assert!(!after.contains(talk), "{line}: {after}");
        assert!(
            refined.notes.iter().any(|note| matches!(note, RefineNote::Prose(text) if text.contains(talk))),
            "{line}"
        );
    }
    let block = refinement("R1.3", "Third").replace("**Answer:**\n", "**Answer:** <!-- x --> B\n");
    let refined = document.refine(&[&block], false).expect("a block");
    assert_eq!(refined.notes, [RefineNote::Answered(refinement_id("R1.3"))]);
}

/// Below an answer on the label's line nothing tells talk from the answer (R-Q3): it stays with it, and is told as an
/// answer that no person gave.
#[test]
fn an_answer_in_a_block_is_kept_whole_and_told() {
    let before = text();
    let document = document(&before);
    let said = "B\n\nThese refinements cover all that was left open.";
    let block = refinement("R1.3", "Third").replace("**Answer:**\n", &format!("**Answer:** {said}\n"));
    let refined = document.refine(&[&block], false).expect("a block");
    assert!(refined.change.apply().contains(&format!("**Answer:** {said}\n")));
    assert_eq!(refined.notes, [RefineNote::Answered(refinement_id("R1.3"))]);
}

/// Words under the heading of refinements stay above what is inserted.
#[test]
fn refinements_go_below_loose_words() {
    let before = format!("{FRONT}## Harbour\n\n{Q1}\n#### Refinements\n\nAsked in spring.\n\n{Q2}");
    let before = before.replace("refinement_count: 1", "refinement_count: 0");
    let document = document(&before);
    let refined = document.refine(&[&refinement("R1.1", "First")], false).expect("a place for it");
    assert!(refined.change.apply().contains("#### Refinements\n\nAsked in spring.\n\n##### R1.1: First\n"));
}
