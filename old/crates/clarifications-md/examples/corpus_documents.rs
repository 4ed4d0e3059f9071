//! Reads every `.json` as an evaluation and every `.md` as decisions in the folders named by `CLARIFICATIONS_CORPUS`
//! (with `:` between) and prints what was found. For trying the readers on what agents wrote.
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "an example that reads files and prints")]

use clarifications_md::{Decisions, Evaluation};
use envelope_core::{Envelope, ReadOptions, Source};

fn main() -> std::io::Result<()> {
    let folders = std::env::var("CLARIFICATIONS_CORPUS").unwrap_or_else(|_| ".".to_owned());
    for folder in folders.split(':') {
        let mut paths: Vec<_> = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        for path in paths {
            let bytes = std::fs::read(&path)?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("json") => show::<Evaluation>(&name, &bytes),
                Some("md") => show::<Decisions>(&name, &bytes),
                _ => {}
            }
        }
    }
    Ok(())
}

fn show<T: Envelope<Options = ()>>(name: &str, bytes: &[u8]) {
    let source = Source::from_bytes(bytes);
    let parsed = T::parse(&source, &ReadOptions::default());
    let accepted = if parsed.accepted().is_some() { "accepted" } else { "refused" };
    println!("{name}: {}, {accepted}, {}", T::PROTOCOL, parsed.outcome());
    for found in parsed.records(&source) {
        println!("  {}:{} {} {}: {}", found.line, found.column, found.severity, found.rule, found.message);
    }
}
