//! How fast returns are read and judged, next to what else there is for the same input.
//!
//! Groups are the work, functions who does it, parameters the input: small is about 2 KB, large about 1 MB. `ours` reads,
//! applies every rule and tells every deviation with its place. The typed peer is plain serde on owned types without
//! extras; the repair crates give an untyped value. A peer that cannot read an input is left out for it.

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use envelope_core::{Envelope as _, ReadOptions, Source};
use json_return::SubagentReturn;
use serde::Deserialize;
use serde_json::Value;

/// A clean return with so many artifacts and errors.
fn clean(artifacts: usize, errors: usize) -> String {
    let mut text = r#"{
  "status": "partial",
  "summary": "Moved the first parts of the ledger. The last part timed out and can be resumed.",
  "artifacts": ["#
        .to_owned();
    for index in 0..artifacts {
        let comma = if index + 1 < artifacts { "," } else { "" };
        let _ = write!(
            text,
            "\n    {{\n      \"type\": \"implementation\",\n      \"path\": \"src/ledger/part_{index:05}/module.rs\",\n      \
             \"summary\": \"Part {index} of the ledger, with its tests\\nand the notes for \\\"{index}\\\"\"\n    }}{comma}"
        );
    }
    text += r#"
  ],
  "metadata": {
    "session_id": "sess_1735460684_a1b2c3",
    "duration_seconds": 7200,
    "agent_type": "implementer",
    "delegation_depth": 2,
    "delegation_path": ["orchestrator", "implement", "implementer"],
    "phase_count": 3,
    "estimated_hours": 8.5
  },
  "errors": ["#;
    for index in 0..errors {
        let comma = if index + 1 < errors { "," } else { "" };
        let _ = write!(
            text,
            "\n    {{\n      \"type\": \"timeout\",\n      \"message\": \"Part {index} took longer than 7200 seconds\",\n      \
             \"recoverable\": true,\n      \"recommendation\": \"Resume with part {index} and a longer limit\"\n    }}{comma}"
        );
    }
    text + "\n  ],\n  \"next_steps\": \"Resume the work on the ledger\"\n}\n"
}

/// The same as models write it: prose, a fence, trailing commas, the literals of another language.
fn broken(clean: &str) -> String {
    let text =
        clean.replace("\n    }\n  ]", "\n    },\n  ]").replace("true", "True").replace("\"\n    }", "\",\n    }");
    format!("Here is my report on the ledger:\n\n```json\n{text}```\n\nLet me know if anything is unclear.\n")
}

/// The first seven tenths.
fn truncated(clean: &str) -> String {
    let at = (0..=clean.len() * 7 / 10).rev().find(|at| clean.is_char_boundary(*at)).unwrap_or(0);
    clean[..at].to_owned()
}

/// The types that anybody would write.
#[derive(Deserialize)]
#[expect(dead_code, reason = "reading them is the work")]
struct Plain {
    status: PlainStatus,
    summary: String,
    artifacts: Vec<PlainArtifact>,
    metadata: PlainMetadata,
    errors: Option<Vec<PlainError>>,
    next_steps: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum PlainStatus {
    Completed,
    Partial,
    Failed,
    Blocked,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "reading them is the work")]
struct PlainArtifact {
    r#type: String,
    path: String,
    summary: String,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "reading them is the work")]
struct PlainMetadata {
    session_id: String,
    duration_seconds: Option<u64>,
    agent_type: String,
    delegation_depth: u64,
    delegation_path: Vec<String>,
    phase_count: Option<u64>,
    estimated_hours: Option<f64>,
    findings_count: Option<u64>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "reading them is the work")]
struct PlainError {
    r#type: String,
    message: String,
    recoverable: bool,
    recommendation: String,
}

type Peer = (&'static str, fn(&str) -> bool);

const REPAIRERS: [Peer; 4] = [
    ("jsonrepair", |text| jsonrepair::repair_to_value(text, &jsonrepair::Options::default()).is_ok_and(is_return)),
    ("jsonrepair-rs", |text| jsonrepair_rs::jsonrepair_value(text).is_ok_and(is_return)),
    ("llm-json-repair", |text| llm_json_repair::parse::<Value>(text).is_ok_and(is_return)),
    ("llm_json", |text| llm_json::loads(text, &llm_json::RepairOptions::default()).is_ok_and(is_return)),
];

#[expect(clippy::needless_pass_by_value, reason = "the value is made to be dropped here")]
fn is_return(value: Value) -> bool {
    value.get("status").is_some()
}

fn ours(text: &str) -> usize {
    let parsed = SubagentReturn::parse(&Source::new(text), &ReadOptions::default());
    parsed.diagnostics().len() + usize::from(parsed.read().is_some())
}

fn inputs() -> [(&'static str, String); 2] {
    [("small", clean(7, 3)), ("large", clean(4_800, 1_800))]
}

fn clean_input(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("json-return clean");
    for (name, text) in inputs() {
        assert_eq!(ours(&text), 1, "clean: a value and nothing to say");
        assert!(serde_json::from_str::<Plain>(&text).is_ok_and(|plain| matches!(plain.status, PlainStatus::Partial)));
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("ours", name), &text, |bencher, text| {
            bencher.iter(|| ours(black_box(text)));
        });
        group.bench_with_input(BenchmarkId::new("serde_json typed", name), &text, |bencher, text| {
            bencher.iter(|| serde_json::from_str::<Plain>(black_box(text)).is_ok());
        });
        group.bench_with_input(BenchmarkId::new("serde_json Value + jsonschema", name), &text, |bencher, text| {
            // Patterns are compiled when they are first asked, which is no part of the work.
            assert!(is_valid(text));
            bencher.iter(|| is_valid(black_box(text)));
        });
    }
}

/// The published schema, so that the peer judges by the same words.
fn published_schema() -> Value {
    serde_json::from_str(include_str!("../../../schemas/v1/json-return.schema.json")).expect("JSON")
}

fn repaired_input(criterion: &mut Criterion, work: &str, change: fn(&str) -> String) {
    let mut group = criterion.benchmark_group(work);
    for (name, text) in inputs() {
        let text = change(&text);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("ours", name), &text, |bencher, text| {
            bencher.iter(|| ours(black_box(text)));
        });
        for (peer, repair) in REPAIRERS {
            if repair(&text) {
                group.bench_with_input(BenchmarkId::new(peer, name), &text, |bencher, text| {
                    bencher.iter(|| repair(black_box(text)));
                });
            }
        }
    }
}

fn broken_input(criterion: &mut Criterion) {
    repaired_input(criterion, "json-return broken", broken);
}

fn truncated_input(criterion: &mut Criterion) {
    repaired_input(criterion, "json-return truncated", truncated);
}

/// Twice the length should take twice the time.
fn linear(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("json-return broken, by length");
    for (name, artifacts) in [("0.5 MB", 3_500), ("1 MB", 7_000), ("2 MB", 14_000)] {
        let text = broken(&clean(artifacts, 10));
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("ours", name), &text, |bencher, text| {
            bencher.iter(|| ours(black_box(text)));
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = clean_input, broken_input, truncated_input, linear
}

criterion_main!(benches);

fn is_valid(text: &str) -> bool {
    static VALIDATOR: LazyLock<jsonschema::Validator> =
        LazyLock::new(|| jsonschema::validator_for(&published_schema()).expect("a schema"));
    serde_json::from_str::<Value>(text).is_ok_and(|value| VALIDATOR.is_valid(&value))
}
