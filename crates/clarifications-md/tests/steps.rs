//! The steps of the workflow on values: gate, tasks, draft, merge, trace.

use clarifications_md::decisions::{self, DocumentStatus};
use clarifications_md::{
    AnswerVerdict, Clarifications, Context, Contradiction, DecisionStatus, Decisions, EvaluateOptions, Evaluation,
    ItemVerdict, Judgement, JudgementWord, StepError, Verdict, draft, evaluate, gate, merge, tasks, trace,
};
use envelope_core::{Protocol as _, Status as _};
use serde_json::{Value, json};

fn item(id: &str, title: &str, answer: &str) -> Value {
    json!({"id": id, "title": title, "answer": answer})
}

/// Two sections: Q1 and Q2 are clear, Q3 is vague with an answered refinement, Q4 must be answered and is not.
fn document() -> Clarifications {
    let mut vague = item("Q3", "Fees", "it depends");
    vague["refinements"] = json!([item("R3.1", "Late fees", "Ten cents a day from the third day on.")]);
    let mut gap = item("Q4", "Opening hours", " ");
    gap["must_answer"] = json!(true);
    serde_json::from_value(json!({
        "frontmatter": {"question_count": 4, "sections": 2, "duplicates_removed": 0, "refinement_count": 1},
        "sections": [
            {"title": "Lending", "questions": [
                item("Q1", "Period", "Four weeks for books,\n\n- three for films\n- one for journals"),
                item("Q2", "Reminders", "One week before the end, by letter."),
            ]},
            {"title": "Money", "questions": [vague, gap]},
        ],
    }))
    .expect("it is a document")
}

fn contradiction(items: &[&str]) -> Contradiction {
    let items = items.iter().map(|id| id.parse().expect("an id")).collect();
    Contradiction {
        items,
        title: "Period against\nreminders".to_owned(),
        note: Some("Journals go out for one week.".to_owned()),
    }
}

fn judgement(decision: &str, judgement: JudgementWord, text: Option<&str>) -> Judgement {
    Judgement {
        decision: Some(decision.parse().expect("an id")),
        judgement: Some(judgement),
        decision_text: text.map(str::to_owned),
        reasoning: "It follows from the answers.".to_owned(),
        implication: "The catalogue shows it.".to_owned(),
        ..Judgement::default()
    }
}

fn new_decision(source: &str) -> Judgement {
    Judgement {
        source: vec![source.parse().expect("an id")],
        title: Some("Late fees".to_owned()),
        reasoning: "Nothing else was said.".to_owned(),
        implication: "The till counts days.".to_owned(),
        ..Judgement::default()
    }
}

/// It is read back as it is, without a diagnostic.
#[track_caller]
fn check_decisions(decisions: &Decisions, document: &Clarifications) {
    let context = Context { clarifications: Some(document.clone().into()) };
    let parsed = decisions::check(decisions, &context);
    assert!(parsed.diagnostics().is_empty(), "{:#?}", parsed.diagnostics());
    assert_eq!(parsed.accepted(), Some(decisions));
}

fn faults<T>(result: Result<T, StepError>) -> Vec<String> {
    match result {
        Err(StepError::Faults(faults)) => faults,
        Err(error) => vec![error.to_string()],
        Ok(_) => Vec::new(),
    }
}

#[test]
fn the_gate_offers_what_the_verdict_allows() {
    let mut evaluation = evaluate(&document(), &EvaluateOptions::default());
    let shown = |evaluation: &_, scope| serde_json::to_value(gate(evaluation, scope)).expect("it serialises");
    let mixed = json!({"verdict": "mixed", "next": ["autofill-and-confirm", "detailed-research"]});
    assert_eq!(shown(&evaluation, false), mixed);
    assert_eq!(shown(&evaluation, true), json!({"verdict": "mixed", "next": ["scope-recommendation"]}));
    evaluation.verdict = Verdict::Sufficient;
    assert_eq!(shown(&evaluation, false), json!({"verdict": "sufficient", "next": ["confirm-decisions"]}));
    evaluation.verdict = Verdict::Insufficient;
    let next = json!({"verdict": "insufficient", "next": ["autofill-and-confirm", "answer-more"]});
    assert_eq!(shown(&evaluation, false), next);
    let closed = serde_json::to_value(clarifications_md::Gate::CLOSED).expect("it serialises");
    assert_eq!(closed, json!({"verdict": null, "next": []}));
}

