//! The JSON reader against `serde_json`, and against its own laws.

use serde_json::Value;

use super::spans_are_valid;
use crate::Message;
use crate::json::{Read, read};

/// What our reader adds to JSON: these rules may be broken by what `serde_json` reads.
const BEYOND_JSON: [&str; 5] =
    ["repeated-key", "conflicting-key", "json-number-range", "json-too-deep", "several-envelopes"];

/// Doubles are read exactly here, `serde_json` may be off by the last digit.
fn same(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            ours.len() == theirs.len()
                && ours.iter().zip(theirs).all(|((key, value), (other, theirs))| key == other && same(value, theirs))
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| same(ours, theirs))
        }
        (Value::Number(ours), Value::Number(theirs)) if ours.is_f64() && theirs.is_f64() => {
            let (ours, theirs) = (ours.as_f64().unwrap_or_default(), theirs.as_f64().unwrap_or_default());
            ours.is_sign_negative() == theirs.is_sign_negative() && ours.to_bits().abs_diff(theirs.to_bits()) < 4
        }
        _ => ours == theirs,
    }
}

fn agrees_with_serde_json(text: &str, read: &Read) {
    let Ok(theirs @ Value::Object(_)) = serde_json::from_str(text) else { return };
    let Read { value, truncated, diagnostics, .. } = read;
    let name = |code: &'static str| code.trim_start_matches("envelope-core/");
    if diagnostics.iter().any(|it| BEYOND_JSON.contains(&name(it.rule.code))) {
        return;
    }
    assert!(diagnostics.is_empty() && !truncated, "{text:?}: {diagnostics:?}");
    assert!(value.as_ref().is_some_and(|value| same(value, &theirs)), "{text:?}: {value:?}");
}

/// What holds for all bytes that are read as JSON; fuzz targets call it, too.
pub fn json_laws(bytes: &[u8]) {
    let message = Message::from(bytes);
    let read = read(&message, &[]);
    spans_are_valid(bytes, &read.diagnostics);
    let text = message.text();
    if message.unreadable().is_some() {
        assert!(!read.is_accepted(), "accepted, but unreadable: {bytes:?}");
        return json_laws(text.as_bytes());
    }
    agrees_with_serde_json(text, &read);
    // A pointer cannot tell the second value of a key from the first.
    let repeats =
        read.diagnostics.iter().any(|it| it.rule.code.ends_with("ing-key") || it.rule.code.ends_with("repeated-key"));
    let mut last = 0;
    for diagnostic in &read.diagnostics {
        assert!(diagnostic.span.start() >= last, "{text:?}: {diagnostic:?}");
        last = diagnostic.span.start();
        if let (Some(pointer), Some(value)) = (&diagnostic.pointer, &read.value) {
            assert!(repeats || value.pointer(pointer).is_some(), "{text:?}: {diagnostic:?}");
        }
    }
}
