//! The steps of the workflow on values: gate, tasks, draft, merge, trace.

use clarifications_md::decisions::{self, DocumentStatus};
use clarifications_md::{
    Clarifications, Context, Contradiction, DecisionStatus, Decisions, EvaluateOptions, Judgement, JudgementWord,
    MergeError, Verdict, draft, evaluate, evaluation, gate, merge, tasks, trace,
};
use envelope_core::Status as _;
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

fn messages<T, E: std::fmt::Display + std::fmt::Debug>(result: Result<T, Vec<E>>) -> Vec<String> {
    result.err().into_iter().flatten().map(|error| error.to_string()).collect()
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
    assert!(tasks[0].prompt.contains("- Q4 (Opening hours), not_answered\n"), "{}", tasks[0].prompt);
    assert!(tasks[0].prompt.contains("- R3.1 (Late fees): Ten cents a day from the third day on.\n"));
}

#[test]
fn an_evaluation_must_fit_its_document() {
    let document = document();
    let fits = |change: &dyn Fn(&mut evaluation::Evaluation)| {
        let mut evaluation = evaluate(&document, &EvaluateOptions::default());
        change(&mut evaluation);
        messages(draft(&document, Some(&evaluation), &[]))
    };
    assert!(fits(&|_| {}).is_empty());
    let first = |evaluation: &mut evaluation::Evaluation, id: &str| {
        evaluation.per_question.as_mut().expect("entries")[0].question_id = id.parse().expect("an id");
    };
    let unknown = ["Q9 is evaluated, but is not in the clarifications", "Q1 has no verdict in `per_question`"];
    assert_eq!(fits(&|evaluation| first(evaluation, "Q9")), unknown);
    let clear = |evaluation: &mut evaluation::Evaluation| {
        evaluation.per_question.as_mut().expect("entries")[3].verdict = clarifications_md::AnswerVerdict::Clear;
    };
    assert_eq!(fits(&clear), ["Q4 has no answer, but is called `clear`"]);
    let sufficient = |evaluation: &mut evaluation::Evaluation| {
        (evaluation.verdict, evaluation.per_question) = (Verdict::Sufficient, None);
    };
    let reasons = ["the evaluation has no `per_question`", "the verdict is `sufficient`, but Q4 has no answer"];
    assert_eq!(fits(&sufficient), reasons);
    let total = |evaluation: &mut evaluation::Evaluation| evaluation.total_count = 7;
    assert_eq!(fits(&total)[0], "7 items are evaluated; the clarifications have 4 questions, 5 items in all");
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
    let wrong =
        messages(clarifications_md::draft(&document, None, &[contradiction(&["Q4", "Q9"]), contradiction(&["Q1"])]));
    assert_eq!(wrong.len(), 3, "{wrong:?}");
    assert!(
        wrong[0].ends_with("names Q4, which has no answer")
            && wrong[1].ends_with("names Q9, which is not in the clarifications")
    );
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
        judgement("D4", NoNewInformation, None),
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
    assert_eq!(merged.decisions[2].title, "Opening hours");
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
    ];
    let expected = [
        "D3 has two judgements",
        "D7 is judged, but is not in the draft",
        "the judgement of Q9 has no reasoning",
        "judgement 6 needs `decision`, or `source` and `title`",
        "D1 has no judgement",
        "the judgement of D2 needs `decision_text`: what is decided now",
        "D3 cannot be resolved: neither its sources nor their refinements have a clear answer",
        "Q9 names Q9, which is not in the clarifications",
        "the judgement of Q9 needs `decision_text`: what is decided now",
        "R3.1 is answered, but neither Q3 has a draft nor a judgement names it as source",
    ];
    assert_eq!(messages(merge(&draft, &document, &judgements)), expected);
    let unknown = merge(&draft, &document, &[judgement("D1", Supported, None)]).expect_err("Q8 does not exist");
    assert!(unknown.contains(&MergeError::UnknownSource("D1".to_owned(), "Q8".parse().expect("an id"))));
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
D2: its source R9.1 is not in the clarifications
Q3: no decision comes from it
";
    assert_eq!(trace.to_text(), expected);
    assert!(trace.to_mermaid().contains("  state \"D3: #91;Critical Gap#93; Opening hours\" as D3\n  "));
    assert!(
        trace.to_mermaid().contains("\n  Q3 --> R3_1\n")
            && trace.to_mermaid().ends_with("  class D2 orphan\n  class Q3 orphan\n")
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
        assert_eq!(value.needs_clarification.map(|flags| flags.len()), Some(1));
    }
    let heading = Contradiction { note: Some("See\n\n### Q9: x".to_owned()), ..contradiction(&["Q1", "Q1"]) };
    assert!(flagged(MIXED, &[heading]).is_err());
}
