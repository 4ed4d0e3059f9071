//! The schema of the metrics, and conditions between fields.

use std::borrow::Cow;

use envelope_core::schema::add_condition;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::types::{Form, Metric};
use crate::{Metrics, ResultType};

impl JsonSchema for Metrics {
    fn schema_name() -> Cow<'static, str> {
        "Metrics".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let types: Vec<Value> = ResultType::ALL.into_iter().map(of_type).collect();
        json_schema!({"description": "The type of the result and its metrics.", "oneOf": types})
    }
}

fn of_type(result_type: ResultType) -> Value {
    let mut properties = Map::new();
    properties.insert("type".to_owned(), json!({"type": "string", "const": result_type.as_str()}));
    for Metric { field, form, about, .. } in result_type.info().metrics {
        let count = json!({"type": "integer", "minimum": 0});
        let mut schema = match form {
            Form::Text => json!({"type": "string"}),
            Form::Count => count,
            Form::Ratio => json!({
                "type": "object",
                "properties": {"passed": count, "total": count},
                "required": ["passed", "total"],
            }),
        };
        schema["description"] = Value::from(*about);
        properties.insert((*field).to_owned(), schema);
    }
    json!({"type": "object", "properties": properties, "required": ["type"]})
}

/// What each status needs (R-C6, R-C8).
pub(crate) fn conditions(schema: &mut Schema) {
    let reason = json!({"type": "object", "properties": {"reason": {"type": "string"}}, "required": ["reason"]});
    let zero = ["findings", "critical", "major", "minor", "partial", "missing"]
        .map(|field| (field.to_owned(), json!({"maximum": 0})));
    let zero: Map<String, Value> = zero.into_iter().collect();
    let zero = json!({"type": "object", "properties": {"metrics": {"type": "object", "properties": zero}}});
    add_condition(schema, condition(&["PARTIAL", "ERROR"], &reason));
    add_condition(schema, condition(&["CLEAN"], &zero));
}

/// A condition on the RESULT line.
fn condition(words: &[&str], then: &Value) -> Value {
    let status = json!({
        "type": "object",
        "properties": {"status": {"type": "string", "enum": words}},
        "required": ["status"],
    });
    let of_summary =
        |schema: &Value| json!({"type": "object", "properties": {"summary": schema}, "required": ["summary"]});
    json!({"if": of_summary(&status), "then": of_summary(then)})
}
