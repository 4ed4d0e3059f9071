//! The schema of the metrics, and conditions between fields.

use std::borrow::Cow;

use envelope_core::schema::add_condition;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::Metrics;
use crate::types::{Form, METRICS, NAMES};

impl JsonSchema for Metrics {
    fn schema_name() -> Cow<'static, str> {
        "Metrics".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let count = json!({"type": "integer", "minimum": 0});
        let ratio = json!({"passed": count, "total": count});
        let mut properties = Map::new();
        properties.insert("type".to_owned(), json!({"type": "string", "enum": NAMES}));
        for metric in &METRICS {
            let mut schema = match metric.form {
                Form::Text => json!({"type": "string"}),
                Form::Count => count.clone(),
                Form::Ratio => json!({"type": "object", "properties": ratio, "required": ["passed", "total"]}),
            };
            schema["description"] = format!("{} ({})", metric.about, metric.of.as_str()).into();
            properties.insert(metric.field(), schema);
        }
        let description = "The type of the result and its metrics.";
        json_schema!({"type": "object", "properties": properties, "required": ["type"], "description": description})
    }
}

/// What each status needs (R-C6, R-C8).
pub(crate) fn conditions(schema: &mut Schema) {
    let keys = ["findings", "critical", "major", "minor", "partial", "missing"];
    let zero: Map<String, Value> =
        keys.map(|key| (key.to_owned(), json!({"type": "integer", "maximum": 0}))).into_iter().collect();
    let zero = json!({"type": "object", "properties": {"metrics": {"type": "object", "properties": zero}}});
    let object = |key: &str, of: Value| json!({"type": "object", "properties": {key: of}, "required": [key]});
    let reason = object("reason", json!({"type": "string"}));
    for (words, then) in [(["PARTIAL", "ERROR"].as_slice(), reason), (&["CLEAN"], zero)] {
        let status = object("status", json!({"type": "string", "enum": words}));
        add_condition(schema, json!({"if": object("summary", status), "then": object("summary", then)}));
    }
}
