//! What every SARIF log has: its frame, its tool, and what became of the run.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};

/// A log of one run.
#[derive(Serialize)]
pub(crate) struct Log<R> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [R; 1],
}

impl<R: Serialize> Log<R> {
    pub(crate) fn new(run: R) -> Self {
        Self { schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] }
    }
}

/// The program that made the log.
#[derive(Serialize)]
pub(crate) struct Tool<'v> {
    driver: Driver<'v>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver<'v> {
    name: &'static str,
    semantic_version: &'v str,
    rules: Vec<Value>,
}

impl<'v> Tool<'v> {
    pub(crate) fn new(version: &'v str, rules: Vec<Value>) -> Self {
        Self { driver: Driver { name: "envelope", semantic_version: version, rules } }
    }
}

/// What became of the run: successful only where there is nothing to tell.
pub(crate) fn invocation(told: impl Iterator<Item = Value>) -> Value {
    let told: Vec<Value> = told.collect();
    json!({"executionSuccessful": told.is_empty(), "toolExecutionNotifications": told})
}

/// Something that did not run, or was not understood.
pub(crate) fn notification(level: &str, text: &str, file: Option<&str>) -> Value {
    let mut told = json!({"level": level, "message": {"text": text}});
    if let (Some(file), Some(told)) = (file, told.as_object_mut()) {
        let place = json!([{"physicalLocation": {"artifactLocation": {"uri": uri(file)}}}]);
        told.insert("locations".to_owned(), place);
    }
    told
}

/// A path as a relative reference: what a URI does not take is percent-encoded.
pub(crate) fn uri(path: &str) -> String {
    encoded(path, |_| false)
}

/// The same for a path in an agent's words, who may have encoded it already (R-P5).
pub(crate) fn uri_as_written(path: &str) -> String {
    encoded(path, |rest| rest.len() > 1 && rest.bytes().take(2).all(|byte| byte.is_ascii_hexdigit()))
}

/// `is_code` tells from what follows a `%` whether that is an encoded byte.
fn encoded(path: &str, is_code: impl Fn(&str) -> bool) -> String {
    let mut uri = String::with_capacity(path.len());
    for (at, byte) in path.bytes().enumerate() {
        match byte {
            b'%' if path.get(at + 1..).is_some_and(&is_code) => uri.push('%'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}
