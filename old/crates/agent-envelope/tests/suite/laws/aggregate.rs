//! Laws of aggregation: no finding is lost, merging is adding, and the state is the aggregation (R-C11 … R-C13).

use std::collections::BTreeSet;

use agent_envelope::aggregate::add;
use agent_envelope::clarity_protocol::aggregate::{Aggregate, UnifiedReport, parse, render};
use agent_envelope::clarity_protocol::{ClarityResult, Finding};
use agent_envelope::envelope_core::{FromReport as _, Source};
use agent_envelope::{AnyEnvelope, Protocol, Settings, read, read_as};

use super::pieces;

/// The pieces are messages of many agents.
pub(crate) fn check(bytes: &[u8]) {
    let messages = pieces(bytes, 4);
    let settings = Settings::default();
    let part = |messages: &[&[u8]], from: usize| {
        let mut part = Aggregate::new();
        for (at, message) in messages.iter().enumerate() {
            let source = Source::from_bytes(message);
            let file = format!("agent-{}.md", from + at);
            add(&mut part, &file, &source, &read(&source, &settings), &settings);
        }
        part
    };
    let whole = part(&messages, 0);
    let report = whole.clone().finish();

    let (left, right) = messages.split_at(messages.len() / 2);
    let mut merged = part(right, left.len());
    merged.merge(part(left, 0));
    assert_eq!(merged.finish(), report, "merging is adding, in any order");
    let mut state = String::new();
    whole.write_state(&mut state).expect("a string takes all");
    let (again, wrong) = Aggregate::from_state(&state);
    assert_eq!(wrong, vec![], "its own state:\n{state}");
    assert_eq!(again.finish(), report, "through the state:\n{state}");

    check_kept(&messages, &report, &settings);
    check_figures(&report, messages.len());
    let text = render(&report);
    match parse(&text) {
        Ok(read) => assert_eq!(read, report, "as Markdown\n{text}"),
        Err(error) => panic!("its own Markdown: {} at {}\n{text}", error.message, error.span),
    }
    let json = serde_json::to_string(&report).expect("JSON");
    assert_eq!(serde_json::from_str::<UnifiedReport>(&json).expect("its own JSON"), report);
}

/// Every row of every message is among the sources or in quarantine.
fn check_kept(messages: &[&[u8]], report: &UnifiedReport, settings: &Settings) {
    let sources = report.findings.iter().map(|finding| finding.sources.len()).sum::<usize>();
    let held = report.quarantined.iter().filter(|held| held.text.is_none()).count();
    let mut rows = 0;
    for message in messages {
        let result = result_of(&Source::from_bytes(message), settings);
        rows += result.iter().flat_map(ClarityResult::findings).count();
        for row in result.iter().flat_map(ClarityResult::findings) {
            assert!(is_kept(row, report), "lost: {row:?}");
        }
    }
    assert_eq!(sources + held, rows, "rows of all messages");
    assert_eq!(report.ids.len(), sources, "every source has a global id");
}

fn is_kept(row: &Finding, report: &UnifiedReport) -> bool {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let mut sources = report.findings.iter().flat_map(|finding| &finding.sources);
    let source = sources.any(|source| {
        *source.description == text(&row.description)
            && Some(&source.severity) == row.severity.as_ref()
            && Some(&source.kind) == row.kind.as_ref()
            && source.location.as_deref().unwrap_or_default() == text(&row.location)
            && source.counter_location.as_deref().unwrap_or_default() == text(&row.counter_location)
            && row.id.as_deref().is_none_or(|id| source.id.starts_with(id))
            && source.suggestion.as_deref().unwrap_or_default() == text(&row.suggestion)
            && row.extra.iter().chain(&row.surplus).all(|cell| source.extra.iter().any(|(_, it)| it == cell))
    });
    let held = report
        .quarantined
        .iter()
        .any(|held| row.description.as_ref().is_none_or(|said| held.cells.iter().any(|(_, cell)| cell == said)));
    source || held
}

/// What the aggregation takes of a message.
fn result_of(source: &Source<'_>, settings: &Settings) -> Option<ClarityResult> {
    match read(source, settings) {
        AnyEnvelope::Clarity(parsed) => parsed.read().cloned(),
        AnyEnvelope::Unclaimed(_) => match read_as(Protocol::Clarity, source, settings) {
            AnyEnvelope::Clarity(parsed) => parsed.read().cloned(),
            _ => None,
        },
        other => other.to_report().map(|report| ClarityResult::from_report(&report).0),
    }
}

fn check_figures(report: &UnifiedReport, messages: usize) {
    let stats = &report.stats;
    let buckets = [stats.clean, stats.findings, stats.partial, stats.error, stats.unparseable];
    let sum: u64 = buckets.iter().map(|count| count.get()).sum();
    assert_eq!(sum, stats.results.get(), "every result is in one bucket");
    assert_eq!(stats.results.get(), messages as u64, "and none is skipped");
    let by_severity = stats.critical.get() + stats.major.get() + stats.minor.get();
    assert_eq!(by_severity, stats.total_findings.get());
    assert_eq!(stats.total_findings.get(), report.findings.len() as u64);
    let ids: BTreeSet<String> = report.findings.iter().map(|finding| finding.id.to_string()).collect();
    assert_eq!(ids.len(), report.findings.len(), "global ids are given once");
}
