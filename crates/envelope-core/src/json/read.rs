use serde::Serialize;
use serde_json::Value as Json;

use super::rules::NO_JSON;
use super::{Shape, locate};
use crate::{Diagnostic, Message, Severity, Sink};

/// Any JSON, read without a protocol.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Read {
    /// What could be read; not a result to act on unless [`is_accepted`](Self::is_accepted).
    pub value: Option<Json>,
    /// Whether it ends too early.
    pub truncated: bool,
    /// What is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Read {
    /// Whether there is a value and no error.
    pub fn is_accepted(&self) -> bool {
        self.value.is_some() && self.diagnostics.iter().all(|it| it.severity() != Severity::Error)
    }
}

/// Reads the JSON object in a text that has the most of the required keys; without such keys, the one object or array.
///
/// ```
/// let read = envelope_core::json::read(&"Here it is: {'status': \"done\",}".into(), &["status"]);
/// assert_eq!(read.value, Some(serde_json::json!({"status": "done"})));
/// let rules: Vec<&str> = read.diagnostics.iter().map(|it| it.rule.code).collect();
/// assert_eq!(rules, ["envelope-core/text-around", "envelope-core/json-quotes", "envelope-core/json-trailing-comma"]);
/// ```
pub fn read(message: &Message<'_>, required: &[&str]) -> Read {
    let mut sink = Sink::default();
    let located = sink.check_readable(message).then(|| locate(message, &Shape { required, status: &[], words: &[] }));
    let place = located.and_then(|located| located.found(&NO_JSON, &mut sink));
    let value = place.map(|place| place.open(message, &mut sink).to_json());
    let truncated = sink.is_truncated();
    Read { value, truncated, diagnostics: sink.finish(message) }
}
