//! The JSON reader beside what it is compared with: one group per work, one run for all (design, "Speed").

#[path = "../../../testing/json_bench/repairers.rs"]
mod repairers;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use envelope_core::json::{Request, exact, read};
use envelope_core::{Limits, Source};
use repairers::REPAIRERS;
use serde::Deserialize;
use serde_json::{Value, json};

/// The comparator: plain derives, owned, without extras.
#[derive(Deserialize)]
struct Return {
    status: String,
    summary: String,
    artifacts: Vec<Artifact>,
    metadata: Metadata,
    errors: Vec<Problem>,
}

#[derive(Deserialize)]
struct Artifact {
    r#type: String,
    path: String,
    summary: String,
}

#[derive(Deserialize)]
struct Metadata {
    session_id: String,
    agent_type: String,
    delegation_depth: u64,
    delegation_path: Vec<String>,
}

#[derive(Deserialize)]
struct Problem {
    r#type: String,
    message: String,
    recoverable: bool,
    recommendation: String,
}

impl Return {
    /// Reads every field, so that none is optimised away.
    fn weight(&self) -> usize {
        let artifacts =
            self.artifacts.iter().map(|artifact| artifact.r#type.len() + artifact.path.len() + artifact.summary.len());
        let errors = self.errors.iter().map(|error| {
            error.r#type.len() + error.message.len() + error.recommendation.len() + usize::from(error.recoverable)
        });
        let metadata = &self.metadata;
        self.status.len()
            + self.summary.len()
            + metadata.session_id.len()
            + metadata.agent_type.len()
            + metadata.delegation_path.len()
            + usize::try_from(metadata.delegation_depth).unwrap_or_default()
            + artifacts.sum::<usize>()
            + errors.sum::<usize>()
    }
}

/// A return with so many artifacts: 8 make 2 KB ("small"), 3800 make 1 MB ("large").
fn document(artifacts: usize) -> String {
    let artifact = |number: usize| {
        json!({
            "type": "implementation",
            "path": format!("src/module_{number}/parser.rs"),
            "summary": format!("Part {number}: reads \"quoted\" words and keeps the line ends as they were")
        })
    };
    let error = |number: usize| {
        json!({
            "type": "timeout",
            "message": format!("step {number} timed out after 30s"),
            "recoverable": true,
            "recommendation": "try again"
        })
    };
    let value = json!({
        "status": "partial",
        "summary": "Two of three phases are done. The third waits.",
        "artifacts": (0..artifacts).map(artifact).collect::<Vec<_>>(),
        "metadata": {
            "session_id": "sess_1735460684_a1b2c3",
            "agent_type": "implementer",
            "delegation_depth": 1,
            "delegation_path": ["orchestrator", "implement", "implementer"]
        },
        "errors": (0..=artifacts / 3).map(error).collect::<Vec<_>>()
    });
    format!("{value:#}\n")
}

/// Fenced, in prose, with trailing commas and Python's literals.
fn broken(artifacts: usize) -> String {
    let text = document(artifacts).replace("\"\n    }", "\",\n    }").replace("true", "True");
    format!("Here is the report:\n\n```json\n{text}```\nThat is all.\n")
}

fn truncated(artifacts: usize) -> String {
    let text = document(artifacts);
    text[..text.len() * 9 / 10].to_owned()
}

fn bench(criterion: &mut Criterion) {
    for (name, artifacts) in [("small", 8), ("large", 3800)] {
        let clean = document(artifacts);
        let mut group = criterion.benchmark_group("json clean, typed");
        group.throughput(Throughput::Bytes(clean.len() as u64));
        group.bench_function(BenchmarkId::new("ours", name), |bencher| {
            bencher.iter(|| {
                exact::<Return>(&Source::new(black_box(&*clean)), Limits::default()).map(|value| value.weight())
            });
        });
        group.bench_function(BenchmarkId::new("serde_json", name), |bencher| {
            bencher.iter(|| serde_json::from_str::<Return>(black_box(&clean)).map(|value| value.weight()).ok());
        });
        group.finish();

        let mut group = criterion.benchmark_group("json clean, tree");
        group.throughput(Throughput::Bytes(clean.len() as u64));
        group.bench_function(BenchmarkId::new("ours", name), |bencher| {
            bencher.iter(|| read(&Source::new(black_box(&*clean)), &Request::default()).tree);
        });
        group.bench_function(BenchmarkId::new("serde_json Value", name), |bencher| {
            bencher.iter(|| serde_json::from_str::<Value>(black_box(&clean)).ok());
        });
        group.finish();

        for (work, text) in [("json broken", broken(artifacts)), ("json truncated", truncated(artifacts))] {
            let mut group = criterion.benchmark_group(work);
            group.throughput(Throughput::Bytes(text.len() as u64));
            group.bench_function(BenchmarkId::new("ours", name), |bencher| {
                bencher
                    .iter(|| read(&Source::new(black_box(&*text)), &Request::requiring(&["status", "artifacts"])).tree);
            });
            // A peer that cannot read the input is not measured on it.
            for (peer, repair) in REPAIRERS {
                if repair(&text).is_some() {
                    group.bench_function(BenchmarkId::new(peer, name), |bencher| {
                        bencher.iter(|| repair(black_box(&text)));
                    });
                }
            }
            group.finish();
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_millis(1500));
    targets = bench
}
criterion_main!(benches);
