//! The examples for other languages, run on the fixtures: they agree with each other and with our own reading.

use std::path::{Path, PathBuf};

use envelope_core::Severity;
use envelope_core::conformance::agree::KNOWN;
use serde_json::Value;

use super::tools::Tools;
use crate::fixtures::{Folder, cases};
use crate::kind::{Kind, Seen, SeenDiagnostic};
use crate::repo;

/// The protocols that are JSON on the wire, with their kinds.
const PROTOCOLS: &[(&str, &str)] =
    &[("json-return", "json-return"), ("report-contract", "report-contract"), ("evaluation", "answer-evaluation")];

/// Members that deny a success, each with the object that it stands in: a schema takes them, and our reading does not.
const DENIALS: &[(&str, &str, &str)] = &[
    ("", "success", "false"),
    ("", "is_error", "true"),
    ("", "outcome", r#""failed""#),
    ("", "status", r#""failed""#),
    ("/metadata", "status", r#""failed""#),
    ("", "report_metadata", r#"{"status": "failed"}"#),
    ("/report_metadata", "success", "false"),
];

/// Runs both examples on every fixture that needs no options, on what programs read as different JSON, and on successes
/// that another member denies.
pub(crate) fn run(root: &Path, kinds: &'static [Kind], tools: &Tools) -> Result<(), String> {
    let mut read = 0;
    for (protocol, kind) in PROTOCOLS {
        let kind = kinds.iter().find(|known| known.name == *kind).ok_or_else(|| format!("there is no kind {kind}"))?;
        let mut cases = cases(root, kind)?;
        cases.retain(|case| !case.has_options());
        let mut refused = edges(root, kind)?;
        refused.extend(contradicted(root, kind)?);
        let files = cases.iter().map(|case| root.join(&case.shown)).chain(refused);
        let files: Vec<String> = files.map(|path| path.display().to_string()).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let python = root.join("examples/read_report.py").display().to_string();
        let python = tools.python_says(&[&[python.as_str(), protocol], files.as_slice()].concat())?;
        let [script, schemas] =
            ["examples/read-report.mts", "schemas"].map(|path| root.join(path).display().to_string());
        let node =
            tools.node_says(&[&["example.mjs", script.as_str(), &schemas, protocol], files.as_slice()].concat())?;
        let (python, node) = (results(&python)?, results(&node)?);
        if python != node {
            let differing = python.iter().zip(&node).find(|(python, node)| python != node);
            return Err(format!("the examples in Python and TypeScript differ: {differing:?}"));
        }
        if python.len() != files.len() {
            return Err("an example did not answer about every file".to_owned());
        }
        // None of these is accepted by our reading.
        let taken = python.iter().skip(cases.len()).find(|result| result["valid"] == true);
        if let Some(taken) = taken {
            return Err(format!("the examples take what our reading refuses: {taken}"));
        }
        for (case, result) in cases.iter().zip(&python) {
            let seen = (kind.read)(&case.input()?, &Value::Null)?;
            let ours = seen.outcome.map_or("", envelope_core::Outcome::as_str);
            let (valid, outcome) = (result["valid"] == true, result["outcome"].as_str().unwrap_or_default());
            let agrees = match (valid, case.folder) {
                (true, _) if seen.accepted => outcome == ours,
                (_, Folder::Valid) => false,
                // The schema does not express every rule: what only such a rule refuses an example may accept.
                (true, Folder::Deviating | Folder::Invalid) => !is_in_schema(&seen),
                (false, Folder::Deviating | Folder::Invalid) => !outcome.starts_with("completed"),
            };
            if !agrees {
                return Err(format!("the examples say {result}, and our reading {ours}"));
            }
        }
        read += files.len();
    }
    println!("    examples: Python and TypeScript read {read} files alike");
    Ok(())
}

/// Whether an error spoke that the schema expresses and every reader can see.
fn is_in_schema(seen: &Seen) -> bool {
    let known = |one: &SeenDiagnostic| KNOWN.iter().any(|(known, _)| one.rule == Some(*known));
    let errors = || seen.diagnostics.iter().filter(|one| one.severity == Severity::Error);
    !errors().any(known) && errors().any(|one| one.in_schema)
}

/// A valid document with one more member that programs read differently, or not at all.
fn edges(root: &Path, kind: &'static Kind) -> Result<Vec<PathBuf>, String> {
    let folder = root.join("target/interop/edges");
    let write = |(at, bytes): (usize, &Vec<u8>)| {
        let path = folder.join(format!("{}-{at}.json", kind.name));
        repo::write(&path, &String::from_utf8_lossy(bytes))?;
        Ok(path)
    };
    super::documents::edges_of(root, kind)?.iter().enumerate().map(write).collect()
}

/// A valid document that states a success, with one more member that denies it; our reading refuses each of them.
fn contradicted(root: &Path, kind: &'static Kind) -> Result<Vec<PathBuf>, String> {
    let mut success = None;
    for case in cases(root, kind)?.iter().filter(|case| case.folder == Folder::Valid && !case.has_options()) {
        let input = case.input()?;
        let is_success = (kind.read)(&input, &Value::Null)?.outcome.is_some_and(envelope_core::Outcome::is_success);
        success = success.or(serde_json::from_slice::<Value>(&input).ok().filter(|_| is_success));
    }
    let success = success.ok_or_else(|| format!("no valid fixture of {} states a success", kind.name))?;
    let mut paths = Vec::new();
    for (at, (place, key, value)) in DENIALS.iter().enumerate() {
        let mut document = success.clone();
        let part = document.pointer_mut(place).and_then(Value::as_object_mut);
        let part = part.filter(|part| !part.contains_key(*key));
        // Not every kind has the object, and where the status itself stands there is no other.
        let Some(part) = part else { continue };
        let value = serde_json::from_str(value).map_err(|error| format!("{value}: {error}"))?;
        part.insert((*key).to_owned(), value);
        let text = document.to_string();
        if (kind.read)(text.as_bytes(), &Value::Null)?.accepted {
            return Err(format!("our reading takes a success that another member denies: {text}"));
        }
        let path = root.join("target/interop/edges").join(format!("{}-denied-{at}.json", kind.name));
        repo::write(&path, &text)?;
        paths.push(path);
    }
    Ok(paths)
}

fn results(lines: &str) -> Result<Vec<Value>, String> {
    let read = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>();
    read.map_err(|error| format!("an example prints no JSON: {error}"))
}
