//! Reports changed at random.

use envelope_core::conformance;
pub(crate) use envelope_core::conformance::Dice;
use report_contract::{METADATA_FIELDS, REPORT_FIELDS};
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
        json!(1),
        json!(2.0),
        json!(0.5),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(9_007_199_254_740_992_i64),
        json!(""),
        json!(" \t"),
        json!("\u{a0}"),
        json!("3"),
        json!("0.98"),
        json!("98%"),
        json!("high"),
        json!("completed"),
        json!("failed"),
        json!("blocked"),
        json!("partial"),
        json!("summary"),
        json!("comprehensive"),
        json!("some text"),
        json!("repo://src/a.rs"),
        json!("repo://src/a.rs:3-9"),
        json!("repo://src/a.rs:0"),
        json!("repo://a b:1\n"),
        json!([]),
        json!({}),
        json!({"completed": null}),
        json!({"summary": null}),
        json!([1]),
        json!(["a"]),
        json!([" "]),
        json!([null]),
        json!([["a", null]]),
        json!([["a", "repo://b"]]),
        json!([["a", "b"]]),
        json!([["a"]]),
        json!({"status": "failed"}),
        json!({"context_map": [["a", null]]}),
    ]
}

/// Changes one thing.
pub(crate) fn mutate(document: &mut Value, dice: &mut Dice) -> &'static str {
    let known = REPORT_FIELDS.iter().chain(METADATA_FIELDS);
    let names: Vec<&str> =
        known.flat_map(|field| [Some(field.name), field.also]).flatten().chain(["extra", "context_map"]).collect();
    conformance::mutate(document, &names, &values(), dice)
}
