//! Documents of the narrowed profile: made from a full one, and made full again.

use serde_json::{Map, Value};

/// The document as an agent would have to write it: only the members that the narrowed schema knows, null or an empty
/// list for those that are absent.
pub(crate) fn fill(value: &Value, schema: &Value) -> Value {
    if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
        let fitting = branches.iter().find(|branch| is_of_type(value, branch) && has_word(value, branch));
        return fitting.map_or(Value::Null, |branch| fill(value, branch));
    }
    match (schema.get("properties").and_then(Value::as_object), schema.get("items"), value) {
        (Some(properties), _, Value::Object(members)) => {
            let filled = properties.iter().map(|(name, schema)| {
                let value = members.get(name).unwrap_or(&Value::Null);
                let is_list = schema.get("type").is_some_and(|kind| kind == "array");
                (name.clone(), if is_list && value.is_null() { Value::Array(Vec::new()) } else { fill(value, schema) })
            });
            Value::Object(filled.collect())
        }
        (_, Some(schema), Value::Array(items)) => items.iter().map(|item| fill(item, schema)).collect(),
        _ => value.clone(),
    }
}

/// The document with every null member taken out, as a program does before it validates what an agent wrote. In a list
/// null is a value and stays.
pub(crate) fn strip(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.iter().filter(|(_, value)| !value.is_null());
            Value::Object(kept.map(|(name, value)| (name.clone(), strip(value))).collect::<Map<_, _>>())
        }
        Value::Array(items) => items.iter().map(strip).collect(),
        _ => value.clone(),
    }
}

fn is_of_type(value: &Value, schema: &Value) -> bool {
    match schema.get("type").and_then(Value::as_str) {
        Some("null") => value.is_null(),
        Some("object") => value.is_object() && has_constants(value, schema),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer" | "number") => value.is_number(),
        _ => true,
    }
}

/// Of tagged branches the one whose tag the value has.
fn has_constants(value: &Value, schema: &Value) -> bool {
    let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    properties.into_iter().all(|(name, schema)| value.get(name).is_none_or(|value| has_word(value, schema)))
}

fn has_word(value: &Value, schema: &Value) -> bool {
    schema.get("enum").and_then(Value::as_array).is_none_or(|words| words.contains(value))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_document_is_filled_and_stripped() {
        let either = json!({"anyOf": [{"type": "string"}, {"type": "null"}]});
        let list = json!({"type": "array", "items": {"type": "object", "properties": {"a": either}}});
        let schema = json!({"type": "object", "properties": {"x": either, "y": either, "l": list, "m": list}});
        let value = json!({"x": "1", "l": [{"b": 2}, {"a": "3"}], "other": true});
        let filled = fill(&value, &schema);
        assert_eq!(filled, json!({"x": "1", "y": null, "l": [{"a": null}, {"a": "3"}], "m": []}));
        assert_eq!(strip(&filled), json!({"x": "1", "l": [{}, {"a": "3"}], "m": []}));
    }
}
