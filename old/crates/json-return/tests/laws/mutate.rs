//! Documents changed at random, by dice that always fall alike.

use envelope_core::conformance;
pub(crate) use envelope_core::conformance::Dice;
use json_return::RETURN_FIELDS;
use serde_json::{Value, json};

use crate::inputs::accepted_objects;

/// The accepted fixtures that are JSON objects.
pub(crate) fn seeds() -> Vec<Value> {
    accepted_objects("json-return")
}

/// What new values are taken from.
fn values() -> Vec<Value> {
    let mut values = conformance::edges();
    values.extend([
        json!("true"),
        json!("completed"),
        json!("failed"),
        json!("partial"),
        json!("blocked"),
        json!("done"),
        json!("some text. more text."),
        json!("x".repeat(400)),
        json!("é".repeat(401)),
        json!({"completed": null}),
        json!([{"message": "m"}]),
        json!([{"path": "p", "type": "t"}]),
        json!([{"message": 1}]),
    ]);
    values
}

/// Changes one thing.
pub(crate) fn mutate(document: &mut Value, dice: &mut Dice) -> &'static str {
    let names: Vec<&str> = RETURN_FIELDS.iter().map(|field| field.name).chain(["extra", "message", "path"]).collect();
    conformance::mutate(document, &names, &values(), dice)
}
