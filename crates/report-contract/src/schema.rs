//! Parts of the schema that the types do not say.

use envelope_core::schema::add_condition;
use schemars::JsonSchema;
use serde_json::{Map, Value, json};

/// The result of the work; its shape is the agent's own, but for `context_map`.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "stands for a map in the schema")]
pub(crate) struct Findings {
    /// Statements with the places that they rest on: a text, and null or `repo://path:first-last`.
    context_map: Option<Vec<(String, Option<String>)>>,
    #[schemars(flatten)]
    further: Map<String, Value>,
}

/// What each status needs (R-P0, R-P4).
pub(crate) fn conditions(schema: &mut schemars::Schema) {
    let text = json!({"type": "string", "pattern": r"\S"});
    let metadata = |field: &str| {
        json!({"type": "object", "properties": {"report_metadata": {
            "type": "object", "properties": {field: text}, "required": [field],
        }}, "required": ["report_metadata"]})
    };
    let blockers = json!({"type": "object", "properties": {"blockers": {"type": "array", "contains": text}}, "required": ["blockers"]});
    let findings = json!({"type": "object", "properties": {"findings": {"type": "object", "minProperties": 1}}});
    add_condition(schema, condition("failed", &metadata("error_message")));
    add_condition(schema, condition("blocked", &blockers));
    add_condition(schema, condition("completed", &findings));
}

fn condition(word: &str, then: &Value) -> Value {
    json!({
        "if": {
            "type": "object",
            "properties": {"report_metadata": {
                "type": "object",
                "properties": {"status": {"type": "string", "enum": [word]}},
                "required": ["status"],
            }},
            "required": ["report_metadata"],
        },
        "then": then,
    })
}