#[test]
fn a_section_with_an_unclear_item_is_a_task() {
    let document = document();
    let tasks =
        tasks(&document, &evaluate(&document, &EvaluateOptions { refinements: true, ..EvaluateOptions::default() }));
    let tasks = tasks.expect("the evaluation fits");
    assert_eq!(tasks.len(), 1);
    let ids = |items: &[clarifications_md::TaskItem]| items.iter().map(|item| item.id.to_string()).collect::<Vec<_>>();
    assert_eq!(
        (tasks[0].section.as_deref(), ids(&tasks[0].items)),
        (Some("Money"), vec!["Q3".to_owned(), "Q4".to_owned()])
    );
    assert_eq!(ids(&tasks[0].clear), ["R3.1"]);
    assert!(tasks[0].prompt.contains("- Q4 (Opening hours), not_answered: no answer\n"), "{}", tasks[0].prompt);
    assert!(tasks[0].prompt.contains("- R3.1 (Late fees), clear: Ten cents a day from the third day on.\n"));
}

/// What an evaluation and its document say differently is in the fixtures; a step also needs all entries.
#[test]
fn an_evaluation_must_fit_its_document() {
    let document = document();
    let fits = |change: &dyn Fn(&mut Evaluation, &mut ItemVerdict)| {
        let mut evaluation = evaluate(&document, &EvaluateOptions::default());
        let mut first = evaluation.per_question.as_mut().expect("entries").remove(0);
        change(&mut evaluation, &mut first);
        evaluation.per_question.iter_mut().for_each(|entries| entries.insert(0, first.clone()));
        faults(draft(&document, Some(&evaluation), &[]))
    };
    assert!(fits(&|_, _| {}).is_empty());
    let unknown = ["Q9 is evaluated, but is not in the clarifications", "Q1 has no verdict in `per_question`"];
    assert_eq!(fits(&|_, first| first.question_id = "Q9".parse().expect("an id")), unknown);
    let empty = ["Q1 has an answer, but is called `not_answered`"];
    assert_eq!(fits(&|_, first| first.verdict = AnswerVerdict::NotAnswered), empty);
    assert_eq!(fits(&|evaluation, _| evaluation.per_question = None), ["the evaluation has no `per_question`"]);
    let total = "7 items are evaluated; the clarifications have 4 questions, 5 items in all";
    assert_eq!(fits(&|evaluation, _| evaluation.total_count = 7)[0], total);
}

#[test]
fn a_draft_has_clear_questions_gaps_and_contradictions() {
    let document = document();
    let draft = draft(&document, None, &[contradiction(&["Q1", "Q2"])]).expect("a draft");
    check_decisions(&draft, &document);
    let shown: Vec<_> = draft.decisions.iter().map(|decision| (decision.title.as_str(), decision.status)).collect();
    let expected = [
        ("Period", DecisionStatus::Draft),
        ("Reminders", DecisionStatus::Draft),
        ("[Critical Gap] Opening hours", DecisionStatus::CriticalGap),
        ("[Contradiction] Period against reminders", DecisionStatus::Contradiction),
    ];
    assert_eq!(shown, expected);
    assert_eq!(draft.decisions[0].answers[0].text, "Four weeks for books,\n\n- three for films\n- one for journals");
    assert_eq!(draft.decisions[3].section.as_deref(), Some("Cross-cutting"));
}

