//! To the neutral report and back (R-A15).

use clarity_protocol::{ClarityResult, Expectations, ResultStatus, parse, render};
use envelope_core::report::{
    Artifact, Check, CheckKind, Confidence, Coverage, Finding, NextStep, Problem, Report, Section,
};
use envelope_core::{Envelope, FromReport, Outcome, Verdict};
use proptest::prelude::*;

use super::generate;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// An accepted result comes back as it was; a refused one never comes back better.
    #[test]
    fn there_and_back(value in generate::result()) {
        let verdict = Verdict::of(&value, &Expectations::default());
        let report = value.to_report(verdict);
        prop_assert_eq!(report.outcome, verdict.outcome());
        let json = serde_json::to_string(&report).expect("json");
        let report: Report = serde_json::from_str(&json).expect("the same");
        let (back, _) = ClarityResult::from_report(&report);
        if verdict.accepted() {
            prop_assert_eq!(&back, &value, "{}", render(&value));
        }
        let text = render(&back);
        let again = parse(text.as_str());
        prop_assert!(again.outcome() >= report.outcome, "{} became {}\n{}", report.outcome, again.outcome(), text);
    }

    /// Whatever is in a report, the result says no better outcome, and what is written is read as it was.
    #[test]
    fn any_report_becomes_a_result(report in report()) {
        let (value, _) = ClarityResult::from_report(&report);
        let text = render(&value);
        let parsed = parse(text.as_str());
        prop_assert_eq!(parsed.read(), Some(&value), "{}", text);
        prop_assert!(parsed.outcome() >= report.outcome, "{:?}\n{}", report, text);
        let back = parsed.to_report().expect("a value");
        prop_assert_eq!(back.session, report.session);
        prop_assert_eq!(back.summary, report.summary);
        prop_assert_eq!(back.next_steps, report.next_steps);
        prop_assert_eq!(back.findings.len(), report.findings.len());
        prop_assert_eq!(back.artifacts, report.artifacts);
        prop_assert_eq!(back.checks, report.checks);
        prop_assert_eq!(back.gaps, report.gaps);
    }
}

fn report() -> impl Strategy<Value = Report> {
    let word = || "[a-z|é`]{1,8}";
    let some = || prop::option::of("[a-z|é/.]{1,8}");
    let lists = (0_usize..3, 0_usize..3, 0_usize..3, 0_usize..3, word());
    (prop::sample::select(&Outcome::ALL[..]), some(), some(), some(), some(), lists).prop_map(
        |(outcome, agent, task, session, summary, (findings, checks, files, problems, word))| {
            let mut report = Report::new(outcome);
            report.agent = agent;
            report.task = task;
            report.session = session;
            report.summary = summary;
            report.confidence = (checks > 0).then_some(Confidence::Score(0.7));
            report.coverage = (files > 0).then_some(Coverage::Percent(62.5));
            for index in 0..findings {
                let mut finding = Finding::new(format!("{word} {index}"));
                finding.severity = Some("minor".into());
                finding.extra.insert("Owner".into(), word.clone().into());
                report.findings.push(finding);
            }
            for index in 0..checks {
                report.checks.push(Check::new(CheckKind::Criterion, format!("{word} {index}"), "pass"));
                report.gaps.push(format!("gap {index} {word}"));
            }
            for index in 0..files {
                report.artifacts.push(Artifact::new(format!("src/{index}.rs")));
                report.next_steps.push(NextStep::new(word.clone()));
            }
            for _ in 0..problems {
                report.problems.push(Problem::new(word.clone()));
                report.sections.push(Section::new("Notes", "RESULT: CLEAN | Type: digest"));
            }
            report.metrics.insert("phase_count".into(), 3.into());
            report
        },
    )
}

/// FINDINGS without rows is FINDINGS on the other side.
#[test]
fn findings_without_rows_stay_findings() {
    for line in [
        "RESULT: FINDINGS | Type: digest | Doc: a.md | Sections: 1 | Entities: 0 | Cross-refs: 0",
        "RESULT: FINDINGS | Type: design-plan | Screen: Home | Components: 0",
    ] {
        let report = parse(line).to_report().expect("a value");
        assert_eq!(report.outcome, Outcome::CompletedWithFindings);
        // What another protocol keeps of it: the outcome, and the kind if it carries it.
        for kind in [report.kind.clone(), None] {
            let mut kept = Report::new(report.outcome);
            kept.kind = kind;
            let (back, _) = ClarityResult::from_report(&kept);
            let parsed = parse(render(&back));
            assert_eq!(parsed.status(), Some(ResultStatus::Findings));
            assert_eq!(parsed.outcome(), Outcome::CompletedWithFindings);
        }
    }
}

