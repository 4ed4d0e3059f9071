//! JSON Schemas of the types in three profiles (feature `schema`).
//!
//! [`full`] is for validators and editors, [`draft_07`] for tools that stop there, [`llm`] for structured-output APIs.

mod llm;
mod tidy;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

/// The major version of the schemas, in their path and in `$id`.
pub const MAJOR: u32 = 1;

/// Makes the schema of a type with the settings of a profile, see [`of`].
pub type Make = fn(SchemaGenerator) -> Schema;

/// The [`Make`] of a type.
pub fn of<T: JsonSchema>(generator: SchemaGenerator) -> Schema {
    generator.into_root_schema_for::<T>()
}

/// The schema as draft 2020-12.
pub fn full(kind: &str, make: Make) -> Schema {
    publish(SchemaSettings::draft2020_12(), make, &format!("urn:agent-envelope:{kind}:{MAJOR}"))
}

/// The schema as draft 7. It has an `$id` of its own, so that both can be loaded together.
pub fn draft_07(kind: &str, make: Make) -> Schema {
    publish(SchemaSettings::draft07(), make, &format!("urn:agent-envelope:{kind}:{MAJOR}:draft-07"))
}

/// The schema in the subset that structured-output APIs accept: everything inlined and closed, every property
/// required, bounds only in words, no conditions. What was made with it must still be validated with [`full`].
pub fn llm(make: Make) -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = make(settings.into_generator());
    tidy::tidy(&mut schema);
    let definitions = schema.remove("$defs").unwrap_or_default();
    let mut schema = schema.to_value();
    llm::unroll(&mut schema, &definitions);
    llm::narrow(&schema).try_into().unwrap_or_default()
}

/// Adds a condition between fields, `{"if": …, "then": …}`.
pub fn add_condition(schema: &mut Schema, condition: Value) {
    let all = schema.ensure_object().entry("allOf").or_insert_with(|| Value::Array(Vec::new()));
    if let Some(all) = all.as_array_mut() {
        all.push(condition);
    }
}

fn publish(settings: SchemaSettings, make: Make, id: &str) -> Schema {
    let mut schema = make(settings.into_generator());
    tidy::tidy(&mut schema);
    schema.insert("$id".to_owned(), id.into());
    schema
}
