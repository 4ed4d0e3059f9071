//! Laws of reading and writing: canonical text, unknown members, dialects, statuses, limits.

use envelope_core::{Class, Diagnostic, Envelope as _, Outcome, Policy, ReadOptions, Source, Verdict};
use json_return::{Dialect, Expectations, ReturnStatus, SubagentReturn, check, parse, render};
use proptest::prelude::*;

use crate::making::value;
use crate::mutate::{Dice, mutate, seeds};

fn sorted(mut codes: Vec<(String, &'static str)>) -> Vec<(String, &'static str)> {
    codes.sort();
    codes
}

fn said(found: &[Diagnostic]) -> Vec<(String, &'static str)> {
    let path = |found: &Diagnostic| found.path.as_ref().map(ToString::to_string).unwrap_or_default();
    sorted(found.iter().map(|found| (path(found), found.rule.code())).collect())
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
        prop_assert_eq!(parsed.verdict(), Verdict::of(&value, &Expectations::default()));
        prop_assert_eq!(render(&value), render(parsed.read().expect("read")));
    }

    /// The order of unknown members survives.
    #[test]
    fn unknown_members_keep_their_order(value in value()) {
        let parsed = parse(&render(&value));
        let keys = |value: &SubagentReturn| value.extra.as_map().keys().cloned().collect::<Vec<_>>();
        prop_assert_eq!(parsed.read().map(keys), Some(keys(&value)));
    }

    /// Law of the fast path: what it reads cleanly, the slow path reads to the same value with the same diagnostics.
    /// A blank at a line's end is all that it takes to leave the fast path.
    #[test]
    fn the_fast_path_reads_what_the_slow_path_reads(value in value(), contextual in any::<bool>()) {
        let text = render(&value);
        let slow = text.replacen("{\n", "{ \n", 1);
        let dialect = if contextual { Dialect::contextual() } else { Dialect::spec() };
        let options = ReadOptions::new(dialect);
        let fast = SubagentReturn::parse(&Source::new(&text), &options);
        let slow = SubagentReturn::parse(&Source::new(&slow), &options);
        prop_assert_eq!(fast.read(), slow.read());
        let slow_said = slow.diagnostics().iter().filter(|found| found.rule.code() != "envelope-core/trailing-blanks");
        let slow_said: Vec<Diagnostic> = slow_said.cloned().collect();
        prop_assert_eq!(said(fast.diagnostics()), said(&slow_said));
        let lines = |found: &[Diagnostic], shift: usize| {
            let at = |start: usize| if start > 0 { start - shift } else { 0 };
            found.iter().map(|found| (at(found.span.start()), found.rule.code())).collect::<std::collections::BTreeSet<_>>()
        };
        prop_assert_eq!(lines(fast.diagnostics(), 0), lines(&slow_said, 1), "at the same places");
    }

    /// R-A10: any cut before the final closer is seen, and nothing that is cut is a success.
    #[test]
    fn a_cut_return_is_never_accepted(value in value(), at in 0.0..1.0_f64) {
        let text = render(&value);
        let end = text.trim_end().len() - 1;
        #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a length")]
        let cut = (0..=((end as f64 * at) as usize)).rev().find(|cut| text.is_char_boundary(*cut)).unwrap_or(0);
        let parsed = parse(&text[..cut]);
        prop_assert!(parsed.accepted().is_none());
        prop_assert_eq!(parsed.outcome(), Outcome::Failed);
    }

    /// Nothing panics, and nothing becomes a success without the word for it.
    #[test]
    fn any_text_is_read(text in "[{}\\[\\]\",:a-z\\\\n0-9 ]{0,200}", strict in any::<bool>()) {
        let options = ReadOptions::new(Dialect::contextual()).policy(if strict { Policy::Strict } else { Policy::Tolerant });
        let parsed = SubagentReturn::parse(&Source::new(&text), &options);
        prop_assert!(!parsed.outcome().is_success());
    }
}

#[track_caller]
fn stated(text: &str, status: Option<ReturnStatus>, outcome: Outcome) {
    let parsed = parse(text);
    assert_eq!((parsed.status(), parsed.outcome()), (status, outcome), "{text}");
}

