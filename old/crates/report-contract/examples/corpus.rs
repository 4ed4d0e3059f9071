//! Reads every file of the folder named by `REPORT_CONTRACT_CORPUS` and prints how many were accepted, and how often
//! each rule spoke. For trying the reader on reports that agents wrote.
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "an example that reads files and prints")]

use std::collections::BTreeMap;

use envelope_core::{Envelope as _, ReadOptions, Severity, Source};
use report_contract::ContractReport;

fn main() -> std::io::Result<()> {
    let folder = std::env::var("REPORT_CONTRACT_CORPUS").unwrap_or_else(|_| ".".to_owned());
    let show = std::env::args().nth(1).is_some();
    let mut paths: Vec<_> = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let (mut accepted, mut rules) = (0_usize, BTreeMap::<String, usize>::new());
    for path in &paths {
        let bytes = std::fs::read(path)?;
        let source = Source::from_bytes(&bytes);
        let parsed = ContractReport::parse(&source, &ReadOptions::default());
        accepted += usize::from(parsed.accepted().is_some());
        for found in parsed.records(&source) {
            *rules.entry(format!("{} {}", found.severity, found.rule)).or_default() += 1;
            if show && found.severity == Severity::Error {
                println!("{}: {}: {}", path.display(), found.pointer.unwrap_or_default(), found.message);
            }
        }
    }
    println!("{accepted} of {} accepted", paths.len());
    for (rule, times) in rules {
        println!("  {rule}: {times}");
    }
    Ok(())
}
