//! Reads every file of the folder named by `CLARITY_CORPUS` and prints for each whether it was accepted, its outcome and
//! which rules spoke. For trying the reader on messages that agents wrote.
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "an example that reads files and prints")]

use std::collections::BTreeMap;

use clarity_protocol::ClarityResult;
use envelope_core::{Envelope as _, ReadOptions, Source};

fn main() -> std::io::Result<()> {
    let folder = std::env::var("CLARITY_CORPUS").unwrap_or_else(|_| ".".to_owned());
    let mut paths: Vec<_> = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let mut accepted = 0_usize;
    for path in &paths {
        let bytes = std::fs::read(path)?;
        let parsed = ClarityResult::parse(&Source::from_bytes(&bytes), &ReadOptions::default());
        let taken = parsed.accepted().is_some();
        accepted += usize::from(taken);
        let mut rules = BTreeMap::<String, usize>::new();
        for found in parsed.diagnostics() {
            *rules.entry(format!("{} {}", found.severity, found.rule.code())).or_default() += 1;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        println!("{name}: {}, outcome {}", if taken { "accepted" } else { "refused" }, parsed.outcome());
        for (rule, times) in rules {
            println!("  {rule}: {times}");
        }
    }
    println!("{accepted} of {} accepted", paths.len());
    Ok(())
}
