//! Laws of reading and writing: canonical text, unknown members, statuses, cuts.

use std::collections::BTreeSet;

use envelope_core::{Class, Diagnostic, Envelope as _, Outcome, Policy, ReadOptions, Source, Status as _, Verdict};
use proptest::prelude::*;
use report_contract::{ContractReport, ContractStatus, Expectations, check, parse, render};
use serde_json::{Value, json};

use crate::making::value;
use crate::mutate::{Dice, mutate, seeds};

type Said = Vec<(String, &'static str)>;

fn sorted(mut said: Said) -> Said {
    said.sort();
    said
}

fn said<'d>(found: impl IntoIterator<Item = &'d Diagnostic>) -> Said {
    let path = |found: &Diagnostic| found.path.as_ref().map(ToString::to_string).unwrap_or_default();
    let others = found.into_iter().filter(|found| found.rule.code() != "envelope-core/trailing-blanks");
    sorted(others.map(|found| (path(found), found.rule.code())).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// RULINGS, "Canonical": rendering then parsing gives the same value, no diagnostic of class form, and the same
    /// content diagnostics as checking the value.
    #[test]
    fn canonical_text_reads_back(value in value()) {
        let text = render(&value);
        let parsed = parse(&text);
        prop_assert_eq!(parsed.read(), Some(&value), "{}", text);
        prop_assert!(parsed.diagnostics().iter().all(|found| found.rule.class() == Class::Content), "{}", text);
        let checked = check(&value, &Expectations::default());
        let checked = checked.iter().map(|issue| (issue.path.to_string(), issue.rule.code())).collect();
        prop_assert_eq!(said(parsed.diagnostics()), sorted(checked));
        prop_assert_eq!(parsed.verdict().accepted(), Verdict::of(&value, &Expectations::default()).accepted());
        prop_assert_eq!(render(&value), render(parsed.read().expect("read")));
    }

    /// The order of unknown members and of findings survives.
    #[test]
    fn members_keep_their_order(value in value()) {
        let parsed = parse(&render(&value));
        let keys = |value: &ContractReport| {
            value.extra.as_map().keys().chain(value.findings.as_map().keys()).cloned().collect::<Vec<_>>()
        };
        prop_assert_eq!(parsed.read().map(keys), Some(keys(&value)));
    }

    /// Law of the fast path: what it reads, the slow path reads to the same value with the same diagnostics at the same
    /// places. A blank at a line's end is all that it takes to leave the fast path.
    #[test]
    fn the_fast_path_reads_what_the_slow_path_reads(value in value()) {
        let text = render(&value);
        let fast = parse(&text);
        let slow = parse(&text.replacen("{\n", "{ \n", 1));
        prop_assert_eq!(fast.read(), slow.read());
        prop_assert_eq!(said(fast.diagnostics()), said(slow.diagnostics()));
        let places = |found: &[Diagnostic], shift: usize| {
            let others = found.iter().filter(|found| found.rule.code() != "envelope-core/trailing-blanks");
            let at = |start: usize| if start > 0 { start - shift } else { 0 };
            others.map(|found| (at(found.span.start()), found.rule.code())).collect::<BTreeSet<_>>()
        };
        prop_assert_eq!(places(fast.diagnostics(), 0), places(slow.diagnostics(), 1));
    }

    /// R-A10: any cut before the final closer is seen, and nothing that is cut is a success.
    #[test]
    fn a_cut_report_is_never_accepted(value in value(), at in 0_usize..10_000) {
        let text = render(&value);
        let end = text.trim_end().len() - 1;
        let cut = (0..=end * at / 10_000).rev().find(|cut| text.is_char_boundary(*cut)).unwrap_or(0);
        let parsed = parse(&text[..cut]);
        prop_assert!(parsed.accepted().is_none());
        prop_assert_eq!(parsed.outcome(), Outcome::Failed);
    }

    /// Nothing panics, and nothing becomes a success without the word for it.
    #[test]
    fn any_text_is_read(text in "[{}\\[\\]\",:a-z\\\\n0-9 ]{0,200}", strict in any::<bool>()) {
        let options = ReadOptions::default().policy(if strict { Policy::Strict } else { Policy::Tolerant });
        prop_assert!(!ContractReport::parse(&Source::new(&text), &options).outcome().is_success());
    }

    /// What is left out is told, what stays is the same, and a lower level is a lower level.
    #[test]
    fn reducing_rewrites_nothing(value in value()) {
        let whole = serde_json::to_value(&value).expect("JSON");
        for level in report_contract::Verbosity::ALL {
            let reduced = value.reduce(level);
            prop_assert!(reduced.report.verbosity() <= value.verbosity().max(level));
            prop_assert_eq!(verdicts(&reduced.report), verdicts(&value), "{}", level);
            prop_assert_eq!(reduced.report.report_metadata.status, value.report_metadata.status);
            prop_assert_eq!(reduced.report.carried.is_some(), value.carried.is_some(), "the outcome is carried on");
            for place in &reduced.left_out {
                prop_assert!(whole.pointer(place.as_str()).is_some(), "{} was there", place);
            }
            let mut rest = whole.clone();
            leave_out(&mut rest, &reduced.left_out);
            let mut kept = serde_json::to_value(&reduced.report).expect("JSON");
            for report in [&mut rest, &mut kept] {
                report["report_metadata"]["verbosity_level"] = Value::Null;
            }
            prop_assert_eq!(rest, kept, "the report is what was there without what is listed");
        }
    }
}

/// The report without these places; what is empty without them goes, too.
fn leave_out(report: &mut Value, places: &[envelope_core::Path]) {
    for place in places.iter().rev() {
        let mut at = Some(place.clone());
        while let Some(place) = at {
            let (Some(parent), Some(key)) = (place.parent(), place.steps().last()) else { break };
            let emptied = match report.pointer_mut(parent.as_str()) {
                Some(Value::Object(members)) => {
                    members.shift_remove(&key);
                    members.is_empty() && parent.as_str() != "/findings"
                }
                Some(Value::Array(items)) => {
                    drop(key.parse().map(|index: usize| items.remove(index)));
                    false
                }
                _ => false,
            };
            at = emptied.then_some(parent);
        }
    }
}

/// Whether a report is accepted, tolerantly and strictly.
fn verdicts(value: &ContractReport) -> [bool; 2] {
    let text = render(value);
    [Policy::Tolerant, Policy::Strict].map(|policy| {
        let options = ReadOptions::default().policy(policy);
        ContractReport::parse(&Source::new(&text), &options).accepted().is_some()
    })
}

/// Reducing never makes an accepted report of a refused one, nor the other way round, strictly or not. Documents that
/// are wrong in all sorts of ways, with placeholders and long texts among them.
#[test]
fn reducing_changes_no_verdict() {
    let seeds = seeds();
    let mut dice = Dice::new(4);
    let more = [
        ("findings", json!({"log": "x".repeat(1500), "shape": "<T>"})),
        ("findings", json!({"log": "x".repeat(300), "context_map": [["a", "b.rs"], ["c", "repo://d"]]})),
        ("findings", json!({"list": [1, {"context_map": 3}], "n": 1})),
        ("identified_gaps", json!(["a", "<gap>"])),
        ("identified_gaps", json!([1, 2])),
        ("context_map", json!([["a", null], ["b"]])),
        ("status", json!("partial")),
        ("notes", json!({"deep": [{"context_map": "here"}]})),
    ];
    let (mut tried, mut left) = ([0_usize; 2], 0);
    for _ in 0..4_000 {
        let mut document = seeds[dice.roll(seeds.len())].clone();
        let (key, value) = &more[dice.roll(more.len())];
        if dice.roll(2) == 0 {
            document[*key] = value.clone();
        }
        if dice.roll(2) == 0 {
            mutate(&mut document, &mut dice);
        }
        if let Some(metadata) = document.get_mut("report_metadata").and_then(Value::as_object_mut) {
            metadata.insert("verbosity_level".to_owned(), json!("comprehensive"));
        }
        let parsed = parse(&document.to_string());
        let Some(value) = parsed.read() else { continue };
        let before = verdicts(value);
        for level in report_contract::Verbosity::ALL {
            let reduced = value.reduce(level);
            assert_eq!(verdicts(&reduced.report), before, "{level}: {document}");
            left += usize::from(!reduced.left_out.is_empty());
        }
        tried[usize::from(before[0])] += 1;
    }
    assert!(tried.iter().all(|count| *count > 500) && left > 1_000, "{tried:?} {left}");
}

#[track_caller]
fn stated(text: &str, status: Option<ContractStatus>, outcome: Option<Outcome>) {
    let parsed = parse(text);
    assert_eq!((parsed.status(), parsed.stated()), (status, outcome), "{text}");
    assert_eq!(parsed.outcome(), Outcome::Failed, "{text}");
    assert!(parsed.verdict().fallback() || outcome == Some(Outcome::Failed), "{text}");
}

#[test]
fn the_status_is_found_even_without_a_value() {
    let (completed, blocked) = (Some(ContractStatus::Completed), Some(ContractStatus::Blocked));
    stated(r#"{"report_metadata": {"status": "completed"}}"#, completed, Some(Outcome::Completed));
    stated(r#"{"report_metadata": {"status": "blocked"}, "findings": 3}"#, blocked, Some(Outcome::Blocked));
    stated(r#"{"report_metadata": {"status": "completed", "task"#, completed, Some(Outcome::Completed));
    stated(r#"{"report_metadata": {"status": "**Blocked**"}}"#, blocked, Some(Outcome::Blocked));
    stated(r#"{"report_metadata": {"status": "done"}}"#, None, None);
    stated(r#"{"report_metadata": {"status": "completed ❌"}}"#, None, None);
    stated(r#"{"status": "completed", "findings": {}}"#, None, None);
    stated("completed", None, None);
}

#[test]
fn of_two_statuses_the_first_is_shown_and_the_worst_counts() {
    let completed = Some(ContractStatus::Completed);
    let twice = r#"{"report_metadata": {"status": "completed", "status": "blocked"}}"#;
    stated(twice, completed, Some(Outcome::Blocked));
    let objects = r#"{"report_metadata": {"status": "completed"}, "report_metadata": {"status": "failed"}}"#;
    stated(objects, completed, Some(Outcome::Failed));
    let beside = include_str!("../../../../fixtures/report-contract/invalid/conflicting-status.json");
    stated(beside, completed, Some(Outcome::Failed));
    let partial =
        include_str!("../../../../fixtures/report-contract/invalid/conflicting-status--of-another-protocol.json");
    stated(partial, completed, Some(Outcome::Partial));
    let unread = partial.replace("\"partial\"", "\"not splendid\"");
    assert_ne!(unread, partial);
    stated(&unread, completed, Some(Outcome::Completed));
}

#[test]
fn what_was_carried_can_only_lower() {
    let good = include_str!("../../../../fixtures/report-contract/valid/carried-outcome.json");
    assert_eq!(parse(good).outcome(), Outcome::CompletedWithFindings);
    assert_eq!(parse(&good.replace("completed_with_findings", "failed")).outcome(), Outcome::Failed);
    for carried in [r#""partial""#, "[]", r#""{\"outcome\": \"partial\"}""#] {
        let text = good.replacen('{', &format!(r#"{{"carried": {carried},"#), 1);
        let text = text.replace(r#""carried": {"#, r#""carried_before": {"#);
        assert_eq!(parse(&text).outcome(), Outcome::Failed, "what cannot be read may have said anything: {text}");
    }
    let blocked = include_str!("../../../../fixtures/report-contract/valid/near-blockers-missing.json");
    let raised = blocked.replacen('{', r#"{"carried": {"outcome": "completed"},"#, 1);
    assert_eq!(parse(&raised).outcome(), Outcome::Blocked);
}

#[test]
fn the_help_of_a_word_names_the_scale() {
    let text = include_str!("../../../../fixtures/report-contract/invalid/confidence-scale.json");
    let help = parse(text).diagnostics()[0].help.clone().expect("a help");
    assert!(help.contains("0.0") && help.contains("1.0"), "{help}");
}

/// Law of the fast path, on documents that are wrong in all sorts of ways: where it answers, the slow path answers the
/// same.
#[test]
fn both_paths_judge_mutated_documents_alike() {
    let seeds = seeds();
    let mut dice = Dice::new(5);
    for _ in 0..4_000 {
        let mut document = seeds[dice.roll(seeds.len())].clone();
        for _ in 0..=dice.roll(2) {
            mutate(&mut document, &mut dice);
        }
        let text = document.to_string();
        let fast = parse(&text);
        let slow = parse(&text.replacen('{', "{ \n", 1));
        assert_eq!(fast.read(), slow.read(), "{text}");
        assert_eq!(said(fast.diagnostics()), said(slow.diagnostics()), "{text}");
        assert_eq!((fast.verdict(), fast.status()), (slow.verdict(), slow.status()), "{text}");
        assert!(
            fast.outcome().is_success()
                <= (fast
                    .accepted()
                    .is_some_and(|value| value.status().is_some_and(|status| status.outcome().is_success())))
        );
    }
}
