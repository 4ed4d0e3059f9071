//! What the steps refuse, and why: nothing is made then (R-Q10, R-Q11).

use clarifications_md::{
    Contradiction, DecisionStatus, Decisions, Evaluation, Judgement, JudgementWord, Pass, QuestionVerdict, Reason,
    decisions,
};
use envelope_core::Status as _;

use crate::{accepted, document};

fn on(id: &str, word: JudgementWord) -> Judgement {
    Judgement::on(id.parse().expect("an id"), word, "So it is.", "So be it.")
}

fn new(source: &[&str], title: &str) -> Judgement {
    let source = source.iter().map(|id| id.parse().expect("an id")).collect();
    Judgement::new_decision(source, title, "So it is.", "So be it.")
}

#[track_caller]
fn refused(text: &str, judgements: &[Judgement], expected: &[&str]) {
    let document = accepted(text);
    let draft = document.draft(None, &[]).expect("it can be drafted");
    let refusal = draft.merge(&document, judgements).expect_err("it is refused");
    let reasons: Vec<String> = refusal.reasons.iter().map(ToString::to_string).collect();
    assert_eq!(reasons, expected);
}

#[track_caller]
fn merged(text: &str, judgements: &[Judgement]) -> Decisions {
    let document = accepted(text);
    let draft = document.draft(None, &[]).expect("it can be drafted");
    draft.merge(&document, judgements).unwrap_or_else(|refusal| panic!("{refusal}"))
}

const CLEAR: &[(&str, bool, &[&str])] = &[("B", false, &[])];

#[test]
fn every_entry_needs_one_judgement() {
    use JudgementWord::Supported;
    refused(&document(CLEAR), &[], &["no judgement on D1: no entry passes through unchanged"]);
    refused(&document(CLEAR), &[on("D1", Supported), on("D1", Supported)], &["two judgements on D1"]);
    refused(&document(CLEAR), &[on("D1", Supported), on("D2", Supported)], &["D2 is not in the draft"]);
    let mut both = on("D1", Supported);
    both.title = Some("also new".to_owned());
    refused(&document(CLEAR), &[both], &["judgement 1: name a `decision`, or for a new one `source` and `title`"]);
    let mut unreasoned = on("D1", Supported);
    unreasoned.implication = "<implication>".to_owned();
    refused(&document(CLEAR), &[unreasoned], &["judgement 1: `reasoning` and `implication` are needed"]);
}

#[test]
fn a_contradicted_draft_needs_the_new_text() {
    refused(
        &document(CLEAR),
        &[on("D1", JudgementWord::Contradicted)],
        &["D1 cannot be settled without the text of the decision"],
    );
    let merged = merged(&document(CLEAR), &[on("D1", JudgementWord::Contradicted).decision_text("The other way.")]);
    assert_eq!(merged.entries[0].known_status(), Some(DecisionStatus::ConflictResolved));
    assert!(
        decisions::render(&merged).starts_with("---\nstatus: final\ndecision_count: 1\nconflicts_resolved: 1\n---\n")
    );
}

#[test]
fn the_four_judgements_settle_a_draft() {
    for word in JudgementWord::ALL {
        let merged = merged(&document(CLEAR), &[on("D1", word).decision_text("That way.")]);
        assert_eq!(merged.entries[0].known_status(), Some(word.settles()), "{word:?}");
    }
}

#[test]
fn a_gap_is_settled_by_an_answer_and_a_text_only() {
    let open = document(&[("", true, &[""])]);
    let vague = document(&[("", true, &["not sure"])]);
    let clear = document(&[("", true, &["A"])]);
    for word in [JudgementWord::Supported, JudgementWord::PartlyChanged, JudgementWord::Contradicted] {
        let nothing = "D1 cannot be settled: none of its sources, nor their refinements, is answered";
        let text = "D1 cannot be settled without the text of the decision";
        refused(&open, &[on("D1", word)], &[text, nothing]);
        refused(&open, &[on("D1", word).decision_text("Let us say so.")], &[nothing]);
        refused(&vague, &[on("D1", word).decision_text("Let us say so.")], &[nothing]);
        refused(&clear, &[on("D1", word)], &[text]);
        let merged = merged(&clear, &[on("D1", word).decision_text("This way.")]);
        assert_eq!(merged.entries[0].known_status(), Some(word.settles()));
        assert_eq!(merged.entries[0].title, "Berth 1", "its mark goes with the gap");
    }
    for text in [&open, &vague, &clear] {
        let merged = merged(text, &[on("D1", JudgementWord::NoNewInformation).decision_text("Let us say so.")]);
        assert_eq!(merged.entries[0].known_status(), Some(DecisionStatus::CriticalGap));
    }
}

