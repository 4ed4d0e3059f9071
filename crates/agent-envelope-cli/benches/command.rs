//! The command as a process: 10,000 files against a loop in Python, two threads against one, and the hook against `true`.

#![allow(clippy::disallowed_methods, clippy::unwrap_used, missing_docs, reason = "a bench")]

use std::fs::{self, File};
use std::process::{Command, Stdio};

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use serde_json::json;

const ENVELOPE: &str = env!("CARGO_BIN_EXE_envelope");
// Installed by `cargo xtask interop`.
const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/interop/python/bin/python");
const LOOP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../interop/python/speed_check.py");

fn run(command: &mut Command) {
    let status = command.stdout(Stdio::null()).status();
    assert!(status.is_ok_and(|status| status.success()), "{command:?} fails");
}

fn check(c: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    for at in 0..10_000 {
        let text = include_str!("../../../interop/return.json");
        fs::write(folder.path().join(format!("{at}.json")), text).unwrap();
    }
    let mut group = c.benchmark_group("check 10,000 files");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for threads in ["1", "2"] {
        let mut command = Command::new(ENVELOPE);
        command.args(["check", "--format", "json"]).arg(folder.path()).env("RAYON_NUM_THREADS", threads);
        group.bench_function(format!("envelope, threads: {threads}"), |b| b.iter(|| run(&mut command)));
    }
    let mut python = Command::new(PYTHON);
    python.arg(LOOP).arg(folder.path());
    group.bench_function("Python, jsonschema", |b| b.iter(|| run(&mut python)));
    group.finish();
}

fn hook(c: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("input.json");
    let message = include_str!("../../status-block/src/canonical/success.txt");
    fs::write(&input, json!({"session_id": "s", "last_assistant_message": message}).to_string()).unwrap();
    let mut group = c.benchmark_group("hook");
    for (name, program, args) in [("envelope hook", ENVELOPE, &["hook", "claude-code"][..]), ("true", "true", &[])] {
        let mut command = Command::new(program);
        command.args(args).env("XDG_CACHE_HOME", folder.path());
        group.bench_function(name, |b| b.iter(|| run(command.stdin(File::open(&input).unwrap()))));
    }
    group.finish();
}

criterion_group!(benches, check, hook);
criterion_main!(benches);
