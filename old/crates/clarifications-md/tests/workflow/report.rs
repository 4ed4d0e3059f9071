//! The neutral report of each kind: what is open stands in the way where the outcome is blocked (R-A15).

use clarifications_md::{Pass, decisions, evaluation};
use envelope_core::{Outcome, Report};

use crate::{accepted, document};

fn blockers(report: &Report) -> Vec<&str> {
    report.problems.iter().filter(|problem| problem.blocking).map(|problem| problem.message.as_str()).collect()
}

#[test]
fn insufficient_is_blocked_by_the_open_questions() {
    let text = document(&[("", false, &[]), ("maybe", true, &[])]);
    let parsed = clarifications_md::parse(&text);
    let report = parsed.to_report().expect("a report");
    assert_eq!(report.outcome, Outcome::Blocked);
    assert_eq!(blockers(&report), ["Q1: Berth 1 is not answered clearly", "Q2: Berth 2 must be answered"]);

    let value = evaluation::render(&accepted(&text).evaluate(Pass::First));
    let report = evaluation::parse(&value).to_report().expect("a report");
    assert_eq!((report.outcome, report.kind.as_deref()), (Outcome::Blocked, Some("evaluation")));
    assert_eq!(blockers(&report), ["Q1 is not answered", "Q2 is answered vaguely"]);
}

#[test]
fn mixed_is_partial_with_gaps() {
    let text = document(&[("B", false, &[]), ("", false, &[])]);
    let value = evaluation::render(&accepted(&text).evaluate(Pass::First));
    let report = evaluation::parse(&value).to_report().expect("a report");
    assert_eq!((report.outcome, report.gaps.as_slice()), (Outcome::Partial, &["Q2 is not answered".to_owned()][..]));
    assert_eq!(blockers(&report), [""; 0]);
}

#[test]
fn counts_alone_are_told_too() {
    let text = r#"{"verdict": "insufficient", "answered_count": 0, "empty_count": 2, "vague_count": 1, "total_count": 3, "reasoning": "None."}"#;
    let report = evaluation::parse(text).to_report().expect("a report");
    assert_eq!(blockers(&report), ["2 of 3 answers: empty", "1 of 3 answers: vague"]);
}

#[test]
fn decisions_are_blocked_by_gaps_and_contradictions() {
    let text = "---\nstatus: draft\ndecision_count: 3\n---\n\n### D1: A\n- **Source:** Q1\n- **Status:** draft\n\n\
        ### D2: B\n- **Source:** Q2\n- **Status:** critical-gap\n- **Note:** Ask the master.\n\n\
        ### D3: C\n- **Decision:** So.\n- **Status:** resolved\n";
    let report = decisions::parse(text).to_report().expect("a report");
    assert_eq!((report.outcome, report.kind.as_deref()), (Outcome::Blocked, Some("decisions")));
    assert_eq!(blockers(&report), ["D2: B is critical-gap"]);
    assert_eq!(report.problems[0].recommendation.as_deref(), Some("Ask the master."));
    assert_eq!(report.gaps, ["D1: A is draft"]);
    assert_eq!(report.checks.len(), 3);
}

/// A refused evaluation that says `sufficient` is no success in the report either.
#[test]
fn what_is_refused_is_no_success() {
    let text = r#"{"verdict": "sufficient", "answered_count": 1, "empty_count": 1, "vague_count": 0, "total_count": 2, "reasoning": "Fine."}"#;
    let report = evaluation::parse(text).to_report().expect("a report");
    assert_eq!(report.outcome, Outcome::Blocked);
    assert_eq!(blockers(&report), ["1 of 2 answers: empty"]);
}

