//! The JSON Schemas of the types, in the profiles that consumers need (feature `schemars`).
//!
//! [`full`] is for validators and editors, [`draft_07`] for tools that stop there, [`llm`] for structured-output APIs.

mod inline;
mod llm;
mod profile;

pub use inline::inline;
pub use llm::{inlined, llm, narrowed};
pub use profile::{MAJOR, draft_07, full, plain};

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

/// Makes the schema of a type with a generator, see [`root`].
pub type Make = fn(&mut SchemaGenerator) -> Schema;

/// The schema of a type as a root.
pub fn root<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.root_schema_for::<T>()
}

/// At least one character that is not space, tab, CR or LF: for required texts blank is missing (R-A8).
pub const NOT_BLANK: &str = "[^ \\t\\r\\n]";

/// A text that is not blank, for `#[schemars(schema_with = …)]`.
pub fn not_blank(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "string", "pattern": NOT_BLANK})
}

/// Adds a condition between fields, `{"if": …, "then": …}`, beside those that are there.
pub fn add_condition(schema: &mut Schema, condition: Value) {
    let all = schema.ensure_object().entry("allOf").or_insert_with(|| Value::Array(Vec::new()));
    if let Some(all) = all.as_array_mut() {
        all.push(condition);
    }
}

/// The schema says something that the narrowed profile cannot say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotNarrow(String);

impl CannotNarrow {
    /// For another reason, which a protocol knows.
    pub fn because(reason: impl fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

impl fmt::Display for CannotNarrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CannotNarrow {}
