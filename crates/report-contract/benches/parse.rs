//! How fast reports are read and judged, next to what else there is for the same input.
//!
//! Groups are the work, functions who does it, parameters the input: small is about 2 KB, large about 1 MB. `ours` reads,
//! applies every rule and tells every deviation with its place. Findings are a map whose shape only the agent knows, for
//! us and for the typed peer, which is plain serde on owned types without extras; a second one knows the shape of these
//! findings beforehand. The repair crates give an untyped value. A peer that cannot read an input is left out for it.

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use envelope_core::{Envelope as _, ReadOptions, Source};
use report_contract::ContractReport;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A clean report with so many references and recommendations.
fn clean(references: usize, recommendations: usize) -> String {
    let mut text = r#"{
  "report_metadata": {
    "agent_name": "investigator",
    "task_id": "sprint-001-task-003-ledger",
    "status": "completed",
    "verbosity_level": "detailed",
    "confidence_level": 0.98,
    "token_usage": 4250,
    "execution_time_seconds": 45,
    "error_message": null
  },
  "findings": {
    "context_map": ["#
        .to_owned();
    for index in 0..references {
        let comma = if index + 1 < references { "," } else { "" };
        let _ = write!(
            text,
            "\n      [\n        \"Part {index} of the ledger: it reads \\\"amounts\\\" and rounds them,\\nsee the notes.\",\n        \
             \"repo://src/ledger/part_{index:05}/round.rs:{}-{}\"\n      ]{comma}",
            index % 90 + 1,
            index % 90 + 40
        );
    }
    text += "\n    ],\n    \"verdict\": \"The parts **agree**.\",\n    \"files\": 12\n  },\n  \"recommendations\": [";
    for index in 0..recommendations {
        let comma = if index + 1 < recommendations { "," } else { "" };
        let _ = write!(text, "\n    \"Go on with part {index} and look at `round.rs` first.\"{comma}");
    }
    text + "\n  ],\n  \"identified_gaps\": [\"No test covers the rounding.\"]\n}\n"
}

/// The same as models write it: prose, a fence, trailing commas, the literals of another language.
fn broken(clean: &str) -> String {
    let text = clean.replace("\"\n      ]", "\",\n      ]").replace("\"\n  ]", "\",\n  ]").replace("null", "None");
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
struct Plain<F> {
    report_metadata: PlainMetadata,
    findings: F,
    recommendations: Option<Vec<String>>,
    identified_gaps: Option<Vec<String>>,
    blockers: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "reading them is the work")]
struct PlainMetadata {
    agent_name: String,
    task_id: String,
    status: PlainStatus,
    verbosity_level: Option<String>,
    confidence_level: f64,
    token_usage: Option<u64>,
    execution_time_seconds: Option<u64>,
    error_message: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum PlainStatus {
    Completed,
    Blocked,
    Failed,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "reading them is the work")]
struct KnownFindings {
    context_map: Vec<(String, Option<String>)>,
    verdict: String,
    files: u64,
}

type Peer = (&'static str, fn(&str) -> bool);

const REPAIRERS: [Peer; 4] = [
    ("jsonrepair", |text| jsonrepair::repair_to_value(text, &jsonrepair::Options::default()).is_ok_and(is_report)),
    ("jsonrepair-rs", |text| jsonrepair_rs::jsonrepair_value(text).is_ok_and(is_report)),
    ("llm-json-repair", |text| llm_json_repair::parse::<Value>(text).is_ok_and(is_report)),
    ("llm_json", |text| llm_json::loads(text, &llm_json::RepairOptions::default()).is_ok_and(is_report)),
];

#[expect(clippy::needless_pass_by_value, reason = "the value is made to be dropped here")]
fn is_report(value: Value) -> bool {
    value.get("report_metadata").is_some()
}

fn ours(text: &str) -> usize {
    let parsed = ContractReport::parse(&Source::new(text), &ReadOptions::default());
    parsed.diagnostics().len() + usize::from(parsed.read().is_some())
}

fn inputs() -> [(&'static str, String); 2] {
    [("small", clean(8, 3)), ("large", clean(5_800, 800))]
}

fn clean_input(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("report-contract clean");
    for (name, text) in inputs() {
        assert_eq!(ours(&text), 1, "clean: a value and nothing to say");
        let plain = serde_json::from_str::<Plain<Map<String, Value>>>(&text).expect("the types fit");
        assert!(matches!(plain.report_metadata.status, PlainStatus::Completed));
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("ours", name), &text, |bencher, text| {
            bencher.iter(|| ours(black_box(text)));
        });
        group.bench_with_input(BenchmarkId::new("serde_json typed", name), &text, |bencher, text| {
            bencher.iter(|| serde_json::from_str::<Plain<Map<String, Value>>>(black_box(text)).is_ok());
        });
        group.bench_with_input(BenchmarkId::new("serde_json typed, findings known", name), &text, |bencher, text| {
            bencher.iter(|| serde_json::from_str::<Plain<KnownFindings>>(black_box(text)).is_ok());
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
    serde_json::from_str(include_str!("../../../schemas/v1/report-contract.schema.json")).expect("JSON")
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
    repaired_input(criterion, "report-contract broken", broken);
}

fn truncated_input(criterion: &mut Criterion) {
    repaired_input(criterion, "report-contract truncated", truncated);
}

/// Twice the length should take twice the time.
fn linear(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("report-contract broken, by length");
    for (name, references) in [("0.5 MB", 3_000), ("1 MB", 6_000), ("2 MB", 12_000)] {
        let text = broken(&clean(references, 10));
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
