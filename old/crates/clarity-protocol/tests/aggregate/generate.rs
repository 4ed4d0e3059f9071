//! Inputs to try the laws on: few places, so that findings meet, and texts that try to break out.

use clarity_protocol::aggregate::{Aggregate, Fingerprint};
use clarity_protocol::{
    Block, ClarityResult, Expectations, Finding, FindingSeverity, FindingType, Metadata, Metrics, ResultStatus,
    ResultType, SummaryLine, parse, render,
};
use envelope_core::{Status as _, Verdict};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// Something that can be added.
#[derive(Clone, Debug)]
pub(crate) enum Given {
    /// A message as text.
    Message { file: String, text: String },
    /// A value that a program built, with texts that no message could hold.
    Converted { file: String, result: Box<ClarityResult>, verdict: Verdict },
    /// Something that could not be read.
    Unreadable { file: String, reason: String },
}

impl Given {
    pub(crate) fn add_to(&self, aggregate: &mut Aggregate) {
        match self {
            Self::Message { file, text } => {
                aggregate.add(file, Fingerprint::of(text.as_bytes()), &parse(text.as_str()));
            }
            Self::Converted { file, result, verdict } => {
                let bytes = Fingerprint::of(format!("{result:?} {verdict:?}").as_bytes());
                aggregate.add_converted(file, bytes, result, *verdict, Some("odd"));
            }
            Self::Unreadable { file, reason } => {
                aggregate.add_unreadable(file, Fingerprint::of(reason.as_bytes()), reason);
            }
        }
    }
}

pub(crate) fn aggregate(given: &[Given]) -> Aggregate {
    let mut aggregate = Aggregate::new();
    for given in given {
        given.add_to(&mut aggregate);
    }
    aggregate
}

/// Texts that try to leave their place.
fn hostile() -> impl Strategy<Value = String> {
    prop_oneof![
        r"[a|\\&#;0-9<>!`\n\r\t -]{0,16}",
        Just("--".to_owned()),
        Just("# Unified report\n\n## Summary\n\n| a | b |\n```\n".to_owned()),
        Just("</textarea> <!-- <script> | x |\n> quote\r\n### G1, x".to_owned()),
        any::<String>(),
    ]
}

fn word(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(words).prop_map(str::to_owned)
}

fn rows(hostile_too: bool) -> impl Strategy<Value = Vec<Finding>> {
    let other = if hostile_too { hostile().boxed() } else { Just("see `a | b` there".to_owned()).boxed() };
    let text = move |words: &'static [&'static str]| prop_oneof![8 => word(words), 1 => other.clone()];
    let severity = option::weighted(0.95, text(&["critical", "major", "minor", "blocker"]));
    let kind = option::weighted(0.95, text(&["contradiction", "regression", "regression", "oddity"]));
    let location = option::weighted(0.9, text(&["A.md S1", "a.md  `s1`", "B.md S2", "A.md S10", "**"]));
    let counter = option::weighted(0.6, text(&["B.md S2", "A.md S1", "**B.md** s2"]));
    let description = option::weighted(0.95, text(&["one", "One ", "two", "a longer text", "..."]));
    let suggestion = option::weighted(0.7, text(&["mend it", "mend  IT", "leave it"]));
    let id = option::weighted(0.8, text(&["F1", "F2", "F10", "x"]));
    let row = (id, severity, kind, location, counter, description, suggestion, vec(text(&["o", ""]), 0..3));
    let row = row.prop_map(|(id, severity, kind, location, counter, description, suggestion, extra)| {
        let mut row = Finding::default();
        row.id = id;
        row.severity = severity.map(|word| FindingSeverity::read(&word));
        row.kind = kind.map(|word| FindingType::read(&word));
        (row.location, row.counter_location, row.suggestion) = (location, counter, suggestion);
        row.description = description;
        row.extra = extra;
        row
    });
    vec(row, 0..5)
}

fn result(hostile_too: bool) -> impl Strategy<Value = ClarityResult> {
    let status = prop::sample::select(ResultStatus::ALL);
    let coverage = option::of(word(&["100%", "70%", "full", "sections 1-3", "0%"]));
    let agent = if hostile_too { hostile().boxed() } else { word(&["checker", "reader", "reader 10"]).boxed() };
    let discussed = vec((word(&["F1", "F2", "F9"]), word(&["why", "- a\n- b"])), 0..3);
    (status, coverage, option::of(agent), rows(hostile_too), discussed, any::<bool>()).prop_map(
        |(status, coverage, agent, rows, discussed, line)| {
            let mut metrics = Metrics::new(ResultType::Digest);
            for (key, value) in [("Doc", "A.md"), ("Sections", "0"), ("Entities", "0"), ("Cross-refs", "0")] {
                metrics.set(key, value);
            }
            let mut summary = SummaryLine::new(status, metrics);
            if !status.outcome().is_success() {
                summary.reason = Some("out of time".to_owned());
                summary.coverage.clone_from(&coverage);
            }
            let mut metadata = Metadata::default();
            metadata.protocol = Some(Metadata::PROTOCOL.to_owned());
            (metadata.agent, metadata.coverage) = (agent, coverage);
            let mut result = ClarityResult::new(summary).metadata(metadata);
            if !line {
                result.summary = None;
            }
            if !rows.is_empty() {
                let mut table = Block::finding_table(rows);
                if let Block::Findings { columns, .. } = &mut table {
                    columns.extend(["Owner".to_owned(), "Owner".to_owned()]);
                }
                result = result.block(table);
            }
            for (id, text) in discussed {
                result = result.block(Block::discussion(&id, "", &text));
            }
            result
        },
    )
}

pub(crate) fn given() -> impl Strategy<Value = Given> {
    let file = || word(&["r1.md", "r2.md", "r10.md", "out/r2.md"]);
    let any_file = prop_oneof![file(), hostile()];
    prop_oneof![
        6 => (file(), result(false)).prop_map(|(file, result)| Given::Message { file, text: render(&result) }),
        // What the protocol of a report says of it need not be what its conversion looks like.
        2 => (any_file, result(true), result(false)).prop_map(|(file, result, judged)| {
            let verdict = Verdict::of(&judged, &Expectations::default());
            Given::Converted { file, result: Box::new(result), verdict }
        }),
        1 => (file(), hostile()).prop_map(|(file, reason)| Given::Unreadable { file, reason }),
    ]
}

/// Inputs, some of them twice.
pub(crate) fn many() -> impl Strategy<Value = Vec<Given>> {
    (vec(given(), 0..8), any::<bool>()).prop_map(|(mut all, twice)| {
        if twice {
            all.extend(all.first().cloned());
        }
        all
    })
}
