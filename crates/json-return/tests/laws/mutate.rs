//! Documents changed at random, by dice that always fall alike.

use envelope_core::conformance;
pub(crate) use envelope_core::conformance::Dice;
use json_return::RETURN_FIELDS;
use serde_json::{Map, Value, json};

use crate::fixtures;

/// The accepted fixtures that are JSON objects.
pub(crate) fn seeds() -> Vec<Value> {
    fixtures()
        .into_iter()
        .filter(|(path, _)| !path.components().any(|part| part.as_os_str() == "invalid"))
        .filter_map(|(_, bytes)| serde_json::from_slice::<Map<String, Value>>(&bytes).ok().map(Value::Object))
        .collect()
}

/// What new values are taken from.
fn values() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(0),
        json!(2.0),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(9_007_199_254_740_992_i64),
        json!(""),
        json!(" \t"),
        json!("\u{a0}"),
        json!("3"),
        json!("true"),
        json!("completed"),
        json!("failed"),
        json!("partial"),
        json!("blocked"),
        json!("done"),
        json!("some text. more text."),
        json!("x".repeat(400)),
        json!("é".repeat(401)),
        json!([]),
        json!({}),
        json!({"completed": null}),
        json!([1]),
        json!(["a"]),
        json!([null]),
        json!([{}]),
        json!([{"message": "m"}]),
        json!([{"path": "p", "type": "t"}]),
        json!([{"message": 1}]),
        json!({"a": {"b": []}}),
    ]
}

/// Changes one thing.
pub(crate) fn mutate(document: &mut Value, dice: &mut Dice) -> &'static str {
    let names: Vec<&str> = RETURN_FIELDS.iter().map(|field| field.name).chain(["extra", "message", "path"]).collect();
    conformance::mutate(document, &names, &values(), dice)
}