#[test]
fn the_status_is_found_even_without_a_value() {
    stated(r#"{"status": "completed"}"#, Some(ReturnStatus::Completed), Outcome::Failed);
    stated(r#"{"status": "blocked", "summary": 3, "artifacts": 3}"#, Some(ReturnStatus::Blocked), Outcome::Failed);
    stated(r#"{"status": "partial", "summary": "cut"#, Some(ReturnStatus::Partial), Outcome::Failed);
    stated(r#"{"status": "**partial**", "summary": ""}"#, Some(ReturnStatus::Partial), Outcome::Failed);
    stated(r#"{"status": "done", "summary": ""}"#, None, Outcome::Failed);
    stated(r#"{"status": "completed", "summary": "a"} {"status": "failed", "summary": "b"}"#, None, Outcome::Failed);
    stated("completed", None, Outcome::Failed);
}

#[test]
fn of_two_statuses_the_first_is_shown_and_the_worst_counts() {
    let twice = r#"{"status": "completed", "status": "blocked", "summary": "x"}"#;
    let parsed = parse(twice);
    assert_eq!(parsed.status(), Some(ReturnStatus::Completed));
    assert_eq!(parsed.stated(), Some(Outcome::Blocked));
    assert_eq!(parsed.outcome(), Outcome::Failed);
}

#[test]
fn what_was_carried_can_only_lower() {
    let good = include_str!("../../../../fixtures/json-return/valid/carried-outcome.json");
    assert_eq!(parse(good).outcome(), Outcome::CompletedWithFindings);
    assert_eq!(parse(&good.replace("completed_with_findings", "failed")).outcome(), Outcome::Failed);
    let partial = include_str!("../../../../fixtures/json-return/valid/partial-with-artifacts.json");
    let raised = partial.replacen('{', r#"{"carried": {"outcome": "completed"},"#, 1);
    assert_eq!(parse(&raised).outcome(), Outcome::Partial);
}

#[test]
fn a_real_counter_of_tokens_takes_the_place_of_characters() {
    let long = include_str!("../../../../fixtures/json-return/invalid/summary-length.json");
    let judge = |tokens: usize| {
        let expected = Expectations::default().tokens(move |_: &str| tokens);
        SubagentReturn::parse_expecting(&Source::new(long), &ReadOptions::default(), &expected)
    };
    assert!(judge(99).accepted().is_some());
    let refused = judge(100);
    assert!(refused.accepted().is_none());
    assert_eq!(refused.diagnostics()[0].rule.code(), "json-return/summary-length");
}

#[test]
fn a_bare_artifact_is_one_warning_but_its_value_lacks_type_and_summary() {
    let text = include_str!("../../../../fixtures/json-return/deviating/bare-path-for-an-artifact.json");
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics().len(), 1);
    let value = parsed.read().expect("a value");
    let codes: Vec<_> = check(value, &Expectations::default()).iter().map(|issue| issue.rule.code()).collect();
    assert_eq!(codes, ["json-return/artifact-type-missing", "json-return/artifact-summary-missing"]);
}

#[test]
fn a_dialect_excuses_only_what_was_read_in_it() {
    let text = include_str!("../../../../fixtures/json-return/deviating/left-out.json");
    let parsed = SubagentReturn::parse(&Source::new(text), &ReadOptions::new(Dialect::contextual()));
    let value = parsed.accepted().expect("the dialect excuses it");
    assert!(!Verdict::of(value, &Expectations::default()).accepted(), "by the specification it lacks fields");
}

#[test]
fn large_whole_numbers_that_a_double_holds_are_kept() {
    let text = include_str!("../../../../fixtures/json-return/valid/least.json");
    for number in ["1e300", "-1e+300", "18446744073709551616", "1.7976931348623157e308"] {
        let hours = text.replacen(
            "\"agent_type\"",
            &format!("\"estimated_hours\": {number}, \"big\": [{number}], \"agent_type\""),
            1,
        );
        let carried = hours.replacen('{', &format!("{{\"carried\": {{\"n\": {number}}},"), 1);
        let parsed = parse(&carried);
        assert!(parsed.accepted().is_some(), "{number}: {:#?}", parsed.diagnostics());
    }
}

/// Law of the fast path, on documents that are wrong in all sorts of ways: where it answers, the slow path answers the
/// same.
#[test]
fn both_paths_judge_mutated_documents_alike() {
    let seeds = seeds();
    let mut dice = Dice::new(5);
    for round in 0..4_000 {
        let mut document = seeds[dice.roll(seeds.len())].clone();
        for _ in 0..=dice.roll(2) {
            mutate(&mut document, &mut dice);
        }
        let text = document.to_string();
        let slow = text.replacen('{', "{ \n", 1);
        let options = ReadOptions::new(if round % 2 == 0 { Dialect::spec() } else { Dialect::contextual() });
        let fast = SubagentReturn::parse(&Source::new(&text), &options);
        let slow = SubagentReturn::parse(&Source::new(&slow), &options);
        let slow_said: Vec<Diagnostic> = slow
            .diagnostics()
            .iter()
            .filter(|found| found.rule.code() != "envelope-core/trailing-blanks")
            .cloned()
            .collect();
        assert_eq!(fast.read(), slow.read(), "{text}");
        assert_eq!(said(fast.diagnostics()), said(&slow_said), "{text}");
        assert_eq!((fast.verdict(), fast.status()), (slow.verdict(), slow.status()), "{text}");
    }
}
