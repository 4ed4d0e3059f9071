//! Dictionaries: the words that the readers know, from the schemas and the prompts, so that there is no second list.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use agent_envelope::{Protocol, prompt, prompt_types};
use serde_json::Value;

use crate::generated::Mode;
use crate::repo;

/// Each target with the protocols whose words it takes.
const WORDS: [(&str, &[Protocol]); 11] = [
    ("json", &[Protocol::JsonReturn, Protocol::ReportContract]),
    ("json_return", &[Protocol::JsonReturn]),
    ("report_contract", &[Protocol::ReportContract]),
    ("status_block", &[Protocol::StatusBlock]),
    ("clarity", &[Protocol::Clarity]),
    ("clarifications", &[Protocol::Clarifications]),
    ("evaluation_decisions", &[Protocol::Evaluation, Protocol::Decisions]),
    ("convert", Protocol::ALL),
    ("edits", &[Protocol::Clarifications]),
    ("aggregate", &[Protocol::Clarity, Protocol::StatusBlock]),
    ("hook", &[Protocol::StatusBlock, Protocol::JsonReturn]),
];

/// What agents put around words, and what separates messages.
const MARKS: [&str; 26] = [
    "**", "`", "```\n", "~~~\n", "\n---\n", "\r\n", "\n\n", "\t", "| ", " | ", "\\|", "> ", "- ", "1. ", "<!-- ",
    " -->", "<think>", "</think>", "...", "NaN", "\u{feff}", "“", "：", "\\u0000", "\0", "{}",
];

/// Writes or compares the dictionaries.
pub(super) fn run(root: &Path, mode: Mode) -> Result<(), String> {
    for (target, protocols) in WORDS {
        let path = root.join("fuzz/dictionaries").join(format!("{target}.dict"));
        let text = dictionary(root, protocols)?;
        match mode {
            Mode::Write => repo::write(&path, &text)?,
            Mode::Check if repo::read_text(&path)? == text => {}
            Mode::Check => {
                return Err(format!("{} is out of date: run `cargo xtask fuzz --seeds`", path.display()));
            }
        }
    }
    Ok(())
}

fn dictionary(root: &Path, protocols: &[Protocol]) -> Result<String, String> {
    let mut words: BTreeSet<String> = MARKS.iter().map(|mark| (*mark).to_owned()).collect();
    for protocol in protocols {
        let schema = repo::read_text(&root.join(format!("schemas/v1/{}.schema.json", protocol.kind())))?;
        let schema: Value = serde_json::from_str(&schema).map_err(|error| error.to_string())?;
        of_schema(&schema, &mut words);
        let kinds = prompt_types(*protocol);
        let kinds = if kinds.is_empty() { vec![None] } else { kinds.into_iter().map(Some).collect() };
        for text in kinds.into_iter().filter_map(|kind| prompt(*protocol, kind).ok()) {
            of_prompt(&text, &mut words);
        }
    }
    let mut out = String::from("# Made by `cargo xtask fuzz --seeds` from the schemas and the prompts.\n");
    for word in words {
        let _ = writeln!(out, "\"{}\"", escaped(&word));
    }
    Ok(out)
}

/// Names of members and words of enumerations.
fn of_schema(schema: &Value, words: &mut BTreeSet<String>) {
    match schema {
        Value::Object(members) => {
            for (key, value) in members {
                match (key.as_str(), value) {
                    ("properties", Value::Object(named)) => {
                        words.extend(named.keys().map(|name| format!("\"{name}\": ")));
                    }
                    ("enum", Value::Array(known)) => {
                        words.extend(known.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    ("const", Value::String(word)) => {
                        words.insert(word.clone());
                    }
                    _ => {}
                }
                of_schema(value, words);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| of_schema(item, words)),
        _ => {}
    }
}

/// Labels and headings: what stands before a colon or as a short line of its own.
fn of_prompt(text: &str, words: &mut BTreeSet<String>) {
    for line in text.lines().map(str::trim_end) {
        let label = line.find(':').map(|at| &line[..=at]).filter(|label| label.len() <= 24);
        let heading = (line.starts_with(['#', '-', '|']) && line.len() <= 60).then_some(line);
        let found = label.into_iter().chain(heading).filter(|word| !word.trim().is_empty());
        words.extend(found.map(|word| format!("{word} ")));
    }
}

/// The form of libFuzzer's dictionaries: printable ASCII, everything else in hexadecimal.
fn escaped(word: &str) -> String {
    let mut out = String::new();
    for byte in word.bytes() {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\x{byte:02X}");
            }
        }
    }
    out
}
