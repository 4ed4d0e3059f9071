//! A gap never becomes a success: over random documents, evaluations, drafts that were tampered with, and judgements.

use clarifications_md::{
    AnswerVerdict, Clarifications, Contradiction, Decision, DecisionStatus, Decisions, Evaluation, Expectations,
    ItemId, ItemVerdict, Judgement, JudgementWord, Pass, decisions, evaluation, gate,
};
use envelope_core::{Count, Envelope as _, ReadOptions, Source};
use proptest::prelude::*;

use crate::{accepted, document};

const ANSWERS: &[&str] =
    &["", "", "", "(accepted recommendation)", "not sure", "TBD", "B", "That way", "We lie at the outer mole", "C"];

fn answer() -> impl Strategy<Value = &'static str> {
    prop::sample::select(ANSWERS)
}

type Question = (&'static str, bool, Vec<&'static str>);

fn questions() -> impl Strategy<Value = Vec<Question>> {
    prop::collection::vec((answer(), any::<bool>(), prop::collection::vec(answer(), 0..3)), 1..6)
}

fn text(questions: &[Question]) -> String {
    let borrowed: Vec<(&str, bool, &[&str])> =
        questions.iter().map(|(answer, must, refinements)| (*answer, *must, refinements.as_slice())).collect();
    document(&borrowed)
}

/// Forms in which people and agents write the mark.
const MARKS: &[&str] =
    &["[MUST ANSWER]", "[**MUST ANSWER**]", "**MUST ANSWER**", "[ must\u{a0}answer ]", "【MUST ANSWER】"];

/// What an evaluator might say: mostly the truth, sometimes not.
fn bent(document: &Clarifications, turns: &[u8]) -> Evaluation {
    let mut value = document.evaluate(Pass::First);
    let entries = value.per_question.iter_mut().flatten();
    for (entry, turn) in entries.zip(turns.iter().cycle()) {
        if let Some(verdict) = ItemVerdict::ALL.get(usize::from(*turn)) {
            entry.verdict = *verdict;
        }
    }
    let number = |wanted: &dyn Fn(ItemVerdict) -> bool| {
        let found = value.per_question().iter().filter(|entry| wanted(entry.verdict)).count();
        Count::new(found as u64).unwrap_or_default()
    };
    let answered = number(&ItemVerdict::is_answered);
    let empty = number(&|verdict| verdict == ItemVerdict::NotAnswered);
    let unclear = number(&|verdict| verdict == ItemVerdict::Vague);
    let contradictory = number(&|verdict| verdict == ItemVerdict::Contradictory);
    value.answered_count = answered;
    value.empty_count = empty;
    value.vague_count = unclear;
    value.contradictory_count = Some(contradictory);
    value.verdict = match (answered.get(), answered == value.total_count) {
        (0, _) => clarifications_md::EvaluationVerdict::Insufficient,
        (_, true) => clarifications_md::EvaluationVerdict::Sufficient,
        _ => clarifications_md::EvaluationVerdict::Mixed,
    };
    value
}

/// Someone changes the draft: drops an entry, calls a gap a draft or resolved, takes its answer or its source away.
fn tampered(mut draft: Decisions, turns: &[(u8, u8)]) -> Decisions {
    for (at, what) in turns {
        let at = usize::from(*at) % draft.entries.len().max(1);
        if *what == 0 && at < draft.entries.len() {
            draft.entries.remove(at);
        } else if let Some(entry) = draft.entries.get_mut(at) {
            match what {
                1 => entry.status = Some(DecisionStatus::Draft.into()),
                2 => entry.status = Some(DecisionStatus::Resolved.into()),
                3 => entry.answer = Some("Made up by someone else".to_owned()),
                4 => entry.source.push("Q1".into()),
                5 => entry.source.push("Q2".into()),
                _ => entry.note = None,
            }
        }
    }
    if let Some(frontmatter) = &mut draft.frontmatter {
        frontmatter.decision_count = Count::new(draft.entries.len() as u64);
    }
    draft
}

/// The questions that must be answered and whose own answer is not there; what refinements say of them is for
/// [`is_founded`] to weigh.
fn unanswered(document: &Clarifications) -> Vec<ItemId> {
    let own = |question: &clarifications_md::Question| document.judge(&question.item);
    let gaps =
        document.questions().filter(|question| question.must_answer && own(question) == AnswerVerdict::NotAnswered);
    gaps.map(|question| question.id.into()).collect()
}

