//! Reads every file of the folder named by `JSON_RETURN_CORPUS` in both dialects and prints how many were accepted, and
//! how often each rule spoke. For trying the reader on returns that agents wrote.
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "an example that reads files and prints")]

use std::collections::BTreeMap;

use envelope_core::{Envelope as _, ReadOptions, Source};
use json_return::{Dialect, SubagentReturn};

fn main() -> std::io::Result<()> {
    let folder = std::env::var("JSON_RETURN_CORPUS").unwrap_or_else(|_| ".".to_owned());
    let show = std::env::args().nth(1);
    let mut paths: Vec<_> = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for (name, dialect) in [("spec", Dialect::spec()), ("contextual", Dialect::contextual())] {
        let options = ReadOptions::new(dialect);
        let (mut accepted, mut rules) = (0_usize, BTreeMap::<String, (usize, usize)>::new());
        for path in &paths {
            let bytes = std::fs::read(path)?;
            let source = Source::from_bytes(&bytes);
            let parsed = SubagentReturn::parse(&source, &options);
            accepted += usize::from(parsed.accepted().is_some());
            let mut in_file = std::collections::BTreeSet::new();
            for found in parsed.records(&source) {
                let key = format!("{} {}", found.severity, found.rule);
                let counts = rules.entry(key.clone()).or_default();
                counts.0 += 1;
                counts.1 += usize::from(in_file.insert(key));
                if show.as_deref() == Some(name) && found.severity == envelope_core::Severity::Error {
                    println!("{}: {}: {}", path.display(), found.pointer.unwrap_or_default(), found.message);
                }
            }
        }
        println!("{name}: {accepted} of {} accepted", paths.len());
        for (rule, (times, files)) in rules {
            println!("  {rule}: {times} in {files} files");
        }
    }
    Ok(())
}
