//! Seeds: the inputs of the fixtures, with the bytes before and between them that a target asks for.

use std::path::{Path, PathBuf};

use agent_envelope::Protocol;

use crate::repo;

/// Name and bytes.
type Seed = (String, Vec<u8>);

/// Writes the seeds of a target below `fuzz/corpus`, where git does not look; how many there are.
pub(super) fn write(root: &Path, target: &str) -> Result<usize, String> {
    let folder = root.join("fuzz/corpus").join(target);
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let mut seeds = of(root, target)?;
    for path in repo::entries(&root.join("fuzz/regressions").join(target))? {
        seeds.push((format!("regression-{}", name(&path)), repo::read(&path)?));
    }
    for (name, bytes) in &seeds {
        let path = folder.join(format!("seed-{name}"));
        std::fs::write(&path, bytes).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(seeds.len())
}

/// The seeds of a target.
pub(super) fn of(root: &Path, target: &str) -> Result<Vec<Seed>, String> {
    let kind = |kind: &str, prefix: &str, suffix: &[u8]| -> Result<Vec<Seed>, String> {
        let inputs = inputs(&root.join("fixtures").join(kind))?;
        inputs.iter().map(|path| seed(root, path, prefix, suffix)).collect()
    };
    match target {
        "json" => kinds(&["json-return", "report-contract", "answer-evaluation", "json"], |name| kind(name, "", b"")),
        "json_return" => kind("json-return", "", b""),
        "report_contract" => kind("report-contract", "", b""),
        "status_block" => {
            let pads = kind("scratchpad", "1", b"\0STATUS: success\n[AGENT OUTPUT ENDS]\n\0Done.")?;
            Ok([kind("status-block", "0", b"")?, pads].concat())
        }
        "clarity" => kind("clarity-result", "", b""),
        "clarifications" => kind("clarifications", "", b""),
        "evaluation_decisions" => Ok([kind("answer-evaluation", "0", b"")?, kind("decisions", "1", b"")?].concat()),
        "convert" => {
            let every = Protocol::ALL.iter().enumerate();
            let every = every.map(|(at, protocol)| kind(protocol.kind(), &at.to_string(), b""));
            Ok(every.collect::<Result<Vec<_>, String>>()?.concat())
        }
        "edits" => {
            kind("clarifications", "", b"\0B. Said\n\nin *two* paragraphs\0##### R1.1: Why\nBecause?\n\n**Answer:**\n")
        }
        "aggregate" => {
            let mut seeds = together(root)?;
            seeds.extend(kinds(&["clarity-result", "demo"], |name| kind(name, "", b""))?);
            Ok(seeds)
        }
        "hook" => hooks(root),
        other => Err(format!("{other} has no seeds: say in xtask/src/fuzz/seeds.rs where they are")),
    }
}

fn kinds(names: &[&str], seeds: impl Fn(&str) -> Result<Vec<Seed>, String>) -> Result<Vec<Seed>, String> {
    Ok(names.iter().map(|name| seeds(name)).collect::<Result<Vec<_>, String>>()?.concat())
}

/// The inputs of a folder, without what is expected of them.
fn inputs(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let files = repo::walk(folder)?;
    let text = files.iter().any(|path| matches!(end(path), "md" | "txt"));
    let is_input = |path: &PathBuf| match end(path) {
        "md" | "txt" | "bin" => true,
        "json" => !text && !name(path).ends_with(".options.json") && !name(path).ends_with(".value.json"),
        _ => false,
    };
    Ok(files.into_iter().filter(is_input).collect())
}

fn seed(root: &Path, path: &Path, prefix: &str, suffix: &[u8]) -> Result<Seed, String> {
    let bytes = [prefix.as_bytes(), &repo::read(path)?, suffix].concat();
    Ok((repo::relative(&root.join("fixtures"), path).replace('/', "-"), bytes))
}

/// The inputs of each aggregation, up to four of them, with NUL between.
fn together(root: &Path) -> Result<Vec<Seed>, String> {
    let mut seeds = Vec::new();
    for case in repo::entries(&root.join("fixtures/aggregate"))? {
        let files = repo::walk(&case.join("inputs"))?;
        let inputs = files.iter().take(4).map(|path| repo::read(path)).collect::<Result<Vec<_>, String>>()?;
        seeds.push((format!("aggregate-{}", name(&case)), inputs.join(&0)));
    }
    Ok(seeds)
}

/// What clients send, with the transcript that it names.
fn hooks(root: &Path) -> Result<Vec<Seed>, String> {
    let folder = root.join("fixtures/hook");
    let files = repo::entries(&folder)?;
    let mut seeds = Vec::new();
    for path in files.iter().filter(|path| end(path) == "json") {
        let json = repo::read(path)?;
        let named = |other: &&PathBuf| end(other) == "jsonl" && String::from_utf8_lossy(&json).contains(name(other));
        let transcript = files.iter().find(named).map(|path| repo::read(path)).transpose()?;
        let auto = Protocol::ALL.len().to_string();
        let mut bytes = [auto.as_bytes(), &json].concat();
        bytes.extend(transcript.into_iter().flat_map(|lines| [vec![0], lines].concat()));
        seeds.push((format!("hook-{}", name(path)), bytes));
    }
    Ok(seeds)
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

fn end(path: &Path) -> &str {
    path.extension().and_then(|end| end.to_str()).unwrap_or_default()
}