/// Whether an entry may be called settled over this gap: with the text of the decision, and a clear answer to the gap's
/// own question at a source of the entry or below.
fn is_founded(document: &Clarifications, gap: ItemId, entry: &Decision) -> bool {
    let under = |id: ItemId, source: ItemId| std::iter::successors(Some(id), |at| at.parent()).any(|at| at == source);
    let below = |id: ItemId| id.question() == gap.question() && entry.items().any(|source| under(id, source));
    let clear = document.items().any(|(id, item)| below(id) && document.judge(item) == AnswerVerdict::Clear);
    clear && entry.decision.as_deref().is_some_and(|text| !text.trim().is_empty())
}

/// What became of a random case.
#[derive(Clone, Copy, PartialEq)]
enum Seen {
    Refused,
    Merged,
    MergedWithGap,
}

/// A random case: the document before and after refinement, and what everybody does to it.
#[derive(Clone, Debug)]
struct Case {
    before: Vec<Question>,
    after: Option<Vec<Question>>,
    evaluator: Vec<u8>,
    given: bool,
    contradicts: bool,
    tamper: Vec<(u8, u8)>,
    words: Vec<(usize, bool)>,
    news: bool,
    /// A new decision over several questions: which, and whether it has a text.
    joint: Option<(Vec<usize>, bool)>,
    mark: &'static str,
}

prop_compose! {
    fn case()(
        before in questions(),
        after in prop::option::weighted(0.2, questions()),
        evaluator in prop::collection::vec(0_u8..30, 1..6),
        given in any::<bool>(),
        contradicts in any::<bool>(),
        tamper in prop_oneof![Just(Vec::new()), prop::collection::vec((0_u8..8, 0_u8..7), 1..3)],
        // Half of the judgements bring nothing new: that is how a gap stays one.
        words in prop::collection::vec((prop_oneof![Just(2_usize), 0_usize..4], prop::bool::weighted(0.7)), 8),
        news in prop::bool::weighted(0.8),
        joint in prop::option::weighted(0.3, (prop::collection::vec(0_usize..20, 1..4), any::<bool>())),
        mark in prop::sample::select(MARKS),
    ) -> Case {
        Case { before, after, evaluator, given, contradicts, tamper, words, news, joint, mark }
    }
}

fn go_through(case: Case) -> Result<Seen, TestCaseError> {
    let Case { before, after, evaluator, given, contradicts, tamper, words, news, joint, mark } = case;
    let text = |questions: &[Question]| text(questions).replace("[MUST ANSWER]", mark);
    let first = accepted(&text(&before));
    let marked = first.questions().map(|question| question.must_answer);
    prop_assert!(marked.eq(before.iter().map(|(_, must, _)| *must)), "{} is not read", mark);
    let contradictions: Vec<Contradiction> =
        if contradicts { vec![Contradiction::new(vec!["Q1".parse().expect("an id")], "At odds")] } else { Vec::new() };
    let evaluation = bent(&first, &evaluator);
    let Ok(draft) = first.draft(given.then_some(&evaluation), &contradictions) else { return Ok(Seen::Refused) };
    for entry in &draft.entries {
        if entry.known_status() == Some(DecisionStatus::Draft) {
            let item = entry.items().next().and_then(|id| first.item(id)).expect("its question");
            prop_assert_ne!(first.judge(item), AnswerVerdict::NotAnswered, "drafted from an empty answer");
        }
    }
    let draft = tampered(draft, &tamper);
    let second = after.map_or_else(|| first.clone(), |after| accepted(&text(&after)));
    let mut judgements: Vec<Judgement> = draft
        .entries
        .iter()
        .zip(words.iter().cycle())
        .map(|(entry, (word, written))| {
            let judgement = Judgement::on(entry.id, JudgementWord::ALL[*word], "So it is.", "So be it.");
            if *written { judgement.decision_text("This way it is.") } else { judgement }
        })
        .collect();
    if news {
        let covered = |id: ItemId| {
            draft.entries.iter().flat_map(Decision::items).any(|source| source.question() == id.question())
        };
        let left = second.refinements().filter(|it| !covered(it.id.into()));
        judgements.extend(left.map(|it| Judgement::new_decision(vec![it.id.into()], "News", "So it is.", "So be it.")));
    }
    if let Some((sources, written)) = joint {
        let items: Vec<ItemId> = second.items().map(|(id, _)| id).collect();
        let mut sources: Vec<ItemId> = sources.iter().map(|at| items[at % items.len()]).collect();
        sources.sort_unstable();
        sources.dedup();
        let judgement = Judgement::new_decision(sources, "Several", "So it is.", "So be it.");
        judgements.push(if written { judgement.decision_text("This way it is.") } else { judgement });
    }
    let Ok(merged) = draft.merge(&second, &judgements) else { return Ok(Seen::Refused) };
    let rendered = decisions::render(&merged);
    let parsed = decisions::parse(&rendered);
    prop_assert!(parsed.accepted().is_some(), "{}\n{:#?}", rendered, parsed.diagnostics());
    let gaps = unanswered(&second);
    for gap in &gaps {
        let naming: Vec<&Decision> =
            merged.entries.iter().filter(|entry| entry.items().any(|id| id.question() == gap.question())).collect();
        prop_assert!(!naming.is_empty(), "{} has vanished\n{}", gap, rendered);
        for entry in naming.iter().filter(|entry| entry.is_settled()) {
            prop_assert!(is_founded(&second, *gap, entry), "{} is settled by {}\n{}", gap, entry.id, rendered);
        }
    }
    let unfounded = merged.entries.iter().any(|entry| !entry.is_settled());
    prop_assert!(!(unfounded && parsed.outcome().is_success()), "{}", rendered);
    Ok(if gaps.is_empty() { Seen::Merged } else { Seen::MergedWithGap })
}

