//! Aggregating findings against a hash-dedupe and sort of the same structs, and 2n against n.

#![allow(missing_docs, reason = "a bench")]

use std::collections::HashSet;
use std::hint::black_box;

use clarity_protocol::aggregate::{Aggregate, Expected, Input};
use clarity_protocol::{Outcome, Report};
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use envelope_core::report::Finding;

/// Findings of a result; every tenth of each second result is one of the result before, with another severity.
const PER_RESULT: usize = 100;

fn finding(at: usize) -> Finding {
    let severities = ["minor", "major", "critical"];
    let types = ["contradiction", "terminology-drift", "broken-reference", "stale-content", "missing-coverage"];
    let severity = severities[at % 3].to_owned();
    let is_known = at.is_multiple_of(10) && at / PER_RESULT % 2 == 1;
    let at = if is_known { at - PER_RESULT } else { at };
    // Scattered, so that the input is not in order.
    let place = at.wrapping_mul(7_919) % 1_000_003;
    Finding {
        id: Some(format!("F{}", at % PER_RESULT)),
        severity: Some(severity),
        r#type: Some(types[at % 5].to_owned()),
        location: Some(format!("docs/tides-{}.md S{place}", place % 50)),
        counter_location: Some(format!("docs/berths-{}.md S{}", place % 7, place / 3)),
        description: format!("The lock of berth {at} opens at 2.1 m and at 2.4 m"),
        suggestion: Some("Keep 2.4 m, as the harbour master says".to_owned()),
        ..Finding::default()
    }
}

fn aggregate(findings: &[Finding]) -> Aggregate {
    let mut aggregate = Aggregate::default();
    for (index, findings) in findings.chunks(PER_RESULT).enumerate() {
        let mut report = Report::new(Outcome::CompletedWithFindings);
        report.findings = findings.to_vec();
        aggregate.add(Input::accepted(&format!("results/{index}.md"), &index.to_le_bytes(), report));
    }
    aggregate
}

/// Drops findings with the same type and locations, and sorts the others.
fn dedupe_and_sort(mut findings: Vec<Finding>) -> Vec<Finding> {
    let mut seen = HashSet::with_capacity(findings.len());
    let keys = findings.iter().map(|finding| (&finding.location, &finding.counter_location, &finding.r#type));
    let keep: Vec<bool> = keys.map(|key| seen.insert(key)).collect();
    let mut keep = keep.into_iter();
    findings.retain(|_| keep.next().unwrap_or_default());
    findings.sort_by(|a, b| {
        (&a.severity, &a.r#type, &a.location, &a.counter_location).cmp(&(
            &b.severity,
            &b.r#type,
            &b.location,
            &b.counter_location,
        ))
    });
    findings
}

fn against_dedupe_and_sort(c: &mut Criterion) {
    let findings: Vec<Finding> = (0..1_000_000).map(finding).collect();
    let mut group = c.benchmark_group("aggregate 1,000,000 findings");
    group.sample_size(10);
    group.bench_function("finish", |b| {
        b.iter_batched(
            || aggregate(&findings),
            |aggregate| black_box(aggregate.finish(&Expected::default())),
            BatchSize::PerIteration,
        );
    });
    group.bench_function("hash-dedupe and sort", |b| {
        b.iter_batched(|| findings.clone(), |findings| black_box(dedupe_and_sort(findings)), BatchSize::PerIteration);
    });
    group.finish();
}

fn linear(c: &mut Criterion) {
    let findings: Vec<Finding> = (0..400_000).map(finding).collect();
    let mut group = c.benchmark_group("aggregate 2n against n");
    group.sample_size(10);
    for count in [200_000, 400_000] {
        group.throughput(Throughput::Elements(count as u64));
        group.bench_with_input(BenchmarkId::from_parameter(count), &findings[..count], |b, findings| {
            b.iter_batched(
                || aggregate(findings),
                |aggregate| black_box(aggregate.finish(&Expected::default())),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, against_dedupe_and_sort, linear);
criterion_main!(benches);
