//! Round trips and chains over reports that nobody wrote: any fields, in any combination.

use agent_envelope::envelope_core::report::{Artifact, Confidence, Coverage, Finding, NextStep, Problem, Section};
use agent_envelope::envelope_core::{Outcome, Report, Source};
use agent_envelope::{AnyEnvelope, Protocol, Settings, convert, convert_report, read_as};
use proptest::prelude::*;

use crate::round_trips::silent_change;

fn words() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop::sample::select(vec![
            "the", "north", "gauge", "is", "off", "by", "two", "feet", "a|b", "\"so\"", "x:y", "é",
        ]),
        1..6,
    )
    .prop_map(|words| words.join(" "))
}

fn maybe<T: Clone + std::fmt::Debug + 'static>(value: impl Strategy<Value = T>) -> impl Strategy<Value = Option<T>> {
    prop::option::of(value)
}

fn few<T: Clone + std::fmt::Debug + 'static>(value: impl Strategy<Value = T>) -> impl Strategy<Value = Vec<T>> {
    prop::collection::vec(value, 0..3)
}

fn problem() -> impl Strategy<Value = Problem> {
    let message = prop_oneof![4 => words(), 1 => Just(String::new())];
    (message, maybe(words()), maybe(any::<bool>()), maybe(words()), any::<bool>()).prop_map(
        |(message, details, recoverable, advice, blocking)| {
            let mut problem = Problem::new(message);
            problem.blocking = blocking;
            (problem.details, problem.recoverable, problem.recommendation) = (details, recoverable, advice);
            problem
        },
    )
}

fn finding() -> impl Strategy<Value = Finding> {
    (words(), maybe(words()), prop::sample::select(vec!["minor", "major", "critical"])).prop_map(
        |(description, location, severity)| {
            let mut finding = Finding::new(description);
            (finding.location, finding.severity) = (location, Some(severity.to_owned()));
            finding
        },
    )
}

fn report() -> impl Strategy<Value = Report> {
    let texts = (maybe(words()), maybe(words()), maybe(words()), maybe(words()), maybe(words()));
    let lists =
        (few(finding()), few("[a-z]{1,8}/[a-z]{1,8}\\.rs"), few(problem()), few(words()), few(words()), few(words()));
    let figures = (maybe(0u32..101), maybe(prop::sample::select(vec!["high", "medium", "low"])), maybe(0.0f64..100.0));
    (prop::sample::select(Outcome::ALL.to_vec()), texts, lists, figures).prop_map(|(outcome, texts, lists, figures)| {
        let mut report = Report::new(outcome);
        (report.agent, report.task, report.summary, report.scope, report.assignment) = texts;
        let (findings, paths, problems, steps, gaps, sections) = lists;
        report.findings = findings;
        report.artifacts = paths.into_iter().map(Artifact::new).collect();
        report.problems = problems;
        report.next_steps = steps.into_iter().map(NextStep::new).collect();
        report.gaps = gaps;
        report.sections = sections.into_iter().map(|body| Section::new("Notes", body)).collect();
        let (score, word, coverage) = figures;
        report.confidence = match (score, word) {
            (Some(score), _) => Some(Confidence::Score(f64::from(score) / 100.0)),
            (None, word) => word.map(|word| Confidence::Word(word.to_owned())),
        };
        report.coverage = coverage.map(|percent| Coverage::Percent(percent.round()));
        report
    })
}

fn written(report: &Report, protocol: Protocol) -> (String, AnyEnvelope) {
    let text = convert_report(report, protocol).unwrap().text.unwrap();
    let envelope = read_as(protocol, &Source::new(text.as_str()), &Settings::default());
    (text, envelope)
}

/// A conversion is slow to try: fewer cases than usual, unless somebody says how many.
fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { usual.cases } else { 64 };
    ProptestConfig { cases, ..usual }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_success_comes_only_from_a_success(report in report(), way in prop::collection::vec(0usize..4, 1..5)) {
        let targets: Vec<Protocol> = Protocol::targets().collect();
        let (mut text, mut envelope) = written(&report, targets[way[0]]);
        for step in &way {
            prop_assert!(report.outcome.is_success() || !envelope.outcome().is_success(), "{}", text);
            let Some(next) = convert(&envelope, targets[*step]).unwrap().text else { break };
            envelope = read_as(targets[*step], &Source::new(next.as_str()), &Settings::default());
            text = next;
        }
        prop_assert!(report.outcome.is_success() || !envelope.outcome().is_success(), "{}", text);
    }

    #[test]
    fn there_and_back_differs_only_in_what_is_listed(report in report(), from in 0usize..4, to in 0usize..4) {
        let targets: Vec<Protocol> = Protocol::targets().collect();
        let (text, envelope) = written(&report, targets[from]);
        let problem = envelope.is_accepted().then(|| silent_change(&envelope, targets[to])).flatten();
        prop_assert!(problem.is_none(), "{} -> {}: {}\n{}", targets[from], targets[to], problem.unwrap_or_default(), text);
    }
}
