//! The JSON Schemas as resources.

use agent_envelope::{SCHEMAS, SchemaKind};
use rmcp::model::{Resource, ResourceContents};

const MIME_TYPE: &str = "application/schema+json";

pub(crate) fn list() -> Vec<Resource> {
    all().map(|(name, uri, ..)| Resource::new(uri, name).with_mime_type(MIME_TYPE)).collect()
}

pub(crate) fn read(wanted: &str) -> Option<ResourceContents> {
    let (_, uri, kind, profile) = all().find(|(_, uri, ..)| uri == wanted)?;
    Some(ResourceContents::text(format!("{:#}", kind.profile(profile)?), uri).with_mime_type(MIME_TYPE))
}

/// The name, the address, the kind and the profile of each schema. The full ones lie in no folder.
fn all() -> impl Iterator<Item = (String, String, &'static SchemaKind, &'static str)> {
    let schemas = SCHEMAS.iter().flat_map(|kind| SchemaKind::PROFILES.map(|profile| (kind, profile)));
    schemas.map(|(kind, profile)| {
        let name = format!("{profile}/{}", kind.name).trim_start_matches("full/").to_owned();
        (name.clone(), format!("envelope://schemas/v1/{name}.schema.json"), kind, profile)
    })
}
