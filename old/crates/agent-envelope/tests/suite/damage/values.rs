//! When two values say the same.

use agent_envelope::AnyEnvelope;
use serde_json::Value;

/// Members in which protocols keep what stood around an envelope; a clarity message keeps it among its blocks.
const PROSE: [&str; 4] = ["prose", "preamble", "before", "blocks"];

/// Whether the second value is the first one but for prose around it, which may have been added and is not taken away.
pub(super) fn same_but_for_prose(before: &Value, after: &Value) -> bool {
    let (Value::Object(before), Value::Object(after)) = (before, after) else { return before == after };
    let keys = before.keys().chain(after.keys());
    keys.into_iter().all(|key| {
        let (was, is) = (before.get(key), after.get(key));
        was.map(unified) == is.map(unified) || PROSE.contains(&key.as_str()) && was.is_none_or(|was| holds_all(was, is))
    })
}

/// Whether every text of one value stands somewhere in the other.
fn holds_all(was: &Value, is: Option<&Value>) -> bool {
    let text = is.map(|is| bare(&texts(is).join(" "))).unwrap_or_default();
    texts(was).iter().all(|leaf| text.contains(&bare(leaf)))
}

/// The value with the line ends of the platform that most of the fixtures have.
fn unified(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(text.replace("\r\n", "\n")),
        Value::Array(items) => items.iter().map(unified).collect(),
        Value::Object(members) => members.iter().map(|(key, value)| (key.clone(), unified(value))).collect(),
        other => other.clone(),
    }
}

/// Whether two values hold the same texts, quotes and marks aside.
pub(super) fn same_words(before: &Value, after: &Value) -> bool {
    let words = |value: &Value| texts(value).iter().map(|text| bare(text)).collect::<Vec<_>>();
    words(before) == words(after)
}

/// Texts of the original value that still stand in the message and no more in what was read of it.
pub(super) fn kept_texts(original: &AnyEnvelope, found: &AnyEnvelope, message: &str) -> Vec<String> {
    let (Some(before), Some(after)) = (original.value(), found.value()) else { return Vec::new() };
    // Names of members count here: what a repair took for one is still there.
    let (message, after) = (bare(message), bare(&texts(&after).join(" ")) + &bare(&after.to_string()));
    let stands = |text: &String| message.contains(&bare(text));
    // A figure or one word may stand elsewhere for something else.
    let telling = |text: &String| text.trim().contains(' ') && bare(text).len() > 8;
    texts(&before).into_iter().filter(telling).filter(stands).filter(|text| !after.contains(&bare(text))).collect()
}

/// Whether the outcome is another than the status word's own: something lowered it.
pub(super) fn carries(envelope: &AnyEnvelope) -> bool {
    envelope.value().is_some_and(|value| value.to_string().to_lowercase().contains("\"carried\""))
}

/// All texts and numbers of a value; the names of members are the protocol's, not the message's.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(members) => members.values().flat_map(texts).collect(),
        Value::Number(number) => vec![number.to_string()],
        Value::Null | Value::Bool(_) => Vec::new(),
    }
}

/// A text without blanks, quotes, back-slashes and marks, so that wrapping and quoting do not count.
fn bare(text: &str) -> String {
    let mark = |character: char| character.is_whitespace() || "\"'“”„‘’\\*`|#>-".contains(character);
    text.replace("\\n", " ").chars().filter(|character| !mark(*character)).collect::<String>().to_lowercase()
}
