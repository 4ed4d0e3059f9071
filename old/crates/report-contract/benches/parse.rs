//! How fast reports are read and judged, next to what else there is for the same input.
//!
//! What is measured, and how, stands in `testing/json_bench`; here are the documents and the types of the typed peers.
//! Findings are a map whose shape only the agent knows, for us and for the typed peer; a second one knows the shape of
//! these findings beforehand.

#[path = "../../../testing/json_bench/mod.rs"]
mod json_bench;

use std::fmt::Write as _;

use criterion::{Criterion, criterion_group, criterion_main};
use json_bench::{Input, Typed, by_length, changed, clean, in_prose, repaired, truncated};
use report_contract::ContractReport;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// What every report has.
const KEY: &str = "report_metadata";
/// The published schema.
const SCHEMA: &str = include_str!("../../../schemas/v1/report-contract.schema.json");
const TYPED: [Typed; 2] = [
    ("serde_json typed", is_completed::<Map<String, Value>>),
    ("serde_json typed, findings known", is_completed::<KnownFindings>),
];

/// A clean report with so many references and recommendations.
fn document(references: usize, recommendations: usize) -> String {
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
    in_prose(&clean.replace("\"\n      ]", "\",\n      ]").replace("\"\n  ]", "\",\n  ]").replace("null", "None"))
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

fn is_completed<F: DeserializeOwned>(text: &str) -> bool {
    let plain = serde_json::from_str::<Plain<F>>(text);
    plain.is_ok_and(|plain| matches!(plain.report_metadata.status, PlainStatus::Completed))
}

fn inputs() -> [Input; 2] {
    [("small", document(8, 3)), ("large", document(5_800, 800))]
}

fn clean_input(criterion: &mut Criterion) {
    clean::<ContractReport>(criterion, &inputs(), &TYPED, SCHEMA);
}

fn broken_input(criterion: &mut Criterion) {
    repaired::<ContractReport>(criterion, "broken", &changed(&inputs(), broken), KEY);
}

fn truncated_input(criterion: &mut Criterion) {
    repaired::<ContractReport>(criterion, "truncated", &changed(&inputs(), truncated), KEY);
}

fn linear(criterion: &mut Criterion) {
    let lengths = [("0.5 MB", 3_000), ("1 MB", 6_000), ("2 MB", 12_000)];
    let inputs = lengths.map(|(name, references)| (name, document(references, 10)));
    by_length::<ContractReport>(criterion, &changed(&inputs, broken));
}

criterion_group! {
    name = benches;
    config = json_bench::config();
    targets = clean_input, broken_input, truncated_input, linear
}

criterion_main!(benches);
