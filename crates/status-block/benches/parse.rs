//! Reading a canonical block, beside typed YAML crates on the same bytes.
//!
//! `small` is one block of about 550 bytes, `usual` one of about 2 KB, `huge` one of about 1 MB with many files.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use serde::Deserialize;
use status_block::{BlockStatus, Errors, Files, NextAction, Paths, StatusBlock, Summary, render};

/// The comparator: plain derives, owned, without extras.
#[derive(Deserialize)]
#[expect(dead_code, reason = "only the time to fill it counts")]
struct Block {
    #[serde(rename = "STATUS")]
    status: String,
    #[serde(rename = "SUMMARY")]
    summary: PlainSummary,
    #[serde(rename = "FILES")]
    files: PlainFiles,
    #[serde(rename = "NEXT_ACTION")]
    next_action: PlainNext,
    #[serde(rename = "ERRORS")]
    errors: Option<PlainErrors>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only the time to fill it counts")]
struct PlainSummary {
    what_i_did: String,
    confidence: String,
    iterations_used: u64,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only the time to fill it counts")]
struct PlainFiles {
    created: Vec<String>,
    modified: Vec<String>,
    read: Vec<String>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only the time to fill it counts")]
struct PlainNext {
    recommended_agent: String,
    reason: String,
    context_forward: String,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only the time to fill it counts")]
struct PlainErrors {
    message: String,
    details: String,
    can_retry: bool,
}

fn block(files: usize, sentences: usize) -> String {
    let paths = |folder: &str, count: usize| -> Paths {
        (0..count).map(|at| format!("{folder}/module_{at}/file_{at}.rs")).collect()
    };
    let text =
        |start: &str| format!("{start}{}", " Checked the limit on line 40: it is per address.".repeat(sentences));
    let block = StatusBlock::new(BlockStatus::Failed)
        .summary(Summary::new(text("Added rate limits to the login route."), "high".into(), 2))
        .files(Files::new(paths("src", files), paths("tests", files), paths("docs", 2 * files)))
        .next_action(NextAction::new(
            "reviewer or orchestrator",
            text("It touches authentication."),
            text("Review src/login.rs from line 40."),
        ))
        .errors(
            Errors::new(text("The test database refuses connections."), true)
                .details("connect: refused\n  at db.rs:12"),
        );
    render(&block)
}

/// The block as the renderer writes it.
fn canonical(criterion: &mut Criterion) {
    compare(
        criterion,
        "status-block canonical",
        &[("small", block(1, 0)), ("usual", block(6, 5)), ("huge", block(8000, 5))],
    );
}

/// The same with comments.
fn commented(criterion: &mut Criterion) {
    let commented = |text: String| {
        let text = text.replacen("STATUS: failed", "STATUS: failed  # so far", 1);
        text.replacen("ERRORS:\n", "# what went wrong\nERRORS:  # only if blocked or failed\n", 1)
    };
    compare(
        criterion,
        "status-block commented",
        &[("small", commented(block(1, 0))), ("usual", commented(block(6, 5))), ("huge", commented(block(8000, 5)))],
    );
}

/// The same with one value that is not written as the renderer writes it, which is enough to need the line reader.
fn by_lines(criterion: &mut Criterion) {
    let quoted = |text: String| text.replacen("STATUS: failed", "STATUS: \"failed\"", 1);
    compare(
        criterion,
        "status-block by lines",
        &[("small", quoted(block(1, 0))), ("usual", quoted(block(6, 5))), ("huge", quoted(block(8000, 5)))],
    );
}

fn compare(criterion: &mut Criterion, work: &str, inputs: &[(&str, String)]) {
    let mut group = criterion.benchmark_group(work);
    group.sample_size(20).measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(300));
    for (name, text) in inputs {
        assert!(status_block::parse(text.as_str()).diagnostics().is_empty());
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("ours", name), text, |bencher, text| {
            bencher.iter(|| black_box(status_block::parse(black_box(text.as_str()))));
        });
        group.bench_with_input(BenchmarkId::new("serde_norway", name), text, |bencher, text| {
            bencher.iter(|| black_box(serde_norway::from_str::<Block>(black_box(text)).expect("valid YAML")));
        });
        group.bench_with_input(BenchmarkId::new("serde_yaml_ng", name), text, |bencher, text| {
            bencher.iter(|| black_box(serde_yaml_ng::from_str::<Block>(black_box(text)).expect("valid YAML")));
        });
        group.bench_with_input(BenchmarkId::new("serde-saphyr", name), text, |bencher, text| {
            bencher.iter(|| black_box(serde_saphyr::from_str::<Block>(black_box(text)).expect("valid YAML")));
        });
    }
    group.finish();
}

criterion_group!(benches, canonical, commented, by_lines);
criterion_main!(benches);
