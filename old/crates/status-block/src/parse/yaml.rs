//! The forms of YAML that the line reader does not know, read by serde-saphyr (R-S3).

use std::collections::HashSet;

use serde_json::Value;

use super::node::number;

/// The value of a piece of YAML; `None` when it is none, is larger or deeper than what is read, or holds a number that
/// would not be written back in the same letters.
pub(super) fn read(text: &str, depth: usize) -> Option<Value> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! { max_depth: depth },
        strict_booleans: true,
    };
    let value = serde_saphyr::from_str_with_options(text, options).ok()?;
    let written: HashSet<&str> = text.split(|c: char| c.is_whitespace() || "[]{},".contains(c)).collect();
    keeps_numbers(&value, &written).then_some(value)
}

/// Whether every number stands among the words of the text as it would be written. Recursion is as deep as the reader
/// let the data be.
fn keeps_numbers(value: &Value, written: &HashSet<&str>) -> bool {
    match value {
        Value::Number(found) => {
            let text = found.to_string();
            number(&text).is_some() && written.contains(text.as_str())
        }
        Value::Array(items) => items.iter().all(|item| keeps_numbers(item, written)),
        Value::Object(members) => members.values().all(|member| keeps_numbers(member, written)),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}
