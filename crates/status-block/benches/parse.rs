//! Reading a block against typed YAML crates, and 2n against n.

#![allow(
    clippy::format_collect,
    clippy::semicolon_if_nothing_returned,
    clippy::unwrap_used,
    missing_docs,
    reason = "a bench"
)]

#[path = "../../envelope-core/benches/growth/mod.rs"]
mod growth;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde::Deserialize;

const CANONICAL: &str = include_str!("../src/canonical/success.txt");

/// The block as a YAML crate reads it.
#[derive(Deserialize)]
#[allow(dead_code, reason = "only read")]
#[serde(rename_all = "UPPERCASE")]
struct Block {
    status: String,
    summary: Summary,
    files: Files,
    next_action: NextAction,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "only read")]
struct Summary {
    what_i_did: String,
    confidence: String,
    iterations_used: u64,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "only read")]
struct Files {
    created: Vec<String>,
    modified: Vec<String>,
    read: Vec<String>,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "only read")]
struct NextAction {
    recommended_agent: String,
    reason: String,
    context_forward: String,
}

fn list(items: usize) -> String {
    let items: String = (0..items).map(|item| format!("    - src/module_{item}/part.rs\n")).collect();
    CANONICAL.replace("  created: [\"tests/tides.rs\"]\n", &format!("  created:\n{items}"))
}

fn against_yaml(c: &mut Criterion) {
    for (name, text) in [("canonical", CANONICAL.to_owned()), ("list of 30,000", list(30_000))] {
        assert!(status_block::parse(&text).diagnostics().is_empty());
        let mut group = c.benchmark_group(format!("status-block {name}"));
        group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(30);
        group.bench_function("status-block", |b| b.iter(|| status_block::parse(black_box(&text))));
        let behind_prose = format!("The tests are written.\n\n{text}");
        assert!(status_block::parse(&behind_prose).is_accepted());
        group.bench_function("behind a line of prose", |b| b.iter(|| status_block::parse(black_box(&behind_prose))));
        group.bench_function("serde-saphyr", |b| b.iter(|| serde_saphyr::from_str::<Block>(black_box(&text)).unwrap()));
        group.bench_function("serde_yaml_ng", |b| {
            b.iter(|| serde_yaml_ng::from_str::<Block>(black_box(&text)).unwrap())
        });
        group.finish();
    }
}

fn growth(c: &mut Criterion) {
    let literal =
        |lines: usize| format!("STATUS: failed\nERRORS:\n  details: |\n{}", "    a line of a log\n".repeat(lines));
    let inputs: [growth::Input<'_>; 3] = [
        ("canonical repeated", &|n| CANONICAL.repeat(n * 200)),
        ("endless list", &|n| list(n * 10_000)),
        ("endless literal", &|n| literal(n * 10_000)),
    ];
    growth::growth(c, |text| status_block::parse(text), &inputs);
}

criterion_group!(benches, against_yaml, growth);
criterion_main!(benches);