#[test]
fn contradictions_are_taken_as_they_are_meant() {
    let document = document();
    let meant = draft(&document, None, &[contradiction(&["Q1", "Q2"])]).expect("a draft");
    let turned = Contradiction { title: " Period  against reminders".to_owned(), ..contradiction(&["Q2", "Q1", "Q2"]) };
    assert_eq!(draft(&document, None, &[turned]).expect("a draft"), meant);
    let silent = Contradiction { note: Some(" ".to_owned()), ..contradiction(&["Q1", "Q2"]) };
    let silent = draft(&document, None, &[silent]).expect("a draft");
    assert_eq!(silent.decisions[3].note, None);
    check_decisions(&silent, &document);
    let untitled = Contradiction { title: " ".to_owned(), ..contradiction(&["Q1", "Q1"]) };
    let wrong = [
        "the contradiction \"Period against reminders\" names Q4, which has no answer",
        "the contradiction \"Period against reminders\" names Q9, which is not in the clarifications",
        "the contradiction \"\" names fewer than two items",
        "the contradiction \"\" has no title",
    ];
    assert_eq!(faults(draft(&document, None, &[contradiction(&["Q9", "Q4"]), untitled])), wrong);
}

/// An evaluation that calls the missing answer vague makes no decision of it.
#[test]
fn what_must_be_answered_is_a_gap_until_it_is() {
    let document = document();
    let mut evaluation = evaluate(&document, &EvaluateOptions::default());
    evaluation.per_question.as_mut().expect("entries")[3].verdict = AnswerVerdict::Vague;
    let draft = draft(&document, Some(&evaluation), &[]).expect("a draft");
    assert_eq!(draft.decisions[2].status, DecisionStatus::CriticalGap);
    let mut judgements = ["D1", "D2"].map(|id| judgement(id, JudgementWord::Supported, None)).to_vec();
    judgements.push(new_decision("R3.1"));
    let mut decided = draft.clone();
    decided.decisions[2].status = DecisionStatus::Draft;
    judgements.push(judgement("D3", JudgementWord::Supported, Some("Always.")));
    let reason = ["D3 cannot be resolved: neither its sources nor their refinements have a clear answer"];
    assert_eq!(faults(merge(&decided, &document, &judgements)), reason);
    judgements.pop();
    let mut without = draft;
    without.decisions.pop();
    let reason = ["Q4 must be answered and is not, but the draft has no entry for it"];
    assert_eq!(faults(merge(&without, &document, &judgements)), reason);
}

#[test]
fn final_decisions_are_merged_from_judgements() {
    use JudgementWord::{Contradicted, NoNewInformation, PartlyChanged, Supported};
    let mut document = document();
    let draft = draft(&document, None, &[contradiction(&["Q1", "Q2"])]).expect("a draft");
    document.sections[1].questions[1].answer = Some("From nine to six on every weekday.".to_owned());
    let judgements = [
        judgement("D1", PartlyChanged, Some("Three weeks for everything.")),
        judgement("D2", Contradicted, Some("No reminders.")),
        judgement("D3", Supported, Some("From 9 to 18.")),
        judgement("D4", NoNewInformation, Some("To be settled in May.")),
        new_decision("R3.1"),
    ];
    let merged = merge(&draft, &document, &judgements).expect("everything is judged");
    check_decisions(&merged, &document);
    let front = &merged.frontmatter;
    assert_eq!(
        (front.status, front.decision_count, front.conflicts_resolved),
        (Some(DocumentStatus::Final), 5, Some(1))
    );
    let statuses: Vec<_> = merged.decisions.iter().map(|decision| decision.status.as_str()).collect();
    assert_eq!(statuses, ["resolved", "conflict-resolved", "resolved", "contradiction", "resolved"]);
    assert_eq!(
        merged.decisions[1].note.as_deref(),
        Some("The earlier answer was: One week before the end, by letter.")
    );
    assert_eq!((merged.decisions[2].title.as_str(), &merged.decisions[2].note), ("Opening hours", &None));
    assert_eq!(merged.decisions[3].decision.as_deref(), Some("To be settled in May."));
    let last = &merged.decisions[4];
    assert_eq!(
        (last.section.as_deref(), last.decision.as_deref()),
        (Some("Money"), Some("Ten cents a day from the third day on."))
    );
}