#[test]
fn a_trace_tells_what_leads_nowhere() {
    let document = accepted(&document(&[("B", true, &["A"]), ("", false, &[])]));
    let text = "---\nstatus: draft\ndecision_count: 3\n---\n\n### D1: A \"quoted\" [title]\n- **Source:** Q1, R1.1\n- **Status:** draft\n\n\
        ### D2: B\n- **Source:** Q9, the pilots\n- **Status:** draft\n\n### D3: C\n- **Decision:** So.\n- **Status:** resolved\n";
    let parsed = decisions::parse(text);
    let trace = clarifications_md::trace(&document, None, parsed.read());
    assert_eq!(
        trace.to_text(),
        "Q1 (clear, must answer): Berth 1\n  -> D1 (draft): A \"quoted\" [title]\n  R1.1 (clear): More of it\n    \
         -> D1 (draft): A \"quoted\" [title]\nQ2 (not_answered): Berth 2\n\norphans:\n  D3: it names no source\n  \
         Q2: no decision comes from it\n\ndangling:\n  D2 names Q9, which is not there\n  D2 names the pilots, which is not there\n"
    );
    let mermaid = trace.to_mermaid();
    assert!(mermaid.contains("  D1([\"D1: A #34;quoted#34; #91;title#93;<br/>draft\"])\n"), "{mermaid}");
    assert!(mermaid.contains("  missing1[\"Q9 is not there\"]\n  missing1 -.-> D2\n"), "{mermaid}");
}

/// The verdicts of a given evaluation stand in the trace, what it names and is not there dangles, and so does a
/// refinement without its parent.
#[test]
fn a_trace_follows_a_given_evaluation() {
    let text = document(&[("B", true, &["A"]), ("", false, &[])]).replace("##### R1.1:", "##### R7.1:");
    let parsed = clarifications_md::parse(&text);
    let document = parsed.read().expect("a document");
    let value = r#"{"verdict": "insufficient", "answered_count": 0, "empty_count": 1, "vague_count": 2, "total_count": 3,
        "reasoning": "None.", "per_question": [{"question_id": "Q1", "verdict": "vague"},
        {"question_id": "Q2", "verdict": "not_answered"}, {"question_id": "Q9", "verdict": "vague"}]}"#;
    let evaluation = evaluation::parse(value);
    let trace = clarifications_md::trace(document, evaluation.read(), None);
    let verdicts: Vec<(&str, Option<&str>)> = trace
        .nodes
        .iter()
        .map(|node| (node.id.as_str(), node.verdict.map(clarifications_md::ItemVerdict::as_str)))
        .collect();
    assert_eq!(verdicts, [("Q1", Some("vague")), ("R7.1", Some("clear")), ("Q2", Some("not_answered"))]);
    let orphans: Vec<(&str, &str)> =
        trace.orphans.iter().map(|orphan| (orphan.id.as_str(), orphan.reason.as_str())).collect();
    assert_eq!(orphans, [("R7.1", "what it refines is not there")]);
    let dangling: Vec<(&str, &str)> = trace.dangling.iter().map(|it| (it.from.as_str(), it.source.as_str())).collect();
    assert_eq!(dangling, [("evaluation", "Q9")]);
}

/// With an evaluation and decisions, the trace has the verdicts of the one, the entries of the other, and what either
/// names and is not there.
#[test]
fn a_trace_follows_evaluation_and_decisions() {
    let document = accepted(&document(&[("B", true, &[]), ("", false, &[])]));
    let value = r#"{"verdict": "insufficient", "answered_count": 0, "empty_count": 1, "vague_count": 2, "total_count": 3,
        "reasoning": "None.", "per_question": [{"question_id": "Q1", "verdict": "vague"},
        {"question_id": "Q2", "verdict": "not_answered"}, {"question_id": "Q9", "verdict": "vague"}]}"#;
    let evaluation = evaluation::parse(value);
    let text = "---\nstatus: draft\ndecision_count: 1\n---\n\n### D1: T\n- **Source:** Q1, Q8\n- **Status:** draft\n";
    let decisions = decisions::parse(text);
    let told = clarifications_md::trace(&document, evaluation.read(), decisions.read()).to_text();
    let nodes = "Q1 (vague, must answer): Berth 1\n  -> D1 (draft): T\nQ2 (not_answered): Berth 2\n";
    assert!(told.starts_with(nodes), "{told}");
    for line in
        ["Q2: no decision comes from it", "evaluation names Q9, which is not there", "D1 names Q8, which is not there"]
    {
        assert!(told.contains(line), "{told}");
    }
}
