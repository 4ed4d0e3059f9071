//! The JSON reader against `serde_json` on clean text, against a repairer on broken text, and 2n against n.

mod growth;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use envelope_core::Message;
use serde::de::IgnoredAny;
use serde_json::Value;

/// A return of about 2 KB per 14 artifacts, in the shape of the json-return specification.
fn document(artifacts: usize) -> String {
    let artifact = |at: usize| {
        format!(
            "    {{\n      \"type\": \"implementation\",\n      \"path\": \"src/module_{at}/reader.rs\",\n      \
             \"summary\": \"Phase {at} implementation of the reader\"\n    }}"
        )
    };
    let artifacts: Vec<String> = (0..artifacts).map(artifact).collect();
    format!(
        "{{\n  \"status\": \"completed\",\n  \"summary\": \"Created the reader in phases. Each phase has its own module \
         and tests.\",\n  \"artifacts\": [\n{}\n  ],\n  \"metadata\": {{\n    \"session_id\": \"sess_1735460684_a1b2c3\",\n    \
         \"duration_seconds\": 245,\n    \"agent_type\": \"planner\",\n    \"delegation_depth\": 1,\n    \
         \"delegation_path\": [\"orchestrator\", \"plan\", \"planner\"],\n    \"estimated_hours\": 8.5\n  }},\n  \
         \"next_steps\": \"Run /implement 244 to execute the plan\"\n}}\n",
        artifacts.join(",\n")
    )
}

fn tree(text: &str) -> usize {
    let message = Message::from(text);
    message.json().objects().count()
}

fn clean(c: &mut Criterion) {
    let mut group = c.benchmark_group("tree clean");
    for (size, artifacts) in [("2KB", 11), ("1MB", 7_700)] {
        let text = document(artifacts);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::new("ours", size), |b| b.iter(|| tree(black_box(&text))));
        group.bench_function(BenchmarkId::new("serde_json-value", size), |b| {
            b.iter(|| serde_json::from_str::<Value>(black_box(&text)).is_ok());
        });
        group.bench_function(BenchmarkId::new("serde_json-ignored", size), |b| {
            b.iter(|| serde_json::from_str::<IgnoredAny>(black_box(&text)).is_ok());
        });
    }
    group.finish();
}

fn broken(c: &mut Criterion) {
    let mut group = c.benchmark_group("tree broken");
    let whole = document(11);
    let cases = [
        ("cut", whole[..whole.len() * 3 / 4].to_owned()),
        ("trailing-commas", whole.replace("\"\n", "\",\n")),
        ("unquoted-keys", whole.replace("\"type\"", "type")),
        ("fenced-in-prose", format!("Here it is:\n\n```json\n{whole}```\nAnything else?\n")),
    ];
    for (name, text) in cases {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::new("ours", name), |b| b.iter(|| tree(black_box(&text))));
        group.bench_function(BenchmarkId::new("jsonrepair-rs", name), |b| {
            b.iter(|| jsonrepair_rs::jsonrepair(black_box(&text)).is_ok());
        });
    }
    group.finish();
}

fn growth(c: &mut Criterion) {
    let inputs: [growth::Input<'_>; 9] = [
        ("open objects", &|n| "{\"a\": ".repeat(n * 50_000)),
        ("quotes and commas", &|n| format!("{{\"a\": \"{}\"}}", "\", ".repeat(n * 50_000))),
        ("raw lines", &|n| format!("{{\"a\": \"{}\"}}", "\n  ".repeat(n * 50_000))),
        ("comments", &|n| format!("{{\"a\": \"{}\"}}", "\" // ".repeat(n * 50_000))),
        ("repeated keys", &|n| format!("{{{}}}", "\"a\": 1, ".repeat(n * 50_000))),
        ("open fences", &|n| "```\n{\"a\": 1\n".repeat(n * 50_000)),
        ("thoughts", &|n| "<think>{\n".repeat(n * 50_000)),
        ("open comments", &|n| "{/*".repeat(n * 50_000)),
        ("brackets", &|n| "[ ".repeat(n * 50_000)),
    ];
    growth::growth(c, tree, &inputs);
}

criterion_group!(benches, clean, broken, growth);
criterion_main!(benches);