/// No unanswered `[MUST ANSWER]` question ends as resolved without a decision text and an answer, and none vanishes.
#[test]
fn a_gap_never_becomes_a_success() {
    let (mut merged, mut with_gap) = (0, 0);
    let counted = std::cell::RefCell::new((&mut merged, &mut with_gap));
    let mut runner = proptest::test_runner::TestRunner::new(crate::cases(3_000));
    let result = runner.run(&case(), |case| {
        let seen = go_through(case)?;
        let mut counted = counted.borrow_mut();
        *counted.0 += usize::from(seen != Seen::Refused);
        *counted.1 += usize::from(seen == Seen::MergedWithGap);
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
    assert!(merged > 300 && with_gap > 60, "the law is tried: {merged} merged, {with_gap} of them with a gap");
}

proptest! {
    #![proptest_config(crate::cases(600))]

    /// An evaluation that is accepted beside its document and says `sufficient` leaves no question empty, and only then
    /// does the gate let pass.
    #[test]
    fn a_sufficient_evaluation_leaves_no_gap(questions in questions(), evaluator in prop::collection::vec(0_u8..8, 1..6), counts_only in any::<bool>()) {
        let document = accepted(&text(&questions));
        let mut value = bent(&document, &evaluator);
        if counts_only {
            value.per_question = None;
        }
        let bare = evaluation::parse(&evaluation::render(&value));
        let value = evaluation::render(&value);
        let expected = Expectations::clarifications(document.clone());
        let parsed = Evaluation::parse_expecting(&Source::new(&value), &ReadOptions::default(), &expected);
        let empty = document.questions().any(|question| document.judge(&question.item) == AnswerVerdict::NotAnswered);
        prop_assert!(!(empty && parsed.outcome().is_success()), "{}", value);
        let passes = gate(&parsed, Some(&document)).next.contains(&clarifications_md::GateStep::ConfirmDecisions);
        prop_assert_eq!(passes, parsed.outcome().is_success());
        // Read without its document, it is compared at the gate.
        let passes = gate(&bare, Some(&document)).next.contains(&clarifications_md::GateStep::ConfirmDecisions);
        prop_assert!(!(empty && passes), "{}", value);
    }

    /// The mechanical evaluation of any document is accepted beside it, in both passes, and says what the status says.
    #[test]
    fn the_evaluator_keeps_its_own_rules(questions in questions(), second in any::<bool>()) {
        let document = accepted(&text(&questions));
        let value = document.evaluate(if second { Pass::Second } else { Pass::First });
        let has_refinements = document.refinements().next().is_some();
        let issues = value.check(&Expectations::clarifications(document.clone()));
        prop_assert!(issues.is_empty(), "{:#?}", issues);
        if !(second && has_refinements) {
            prop_assert_eq!(Some(value.verdict), document.status());
        }
    }
}

proptest! {
    /// What is flagged as a gap is what the draft calls one, whatever the evaluator said.
    #[test]
    fn flags_and_drafts_agree_on_gaps(questions in questions(), evaluator in prop::collection::vec(0_u8..30, 1..6)) {
        let document = accepted(&text(&questions));
        let evaluation = bent(&document, &evaluator);
        match (document.critical_gaps_by(&evaluation), document.draft(Some(&evaluation), &[])) {
            (Ok(gaps), Ok(draft)) => {
                let drafted = draft.entries.iter().filter(|it| it.known_status() == Some(DecisionStatus::CriticalGap));
                let drafted: Vec<ItemId> = drafted.flat_map(Decision::items).collect();
                let gaps: Vec<ItemId> = gaps.into_iter().map(ItemId::from).collect();
                prop_assert_eq!(gaps, drafted);
            }
            (Err(one), Err(other)) => prop_assert_eq!(one, other),
            (one, other) => prop_assert!(false, "{:?} {:?}", one, other.is_ok()),
        }
    }
}

/// A vague refinement founds nothing: the question is as open as before.
#[test]
fn a_vague_refinement_settles_no_gap() {
    let settled = "---\nstatus: final\ndecision_count: 1\n---\n\n### D1: Berth\n- **Source:** Q1\n\
        - **Decision:** That way.\n- **Status:** resolved\n";
    let outcome = |refinement: &str, text: &str| {
        let document = accepted(&document(&[("", true, &[refinement])]));
        let expected = Expectations::clarifications(document);
        Decisions::parse_expecting(&Source::new(text), &ReadOptions::default(), &expected).outcome()
    };
    assert!(!outcome("not sure", settled).is_success());
    assert!(outcome("B", settled).is_success());
    let answered = settled.replace("Decision:", "Answer:");
    assert!(!outcome("B", &answered).is_success(), "the text of the decision is missing");
}

/// The answer to one refinement is none to another.
#[test]
fn another_refinement_settles_no_gap() {
    let settled = "---\nstatus: final\ndecision_count: 1\n---\n\n### D1: Berth\n- **Source:** R1.1\n\
        - **Decision:** That way.\n- **Status:** resolved\n";
    let document = accepted(&document(&[("", true, &["", "B"])]));
    let expected = Expectations::clarifications(document);
    let success = |text: &str| {
        Decisions::parse_expecting(&Source::new(text), &ReadOptions::default(), &expected).outcome().is_success()
    };
    assert!(!success(settled));
    assert!(success(&settled.replace("R1.1", "R1.2")));
}

/// What one question says is no answer to another that must be answered, beside the document and in the merge.
#[test]
fn another_question_settles_no_gap() {
    let settled = "---\nstatus: final\ndecision_count: 1\n---\n\n### D1: Berth\n- **Source:** Q1, Q2\n\
        - **Decision:** That way.\n- **Status:** resolved\n";
    let drafted = "---\nstatus: draft\ndecision_count: 1\n---\n\n### D1: Berth\n- **Source:** Q1, Q2\n\
        - **Answer:** A\n- **Status:** draft\n";
    let judgement = Judgement::on("D1".parse().expect("an id"), JudgementWord::Supported, "So it is.", "So be it.");
    let judgements = [judgement.decision_text("That way it is.")];
    for (second, refinements, sound) in
        [("", &[][..], false), ("", &["not sure"][..], false), ("", &["B"][..], true), ("B", &[][..], true)]
    {
        let document = accepted(&document(&[("A", false, &[]), (second, true, refinements)]));
        let expected = Expectations::clarifications(document.clone());
        let parsed = Decisions::parse_expecting(&Source::new(settled), &ReadOptions::default(), &expected);
        assert_eq!(parsed.outcome().is_success(), sound, "{second} {refinements:?}");
        let draft = decisions::parse(drafted).into_accepted().expect("a good draft");
        assert_eq!(draft.merge(&document, &judgements).is_ok(), sound, "{second} {refinements:?}");
    }
}

/// A question that may be skipped may be decided without an answer, but not without a word.
#[test]
fn an_optional_question_without_an_answer_is_told() {
    let settled = "---\nstatus: final\ndecision_count: 1\n---\n\n### D1: Berth\n- **Source:** Q1\n\
        - **Decision:** That way.\n- **Status:** resolved\n";
    for (answer, warnings) in [("", 1), ("A", 0)] {
        let expected = Expectations::clarifications(accepted(&document(&[(answer, false, &[])])));
        let parsed = Decisions::parse_expecting(&Source::new(settled), &ReadOptions::default(), &expected);
        assert!(parsed.accepted().is_some() && parsed.outcome().is_success());
        assert_eq!(parsed.diagnostics().len(), warnings, "{:#?}", parsed.diagnostics());
    }
}

proptest! {
    /// A block that a sub-agent ends with talk leaves its refinement open, whatever stands on the label's line.
    #[test]
    fn a_block_never_answers(
        line in prop::sample::select(&["", "<!-- for the person -->", "...", "____", "<answer>", "(to be answered)"][..]),
        gap in prop::sample::select(&["\n", "\n\n"][..]),
    ) {
        let document = accepted(&document(&[("", true, &[])]));
        let block = format!("##### R1.1: More\nWhy?\n\nA. So\nB. Other (please specify)\n\n**Recommendation:** A\n\n\
            **Answer:** {line}{gap}These refinements cover all that was left open.\n");
        let refined = document.refine(&[&block], false);
        prop_assert!(refined.is_ok(), "{}", block);
        let after = accepted(&refined.map(|refined| refined.change.apply()).unwrap_or_default());
        let item = after.refinements().next().map(|it| after.judge(&it.item));
        prop_assert_eq!(item, Some(AnswerVerdict::NotAnswered));
    }
}
