//! To and from the neutral report (R-A15).

use envelope_core::report::{Confidence, Finding, NextStep, Problem, Report};
use envelope_core::{Envelope, FromReport as _, LossKind, Outcome, Verdict};
use json_return::{Expectations, SubagentReturn, parse, render};
use proptest::prelude::*;

use crate::making::value;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A return that becomes a report and a return again is the same, but for the losses listed.
    #[test]
    fn there_and_back_is_the_same(value in value()) {
        let verdict = Verdict::of(&value, &Expectations::default());
        let report = value.to_report(verdict);
        prop_assert_eq!(report.outcome, verdict.outcome());
        let (back, losses) = SubagentReturn::from_report(&report);
        if verdict.accepted() {
            prop_assert!(losses.is_empty(), "{:?}", losses);
            prop_assert_eq!(back, value);
        }
    }

    /// What a refused return claims does not come back better.
    #[test]
    fn no_outcome_improves(value in value()) {
        let verdict = Verdict::of(&value, &Expectations::default());
        let (back, _) = SubagentReturn::from_report(&value.to_report(verdict));
        prop_assert!(back.stated() >= verdict.outcome(), "{:?}", back.stated());
    }
}

#[test]
fn what_has_no_place_is_carried_and_comes_back() {
    let mut report = Report::new(Outcome::CompletedWithFindings);
    report.agent = Some("auditor".into());
    report.task = Some("42".into());
    report.confidence = Some(Confidence::Word("high".into()));
    report.summary = Some(format!("Looked at it. {}", "Very long. ".repeat(60)));
    report.findings.push(Finding::new("the ledger is off by one"));
    report.next_steps = vec![NextStep::new("mend it"), NextStep::new("look again")];
    report.metrics.insert("Sections".into(), "5".into());
    report.metrics.insert("phase_count".into(), 3.into());
    let (value, losses) = SubagentReturn::from_report(&report);
    let lost: Vec<_> = losses.iter().map(|loss| (loss.field.as_str(), loss.kind)).collect();
    assert_eq!(
        lost,
        [
            ("outcome", LossKind::Approximated),
            ("session", LossKind::Invented),
            ("delegation_path", LossKind::Invented),
            ("delegation_depth", LossKind::Invented),
            ("summary", LossKind::Approximated),
        ]
    );
    let parsed = parse(&render(&value));
    assert!(parsed.accepted().is_some(), "{:#?}", parsed.diagnostics());
    assert_eq!(parsed.outcome(), Outcome::CompletedWithFindings, "never CLEAN again");
    let mut back = parsed.to_report().expect("a report");
    assert_eq!(back.session.take().as_deref(), Some("unknown"));
    assert!(back.delegation_depth.take().is_some());
    back.delegation_path.clear();
    assert_eq!(back, report);
}

#[test]
fn a_failure_without_a_problem_gets_one_that_is_told() {
    let (value, losses) = SubagentReturn::from_report(&Report::new(Outcome::Blocked));
    assert!(losses.iter().any(|loss| loss.field == "problems" && loss.kind == LossKind::Invented));
    assert!(parse(&render(&value)).accepted().is_some());
    let mut report = Report::new(Outcome::Failed);
    report.problems.push(Problem::new("no access"));
    let (value, losses) = SubagentReturn::from_report(&report);
    assert_eq!(value.errors[0].message, "no access");
    assert!(losses.iter().all(|loss| loss.field != "problems"));
}

#[test]
fn what_was_carried_and_does_not_fit_is_kept_and_never_improves() {
    let good = include_str!("../../../../fixtures/json-return/valid/carried-outcome.json");
    let carried = "\"splendid\", \"session\": 7, \"mood\": \"good\"";
    let parsed = parse(&good.replace("\"completed_with_findings\"", carried));
    assert_eq!(parsed.outcome(), Outcome::Failed, "no outcome at all is the worst");
    let report = parsed.to_report().expect("a report");
    assert_eq!(report.outcome, Outcome::Failed);
    let (back, losses) = SubagentReturn::from_report(&report);
    let dropped: Vec<_> = losses.iter().filter(|loss| loss.kind == LossKind::Dropped).collect();
    assert!(dropped.is_empty(), "{dropped:?}");
    let carried = back.carried.expect("carried");
    assert_eq!(carried.as_map()["outcome"], "splendid");
    assert_eq!(carried.as_map()["mood"], "good");
}

#[test]
fn unknown_members_go_back_to_where_they_stood() {
    let text = include_str!("../../../../fixtures/json-return/deviating/unknown-members-at-every-level.json");
    let parsed = parse(text);
    let report = parsed.to_report().expect("a report");
    assert_eq!(report.extra["json-return"]["/artifacts/0/lines"], 40);
    assert_eq!(report.metrics["model"], "large", "figures of the metadata are metrics");
    let (back, losses) = SubagentReturn::from_report(&report);
    assert_eq!((Some(&back), losses), (parsed.read(), Vec::new()));
}

#[test]
fn a_problem_without_a_message_is_no_error_and_comes_back() {
    let mut report = Report::new(Outcome::Blocked);
    report.problems = vec![Problem::new("no access"), Problem::new(" "), Problem::new("no key")];
    let (value, _) = SubagentReturn::from_report(&report);
    let parsed = parse(&render(&value));
    let value = parsed.accepted().expect("blank problems are left out of the errors");
    assert_eq!(value.errors.len(), 2);
    assert_eq!(value.to_report(parsed.verdict()).problems, report.problems);
}

/// What is carried and cannot be read may have said anything (R-A15).
#[test]
fn what_is_carried_in_another_shape_is_the_worst() {
    let report = Report::new(Outcome::Completed);
    let (value, _) = SubagentReturn::from_report(&report);
    for carried in [serde_json::json!("{\"outcome\": \"failed\"}"), serde_json::json!([{"outcome": "failed"}])] {
        let mut text: serde_json::Value = serde_json::from_str(&render(&value)).expect("JSON");
        text["carried"] = carried;
        assert_eq!(parse(&text.to_string()).outcome(), Outcome::Failed, "{text}");
    }
}