#[test]
fn every_fault_of_the_judgements_is_named_and_nothing_is_made() {
    use JudgementWord::{Contradicted, Supported};
    let document = document();
    let mut draft = draft(&document, None, &[]).expect("a draft");
    draft.decisions[0].source = vec!["Q8".parse().expect("an id")];
    let both = Judgement { decision: Some("D1".parse().expect("an id")), ..new_decision("Q1") };
    let judgements = [
        judgement("D2", Contradicted, None),
        judgement("D3", Supported, Some("Always open.")),
        judgement("D3", Supported, Some("Always open.")),
        judgement("D7", Supported, None),
        Judgement { reasoning: " ".to_owned(), ..new_decision("Q9") },
        both,
        Judgement { title: Some(" ".to_owned()), ..new_decision("Q1") },
        Judgement { judgement: Some(Contradicted), ..new_decision("Q9") },
    ];
    let expected = [
        "D3 has two judgements",
        "D7 is judged, but is not in the draft",
        "judgement 6 needs `decision`, or `source` and `title`",
        "judgement 7 needs `decision`, or `source` and `title`",
        "the new decision \"Late fees\" has `judgement`, which only a draft has",
        "D1 has no judgement",
        "D2 is judged without `decision_text`: what is decided now",
        "D3 cannot be resolved: neither its sources nor their refinements have a clear answer",
        "the new decision \"Late fees\" is judged without `reasoning`",
        "the new decision \"Late fees\" is judged without `decision_text`: what is decided now",
        "the new decision \"Late fees\" names Q9, which is not in the clarifications",
        "the new decision \"Late fees\" cannot be resolved: neither its sources nor their refinements have a clear answer",
        "R3.1 is answered, but neither Q3 has a draft nor a judgement names it as source",
    ];
    assert_eq!(faults(merge(&draft, &document, &judgements)), expected);
    let unknown = faults(merge(&draft, &document, &[judgement("D1", Supported, None)]));
    assert_eq!(unknown[0], "D1 names Q8, which is not in the clarifications");
}

#[test]
fn nothing_is_decided_without_a_clear_answer() {
    let mut document = document();
    let draft = draft(&document, None, &[]).expect("a draft");
    let mut judgements = vec![
        judgement("D1", JudgementWord::Supported, None),
        judgement("D2", JudgementWord::Supported, None),
        judgement("D3", JudgementWord::NoNewInformation, None),
        new_decision("R3.1"),
    ];
    assert!(faults(merge(&draft, &document, &judgements)).is_empty());
    // Q4 is empty; Q3 is vague, and its refinement, which makes up for that, must still be named itself.
    let decided = |source| Judgement { decision_text: Some("Always.".to_owned()), ..new_decision(source) };
    judgements[3] = decided("Q3");
    let uncovered = "R3.1 is answered, but neither Q3 has a draft nor a judgement names it as source";
    assert_eq!(faults(merge(&draft, &document, &judgements)), [uncovered]);
    let unclear = "the new decision \"Late fees\" cannot be resolved: neither its sources nor their refinements have a clear answer";
    judgements[3] = decided("Q4");
    assert_eq!(faults(merge(&draft, &document, &judgements)), [unclear, uncovered]);
    document.sections[1].questions[0].refinements[0].answer = Some("ten cents".to_owned());
    judgements[3] = decided("R3.1");
    assert_eq!(faults(merge(&draft, &document, &judgements)), [unclear]);
}

#[test]
fn a_contradiction_is_settled_by_a_new_answer() {
    let mut document = document();
    let draft = draft(&document, None, &[contradiction(&["Q1", "Q2"])]).expect("a draft");
    // As it is read again.
    let draft = decisions::parse_with(&draft.render(), &Context::default()).into_result().expect("a draft");
    let judgements = [
        judgement("D1", JudgementWord::Supported, None),
        judgement("D2", JudgementWord::Supported, None),
        judgement("D3", JudgementWord::NoNewInformation, None),
        judgement("D4", JudgementWord::Supported, Some("Three weeks.")),
        new_decision("R3.1"),
    ];
    let what = "D4 cannot be resolved: neither its sources nor their refinements have a clear answer beside those that \
                contradict";
    assert_eq!(faults(merge(&draft, &document, &judgements)), [what]);
    document.sections[0].questions[1].answer = Some("Three days before the end, by letter.".to_owned());
    let merged = merge(&draft, &document, &judgements).expect("Q2 has another answer");
    assert_eq!(merged.decisions[3].note.as_deref(), Some("Journals go out for one week."));
}

