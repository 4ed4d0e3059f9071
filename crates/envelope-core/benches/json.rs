//! The JSON reader against `serde_json` on clean text, against a repairer on broken text, and n against 2n.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use envelope_core::json::{self, Fields, Located, Required, Shape, Value as Node};
use envelope_core::{Message, Sink, rules};
use serde::Deserialize;
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
    let mut group = c.benchmark_group("tree");
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

#[derive(Debug, Default, Deserialize)]
struct Return {
    status: String,
    summary: String,
    artifacts: Vec<Artifact>,
    metadata: Metadata,
    next_steps: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
struct Artifact {
    r#type: Option<String>,
    path: String,
    summary: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
struct Metadata {
    session_id: String,
    duration_seconds: Option<u64>,
    agent_type: String,
    delegation_depth: u64,
    delegation_path: Vec<String>,
    estimated_hours: Option<f64>,
}

const WORDS: &[&str] = &["completed", "partial", "failed", "blocked"];
const SHAPE: Shape<'_> = Shape { required: RETURN.keys, status: &["status"], words: WORDS };
const RETURN: Required = required(&["status", "summary", "artifacts", "metadata"]);
const ARTIFACT: Required = required(&["path"]);
const METADATA: Required = required(&["session_id", "agent_type", "delegation_depth", "delegation_path"]);

const fn required(keys: &'static [&'static str]) -> Required<'static> {
    Required { keys, missing: &rules::TRUNCATED, mistyped: &rules::WRONG_TYPE }
}

fn decode(text: &str) -> Option<Return> {
    let message = Message::from(text);
    let Located::At(place) = json::locate(&message, &SHAPE) else { return None };
    let mut sink = Sink::default();
    let object = place.open(&message, &mut sink);
    let mut value = Return::default();
    let mut fields = Fields::new(&mut sink, &RETURN);
    for field in object.members() {
        match field.key {
            "status" => value.status = fields.text(field)?,
            "summary" => value.summary = fields.text(field)?,
            "artifacts" => {
                let items = fields.list(field)?.items();
                value.artifacts = items.map(|item| artifact(item, fields.sink)).collect::<Option<_>>()?;
            }
            "metadata" => value.metadata = metadata(fields.object(field)?, fields.sink)?,
            "next_steps" => value.next_steps = fields.text(field),
            _ => fields.keep(field),
        }
    }
    black_box(fields.finish(object));
    Some(value)
}

fn artifact(object: Node<'_>, sink: &mut Sink) -> Option<Artifact> {
    let mut artifact = Artifact::default();
    let mut fields = Fields::new(sink, &ARTIFACT);
    for field in object.members() {
        match field.key {
            "type" => artifact.r#type = fields.text(field),
            "path" => artifact.path = fields.text(field)?,
            "summary" => artifact.summary = fields.text(field),
            _ => fields.keep(field),
        }
    }
    black_box(fields.finish(object));
    Some(artifact)
}

fn metadata(object: Node<'_>, sink: &mut Sink) -> Option<Metadata> {
    let mut metadata = Metadata::default();
    let mut fields = Fields::new(sink, &METADATA);
    for field in object.members() {
        match field.key {
            "session_id" => metadata.session_id = fields.text(field)?,
            "duration_seconds" => metadata.duration_seconds = fields.count(field),
            "agent_type" => metadata.agent_type = fields.text(field)?,
            "delegation_depth" => metadata.delegation_depth = fields.count(field)?,
            "delegation_path" => metadata.delegation_path = fields.texts(field)?,
            "estimated_hours" => metadata.estimated_hours = fields.number(field),
            _ => fields.keep(field),
        }
    }
    black_box(fields.finish(object));
    Some(metadata)
}

/// Locating and decoding into owned structs, without the rules of a protocol.
fn typed(c: &mut Criterion) {
    let mut group = c.benchmark_group("typed");
    for (size, artifacts) in [("2KB", 11), ("1MB", 7_700)] {
        let text = document(artifacts);
        assert_eq!(decode(&text).map(|value| value.artifacts.len()), Some(artifacts));
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::new("ours", size), |b| b.iter(|| decode(black_box(&text))));
        group.bench_function(BenchmarkId::new("serde_json", size), |b| {
            b.iter(|| serde_json::from_str::<Return>(black_box(&text)).ok());
        });
    }
    group.finish();
}

fn broken(c: &mut Criterion) {
    let mut group = c.benchmark_group("broken");
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

/// Any input of twice the size takes at most 2.3 times as long.
fn doubling(c: &mut Criterion) {
    let mut group = c.benchmark_group("2n");
    group.sample_size(20);
    for size in ["n", "2n"] {
        let count = if size == "n" { 50_000 } else { 100_000 };
        let whole = document(count / 10);
        let cases = [
            ("cut", whole[..whole.len() - 3].to_owned()),
            ("trailing-commas", whole.replace("\"\n", "\",\n")),
            ("open-braces", "{ x ".repeat(count)),
            ("small-objects", "{a:1}".repeat(count)),
            ("open-objects", "{\"a\": ".repeat(count)),
            ("unescaped-quotes", format!("{{\"a\": \"{}\"}}", "x \"y\" z ".repeat(count))),
            ("quotes-and-commas", format!("{{\"a\": \"{}\"}}", "\", ".repeat(count))),
            ("raw-lines", format!("{{\"a\": \"{}\"}}", "\n  ".repeat(count))),
            ("comments", format!("{{\"a\": \"{}\"}}", "\" // ".repeat(count))),
            ("repeated-keys", format!("{{{}}}", "\"a\": 1, ".repeat(count))),
            ("open-fences", "```\n{\"a\": 1\n".repeat(count)),
            ("thoughts", "<think>{\n".repeat(count)),
            ("open-comments", "{/*".repeat(count)),
            ("brackets", "[ ".repeat(count)),
        ];
        for (name, text) in cases {
            group.bench_function(BenchmarkId::new(name, size), |b| b.iter(|| tree(black_box(&text))));
        }
    }
    group.finish();
}

criterion_group!(benches, clean, typed, broken, doubling);
criterion_main!(benches);
