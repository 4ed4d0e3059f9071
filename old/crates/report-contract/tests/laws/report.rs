//! To and from the neutral report (R-A15, R-P6).

use std::collections::BTreeSet;

use envelope_core::report::{Confidence, Finding, NextStep, Problem, Reference, Report};
use envelope_core::{Count, Envelope, FromReport as _, LossKind, Outcome, Verdict};
use proptest::prelude::*;
use report_contract::{ContractReport, ContractStatus, Expectations, parse, render};
use serde_json::{Map, Value};

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
        if losses.iter().any(|loss| loss.field == "problems" && loss.kind == LossKind::Invented) && report.problems.is_empty() {
            back.problems.clear();
        }
        back.outcome = report.outcome;
        prop_assert_eq!(back, report);
    }
}

/// The texts that mark a place.
fn marks(value: &impl serde::Serialize) -> BTreeSet<String> {
    let text = serde_json::to_string(value).expect("JSON");
    text.split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| word.starts_with("mark"))
        .map(str::to_owned)
        .collect()
}

/// What may be carried, rightly or not.
const CARRIED: &[(&str, &str)] = &[
    ("outcome", r#""markA""#),
    ("summary", r#""markB""#),
    ("kind", r#"["markC"]"#),
    ("agent", r#""markD""#),
    ("zz", r#"{"a": ["markE"]}"#),
    ("problems", r#"[{"message": "markF", "type": "markG"}, {"message": "markH"}]"#),
    ("next_steps", r#"[{"action": "markI", "agent": "markJ"}, {"context": "markK"}]"#),
    ("references", r#"[{"text": "markL", "target": "markM"}]"#),
    ("whole", r#"["problems", "next_steps", "references"]"#),
    ("confidence", r#""markN""#),
    ("verbosity", r#""markO""#),
    ("data", r#"{"zy": "markP", "context_map": "markQ"}"#),
    ("extra", r#"{"json-return": {"/x": "markR"}, "report-contract": {"/zz": "markS", "/carried/t": "markT"}}"#),
    ("metrics", r#"{"Sections": "markU"}"#),
];

/// The same with lists in parts, and a list of names that is none.
const CARRIED_OTHERWISE: &[(&str, &str)] = &[
    ("problems", r#"[{"type": "markA"}, {"details": "markB"}]"#),
    ("next_steps", r#"[{"agent": "markC"}]"#),
    ("references", r#""markD""#),
    ("whole", r#"["markE", "problems"]"#),
    ("confidence", r#"{"markF": 1}"#),
    ("data", r#"["markG"]"#),
    ("extra", r#"{"report-contract": "markH"}"#),
    ("tokens", r#""markI""#),
];

fn carrying() -> impl Strategy<Value = ContractReport> {
    let members = proptest::sample::select(&[CARRIED, CARRIED_OTHERWISE][..])
        .prop_flat_map(|members| proptest::sample::subsequence(members, 1..=members.len()));
    (value(), members).prop_map(|(mut value, members)| {
        let member = |(name, json): (&str, &str)| (name.to_owned(), serde_json::from_str(json).expect("JSON"));
        value.carried = Some(members.into_iter().map(member).collect::<Map<String, Value>>().into());
        value
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// R-A15: what was carried comes back or stays carried, whatever has become of the report; nothing of it goes without
    /// being listed, and a second round loses nothing more.
    #[test]
    fn nothing_carried_is_lost(value in carrying()) {
        let verdict = Verdict::of(&value, &Expectations::default());
        let report = value.to_report(verdict);
        prop_assert_eq!(marks(&report), marks(&value), "the neutral report has it all");
        let (back, losses) = ContractReport::from_report(&report);
        let lost: BTreeSet<String> = marks(&value).difference(&marks(&back)).cloned().collect();
        let listed = losses.iter().any(|loss| loss.kind == LossKind::Dropped);
        prop_assert!(lost.is_empty() || listed, "{:?} {:?}\n{}", lost, losses, render(&back));
        let again = back.to_report(Verdict::of(&back, &Expectations::default()));
        prop_assert_eq!(marks(&again), marks(&back));
        prop_assert!(back.stated() >= verdict.outcome());
    }

    /// The same for any neutral report, known to us or not.
    #[test]
    fn nothing_of_a_neutral_report_is_lost(
        members in proptest::sample::subsequence(NEUTRAL, 0..=NEUTRAL.len()),
        outcome in proptest::sample::select(&Outcome::ALL[..]),
    ) {
        let member = |(name, json): (&str, &str)| (name.to_owned(), serde_json::from_str(json).expect("JSON"));
        let mut json: Map<String, Value> = members.into_iter().map(member).collect();
        json.insert("outcome".to_owned(), outcome.to_string().into());
        let report: Report = serde_json::from_value(Value::Object(json)).expect("a report");
        let (value, losses) = ContractReport::from_report(&report);
        let lost: BTreeSet<String> = marks(&report).difference(&marks(&value)).cloned().collect();
        let dropped = losses.iter().filter(|loss| loss.kind == LossKind::Dropped).count();
        prop_assert!(lost.len() <= dropped, "{:?} {:?}", lost, losses);
        let back = parse(&render(&value)).to_report().expect("a report");
        prop_assert_eq!(marks(&back), marks(&value));
        for (name, member) in report.other.iter().filter(|(name, _)| *name != "whole") {
            prop_assert_eq!(back.other.get(name), Some(member));
        }
        if report.confidence.is_some() {
            prop_assert_eq!(back.confidence, report.confidence);
        }
    }
}

const NEUTRAL: &[(&str, &str)] = &[
    ("agent", r#""markA""#),
    ("task", r#""markB""#),
    ("kind", r#""markC""#),
    ("confidence", "1.5"),
    ("verbosity", r#""markD""#),
    ("summary", r#""markE""#),
    (
        "problems",
        r#"[{"message": "markF", "type": "markG"}, {"message": "markH", "blocking": true, "details": "markI"}, {"message": "", "details": "markJ"}]"#,
    ),
    ("next_steps", r#"[{"action": "markK", "context": "markL"}, {"agent": "markM"}]"#),
    ("references", r#"[{"text": "markN", "target": "markO"}, {"text": "", "target": "repo://markP"}]"#),
    ("data", r#"{"context_map": [["markQ", null]], "zz": "markR"}"#),
    (
        "extra",
        r#"{"report-contract": {"/zz": "markS", "/carried/zy": "markT", "no pointer": "markU", "/findings/zx": "markV"}, "clarity": {"/x": "markW"}}"#,
    ),
    ("zw", r#"{"a": "markX"}"#),
    ("whole", r#""markY""#),
    ("findings", r#"[{"description": "markZ"}]"#),
];

#[test]
fn what_is_no_list_of_members_is_told() {
    let mut report = Report::new(Outcome::Completed);
    report.extra.insert("report-contract".to_owned(), "a text".into());
    let (_, losses) = ContractReport::from_report(&report);
    assert!(losses.iter().any(|loss| loss.field == "extra" && loss.kind == LossKind::Dropped), "{losses:?}");
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
    let told = [
        ("outcome", LossKind::Approximated),
        ("confidence", LossKind::Invented),
        ("verbosity", LossKind::Approximated),
    ];
    assert_eq!(lost, told);
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
    assert_eq!(now.extra["report-contract"]["/carried/problems"][1]["message"], "two", "yet it is kept");
    let (back, losses) = ContractReport::from_report(&now);
    assert_eq!(back.carried.map(|carried| carried.as_map()["problems"][1]["message"].clone()), Some("two".into()));
    assert!(losses.iter().all(|loss| loss.kind == LossKind::Invented), "{losses:?}");
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

/// R-A15: to its own protocol nothing moves, not even what another protocol carried into it.
#[test]
fn to_its_own_protocol_a_report_is_itself() {
    let text = include_str!("../../../../fixtures/report-contract/valid/carried-says-what-another-protocol-said.json");
    let parsed = parse(text);
    let (back, losses) = ContractReport::from_report(&parsed.to_report().expect("it is accepted"));
    assert_eq!((Some(&back), losses), (parsed.read(), Vec::new()));
}
