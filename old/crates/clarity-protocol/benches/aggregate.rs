//! Aggregating findings, next to a bare hash-dedupe and sort of the same findings.
//!
//! By default 10,000 and 100,000 findings; `AGGREGATE_FINDINGS=1000000 cargo bench -p clarity-protocol --bench aggregate`
//! measures another number. A result has 100 findings, and every fifth finding is also one of the result before, with
//! another text.
#![expect(clippy::disallowed_methods, reason = "the size is taken from the environment")]

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use clarity_protocol::aggregate::{Aggregate, Fingerprint};
use clarity_protocol::{ClarityResult, parse};
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use envelope_core::Parsed;

/// A finding as a program would hold it that does nothing else.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Plain {
    severity: usize,
    kind: usize,
    location: String,
    counter_location: String,
    file: String,
    agent: String,
    id: String,
    description: String,
    suggestion: String,
}

impl Plain {
    /// Keeps the graver severity and the longer text.
    fn merge(&mut self, other: Self) {
        self.severity = self.severity.min(other.severity);
        if other.description.len() > self.description.len() {
            (self.description, self.suggestion) = (other.description, other.suggestion);
        }
    }
}

/// The keys are copies, as they are where one writes it straight.
fn owned_keys(rows: Vec<Plain>) -> Vec<Plain> {
    let mut known: HashMap<(usize, String, String), Plain> = HashMap::with_capacity(rows.len());
    for row in rows {
        match known.entry((row.kind, row.location.clone(), row.counter_location.clone())) {
            Entry::Occupied(mut kept) => kept.get_mut().merge(row),
            Entry::Vacant(free) => drop(free.insert(row)),
        }
    }
    let mut merged: Vec<Plain> = known.into_values().collect();
    merged.sort_unstable();
    merged
}

/// The keys are borrowed, at the price of a second pass.
fn borrowed_keys(rows: Vec<Plain>) -> Vec<Plain> {
    let mut known: HashMap<(usize, &str, &str), usize> = HashMap::with_capacity(rows.len());
    let mut count = 0;
    let mut places: Vec<usize> = Vec::with_capacity(rows.len());
    for row in &rows {
        let place = *known.entry((row.kind, &row.location, &row.counter_location)).or_insert(count);
        count += usize::from(place == count);
        places.push(place);
    }
    drop(known);
    let mut merged: Vec<Plain> = Vec::with_capacity(count);
    for (row, place) in rows.into_iter().zip(places) {
        match merged.get_mut(place) {
            Some(kept) => kept.merge(row),
            None => merged.push(row),
        }
    }
    merged.sort_unstable();
    merged
}

fn message(result: usize) -> String {
    let mut text = format!(
        "RESULT: FINDINGS | Type: consistency | Pair: docs/store.md/docs/api.md | Findings: 100 | Critical: 0 | Major: 0 | \
         Minor: 100\n\n---\n**Protocol**: v1\n**Agent**: consistency checker {result}\n**Assigned**: compare both\n\
         **Scope**: docs\n**Coverage**: 100%\n**Confidence**: high\n---\n\n| ID | Severity | Type | Location | \
         Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n"
    );
    for row in 0..100 {
        let of = if row % 5 == 0 { result.saturating_sub(1) } else { result };
        let kind = ["contradiction", "terminology-drift", "stale-content"][(of + row) % 3];
        let section = (of * 7919 + row * 31) % 9973;
        let _ = writeln!(
            text,
            "| F{row} | minor | {kind} | docs/part-{}/Store.md, section {section}.{row} | docs/api.md, `put` {of} | the store \
             keeps every version, the interface says that only the last one is kept ({result}) | align both on {row} \
             versions |",
            of % 100
        );
    }
    text
}

fn plain(result: &ClarityResult, file: &str, rows: &mut Vec<Plain>) {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    for row in result.findings() {
        rows.push(Plain {
            severity: row.severity.as_ref().map_or(1, clarity_protocol::FindingSeverity::order),
            kind: row.kind.as_ref().and_then(clarity_protocol::FindingType::rank).unwrap_or(10),
            location: text(&row.location),
            counter_location: text(&row.counter_location),
            file: file.to_owned(),
            agent: text(&result.metadata.agent),
            id: text(&row.id),
            description: text(&row.description),
            suggestion: text(&row.suggestion),
        });
    }
}

type Named = (String, Parsed<ClarityResult>);

fn add_all(parsed: &[Named]) -> Aggregate {
    let mut aggregate = Aggregate::new();
    for (file, parsed) in parsed {
        aggregate.add(file, Fingerprint::of(file.as_bytes()), parsed);
    }
    aggregate
}

fn plain_all(parsed: &[Named]) -> Vec<Plain> {
    let mut rows = Vec::new();
    for (file, parsed) in parsed {
        plain(parsed.accepted().expect("a sound message"), file, &mut rows);
    }
    rows
}

fn benches(criterion: &mut Criterion) {
    let sizes = std::env::var("AGGREGATE_FINDINGS").ok().and_then(|size| size.parse().ok());
    let sizes: Vec<usize> = sizes.map_or_else(|| vec![10_000, 100_000], |size| vec![size]);
    for size in sizes {
        let parsed: Vec<Named> =
            (0..size / 100).map(|result| (format!("r{result}.md"), parse(message(result)))).collect();
        let (aggregate, rows) = (add_all(&parsed), plain_all(&parsed));
        assert_eq!(aggregate.clone().finish().findings.len(), owned_keys(rows.clone()).len(), "the same merging");
        assert_eq!(owned_keys(rows.clone()).len(), borrowed_keys(rows.clone()).len());
        let mut group = criterion.benchmark_group("aggregate");
        group.throughput(Throughput::Elements(size as u64));
        group.bench_function(BenchmarkId::new("ours", size), |bencher| {
            bencher.iter_batched(|| aggregate.clone(), Aggregate::finish, BatchSize::PerIteration);
        });
        group.bench_function(BenchmarkId::new("hash and sort, owned keys", size), |bencher| {
            bencher.iter_batched(|| rows.clone(), owned_keys, BatchSize::PerIteration);
        });
        group.bench_function(BenchmarkId::new("hash and sort, borrowed keys", size), |bencher| {
            bencher.iter_batched(|| rows.clone(), borrowed_keys, BatchSize::PerIteration);
        });
        group.finish();
        drop((aggregate, rows));
        let mut group = criterion.benchmark_group("aggregate from results");
        group.throughput(Throughput::Elements(size as u64));
        group.bench_function(BenchmarkId::new("ours", size), |bencher| {
            bencher.iter_with_large_drop(|| add_all(black_box(&parsed)).finish());
        });
        group.bench_function(BenchmarkId::new("hash and sort, owned keys", size), |bencher| {
            bencher.iter_with_large_drop(|| owned_keys(plain_all(black_box(&parsed))));
        });
        group.finish();
    }
}

criterion_group! {
    name = aggregation;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(3));
    targets = benches
}
criterion_main!(aggregation);
