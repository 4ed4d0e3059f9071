//! Full typed parse and rules, next to a bare pass of the Markdown parser over the same text.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use clarity_protocol::parse;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use pulldown_cmark::{Options, Parser};

/// A clean consistency result: a table of findings, then a discussion of each grave one. Every second row is minor.
fn message(findings: usize) -> String {
    let (critical, minor) = (findings / 2, findings - findings / 2);
    let mut text = format!(
        "RESULT: FINDINGS | Type: consistency | Pair: docs/store.md/docs/api.md | Findings: {findings} | \
         Critical: {critical} | Major: 0 | Minor: {minor}\n\n---\n**Protocol**: v1\n**Agent**: consistency checker\n\
         **Assigned**: compare both documents\n**Scope**: docs/store.md, docs/api.md\n**Coverage**: 100%\n\
         **Confidence**: high\n---\n\n## Findings\n\n| ID | Severity | Type | Location | Counter-location | \
         Description | Suggestion |\n|---|---|---|---|---|---|---|\n"
    );
    for id in 1..=findings {
        let severity = if id % 2 == 0 { "critical" } else { "minor" };
        let _ = writeln!(
            text,
            "| F{id} | {severity} | contradiction | docs/store.md, section {id}.2 | docs/api.md, `put` | the store keeps \
             *every* version, the interface says that only the last one is kept | align both on `{id}` versions |"
        );
    }
    for id in (2..=findings).step_by(2) {
        let _ = write!(
            text,
            "\n### F{id}: versions\n\nThe store's section {id}.2 promises that no version is ever dropped, and the \
             restore command **relies** on it. The interface in `put` says the contrary:\n\n- the last version wins\n- \
             older ones may go at any time\n"
        );
    }
    text
}

/// A clean digest of a document with this many sections: prose under headings, lists, fences, no table.
fn prose(sections: usize) -> String {
    let mut text = String::from(
        "RESULT: CLEAN | Type: digest | Doc: docs/store.md | Sections: 3 | Entities: 0 | Cross-refs: 0\n\n---\n\
         **Protocol**: v1\n**Agent**: reader\n**Assigned**: read the document\n**Scope**: docs/store.md\n\
         **Coverage**: 100%\n**Confidence**: high\n---\n",
    );
    for number in 1..=sections {
        let _ = write!(
            text,
            "\n### {number}.2 versions\n\nThe section promises that no version is ever dropped, and the restore command \
             **relies** on it; see [the interface](api.md) and `put`.\n\n- the last version wins\n- older ones may go at \
             any time\n\n```\nput(key, version)\n```\n"
        );
    }
    text
}

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("clarity parse and rules");
    // About 2 KB and 1 MB; findings are half table, half discussions.
    let inputs = [("2KB", message(5)), ("1MB", message(3100)), ("2KB prose", prose(7)), ("1MB prose", prose(3900))];
    for (name, text) in inputs {
        assert_eq!(parse(text.as_str()).diagnostics(), [], "the input is clean");
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("ours", name), &text, |bencher, text| {
            bencher.iter(|| parse(black_box(text.as_str())));
        });
        group.bench_with_input(BenchmarkId::new("pulldown-cmark", name), &text, |bencher, text| {
            bencher.iter(|| {
                Parser::new_ext(black_box(text), Options::ENABLE_TABLES).into_offset_iter().map(black_box).count()
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = parsing;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = benches
}
criterion_main!(parsing);
