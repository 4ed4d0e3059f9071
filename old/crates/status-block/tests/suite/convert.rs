//! To the neutral report and back (R-A15).

use envelope_core::report::{Artifact, Confidence, Finding, Problem, Report};
use envelope_core::{Envelope, FromReport, LossKind, Outcome, Verdict};
use proptest::prelude::*;
use status_block::{BlockStatus, StatusBlock, parse, render};

use crate::values::blocks;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    /// A block that becomes a report and a block again is the same, but for what was refused: then the outcome is worse.
    #[test]
    fn there_and_back(block in blocks()) {
        let verdict = Verdict::of(&block, &());
        let (back, losses) = StatusBlock::from_report(&block.to_report(verdict));
        if verdict.accepted() {
            prop_assert_eq!(&back, &block, "{:?}", losses);
            prop_assert!(losses.is_empty(), "{:?}", losses);
        } else {
            prop_assert!(!back.stated_outcome().is_success());
        }
    }
}

#[test]
fn what_has_no_place_is_carried_and_comes_back() {
    for outcome in Outcome::ALL {
        let mut report = Report::new(outcome);
        report.agent = Some("auditor".into());
        report.session = Some("sess_1".into());
        report.summary = Some("Looked at: \"all\"".into());
        report.confidence = Some(Confidence::Word("high".into()));
        report.findings.push(Finding::new("a finding\nover two lines"));
        let mut file = Artifact::new("plan.md");
        file.kind = Some("plan".into());
        report.artifacts.push(file);
        let mut problem = Problem::new("first");
        problem.recoverable = Some(true);
        report.problems = vec![problem, Problem::new("second")];
        let (block, losses) = StatusBlock::from_report(&report);
        assert_eq!(
            losses.iter().any(|loss| loss.field == "outcome"),
            !matches!(outcome, Outcome::Completed | Outcome::Blocked | Outcome::Failed)
        );
        assert!(losses.iter().any(|loss| loss.field == "artifacts.change" && loss.kind == LossKind::Invented));
        let text = render(&block);
        let parsed = parse(text.as_str());
        assert!(parsed.accepted().is_some(), "{text}\n{:?}", parsed.diagnostics());
        let back = parsed.to_report().unwrap();
        assert_eq!(back.findings, report.findings);
        assert_eq!((&back.agent, &back.session), (&report.agent, &report.session));
        assert_eq!(back.artifacts[0].kind, report.artifacts[0].kind);
        assert_eq!(back.problems.len(), 2);
        // The outcome is the same, or a worse one for want of a word.
        let expected = if outcome == Outcome::Partial { Outcome::Blocked } else { outcome };
        assert_eq!(back.outcome, expected, "{text}");
        assert_eq!(parsed.outcome(), expected);
    }
}

#[test]
fn a_report_that_says_nothing_is_still_a_block() {
    for outcome in Outcome::ALL {
        let (block, losses) = StatusBlock::from_report(&Report::new(outcome));
        let text = render(&block);
        let parsed = parse(text.as_str());
        assert!(parsed.accepted().is_some(), "{text}\n{:?}", parsed.diagnostics());
        assert_eq!(parsed.outcome().is_success(), outcome.is_success());
        let invented = losses.iter().any(|loss| loss.kind == LossKind::Invented && loss.field != "extra");
        assert_eq!(invented, block.status != BlockStatus::Success, "an error message that nobody wrote is told");
    }
}

/// A section that is kept aside as text comes back alone, not with an empty one beside it; nor does an empty ERRORS
/// become a problem.
#[test]
fn a_section_kept_aside_is_not_doubled() {
    let mut block = StatusBlock::new(BlockStatus::Success);
    block.extensions.insert("SUMMARY".into(), "all good".into());
    let (back, _) = StatusBlock::from_report(&block.to_report(Verdict::of(&block, &())));
    assert!(back.summary.is_none(), "{}", render(&back));
    let mut report = Report::new(Outcome::Completed);
    report.extra = block.to_report(Verdict::of(&block, &())).extra;
    let text = render(&StatusBlock::from_report(&report).0);
    assert_eq!(text, "STATUS: success\n\nSUMMARY: \"all good\"\n");
    let parsed = parse("STATUS: success\nSUMMARY:\n  what_i_did: \"x\"\nERRORS: {}\n");
    let report = parsed.to_report().unwrap();
    assert_eq!(report.problems, []);
    assert_eq!(StatusBlock::from_report(&report).0, *parsed.accepted().unwrap());
}

/// Whatever CARRIED says, it never improves the outcome (R-A15).
#[test]
fn carried_only_lowers() {
    for (word, carried, expected) in [
        ("success", "completed_with_findings", Outcome::CompletedWithFindings),
        ("success", "failed", Outcome::Failed),
        ("success", "partial", Outcome::Partial),
        ("failed", "completed", Outcome::Failed),
        ("blocked", "partial", Outcome::Blocked),
    ] {
        let errors = if word == "success" { "" } else { "ERRORS:\n  message: x y\n  can_retry: true\n" };
        let text = format!("STATUS: {word}\nSUMMARY:\n  what_i_did: \"x\"\n{errors}CARRIED:\n  outcome: {carried}\n");
        let parsed = parse(text.as_str());
        assert_eq!(parsed.outcome(), expected, "{text}");
        assert_eq!(parsed.to_report().unwrap().outcome, expected);
    }
}