/// A decision says what was decided, and what is written beside it stays.
#[test]
fn merging_neither_makes_up_nor_loses_text() {
    let mut document = document();
    document.sections.pop();
    let text = "\
---
status: draft
decision_count: 2
---

### D1: Period
- **Source:** Q1
- **Decision:** Four weeks.
- **Status:** resolved
- **Note:** The council asked for this.

### D2: Reminders
- **Source:** Q2
- **Answer:** (not answered)
- **Status:** draft
";
    let draft = decisions::parse_with(text, &Context::default()).into_result().expect("a draft");
    let mut judgements = [
        judgement("D1", JudgementWord::Contradicted, Some("Two weeks.")),
        judgement("D2", JudgementWord::Supported, None),
    ];
    let reason = ["D2 is judged without `decision_text`: what is decided now"];
    assert_eq!(faults(merge(&draft, &document, &judgements)), reason);
    judgements[1].decision_text = Some("By letter.".to_owned());
    let merged = merge(&draft, &document, &judgements).expect("everything is judged");
    let note = "The earlier answer was: Four weeks.\n\nThe council asked for this.";
    assert_eq!(merged.decisions[0].note.as_deref(), Some(note));
    check_decisions(&merged, &document);
}

#[test]
fn a_trace_names_orphans() {
    let document = document();
    let mut draft = draft(&document, None, &[contradiction(&["Q1", "Q2"])]).expect("a draft");
    draft.decisions[1].source = vec!["R9.1".parse().expect("an id")];
    let trace = trace(&document, Some(&draft));
    let expected = "\
Q1 Period (answered)
  D1 Period (draft)
  D4 [Contradiction] Period against reminders (contradiction)
Q2 Reminders (answered)
  D4 [Contradiction] Period against reminders (contradiction)
Q3 Fees (answered)
  R3.1 Late fees (answered)
Q4 Opening hours (not_answered)
  D3 [Critical Gap] Opening hours (critical-gap)
D2 Reminders (draft)

Orphans:
Q3: no decision comes from it
D2: comes from R9.1: not in the clarifications
";
    assert_eq!(trace.to_text(), expected);
    assert!(trace.to_mermaid().contains("  state \"D3: #91;Critical Gap#93; Opening hours\" as D3\n  "));
    assert!(
        trace.to_mermaid().contains("\n  Q3 --> R3_1\n")
            && trace.to_mermaid().ends_with("  class Q3 orphan\n  class D2 orphan\n")
    );
}

const MIXED: &str = include_str!("../src/canonical/mixed.md");

#[test]
fn gaps_and_contradictions_are_flagged_by_a_splice() {
    let flagged = |text: &str, contradictions: &[Contradiction]| {
        let document = clarifications_md::parse(text).into_result().expect("a document");
        clarifications_md::flag(
            text,
            &evaluate(&document, &EvaluateOptions { refinements: true, ..EvaluateOptions::default() }),
            contradictions,
        )
    };
    let text = MIXED.replace("**Answer:** A — the pilot tells the ships", "**Answer:**");
    for text in [text.clone(), text.replace('\n', "\r\n"), text.trim_end().to_owned()] {
        let once = flagged(&text, &[]).expect("it is flagged");
        assert!(once.contains("## Needs Clarification") && once.starts_with(text.trim_end()), "{once}");
        assert_eq!(once.contains("\r\n"), text.contains("\r\n"));
        assert_eq!(flagged(&once, &[]).expect("it is flagged"), once, "nothing is added twice");
        let value = clarifications_md::parse(&once).into_result().expect("a document");
        assert_eq!(value.needs_clarification.len(), 1);
    }
    let of_two = contradiction(&["Q2", "Q1"]);
    let answered = MIXED.replace("**Answer:** Not sure", "**Answer:** Three metres, and four at night");
    let once = flagged(&answered, std::slice::from_ref(&of_two)).expect("it is flagged");
    assert!(once.contains("**Items:** Q1, Q2\n"), "{once}");
    assert_eq!(flagged(&once, &[of_two]).expect("it is flagged"), once);
    let heading = Contradiction { note: Some("See\n\n### Q9: x".to_owned()), ..contradiction(&["Q1", "Q1"]) };
    assert!(flagged(MIXED, &[heading]).is_err());
}
