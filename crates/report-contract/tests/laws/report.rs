//! To and from the neutral report (R-A15, R-P6).

use envelope_core::report::{Confidence, Finding, NextStep, Problem, Reference, Report};
use envelope_core::{Count, Envelope, FromReport as _, LossKind, Outcome, Verdict};
use proptest::prelude::*;
use report_contract::{ContractReport, ContractStatus, Expectations, parse, render};

use crate::making::value;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// A report that becomes neutral and a report of this protocol again is the same, but for the losses listed.
    #[test]
    fn there_and_back_is_the_same(value in value()) {
        let verdict = Verdict::of(&value, &Expectations::default());
        let report = value.to_report(verdict);
        prop_assert_eq!(report.outcome, verdict.outcome());
        let (back, losses) = ContractReport::from_report(&report);
        // What was carried says nothing new where it does not lower the status.
        let lowers = value.stated() != envelope_core::Status::outcome(value.report_metadata.status);
        if verdict.accepted() && !lowers {
            prop_assert!(losses.is_empty(), "{:?}", losses);
            let mut value = value;
            value.carried = None;
            prop_assert_eq!(back, value);
        }
    }

    /// What a refused report claims does not come back better.
    #[test]
    fn no_outcome_improves(value in value()) {
        let verdict = Verdict::of(&value, &Expectations::default());
        let (back, _) = ContractReport::from_report(&value.to_report(verdict));
        prop_assert!(back.stated() >= verdict.outcome(), "{:?}", back.stated());
    }

    /// Any neutral report becomes one that is read with its outcome, and comes back as it was.
    #[test]
    fn any_problems_and_steps_come_back(
        outcome in proptest::sample::select(&Outcome::ALL[..]),
        problems in proptest::collection::vec(("[a-z]{0,3}", any::<bool>(), any::<bool>()), 0..4),
        steps in proptest::collection::vec(proptest::option::of("[a-z]{1,3}"), 0..3),
        references in proptest::collection::vec(("[a-z]{0,3}", proptest::option::of("(repo://)?[a-z]{1,2}(:[0-9]-[0-9])?")), 0..3),
        word in proptest::option::of("high|medium|low|shaky|HIGH"),
    ) {
        let mut report = Report::new(outcome);
        (report.agent, report.task) = (Some("a".to_owned()), Some("t".to_owned()));
        report.problems = problems.into_iter().map(|(message, blocking, timeout)| {
            let mut problem = Problem::new(message);
            problem.blocking = blocking;
            problem.kind = timeout.then(|| "timeout".to_owned());
            problem
        }).collect();
        report.next_steps = steps.into_iter().map(|action| {
            let mut step = NextStep::default();
            step.action = action;
            step.agent = Some("b".to_owned());
            step
        }).collect();
        report.references = references.into_iter().map(|(text, target)| Reference::new(text, target)).collect();
        report.confidence = word.map(Confidence::Word);
        report.data.insert("answer".to_owned(), 42.into());
        let (value, losses) = ContractReport::from_report(&report);
        let parsed = parse(&render(&value));
        prop_assert!(parsed.accepted().is_some(), "{:#?}", parsed.diagnostics());
        prop_assert!(parsed.outcome() >= outcome && parsed.outcome().is_success() == outcome.is_success());
        let mut back = parsed.to_report().expect("a report");
        let lost = |field: &str| losses.iter().any(|loss| loss.field == field);
        if lost("confidence") && report.confidence.is_none() {
            back.confidence = None;
        }
        if losses.iter().any(|loss| loss.field == "problems" && loss.kind == LossKind::Invented) {
            back.problems.clone_from(&report.problems);
        }
        back.outcome = report.outcome;
        prop_assert_eq!(back, report);
    }
}

