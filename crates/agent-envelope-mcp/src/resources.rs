//! The JSON Schemas as resources.

use agent_envelope::{SCHEMAS, SchemaKind};
use rmcp::model::{Resource, ResourceContents};
use serde_json::Value;

const MIME_TYPE: &str = "application/schema+json";

type Make = fn(&SchemaKind) -> Value;

/// The profiles: their folder below `schemas/v1`, and how their schemas are made.
const PROFILES: [(&str, Make); 3] =
    [("", SchemaKind::full), ("llm/", SchemaKind::llm), ("draft-07/", SchemaKind::draft_07)];

pub(crate) fn list() -> Vec<Resource> {
    all().map(|(name, uri, _)| Resource::new(uri, name).with_mime_type(MIME_TYPE)).collect()
}

pub(crate) fn read(wanted: &str) -> Option<ResourceContents> {
    let (_, uri, schema) = all().find(|(_, uri, _)| uri == wanted)?;
    Some(ResourceContents::text(format!("{:#}", schema()), uri).with_mime_type(MIME_TYPE))
}

/// The name, the address and the schema of each.
fn all() -> impl Iterator<Item = (String, String, impl Fn() -> Value)> {
    let names =
        SCHEMAS.iter().flat_map(|kind| PROFILES.map(|(folder, make)| (format!("{folder}{}", kind.name), kind, make)));
    names.map(|(name, kind, make)| {
        (name.clone(), format!("envelope://schemas/v1/{name}.schema.json"), move || make(kind))
    })
}
