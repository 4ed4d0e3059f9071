//! Whole edits on small documents: what is written, what is refused, what is told (R-Q4, R-Q8, R-Q12, R-Q15).

use clarifications_md::{
    Clarifications, Contradiction, EditError, Item, ItemId, QuestionId, RefineNote, RefinementId, Unfilled, parse,
};
use envelope_core::{Envelope, Outcome, Verdict};

const FRONT: &str = "---\nquestion_count: 2\nsections: 1\nduplicates_removed: 0\nrefinement_count: 1\n---\n\n";
const Q1: &str = "### Q1: Depth [MUST ANSWER]\nHow deep?\n\nA. Shallow\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:**\n";
const Q2: &str = "### Q2: Width\nHow wide?\n\nA. Narrow\nB. Other (please specify)\n\n**Recommendation:** A — so.\n\n**Answer:** B\n";

fn refinement(id: &str, title: &str) -> String {
    format!("##### {id}: {title}\nWhy?\n\nA. So\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:**\n")
}

fn text() -> String {
    format!("{FRONT}## Harbour\n\n{Q1}\n#### Refinements\n\n{}\n{Q2}", refinement("R1.2", "Second"))
}

#[track_caller]
fn document(text: &str) -> Clarifications {
    parse(text).read().expect("a document").clone()
}

fn id(text: &str) -> ItemId {
    text.parse().expect("an id")
}

fn refinement_id(text: &str) -> RefinementId {
    text.parse().expect("an id")
}

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
fn autofill_takes_an_items_own_recommendation() {
    let before = format!(
        "{}\n### Q3: Bare\nWhat?\n\n**Answer:**\n\n### Q4: Said\nWhat?\n\n**Recommendation:** <letter>\n\n**Answer:** (accepted recommendation)\n",
        text()
    );
    let document = document(&before);
    let filled = document.autofill();
    assert_eq!(filled.filled, [id("Q1"), id("R1.2")]);
    assert_eq!(filled.unfilled, [(id("Q3"), Unfilled::NoRecommendation), (id("Q4"), Unfilled::Placeholder)]);
    let after = filled.change.apply();
    assert_eq!(after, before.replacen("**Answer:**\n", "**Answer:** A\n", 2), "Q2 keeps its answer, Q3 and Q4 stay");
}

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

#[test]
fn a_recommendation_never_crosses_a_heading() {
    let document = document(
        "## S\n\n### Q1: T\nWhy?\n\n**Recommendation:** mine\n\n### Q2: U\nWhy?\n\n**Answer:**\n\n#### Refinements\n\n##### R2.1: V\n\n**Recommendation:** sub\n",
    );
    let filled = document.autofill();
    assert_eq!(filled.filled, [id("Q1"), id("R2.1")]);
    assert_eq!(filled.unfilled, [(id("Q2"), Unfilled::NoRecommendation)]);
    assert!(filled.change.apply().contains("mine\n\n**Answer:** mine\n\n### Q2: U\nWhy?\n\n**Answer:**\n\n####"));
}

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

#[test]
fn flags_are_written_once() {
    let before = text();
    let document = document(&before);
    let found = [Contradiction::new(vec![id("Q1"), id("Q2")], "Depth or width").note("Q1 says so.\nQ2 does not.")];
    assert_eq!(document.critical_gaps().iter().map(ToString::to_string).collect::<Vec<_>>(), ["Q1"]);
    let flagged = document.flag(&found, &document.critical_gaps()).unwrap();
    let after = flagged.change.apply();
    assert_eq!((flagged.written, flagged.known), (2, 0));
    assert_eq!(
        after,
        format!(
            "{before}\n## Needs Clarification\n\n### Contradiction: Depth or width\n\n**Items:** Q1, Q2\n\nQ1 says so.\nQ2 does \
             not.\n\n### Critical Gap: Depth\n\n**Items:** Q1\n\nThis question has to be answered before the work can go on.\n"
        )
    );
    assert!(parse(&after).accepted().is_some(), "the counts still agree");
    let again = parse(&after).read().unwrap().clone();
    let more = [found[0].clone(), Contradiction::new(vec![id("R1.2")], "Another")];
    let flagged = again.flag(&more, &again.critical_gaps()).unwrap();
    assert_eq!((flagged.written, flagged.known), (1, 2));
    assert_eq!(flagged.change.apply(), format!("{after}\n### Contradiction: Another\n\n**Items:** R1.2\n"));
    for (items, title) in [(vec![], "x"), (vec![id("Q1")], " "), (vec![id("Q1")], "a\nb")] {
        assert_eq!(document.flag(&[Contradiction::new(items, title)], &[]).unwrap_err(), EditError::IncompleteFlag);
    }
    let unknown = document.flag(&[Contradiction::new(vec![id("Q7")], "x")], &[]).unwrap_err();
    assert_eq!(unknown, EditError::UnknownItem(id("Q7")));
    let broken = found[0].clone().note("a\n\n## Section");
    assert_eq!(document.flag(&[broken], &[]).unwrap_err(), EditError::MisreadText);
}

#[test]
fn edits_inside_a_fence_stay_inside() {
    let before = format!("```markdown\n{}```\n", text());
    let document = document(&before);
    let flagged = document.flag(&[Contradiction::new(vec![id("Q1")], "x")], &[]).unwrap().change.apply();
    assert!(flagged.ends_with("**Items:** Q1\n```\n"), "{flagged}");
    assert!(document.set_answer(id("Q2"), "A").unwrap().apply().ends_with("**Answer:** A\n```\n"));
}

#[test]
fn the_report_says_what_is_open() {
    let parsed = parse(&text().replace("**Answer:** B", "**Answer:** A"));
    let report = parsed.to_report().expect("a value");
    assert_eq!(report.outcome, Outcome::Partial);
    assert_eq!(
        report.problems.iter().map(|problem| (problem.message.as_str(), problem.blocking)).collect::<Vec<_>>(),
        [("Q1: Depth must be answered", true)]
    );
    assert_eq!(report.checks.len(), 3);
    let refused = parse(
        &text()
            .replace("question_count: 2", "question_count: 3")
            .replace("**Answer:** B", "**Answer:**")
            .replace("**Answer:**\n", "**Answer:** A\n"),
    );
    assert_eq!(
        refused.to_report().map(|report| report.outcome),
        Some(Outcome::Blocked),
        "a refused document is no success"
    );
    let value = refused.read().unwrap();
    assert!(!Verdict::of(value, &()).accepted(), "nor is its value, taken by itself");
    assert_eq!(value.stated(), Outcome::Completed);
}

#[test]
fn a_literal_reading_knows_no_choices() {
    use clarifications_md::EvaluationRules;
    use envelope_core::{ReadOptions, Source};
    let text = text();
    let literal = Clarifications::parse(&Source::new(&*text), &ReadOptions::new(EvaluationRules::literal()));
    assert_eq!(literal.outcome(), Outcome::Blocked, "`B` has under five words");
    assert_eq!(parse(&text.replace("**Answer:** B", "**Answer:** A")).outcome(), Outcome::Partial);
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

/// A recommendation that only says it was accepted fills nothing.
#[test]
fn autofill_leaves_an_accepted_recommendation() {
    let before = text().replace(
        "**Recommendation:** A\n\n**Answer:**\n\n####",
        "**Recommendation:** (accepted recommendation)\n\n**Answer:**\n\n####",
    );
    let document = document(&before);
    assert!(document.autofill().unfilled.contains(&(id("Q1"), Unfilled::NoRecommendation)));
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
