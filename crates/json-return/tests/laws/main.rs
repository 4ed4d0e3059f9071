//! The laws of the protocol: reading, writing, the schema, the prompt, conversion.
#![expect(clippy::disallowed_methods, reason = "tests read the fixtures")]

mod agreement;
mod making;
mod message;
mod mutate;
mod prompt;
mod reading;
mod reject;
mod report;

use std::path::{Path, PathBuf};

/// Every input among the fixtures: its path without the suffix of the file, and its bytes.
fn fixtures() -> Vec<(PathBuf, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/json-return");
    let mut found = Vec::new();
    for folder in ["valid", "deviating", "invalid"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("the fixtures are there") {
            let path = entry.expect("a file").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
            let (case, suffix) = name.split_once('.').unwrap_or_default();
            if matches!(suffix, "json" | "bin" | "crlf.json") {
                found.push((path.with_file_name(case), std::fs::read(&path).expect("a fixture")));
            }
        }
    }
    found.sort();
    assert!(found.len() >= 100, "{} fixtures", found.len());
    found
}
