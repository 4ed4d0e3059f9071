//! What the JSON Schema says beyond the types.

use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::ItemId;

/// The id of an item: the pattern of [`ItemId`], though the value keeps what was written.
pub(super) fn question_id(generator: &mut SchemaGenerator) -> Schema {
    ItemId::json_schema(generator)
}

/// Nothing but `true` lets an evaluation pass.
pub(super) fn document_accepted(_: &mut SchemaGenerator) -> Schema {
    schemars::json_schema!({"enum": [true, null]})
}