#[test]
fn what_has_no_place_is_carried_and_comes_back() {
    let mut report = Report::new(Outcome::CompletedWithFindings);
    report.agent = Some("auditor".into());
    report.task = Some("42".into());
    report.session = Some("sess_1".into());
    report.summary = Some("Looked at it.".into());
    report.confidence = Some(Confidence::Word("high".into()));
    report.verbosity = Some("chatty".into());
    report.duration_seconds = Count::new(3);
    report.tokens = Count::new(900);
    report.findings.push(Finding::new("the ledger is off by one"));
    report.references.push(Reference::new("Here.", Some("repo://a.rs:1".into())));
    report.gaps.push("no tests".into());
    report.metrics.insert("Sections".into(), "5".into());
    let (value, losses) = ContractReport::from_report(&report);
    let lost: Vec<_> = losses.iter().map(|loss| (loss.field.as_str(), loss.kind)).collect();
    assert_eq!(lost, [("outcome", LossKind::Approximated), ("confidence", LossKind::Invented)]);
    assert_eq!(value.report_metadata.confidence_level.to_string(), "0.9", "R-P6");
    let parsed = parse(&render(&value));
    assert!(parsed.accepted().is_some(), "{:#?}", parsed.diagnostics());
    assert_eq!(parsed.outcome(), Outcome::CompletedWithFindings, "never plain completed again");
    assert_eq!(parsed.to_report(), Some(report));
}

#[test]
fn words_and_missing_numbers_are_inventions() {
    for (word, level) in [("high", "0.9"), ("medium", "0.6"), ("Low", "0.3"), ("shaky", "0")] {
        let mut report = Report::new(Outcome::Completed);
        report.confidence = Some(Confidence::Word(word.to_owned()));
        let (value, losses) = ContractReport::from_report(&report);
        assert_eq!(value.report_metadata.confidence_level.to_string(), level);
        assert!(losses.iter().any(|loss| loss.field == "confidence" && loss.kind == LossKind::Invented));
    }
    let (value, losses) = ContractReport::from_report(&Report::new(Outcome::Completed));
    let invented: Vec<_> = losses.iter().map(|loss| loss.field.as_str()).collect();
    assert_eq!(invented, ["agent", "task", "confidence"]);
    assert_eq!(value.report_metadata.confidence_level, report_contract::ConfidenceLevel::NONE);
}

#[test]
fn several_errors_are_one_message_and_come_back_as_several() {
    let mut report = Report::new(Outcome::Failed);
    report.problems = vec![Problem::new("one"), Problem::new("two")];
    let (value, losses) = ContractReport::from_report(&report);
    assert_eq!(value.report_metadata.error_message.as_deref(), Some("one\n\ntwo"));
    assert!(losses.iter().any(|loss| loss.field == "problems" && loss.kind == LossKind::Approximated));
    let mut changed = value.clone();
    assert_eq!(parse(&render(&value)).to_report().map(|report| report.problems), Some(report.problems));
    changed.report_metadata.error_message = Some("three".to_owned());
    let now = parse(&render(&changed)).to_report().expect("a report");
    assert_eq!(now.problems, [Problem::new("three")], "what was carried no longer counts");
}

#[test]
fn a_failure_without_a_problem_gets_one_that_is_told() {
    for (outcome, status) in [(Outcome::Failed, ContractStatus::Failed), (Outcome::Partial, ContractStatus::Blocked)] {
        let (value, losses) = ContractReport::from_report(&Report::new(outcome));
        assert_eq!(value.report_metadata.status, status);
        assert!(losses.iter().any(|loss| loss.field == "problems" && loss.kind == LossKind::Invented));
        let parsed = parse(&render(&value));
        assert!(parsed.accepted().is_some());
        assert!(parsed.outcome() >= outcome);
    }
}

#[test]
fn unknown_members_go_back_to_where_they_stood() {
    let text = include_str!("../../../../fixtures/report-contract/deviating/unknown-members.json");
    let parsed = parse(text);
    let report = parsed.to_report().expect("a report");
    assert_eq!(report.extra["report-contract"]["/report_metadata/mood"], "good");
    let (back, losses) = ContractReport::from_report(&report);
    assert_eq!((Some(&back), losses), (parsed.read(), Vec::new()));
}
