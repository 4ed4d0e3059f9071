//! Schemas that the types alone do not say.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

macro_rules! pattern {
    ($name:ident, $title:literal, $pattern:literal, $description:literal) => {
        pub(crate) struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $title.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "pattern": $pattern, "description": $description})
            }
        }
    };
}

pattern!(ItemId, "ItemId", r"^(Q[1-9]\d*|R[1-9]\d*\.[1-9]\d*[a-z]?)$", "The id of a question or a refinement.");
pattern!(DecisionId, "DecisionId", r"^D[1-9]\d*$", "The id of a decision.");
