//! Reports changed at random.

use envelope_core::conformance;
pub(crate) use envelope_core::conformance::Dice;
use report_contract::{METADATA_FIELDS, REPORT_FIELDS};
use serde_json::{Value, json};

use crate::inputs::accepted_objects;

/// The accepted fixtures that are JSON objects.
pub(crate) fn seeds() -> Vec<Value> {
    accepted_objects("report-contract")
}

/// What new values are taken from.
fn values() -> Vec<Value> {
    let mut values = conformance::edges();
    values.extend([
        json!(0.5),
        json!("0.98"),
        json!("98%"),
        json!("high"),
        json!("completed"),
        json!("failed"),
        json!("blocked"),
        json!("partial"),
        json!("summary"),
        json!("comprehensive"),
        json!("repo://src/a.rs"),
        json!("repo://src/a.rs:3-9"),
        json!("repo://src/a.rs:0"),
        json!("repo://a b:1\n"),
        json!({"completed": null}),
        json!({"summary": null}),
        json!([" "]),
        json!([["a", null]]),
        json!([["a", "repo://b"]]),
        json!([["a", "b"]]),
        json!([["a"]]),
        json!({"status": "failed"}),
        json!({"context_map": [["a", null]]}),
    ]);
    values
}

/// Changes one thing.
pub(crate) fn mutate(document: &mut Value, dice: &mut Dice) -> &'static str {
    let known = REPORT_FIELDS.iter().chain(METADATA_FIELDS);
    let names: Vec<&str> =
        known.flat_map(|field| [Some(field.name), field.also]).flatten().chain(["extra", "context_map"]).collect();
    conformance::mutate(document, &names, &values(), dice)
}