#[test]
fn answered_refinements_are_covered() {
    let text = document(&[("B", false, &[]), ("not sure", false, &["A", "B", ""])]);
    let supported = || on("D1", JudgementWord::Supported);
    refused(
        &text,
        &[supported()],
        &["R2.1 is answered, and no decision covers it", "R2.2 is answered, and no decision covers it"],
    );
    refused(&text, &[supported(), new(&["R2.1"], "One")], &["R2.2 is answered, and no decision covers it"]);
    refused(
        &text,
        &[supported(), new(&["R2.1", "R2.2"], "Both"), new(&["R2.3"], "None")],
        &["judgement 3: none of its sources is answered clearly"],
    );
    refused(
        &text,
        &[supported(), new(&["R2.1", "R2.2"], "Both"), new(&["R2.9"], "Unknown")],
        &["R2.9 is not in the document"],
    );
    let mut contradicted = new(&["R2.1", "R2.2"], "Both");
    contradicted.judgement = Some(JudgementWord::Contradicted);
    refused(
        &text,
        &[supported(), contradicted],
        &[
            "judgement 2: `judgement` is `supported`, `contradicted`, `no-new-information` or `partly-changed`, and nothing contradicts a new decision",
        ],
    );
    let merged = merged(&text, &[supported(), new(&["R2.1", "R2.2"], "Both")]);
    assert_eq!(merged.entries[1].id.to_string(), "D2");
    assert_eq!(merged.entries[1].answers.len(), 2);
}

#[test]
fn a_gap_that_was_taken_out_of_the_draft_is_missed() {
    let document = accepted(&document(&[("B", false, &[]), ("", true, &[])]));
    let mut draft = document.draft(None, &[]).expect("it can be drafted");
    draft.entries.truncate(1);
    let text = decisions::render(&draft).replace("decision_count: 2", "decision_count: 1");
    let draft = decisions::parse(&text).into_accepted().expect("nothing is wrong with its form");
    let refusal = draft.merge(&document, &[on("D1", JudgementWord::Supported)]).expect_err("the gap is missed");
    assert_eq!(refusal.reasons, [Reason::UncoveredQuestion("Q2".parse().expect("an id"))]);
}

#[test]
fn a_draft_needs_an_evaluation_of_this_document() {
    let document = accepted(&document(&[("B", true, &[]), ("", true, &[]), ("maybe", true, &[])]));
    let good = document.evaluate(Pass::First);
    let draft = document.draft(Some(&good), &[]).expect("it is this one");
    let statuses: Vec<&str> = draft.entries.iter().filter_map(|entry| Some(entry.known_status()?.as_str())).collect();
    assert_eq!(statuses, ["draft", "critical-gap", "needs-review"]);
    let refuse = |evaluation: &Evaluation| document.draft(Some(evaluation), &[]).expect_err("refused").reasons.len();
    let mut bare = good.clone();
    bare.per_question = None;
    assert_eq!(document.draft(Some(&bare), &[]).expect_err("refused").reasons, [Reason::NoVerdicts]);
    let mut lying = good.clone();
    for entry in lying.per_question.iter_mut().flatten() {
        entry.verdict = clarifications_md::ItemVerdict::Clear;
    }
    assert!(refuse(&lying) >= 2, "the counts, and Q2 which is empty");
    let mut other = good;
    other.per_question.get_or_insert_default().push(QuestionVerdict::new(
        "Q9".parse::<clarifications_md::ItemId>().expect("an id"),
        clarifications_md::ItemVerdict::Vague,
    ));
    assert!(refuse(&other) >= 1);
    let unknown = Contradiction::new(vec!["Q7".parse().expect("an id")], "Title");
    let empty = Contradiction::new(Vec::new(), "");
    let refusal = document.draft(None, &[unknown, empty]).expect_err("refused");
    assert_eq!(refusal.reasons, [Reason::UnknownItem("Q7".parse().expect("an id")), Reason::IncompleteContradiction]);
}

#[test]
fn a_refused_document_is_not_gone_on_from() {
    let text = document(CLEAR).replace("question_count: 1", "question_count: 2");
    let parsed = clarifications_md::parse(&text);
    let document = parsed.read().expect("a value");
    assert!(document.draft(None, &[]).is_err() && document.tasks(None).is_err());
    assert!(Decisions::new("draft").merge(document, &[]).is_err());
}

/// What says nothing is no text of a decision, no reasoning and no implication.
#[test]
fn stock_phrases_settle_nothing() {
    for words in ["-", "TBD", "n/a", "(not answered)"] {
        let mut unreasoned = on("D1", JudgementWord::Supported);
        unreasoned.reasoning = words.to_owned();
        refused(&document(CLEAR), &[unreasoned], &["judgement 1: `reasoning` and `implication` are needed"]);
        refused(
            &document(CLEAR),
            &[on("D1", JudgementWord::Contradicted).decision_text(words)],
            &["D1 cannot be settled without the text of the decision"],
        );
    }
}

/// Another question's answer settles no question that must be answered.
#[test]
fn a_new_decision_needs_an_answer_to_each_must_answer_question() {
    let judgements = |source: &[&str]| {
        [on("D1", JudgementWord::Supported), on("D2", JudgementWord::NoNewInformation), {
            new(source, "Both").decision_text("This way it is.")
        }]
    };
    let decided = |first: &[&str], source: &[&str]| {
        let document = accepted(&document(&[("", true, first), ("B", false, &[])]));
        let draft = document.draft(None, &[]).expect("it can be drafted");
        draft.merge(&document, &judgements(source)).is_ok()
    };
    assert!(!decided(&[], &["Q1", "Q2"]));
    assert!(!decided(&["not sure"], &["Q1", "Q2"]));
    assert!(!decided(&["", "B"], &["R1.1", "Q2"]), "another refinement is answered");
    assert!(decided(&["B"], &["Q1", "Q2"]));
    assert!(decided(&["", "B"], &["R1.2", "Q2"]));
}
