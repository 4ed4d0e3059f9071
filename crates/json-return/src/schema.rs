//! Conditions between fields of the schema.

use envelope_core::schema::add_condition;
use serde_json::{Value, json};

/// What each status needs (R-J4, R-J7).
pub(crate) fn conditions(schema: &mut schemars::Schema) {
    let not_empty = |field: &str| json!({"type": "object", "properties": {field: {"type": "array", "minItems": 1}}, "required": [field]});
    add_condition(schema, condition(&["partial", "failed", "blocked"], &not_empty("errors")));
    add_condition(schema, condition(&["completed", "partial"], &not_empty("artifacts")));
}

fn condition(words: &[&str], then: &Value) -> Value {
    json!({
        "if": {
            "type": "object",
            "properties": {"status": {"type": "string", "enum": words}},
            "required": ["status"],
        },
        "then": then,
    })
}
