//! How much memory the aggregation of 1,000,000 findings takes at its peak, and how much its inputs take (Linux).
//!
//! `cargo run --release -p clarity-protocol --example memory`

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "it reads a figure of its process, and prints")]

#[path = "../benches/findings/mod.rs"]
mod findings;

use clarity_protocol::aggregate::Expected;

const COUNT: usize = 1_000_000;

fn main() {
    let results = (0..COUNT).step_by(findings::PER_RESULT);
    let results = results.map(|start| (start..start + findings::PER_RESULT).map(findings::finding).collect());
    let aggregate = findings::aggregate(results);
    let inputs = megabytes("VmRSS:");
    let report = aggregate.finish(&Expected::default());
    let peak = megabytes("VmHWM:");
    let merged = report.stats.total_findings;
    println!("{COUNT} findings ({merged} merged): inputs {inputs:.0} MB, peak {peak:.0} MB, {:.2} x", peak / inputs);
}

/// A figure of this process.
fn megabytes(name: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).map_or(f64::NAN, |kb| kb / 1024.0)
}
