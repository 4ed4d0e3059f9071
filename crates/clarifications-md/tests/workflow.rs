//! The workflow from questions to final decisions, each step from what the one before made. The transcript of the
//! command has the same files.

use clarifications_md::{
    Context, Decisions, EvaluateOptions, Message, Next, Protocol as _, answer, autofill, decisions, draft, evaluate,
    evaluation, flag, gate, merge, parse, refine, tasks, trace,
};

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../agent-envelope-cli/tests/cmd/workflow.in/", $name))
    };
}

#[test]
fn from_questions_to_decisions() {
    let questions = file!("clarifications.md");
    let document = parse(questions).into_result().expect("the questions are accepted");
    let evaluated = evaluate(&document, &EvaluateOptions::default());
    assert_eq!(evaluated.render(), file!("evaluation.json"));
    let context = Context { clarifications: Some(document.clone().into()) };
    assert!(evaluation::check(&evaluated, &context).diagnostics().is_empty());
    assert_eq!(gate(&evaluated, false).next, [Next::AutofillAndConfirm, Next::DetailedResearch]);

    let tasks = tasks(&document, &evaluated).expect("the evaluation fits");
    assert_eq!(tasks.iter().map(|task| task.section.as_deref()).collect::<Vec<_>>(), [Some("Money")]);
    let contradictions: Vec<_> = serde_json::from_str(file!("contradictions.json")).expect("a list");
    let draft = draft(&document, Some(&evaluated), &contradictions).expect("a draft");
    assert_eq!(draft.render(), file!("draft.md"));

    let refined = refine(questions, &[file!("fees.md"), file!("hours.md"), file!("journals.md")], false)
        .expect("refinements")
        .text;
    let flagged = flag(&refined, &evaluated, &contradictions).expect("flags");
    assert_eq!(flagged, file!("refined.md"));
    let id = "R3.1".parse().expect("an id");
    let answered = answer(&flagged, id, "A, and nothing for children").expect("an answer");
    let answered = autofill(&answered).expect("recommendations").text;
    assert_eq!(answered, file!("answered.md"));

    let document = parse(&answered).into_result().expect("the answers are accepted");
    let judgements: Vec<_> = serde_json::from_str(file!("judgements.json")).expect("a list");
    let merged = merge(&draft, &document, &judgements).expect("everything is judged");
    assert_eq!(merged.render(), file!("final.md"));
    let context = Context { clarifications: Some(document.clone().into()) };
    assert!(decisions::check(&merged, &context).diagnostics().is_empty());

    let trace = trace(&document, Some(&merged));
    assert_eq!(trace.orphans().next(), None);
    let decided = trace.nodes.iter().filter(|node| node.id.starts_with('D'));
    assert_eq!(decided.filter(|node| !node.from.is_empty()).count(), merged.decisions.len());
}

#[test]
fn the_rules_of_the_three_protocols_have_different_names() {
    let rules = [clarifications_md::RULES, evaluation::RULES, decisions::RULES].concat();
    let codes: std::collections::BTreeSet<&str> = rules.iter().map(|rule| rule.code).collect();
    assert_eq!(codes.len(), rules.len());
}

/// Twice the entries take about twice the time: nothing is quadratic. Ten thousand entries would take minutes if it were.
#[test]
fn large_documents_are_read_and_merged() {
    let entry = |id: usize| {
        format!(
            "\n### D{id}: Title\n- **Source:** Q{id}\n- **Decision:** x\n- **Field {id}:** y\n- **Status:** resolved\n"
        )
    };
    let text: String = std::iter::once("---\nstatus: final\ndecision_count: 10000\n---\n".to_owned())
        .chain((1..=10_000).map(entry))
        .collect();
    let parsed = envelope_core::parse::<Decisions>(&Message::from(&text), &Context::default());
    assert!(parsed.is_accepted() && parsed.diagnostics().is_empty());
    assert_eq!(parsed.accepted().map(Decisions::render).map(|text| text.len()), Some(text.len()));
}
