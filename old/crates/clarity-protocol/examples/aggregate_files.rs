//! Aggregates the files named as arguments and prints the report as Markdown, or with `--json` first as JSON.
//! `cargo run -p clarity-protocol --example aggregate_files -- fixtures/aggregate/severity-disagreement/inputs/*`
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "an example that reads files and prints")]

use clarity_protocol::aggregate::{Aggregate, Fingerprint, render};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut aggregate = Aggregate::new();
    let (flags, files): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|name| name == "--json");
    for file in files {
        match std::fs::read(&file) {
            Ok(bytes) => {
                let parsed = clarity_protocol::parse(bytes.as_slice());
                aggregate.add(&file, Fingerprint::of(&bytes), &parsed);
            }
            Err(error) => aggregate.add_unreadable(&file, Fingerprint::of(&[]), &error.to_string()),
        }
    }
    let report = aggregate.finish();
    let text = if flags.is_empty() { render(&report) } else { serde_json::to_string_pretty(&report)? + "\n" };
    print!("{text}");
    Ok(())
}
