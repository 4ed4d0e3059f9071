//! The inputs among the fixtures, for the tests of every protocol that is JSON on the wire, which take this file in by
//! its path.
#![allow(clippy::disallowed_methods, reason = "tests read the fixtures")]
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

/// Every input of a protocol: its path without the suffix of the file, and its bytes.
pub(crate) fn inputs(protocol: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(protocol);
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
    assert!(found.len() >= 80, "{} inputs of {protocol}", found.len());
    found
}

/// Those that are accepted and JSON objects.
pub(crate) fn accepted_objects(protocol: &str) -> Vec<Value> {
    inputs(protocol)
        .into_iter()
        .filter(|(path, _)| !path.components().any(|part| part.as_os_str() == "invalid"))
        .filter_map(|(_, bytes)| serde_json::from_slice::<Map<String, Value>>(&bytes).ok().map(Value::Object))
        .collect()
}
