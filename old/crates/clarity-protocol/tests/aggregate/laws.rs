//! The laws of aggregation (R-C11 … R-C14).

use clarity_protocol::aggregate::{Aggregate, UnifiedReport, UnitStatus, parse, render};
use clarity_protocol::{ClarityResult, FindingSeverity};
use envelope_core::{Envelope as _, Outcome};
use proptest::prelude::*;

use crate::generate::{Given, aggregate, many};

/// The units that some results meet and others do not.
const EXPECTED: [&str; 3] = ["reader", "r1", "nowhere"];

/// JSON and Markdown, and the JSON of what the state gives.
fn shown(whole: &Aggregate) -> (String, String, String) {
    let mut state = String::new();
    whole.write_state(&mut state).expect("a string takes all");
    let (read, wrong) = Aggregate::from_state(&state);
    assert_eq!(wrong, vec![], "{state}");
    let report = whole.clone().finish();
    (json(&report), render(&report), json(&read.finish()))
}

fn json(report: &UnifiedReport) -> String {
    serde_json::to_string_pretty(report).expect("json")
}

/// How long a text is without marks and needless blanks.
fn length(text: &str) -> usize {
    let plain = text.replace("**", "").replace('`', "");
    plain.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase().chars().count()
}

/// Each input once, as an aggregation counts them.
fn once(given: &[Given]) -> Vec<&Given> {
    let mut kept: Vec<&Given> = Vec::new();
    for one in given {
        let same = |other: &&Given| format!("{other:?}") == format!("{one:?}");
        if !kept.iter().any(same) {
            kept.push(one);
        }
    }
    kept
}