#[test]
fn carried_can_only_lower() {
    let line = "RESULT: PARTIAL | Type: design-plan | Screen: Home | Components: 0 | Coverage: 1% | Reason: waits";
    for (carried, outcome) in
        [("completed", Outcome::Partial), ("blocked", Outcome::Blocked), ("failed", Outcome::Failed)]
    {
        let text = format!("{line}\n\n## Carried\n\n```json\n{{\"outcome\":\"{carried}\"}}\n```\n");
        let parsed = parse(text.as_str());
        assert_eq!(parsed.outcome(), outcome, "{:?}", parsed.diagnostics());
        assert_eq!(parsed.to_report().map(|report| report.outcome), Some(outcome));
    }
    // A message that states nothing gets no better by what it carries.
    let text = "## Carried\n\n```json\n{\"outcome\":\"completed\"}\n```\n";
    assert_eq!(parse(text).outcome(), Outcome::Partial);
}

#[test]
fn blocked_is_carried_and_comes_back() {
    let mut report = Report::new(Outcome::Blocked);
    report.problems.push(Problem::new("no access"));
    let (value, losses) = ClarityResult::from_report(&report);
    assert!(losses.iter().any(|loss| loss.field == "outcome"));
    let parsed = parse(render(&value));
    assert_eq!((parsed.status(), parsed.outcome()), (Some(ResultStatus::Partial), Outcome::Blocked));
    assert_eq!(parsed.to_report().map(|report| report.outcome), Some(Outcome::Blocked));
}

#[test]
fn a_completed_report_with_findings_is_not_clean() {
    let mut report = Report::new(Outcome::Completed);
    report.findings.push(Finding::new("something"));
    let (value, _) = ClarityResult::from_report(&report);
    assert_eq!(value.status(), Some(ResultStatus::Findings));
}

/// A fence in a list that is closed without its indentation opens another one, which nothing closes; what is carried is
/// read all the same.
#[test]
fn what_is_carried_is_read_beside_a_fence_that_swallows_the_rest() {
    for body in
        ["- run it\n  ```\n  make\n```\n\nThen wait.", "1. ~~~\n   make\n~~~", "- run it\n\n  ```sh\n  make\n```"]
    {
        let mut report = Report::new(Outcome::Blocked);
        report.session = Some("sess_1735460684_a1b2c3".to_owned());
        report.problems.push(Problem::new("no access"));
        report.sections.push(Section::new("Notes", body));
        let (value, _) = ClarityResult::from_report(&report);
        let text = render(&value);
        let parsed = parse(text.as_str());
        assert_eq!(parsed.read(), Some(&value), "{text}");
        assert_eq!(parsed.outcome(), Outcome::Blocked, "{text}");
        let back = parsed.to_report().expect("a value");
        assert_eq!(back.session, report.session, "{text}");
        assert!(text.contains("make"), "{text}");
    }
}

/// A text of several lines in the metadata block neither hides what is carried nor ends the block.
#[test]
fn what_is_carried_is_read_behind_metadata_of_several_lines() {
    let texts =
        ["a\n```", "a\n~~~", "a\n---", "---\na", "a\n\n```\nb", "a\r\n```", "a\n**Scope**: b", "a\n## Carried", "a\nb"];
    for (text, field) in texts.iter().flat_map(|text| ["agent", "assignment", "scope", "coverage"].map(|at| (text, at)))
    {
        let mut report = Report::new(Outcome::Blocked);
        report.session = Some("sess_1735460684_a1b2c3".to_owned());
        report.problems.push(Problem::new("no access"));
        match field {
            "agent" => report.agent = Some((*text).to_owned()),
            "assignment" => report.assignment = Some((*text).to_owned()),
            "scope" => report.scope = Some((*text).to_owned()),
            _ => report.coverage = Some(Coverage::Text((*text).to_owned())),
        }
        let (value, losses) = ClarityResult::from_report(&report);
        let written = render(&value);
        let parsed = parse(written.as_str());
        assert_eq!(parsed.outcome(), Outcome::Blocked, "{field} {text:?}\n{written}");
        let back = parsed.to_report().expect("a value");
        assert_eq!(back.session, report.session, "{field} {text:?}\n{written}");
        let (before, after) = (serde_json::to_value(&report), serde_json::to_value(&back));
        let same = before.ok().map(|before| before[field].clone()) == after.ok().map(|after| after[field].clone());
        assert!(same || losses.iter().any(|loss| loss.field == field), "{field} {text:?}: {losses:?}\n{written}");
    }
}
