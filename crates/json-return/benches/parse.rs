//! A return with all rules against typed `serde_json`; broken returns against jsonrepair-rs and `llm_json`; 2n against n.

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

/// The return as a program without rules reads it.
#[derive(Deserialize)]
#[allow(dead_code, reason = "only read")]
struct Return {
    status: String,
    summary: String,
    artifacts: Vec<Artifact>,
    metadata: Metadata,
    #[serde(default)]
    errors: Vec<Error>,
    next_steps: Option<String>,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "only read")]
struct Artifact {
    r#type: String,
    path: String,
    summary: String,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "only read")]
struct Metadata {
    session_id: String,
    duration_seconds: Option<u64>,
    agent_type: String,
    delegation_depth: u64,
    delegation_path: Vec<String>,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "only read")]
struct Error {
    r#type: String,
    message: String,
    recoverable: bool,
    recommendation: String,
}

/// A partial return with this many artifacts, and a third as many errors.
fn returned(artifacts: usize) -> String {
    let list = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(",\n");
    let artifact = |at: usize| {
        format!(
            "    {{\n      \"type\": \"implementation\",\n      \"path\": \"src/harbour/berth_{at}.rs\",\n      \"summary\": \"Berth {at} with its length, depth and the ships that fit\"\n    }}"
        )
    };
    let error = |at: usize| {
        format!(
            "    {{\n      \"type\": \"timeout\",\n      \"message\": \"The depth of berth {at} was not measured within 30 s\",\n      \"recoverable\": true,\n      \"recommendation\": \"Measure berth {at} again at low tide\"\n    }}"
        )
    };
    format!(
        "{{\n  \"status\": \"partial\",\n  \"summary\": \"Wrote the berths of the harbour; some depths are missing.\",\n  \"artifacts\": [\n{}\n  ],\n  \"metadata\": {{\n    \"session_id\": \"sess_1790001200_b7e2\",\n    \"duration_seconds\": 7200,\n    \"agent_type\": \"implementer\",\n    \"delegation_depth\": 1,\n    \"delegation_path\": [\"orchestrator\", \"implement\", \"implementer\"]\n  }},\n  \"errors\": [\n{}\n  ],\n  \"next_steps\": \"Run /implement 31\"\n}}\n",
        list(artifacts, &artifact),
        list(artifacts.div_ceil(3), &error)
    )
}

/// In prose and a fence, with trailing commas and Python's words.
fn break_it(text: &str) -> String {
    let commas = text.replace("\"\n    }", "\",\n    }");
    format!("Here it is:\n```json\n{}```\n", commas.replace("\"recoverable\": true", "\"recoverable\": True"))
}

const SIZES: [(&str, usize); 2] = [("2 KB", 8), ("1 MB", 5_000)];

fn clean(c: &mut Criterion) {
    // What Python and JavaScript read (interop/*/speed.*).
    assert_eq!(returned(8), include_str!("../../../interop/return.json"));
    assert_eq!(break_it(&returned(8)), include_str!("../../../interop/return-broken.txt"));
    for (name, artifacts) in SIZES {
        let text = returned(artifacts);
        assert!(json_return::parse(&text).diagnostics().is_empty());
        let mut group = c.benchmark_group(format!("json-return clean {name}"));
        group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(40);
        group.bench_function("json-return", |b| b.iter(|| json_return::parse(black_box(&text))));
        group.bench_function("serde_json", |b| b.iter(|| serde_json::from_str::<Return>(black_box(&text)).unwrap()));
        group.finish();
    }
}

fn broken(c: &mut Criterion) {
    for (name, artifacts) in SIZES {
        let text = returned(artifacts);
        let broken = break_it(&text);
        let cut = &text[..text.len() * 9 / 10];
        for (kind, text) in [("broken", broken.as_str()), ("cut", cut)] {
            let mut group = c.benchmark_group(format!("json-return {kind} {name}"));
            group.sample_size(20);
            group.bench_function("json-return", |b| b.iter(|| json_return::parse(black_box(text))));
            group.bench_function("jsonrepair-rs", |b| b.iter(|| jsonrepair_rs::jsonrepair(black_box(text))));
            group.bench_function("llm_json", |b| {
                b.iter(|| llm_json::repair_json(black_box(text), &llm_json::RepairOptions::default()))
            });
            group.finish();
        }
    }
}

fn growth(c: &mut Criterion) {
    let inputs: [growth::Input<'_>; 6] = [
        ("clean", &|n| returned(n * 500)),
        ("cut", &|n| returned(n * 500).trim_end_matches("}\n").to_owned()),
        ("trailing commas", &|n| returned(n * 500).replace("\"\n    }", "\",\n    }")),
        ("braces", &|n| "{ x ".repeat(n * 20_000)),
        ("small objects", &|n| "{a:1}".repeat(n * 40_000)),
        ("unescaped quotes", &|n| returned(1).replace("some depths", &"the \"deep\" ones ".repeat(n * 5_000))),
    ];
    growth::growth(c, |text| json_return::parse(text), &inputs);
}

criterion_group!(benches, clean, broken, growth);
criterion_main!(benches);