fn results(given: &[Given]) -> Vec<(String, ClarityResult)> {
    let read = |given: &&Given| match given {
        Given::Message { file, text } => {
            Some((file.clone(), clarity_protocol::parse(text.as_str()).read().cloned().expect("a value")))
        }
        Given::Converted { file, result, .. } => Some((file.clone(), (**result).clone())),
        Given::Unreadable { .. } => None,
    };
    once(given).iter().filter_map(read).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Any order and any grouping of adds and merges, and any way through states, gives the same bytes.
    #[test]
    fn order_and_grouping_do_not_count(
        given in many(), shuffle in any::<u64>(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        expected in any::<bool>(),
    ) {
        let mut whole = aggregate(&given);
        let units = if expected { &EXPECTED[..] } else { &[] };
        whole.expect(units);
        let straight = shown(&whole);
        prop_assert_eq!(&straight.0, &straight.2, "through the state");

        let mut shuffled = given.clone();
        let mut seed = shuffle;
        for at in (1..shuffled.len()).rev() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            shuffled.swap(at, usize::try_from(seed >> 33).unwrap_or_default() % (at + 1));
        }
        let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(shuffled.len() + 1)).collect();
        at.extend([0, shuffled.len()]);
        at.sort_unstable();
        let mut parts: Vec<Aggregate> = at.windows(2).map(|pair| aggregate(&shuffled[pair[0]..pair[1]])).collect();
        for (part, unit) in parts.iter_mut().zip(units) {
            part.expect([unit]);
        }
        // What is left of the units when there are few parts.
        parts[0].expect(units);
        let state: String = parts.iter().flat_map(Aggregate::state).map(|line| line + "\n").collect();
        let grouped = parts.into_iter().rev().reduce(|mut right, left| { right.merge(left); right }).expect("a part");
        prop_assert_eq!(&shown(&grouped), &straight);
        let (read, _) = Aggregate::from_state(&state);
        prop_assert_eq!(json(&read.finish()), straight.0, "concatenated states are a state");
    }

    /// Every row of every input is among the sources or in quarantine, whole.
    #[test]
    fn no_finding_is_lost(given in many()) {
        let report = aggregate(&given).finish();
        let sources: Vec<_> = report.findings.iter().flat_map(|finding| &finding.sources).collect();
        let held = report.quarantined.iter().filter(|held| held.text.is_none()).count();
        let rows: usize = results(&given).iter().map(|(_, result)| result.findings().count()).sum();
        prop_assert_eq!(sources.len() + held, rows);
        prop_assert_eq!(report.ids.len(), sources.len(), "and every one of them has a global id");
        for (file, result) in results(&given) {
            for row in result.findings() {
                let text = |text: &Option<String>| text.clone().unwrap_or_default();
                let is_source = sources.iter().any(|source| {
                    *source.file == *file
                        && Some(&source.severity) == row.severity.as_ref()
                        && Some(&source.kind) == row.kind.as_ref()
                        && source.location.as_deref().unwrap_or_default() == text(&row.location)
                        && source.counter_location.as_deref().unwrap_or_default() == text(&row.counter_location)
                        && *source.description == text(&row.description)
                        && source.suggestion.as_deref().unwrap_or_default() == text(&row.suggestion)
                        && row.extra.iter().chain(&row.surplus).all(|cell| source.extra.iter().any(|(_, it)| it == cell))
                });
                let is_held = report.quarantined.iter().any(|held| {
                    *held.file == *file && row.cell("Location").is_none_or(|place| held.cells.iter().any(|(_, it)| it == place))
                });
                prop_assert!(is_source || is_held, "{row:?}");
            }
        }
    }

    /// The severity that stands is that of the gravest source; the text is the longest one.
    #[test]
    fn severity_never_goes_down(given in many()) {
        let report = aggregate(&given).finish();
        for finding in &report.findings {
            let gravest = finding.sources.iter().map(|source| source.severity.order()).min();
            prop_assert_eq!(Some(finding.severity.order()), gravest);
            let longest = finding.sources.iter().map(|source| length(&source.description)).max();
            prop_assert_eq!(Some(length(&finding.description)), longest);
            prop_assert!(finding.sources.iter().all(|source| source.kind == finding.kind));
        }
        let order = |severity: &FindingSeverity| severity.order();
        prop_assert!(report.findings.is_sorted_by_key(|finding| order(&finding.severity)));
        let stats = &report.stats;
        prop_assert_eq!(stats.critical.get() + stats.major.get() + stats.minor.get(), stats.total_findings.get());
    }

    /// A result is clean only if it was accepted and said so; all that is no success stands in the gaps (R-A2, R-C14).
    #[test]
    fn a_refused_success_never_counts_as_clean(given in many()) {
        let report = aggregate(&given).finish();
        let once = once(&given);
        let outcome = |given: &Given| match given {
            Given::Message { text, .. } => clarity_protocol::parse(text.as_str()).outcome(),
            Given::Converted { result, verdict, .. } => verdict.outcome().worst(result.stated()),
            Given::Unreadable { .. } => Outcome::Failed,
        };
        let clean = once.iter().filter(|given| outcome(given) == Outcome::Completed).count() as u64;
        let good = once.iter().filter(|given| outcome(given).is_success()).count() as u64;
        let stats = &report.stats;
        prop_assert!(stats.clean.get() <= clean);
        prop_assert!(stats.clean.get() + stats.findings.get() == good);
        let buckets = [stats.clean, stats.findings, stats.partial, stats.error, stats.unparseable];
        prop_assert_eq!(buckets.iter().map(|count| count.get()).sum::<u64>(), stats.results.get());
        prop_assert_eq!(stats.results.get(), once.len() as u64);
        let failed = report.gaps.iter().filter(|gap| !gap.status.is_success()).count() as u64;
        prop_assert_eq!(failed, stats.results.get() - good);
        prop_assert!(report.coverage.iter().all(|unit| unit.status != UnitStatus::Missing), "nothing was expected");
    }

    /// What is written in Markdown is read as it was, whatever stands in the texts.
    #[test]
    fn markdown_comes_back(given in many(), expected in any::<bool>()) {
        let mut whole = aggregate(&given);
        whole.expect(EXPECTED.iter().filter(|_| expected));
        let report = whole.finish();
        let text = render(&report);
        match parse(&text) {
            Ok(read) => prop_assert_eq!(json(&read), json(&report), "{}", text),
            Err(error) => prop_assert!(false, "{}: {:?}\n{}", error.message, error.span, text),
        }
        let read: UnifiedReport = serde_json::from_str(&json(&report)).expect("its own JSON");
        prop_assert_eq!(read, report);
    }

    /// Reading anything as a report gives an answer and no panic; a cut report is never whole.
    #[test]
    fn a_cut_report_is_refused(given in many(), at in any::<prop::sample::Index>()) {
        let text = render(&aggregate(&given).finish());
        let cut = text.floor_char_boundary(at.index(text.len()));
        // The line end behind the last row is no content.
        if cut + 1 < text.len() {
            prop_assert!(parse(&text[..cut]).is_err(), "{}", &text[..cut]);
        }
        let _ = parse(&text[cut..]);
    }
}
