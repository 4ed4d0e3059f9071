//! Reading messages with all rules against a bare pulldown-cmark pass with offsets and tables, aggregating findings
//! against a hash-dedupe and sort of the same structs, and 2n against n.

#![allow(clippy::format_collect, clippy::semicolon_if_nothing_returned, missing_docs, reason = "a bench")]

mod findings;
#[path = "../../envelope-core/benches/growth/mod.rs"]
mod growth;

use std::collections::HashSet;
use std::hint::black_box;

use clarity_protocol::aggregate::{Aggregate, Expected};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use envelope_core::report::Finding;
use pulldown_cmark::{Options, Parser};

const METADATA: &str = "---\n**Protocol**: v1\n**Agent**: consistency checker\n**Assigned**: Compare docs/tides.md with \
     docs/berths.md\n**Scope**: docs/tides.md, docs/berths.md\n**Coverage**: 100%\n**Confidence**: high\n---\n\n";

/// A result with this many findings, every third one major and with a discussion.
fn message(findings: usize) -> String {
    let major = findings.div_ceil(3);
    let row = |at: usize| {
        let severity = if at.is_multiple_of(3) { "major" } else { "minor" };
        format!(
            "| F{at} | {severity} | contradiction | docs/tides.md S{at} | docs/berths.md S{at}.1 | The lock of berth {at} \
             opens at 2.1 m and at 2.4 m | Keep `2.4|2.5` m, as the harbour master says in chapter {at} |\n"
        )
    };
    let discussion = |at: usize| {
        format!(
            "### F{at}\n\nSection {at} lets the lock open at a level at which section {at}.1 forbids to leave it.\n\n"
        )
    };
    format!(
        "RESULT: FINDINGS | Type: consistency | Pair: docs/tides.md/docs/berths.md | Findings: {findings} | Critical: 0 | \
         Major: {major} | Minor: {}\n\n{METADATA}## Findings\n\n| ID | Severity | Type | Location | Counter-location | \
         Description | Suggestion |\n|----|----------|------|----------|------------------|-------------|------------|\n{}\n{}",
        findings - major,
        (0..findings).map(row).collect::<String>(),
        (0..findings).step_by(3).map(discussion).collect::<String>(),
    )
}

fn against_pulldown_cmark(c: &mut Criterion) {
    for (name, findings) in [("2 KB", 8), ("1 MB", 4_700)] {
        let text = message(findings);
        assert!(clarity_protocol::parse(&text).diagnostics().is_empty());
        let mut group = c.benchmark_group(format!("clarity {name}"));
        group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(50);
        group.bench_function("clarity-protocol", |b| b.iter(|| clarity_protocol::parse(black_box(&text))));
        let behind_prose = format!("Here is what I found.\n\n{text}");
        assert!(clarity_protocol::parse(&behind_prose).is_accepted());
        group.bench_function("behind a line of prose", |b| {
            b.iter(|| clarity_protocol::parse(black_box(&behind_prose)));
        });
        group.bench_function("pulldown-cmark", |b| {
            let parser = || Parser::new_ext(black_box(&text), Options::ENABLE_TABLES).into_offset_iter();
            b.iter(|| parser().map(|(event, range)| drop(black_box((event, range)))).count())
        });
        group.finish();
    }
}

fn growth(c: &mut Criterion) {
    let inputs: [growth::Input<'_>; 6] = [
        ("findings", &|n| message(n * 2_000)),
        ("pairs", &|n| {
            message(1).replace(" | Minor", &format!("{} | Minor", " | Note: x | Tests: 1/1".repeat(n * 20_000)))
        }),
        ("metadata", &|n| {
            message(1).replace("**Scope**", &format!("{}**Scope**", "**Agent**: other\n".repeat(n * 20_000)))
        }),
        ("one row", &|n| message(1).replace("| F0", &format!("| F0 {}", "`a | ``b".repeat(n * 50_000)))),
        ("columns", &|n| message(1).replace("| ID", &format!("{}| ID", "| Result ".repeat(n * 20_000)))),
        ("discussions", &|n| message(1) + &"**F0**: more.\n\n".repeat(n * 20_000)),
    ];
    growth::growth(c, |text| clarity_protocol::parse(text), &inputs);
}

fn aggregate(findings: &[Finding]) -> Aggregate {
    findings::aggregate(findings.chunks(findings::PER_RESULT).map(<[Finding]>::to_vec))
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
    let findings: Vec<Finding> = (0..1_000_000).map(findings::finding).collect();
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

fn aggregation_growth(c: &mut Criterion) {
    let findings: Vec<Finding> = (0..400_000).map(findings::finding).collect();
    let mut group = c.benchmark_group("2n aggregated findings");
    group.sample_size(10);
    for (n, count) in [("1n", 200_000), ("2n", 400_000)] {
        group.bench_function(n, |b| {
            b.iter_batched(
                || aggregate(&findings[..count]),
                |aggregate| black_box(aggregate.finish(&Expected::default())),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, against_pulldown_cmark, growth, against_dedupe_and_sort, aggregation_growth);
criterion_main!(benches);
