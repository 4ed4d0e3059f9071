//! How fast returns are read and judged, next to what else there is for the same input.
//!
//! What is measured, and how, stands in `testing/json_bench`; here are the documents and the types of the typed peer.

#[path = "../../../testing/json_bench/mod.rs"]
mod json_bench;

use std::fmt::Write as _;

use criterion::{Criterion, criterion_group, criterion_main};
use json_bench::{Input, Typed, by_length, changed, clean, in_prose, repaired, truncated};
use json_return::SubagentReturn;
use serde::Deserialize;

/// What every return has.
const KEY: &str = "status";
/// The published schema.
const SCHEMA: &str = include_str!("../../../schemas/v1/json-return.schema.json");
const TYPED: [Typed; 1] = [("serde_json typed", |text| {
    serde_json::from_str::<Plain>(text).is_ok_and(|plain| matches!(plain.status, PlainStatus::Partial))
})];

/// A clean return with so many artifacts and errors.
fn document(artifacts: usize, errors: usize) -> String {
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
    in_prose(&clean.replace("\n    }\n  ]", "\n    },\n  ]").replace("true", "True").replace("\"\n    }", "\",\n    }"))
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

fn inputs() -> [Input; 2] {
    [("small", document(7, 3)), ("large", document(4_800, 1_800))]
}

fn clean_input(criterion: &mut Criterion) {
    clean::<SubagentReturn>(criterion, &inputs(), &TYPED, SCHEMA);
}

fn broken_input(criterion: &mut Criterion) {
    repaired::<SubagentReturn>(criterion, "broken", &changed(&inputs(), broken), KEY);
}

fn truncated_input(criterion: &mut Criterion) {
    repaired::<SubagentReturn>(criterion, "truncated", &changed(&inputs(), truncated), KEY);
}

fn linear(criterion: &mut Criterion) {
    let lengths = [("0.5 MB", 3_500), ("1 MB", 7_000), ("2 MB", 14_000)];
    let inputs = lengths.map(|(name, artifacts)| (name, document(artifacts, 10)));
    by_length::<SubagentReturn>(criterion, &changed(&inputs, broken));
}

criterion_group! {
    name = benches;
    config = json_bench::config();
    targets = clean_input, broken_input, truncated_input, linear
}

criterion_main!(benches);
