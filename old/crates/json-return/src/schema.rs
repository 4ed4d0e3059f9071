//! What the JSON Schema says beyond the types: blanks, lengths, and the condition on errors (schema-notes).

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::json;

use crate::{ErrorKind, MAX_SUMMARY, ReturnStatus};

pub(crate) use envelope_core::schema::{NOT_BLANK, not_blank};

/// The summary: not blank, at most 400 characters (R-J3).
pub(crate) fn summary(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "string", "maxLength": MAX_SUMMARY, "pattern": NOT_BLANK})
}

/// The sort of an error: any text, or none (R-J5).
pub(crate) fn error_kind(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"anyOf": [
        {"type": "string", "enum": ErrorKind::WORDS},
        {"type": "string", "description": "Any other sort of error."},
        {"type": "null"},
    ]})
}

/// Errors must be there, and not empty, unless the status is `completed` (R-J4).
pub(crate) fn conditions(schema: &mut Schema) {
    let others: Vec<&str> =
        ReturnStatus::WORDS.iter().copied().filter(|word| !ReturnStatus::SUCCESSES.contains(word)).collect();
    let rule = json!({
        "if": {
            "type": "object",
            "properties": {"status": {"type": "string", "enum": others}},
            "required": ["status"],
        },
        "then": {
            "type": "object",
            "properties": {"errors": {"type": "array", "minItems": 1}},
            "required": ["errors"],
        },
    });
    envelope_core::schema::add_condition(schema, rule);
}
