//! What every SARIF log has: its frame, its tool, and what became of the run.

use std::fmt::Write as _;
use std::path::MAIN_SEPARATOR;

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

/// A path as a relative reference: what a URI does not take is percent-encoded, and so is a byte that is no text, which
/// the path has as `\xff`.
pub(crate) fn uri(path: &str) -> String {
    encoded(path, "\\x", |code, rest| {
        // Where it separates folders it begins no byte.
        let byte = u8::from_str_radix(code, 16).ok().filter(|_| MAIN_SEPARATOR != '\\')?;
        // A back-slash is one of these only where it would look like the start of another.
        (byte >= 0x80 || byte == b'\\' && rest.starts_with('x')).then_some(byte)
    })
}

/// The same for a path in an agent's words, who may have encoded it already (R-P5).
pub(crate) fn uri_as_written(path: &str) -> String {
    encoded(path, "%", |code, _| u8::from_str_radix(code, 16).ok())
}

/// `byte` tells which one is meant by two digits behind `sign`, if any, from them and from what follows.
fn encoded(path: &str, sign: &str, byte: impl Fn(&str, &str) -> Option<u8>) -> String {
    let meant = |rest: &str| {
        let (code, rest) = rest.strip_prefix(sign)?.split_at_checked(2)?;
        byte(code, rest).filter(|_| code.bytes().all(|digit| digit.is_ascii_hexdigit()))
    };
    let mut uri = String::with_capacity(path.len());
    let mut at = 0;
    while let Some(&own) = path.as_bytes().get(at) {
        let code = path.get(at..).and_then(meant);
        match own {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(own)),
            _ => {
                let _ = write!(uri, "%{:02X}", code.unwrap_or(own));
            }
        }
        at += if code.is_some() { sign.len() + 2 } else { 1 };
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_bytes_of_the_uri() {
        for (path, expected) in [
            (r"a\xff", "a%FF"),
            (r"\xc3\x28é.md", "%C3%5Cx28%C3%A9.md"),
            // As a name is written that has the four characters.
            (r"a\x5cxff", "a%5Cxff"),
            (r"a\x5c", "a%5Cx5c"),
            (r"a\x+f\xf\x\xé", "a%5Cx%2Bf%5Cxf%5Cx%5Cx%C3%A9"),
            ("a%41 b", "a%2541%20b"),
        ] {
            assert_eq!(uri(path), expected, "{path}");
        }
    }

    #[test]
    fn what_an_agent_encoded_stays_encoded() {
        for (path, expected) in [("a%20b%2f", "a%20b%2F"), ("50%", "50%25"), ("%+1 %é", "%25%2B1%20%25%C3%A9")] {
            assert_eq!(uri_as_written(path), expected, "{path}");
        }
    }
}
