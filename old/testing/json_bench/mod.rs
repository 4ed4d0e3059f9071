//! What the benches of the protocols that are JSON on the wire have in common; each takes this folder in by its path.
//!
//! Groups are the work, functions who does it, parameters the input: small is about 2 KB, large about 1 MB. `ours` reads,
//! applies every rule and tells every deviation with its place. The typed peers are plain serde on owned types without
//! extras; the repair crates give an untyped value. A peer that cannot read an input is left out for it.

mod repairers;

use std::cell::LazyCell;
use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use envelope_core::{Envelope, ReadOptions, Source};
use repairers::REPAIRERS;
use serde_json::Value;

/// The name of an input, and its text.
pub(crate) type Input = (&'static str, String);

/// The name of a peer that only reads what is clean, and whether it can.
pub(crate) type Typed = (&'static str, fn(&str) -> bool);

/// How long each benchmark runs.
pub(crate) fn config() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
}

/// Documents without a fault, beside types and the published schema, so that the peer judges by the same words.
pub(crate) fn clean<E: Envelope>(criterion: &mut Criterion, inputs: &[Input], typed: &[Typed], schema: &str) {
    let compile = || jsonschema::validator_for(&serde_json::from_str(schema).expect("JSON")).expect("a schema");
    let validator = LazyCell::new(compile);
    let is_valid = |text: &str| serde_json::from_str::<Value>(text).is_ok_and(|value| validator.is_valid(&value));
    let mut group = criterion.benchmark_group(format!("{} clean", E::PROTOCOL));
    for (name, text) in inputs {
        assert_eq!(read::<E>(text), 1, "clean: a value and nothing to say");
        // Before any is measured: what others have freed is a part of what `malloc` costs, and is to be the same.
        assert!(typed.iter().all(|(_, read)| read(text)), "the types fit");
        ours::<E>(&mut group, name, text);
        for (peer, read) in typed {
            group.bench_with_input(BenchmarkId::new(*peer, name), text, |bencher, text| {
                bencher.iter(|| read(black_box(text)));
            });
        }
        group.bench_with_input(BenchmarkId::new("serde_json Value + jsonschema", name), text, |bencher, text| {
            // Patterns are compiled when they are first asked, which is no part of the work.
            assert!(is_valid(text));
            bencher.iter(|| is_valid(black_box(text)));
        });
    }
}

/// Documents that must be repaired; what has the key `key` counts as read.
pub(crate) fn repaired<E: Envelope>(criterion: &mut Criterion, work: &str, inputs: &[Input], key: &str) {
    let mut group = criterion.benchmark_group(format!("{} {work}", E::PROTOCOL));
    for (name, text) in inputs {
        ours::<E>(&mut group, name, text);
        for (peer, repair) in REPAIRERS {
            let reads = |text: &str| repair(text).is_some_and(|value| value.get(key).is_some());
            if reads(text) {
                group.bench_with_input(BenchmarkId::new(peer, name), text, |bencher, text| {
                    bencher.iter(|| reads(black_box(text)));
                });
            }
        }
    }
}

/// Twice the length should take twice the time.
pub(crate) fn by_length<E: Envelope>(criterion: &mut Criterion, inputs: &[Input]) {
    let mut group = criterion.benchmark_group(format!("{} broken, by length", E::PROTOCOL));
    for (name, text) in inputs {
        ours::<E>(&mut group, name, text);
    }
}

/// The inputs, changed.
pub(crate) fn changed(inputs: &[Input], change: fn(&str) -> String) -> Vec<Input> {
    inputs.iter().map(|(name, text)| (*name, change(text))).collect()
}

/// In prose and a fence, as models write it.
pub(crate) fn in_prose(text: &str) -> String {
    format!("Here is my report on the ledger:\n\n```json\n{text}```\n\nLet me know if anything is unclear.\n")
}

/// The first seven tenths.
pub(crate) fn truncated(clean: &str) -> String {
    let at = (0..=clean.len() * 7 / 10).rev().find(|at| clean.is_char_boundary(*at)).unwrap_or(0);
    clean[..at].to_owned()
}

fn ours<E: Envelope>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, text: &str) {
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_with_input(BenchmarkId::new("ours", name), text, |bencher, text| {
        bencher.iter(|| read::<E>(black_box(text)));
    });
}

fn read<E: Envelope>(text: &str) -> usize {
    let parsed = E::parse(&Source::new(text), &ReadOptions::default());
    parsed.diagnostics().len() + usize::from(parsed.read().is_some())
}
