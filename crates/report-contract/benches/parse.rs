//! Decoding a report with all rules against typed `serde_json`, broken reports against jsonrepair-rs, and 2n against n.

#![allow(clippy::struct_field_names, clippy::unwrap_used, missing_docs, reason = "a bench")]

#[path = "../../envelope-core/benches/growth/mod.rs"]
mod growth;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde::Deserialize;

/// The report as a program without rules reads it.
#[derive(Deserialize)]
#[allow(dead_code, reason = "only read")]
struct Report {
    report_metadata: Metadata,
    findings: Findings,
    recommendations: Vec<String>,
    identified_gaps: Vec<String>,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "only read")]
struct Metadata {
    agent_name: String,
    task_id: String,
    status: String,
    verbosity_level: String,
    confidence_level: f64,
    token_usage: Option<u64>,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "only read")]
struct Findings {
    context_map: Vec<(String, Option<String>)>,
}

fn report(entries: usize) -> String {
    let entry = |at: usize| {
        format!(
            "      [\n        \"Berth {at} is read and drawn here, with its depth.\",\n        \"repo://src/harbour/berth_{at}.rs:{at}-{}\"\n      ]",
            at + 40
        )
    };
    let text = |at: usize| format!("    \"Add a test for ship {at}, which has neither name nor length.\"");
    let list = |count: usize, item: &dyn Fn(usize) -> String| (1..=count).map(item).collect::<Vec<_>>().join(",\n");
    format!(
        "{{\n  \"report_metadata\": {{\n    \"agent_name\": \"investigator\",\n    \"task_id\": \"harbour-12\",\n    \"status\": \"completed\",\n    \"verbosity_level\": \"detailed\",\n    \"confidence_level\": 0.95,\n    \"token_usage\": 5120\n  }},\n  \"findings\": {{\n    \"context_map\": [\n{}\n    ]\n  }},\n  \"recommendations\": [\n{}\n  ],\n  \"identified_gaps\": [\n{}\n  ]\n}}\n",
        list(entries, &entry),
        list(entries.div_ceil(4), &text),
        list(entries.div_ceil(4), &text)
    )
}

const SIZES: [(&str, usize); 2] = [("2 KB", 10), ("1 MB", 6_000)];

fn clean(c: &mut Criterion) {
    for (name, entries) in SIZES {
        let text = report(entries);
        assert!(report_contract::parse(&text).diagnostics().is_empty());
        let mut group = c.benchmark_group(format!("report-contract clean {name}"));
        group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(40);
        group.bench_function("report-contract", |b| b.iter(|| report_contract::parse(black_box(&text))));
        group.bench_function("serde_json", |b| b.iter(|| serde_json::from_str::<Report>(black_box(&text)).unwrap()));
        group.finish();
    }
}

fn broken(c: &mut Criterion) {
    for (name, entries) in SIZES {
        let text = report(entries);
        let broken = format!("Here it is:\n```json\n{}```\n", text.replace("\"\n      ]", "\",\n      ]"));
        let cut = &text[..text.len() * 9 / 10];
        for (kind, text) in [("broken", broken.as_str()), ("cut", cut)] {
            let mut group = c.benchmark_group(format!("report-contract {kind} {name}"));
            group.sample_size(20);
            group.bench_function("report-contract", |b| b.iter(|| report_contract::parse(black_box(text))));
            group.bench_function("jsonrepair-rs", |b| b.iter(|| jsonrepair_rs::jsonrepair(black_box(text))));
            group.finish();
        }
    }
}

fn growth(c: &mut Criterion) {
    growth::growth(c, |text| report_contract::parse(text), &[("reports", &|n| report(n * 500))]);
}

criterion_group!(benches, clean, broken, growth);
criterion_main!(benches);
