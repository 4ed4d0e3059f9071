//! Adds results with 100 findings each, finishes, and prints the peak of resident memory per finding (Linux).
//! `cargo run --release -p clarity-protocol --example aggregate_memory -- 1000000`
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "an example that asks the system and prints")]

use std::fmt::Write as _;

use clarity_protocol::aggregate::{Aggregate, Fingerprint};

fn main() {
    let findings: usize = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(100_000);
    let before = peak();
    let mut aggregate = Aggregate::new();
    let mut texts = 0;
    for result in 0..findings / 100 {
        let text = message(result, &mut texts);
        aggregate.add(&format!("r{result}.md"), Fingerprint::of(text.as_bytes()), &clarity_protocol::parse(text));
    }
    let added = peak();
    let report = aggregate.finish();
    let finished = peak();
    let per = |bytes: usize| bytes.saturating_sub(before) / findings.max(1);
    println!(
        "{findings} findings, {} left after merging; {} bytes of text each",
        report.findings.len(),
        texts / findings.max(1)
    );
    println!("peak per finding: {} bytes when added, {} bytes when finished", per(added), per(finished));
}

/// The peak of resident memory so far, in bytes.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap_or_default() * 1024
}

fn message(result: usize, texts: &mut usize) -> String {
    let mut text = format!(
        "RESULT: FINDINGS | Type: consistency | Pair: docs/store.md/docs/api.md | Findings: 100 | Critical: 0 | Major: 0 | \
         Minor: 100\n\n---\n**Protocol**: v1\n**Agent**: consistency checker {result}\n**Assigned**: compare both\n\
         **Scope**: docs\n**Coverage**: 100%\n**Confidence**: high\n---\n\n| ID | Severity | Type | Location | \
         Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n"
    );
    let head = text.len();
    for row in 0..100 {
        let _ = writeln!(
            text,
            "| F{row} | minor | contradiction | docs/part-{}/Store.md, section {result}.{row} | docs/api.md, `put` {result} | \
             the store keeps every version, the interface says that only the last one is kept | align both on {row} \
             versions |",
            result % 100
        );
    }
    *texts += text.len() - head;
    text
}
