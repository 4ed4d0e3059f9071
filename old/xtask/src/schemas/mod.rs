//! The published schemas: written from the types, or compared with them.

mod mapping;
mod profile;
mod released;

pub(crate) use profile::{Profile, published};
pub(crate) use released::record;

use std::fmt::Write as _;
use std::path::Path;

use envelope_core::schema::MAJOR;
use schemars::Schema;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::generated::{Generated, Mode, strays, sync};
use crate::kind::Kind;

const COMMAND: &str = "cargo xtask schemas";
/// What this task does not write: by hand, or kept from a release.
const BY_HAND: &[&str] = &["schemas/CHANGELOG.md", "schemas/README.md", "schemas/released/"];
/// All schemas in one file, for the command `envelope schema`.
const BUILT_IN: &str = "crates/agent-envelope-cli/src/generated/schemas.json";

/// Writes or checks everything under `schemas/`.
pub(crate) fn run(root: &Path, kinds: &[Kind], mode: Mode) -> Result<(), String> {
    let files = generate(root, kinds)?;
    let synced = sync(root, &files, mode, COMMAND);
    let clean = strays(root, "schemas", &files, BY_HAND, mode, COMMAND);
    let wrong: Vec<String> =
        [clean, synced, released::check(root, kinds)].into_iter().filter_map(Result::err).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// The full schema of a kind as JSON, for validating fixtures.
pub(crate) fn schema_of(kind: &Kind) -> Option<Value> {
    profile::made(kind, Profile::Full).ok().map(Schema::to_value)
}

fn generate(root: &Path, kinds: &[Kind]) -> Result<Vec<Generated>, String> {
    let mut files = Vec::new();
    let mut index = Vec::new();
    // The command prints them too, and its package holds only what lies in its own folder.
    let mut built_in = Vec::new();
    for (kind, profile) in kinds.iter().flat_map(|kind| Profile::ALL.map(|profile| (kind, profile))) {
        if !profile.has(kind) {
            continue;
        }
        let path = profile.file(kind.name);
        let schema = published(root, kind, profile)?;
        let text = printed(&schema, &path)?;
        let hash = hex(&Sha256::digest(text.as_bytes()));
        index.push(json!({
            "kind": kind.name, "profile": profile.name(), "file": path, "version": MAJOR, "sha256": hash,
        }));
        built_in.push(json!({"kind": kind.name, "profile": profile.name(), "schema": schema}));
        files.push(Generated { path: format!("schemas/{path}"), text });
    }
    let mapping = mapping::text()?;
    let hash = hex(&Sha256::digest(mapping.as_bytes()));
    let index = json!({"schemas": index, "status_mapping": {"file": "status-mapping.json", "sha256": hash}});
    let index = serde_json::to_string_pretty(&index).map_err(|error| error.to_string())?;
    files.push(Generated { path: "schemas/index.json".to_owned(), text: index + "\n" });
    files.push(Generated { path: "schemas/status-mapping.json".to_owned(), text: mapping });
    let built_in = serde_json::to_string(&built_in).map_err(|error| error.to_string())?;
    files.push(Generated { path: BUILT_IN.to_owned(), text: built_in + "\n" });
    Ok(files)
}

/// The schema as text, once it is a valid schema. The type prints itself: it knows the order of keywords.
fn printed(schema: &Schema, path: &str) -> Result<String, String> {
    if schema.as_value().get("$schema").is_some() && schema.as_value().get("title").is_none() {
        return Err(format!("{path} has no title: give the type one with `schemars(title = …)`"));
    }
    jsonschema::meta::validate(schema.as_value())
        .map_err(|error| format!("{path} is no valid schema, at {}: {error}", error.instance_path()))?;
    if schema.as_value().get("type") != Some(&json!("object")) {
        return Err(format!("{path}: the root is not an object, which structured output and tools ask for"));
    }
    let text = serde_json::to_string_pretty(schema).map_err(|error| format!("{path}: {error}"))?;
    Ok(text + "\n")
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;

    use super::*;
    use crate::kind::{root, strict_json};
    use crate::kinds::KINDS;
    use crate::repo;
    use crate::scratch::Scratch;

    #[derive(JsonSchema, serde::Serialize, serde::Deserialize)]
    struct Paint {
        colour: String,
    }

    static PAINT: &[Kind] = &[Kind {
        name: "paint",
        ext: "json",
        wire_json: true,
        schema: Some(root::<Paint>),
        llm: true,
        read: strict_json::<Paint>,
        rules: &[],
        rulings: &[],
    }];

    #[test]
    fn the_readme_counts_the_choices_that_apis_count() {
        let readme = repo::read_text(&repo::root().join("schemas/README.md")).unwrap();
        let (_, told) = readme.split_once("Some APIs count choices").unwrap();
        let told = told.split("\n\n").next().unwrap().replace(['\n', ',', ';'], " ");
        for kind in KINDS.iter().filter(|kind| Profile::Llm.has(kind)) {
            let count = choices(&profile::made(kind, Profile::Llm).unwrap().to_value()).to_string();
            let (_, behind) = told.split_once(&format!("`{}`", kind.name)).unwrap();
            let first = behind.split(' ').find(|word| word.starts_with(|digit: char| digit.is_ascii_digit()));
            assert_eq!(first.map(|word| word.trim_end_matches('.')), Some(count.as_str()), "{}", kind.name);
        }
    }

    fn choices(schema: &Value) -> usize {
        let inner = match schema {
            Value::Object(members) => members.values().map(choices).sum(),
            Value::Array(items) => items.iter().map(choices).sum(),
            _ => 0,
        };
        inner + usize::from(schema.get("anyOf").is_some())
    }

    #[test]
    fn every_property_is_described() {
        for kind in KINDS {
            let mut silent = Vec::new();
            silent_properties(&schema_of(kind).unwrap_or_default(), "", &mut silent);
            assert!(silent.is_empty(), "{}: {silent:?}", kind.name);
        }
    }

    /// Properties that neither say what they are nor point to a type that does; conditions only repeat them.
    fn silent_properties(schema: &Value, at: &str, silent: &mut Vec<String>) {
        for (keyword, value) in schema.as_object().into_iter().flatten() {
            let below = format!("{at}/{keyword}");
            match (keyword.as_str(), value) {
                ("allOf" | "examples", _) => {}
                ("properties", Value::Object(named)) => {
                    let is_silent = |value: &Value| value.get("description").or(value.get("$ref")).is_none();
                    let without = named.iter().filter(|(_, value)| is_silent(value));
                    silent.extend(without.map(|(name, _)| format!("{below}/{name}")));
                    named.values().for_each(|value| silent_properties(value, &below, silent));
                }
                (_, Value::Array(list)) => list.iter().for_each(|value| silent_properties(value, &below, silent)),
                _ => silent_properties(value, &below, silent),
            }
        }
    }

    #[test]
    fn schemas_are_up_to_date() {
        run(&repo::root(), KINDS, Mode::Check).unwrap_or_else(|message| panic!("{message}"));
    }

    #[test]
    fn the_index_names_every_file_and_its_hash() {
        let scratch = Scratch::new("schemas");
        run(scratch.path(), PAINT, Mode::Write).unwrap();
        let index: Value = serde_json::from_str(&scratch.read("schemas/index.json")).unwrap();
        let entries = index["schemas"].as_array().unwrap();
        let profiles: Vec<&str> = entries.iter().filter_map(|entry| entry["profile"].as_str()).collect();
        assert_eq!(profiles, ["full", "draft-07", "llm"]);
        for entry in entries {
            let text = scratch.read(&format!("schemas/{}", entry["file"].as_str().unwrap()));
            assert_eq!(entry["sha256"], hex(&Sha256::digest(text.as_bytes())));
        }
    }

    #[track_caller]
    fn check_drift(change: fn(&Scratch), expected: &str) {
        let scratch = Scratch::new("drift");
        run(scratch.path(), PAINT, Mode::Write).unwrap();
        run(scratch.path(), PAINT, Mode::Check).unwrap();
        change(&scratch);
        let message = run(scratch.path(), PAINT, Mode::Check).unwrap_err();
        assert!(message.contains(expected) && message.contains(COMMAND), "{message}");
        run(scratch.path(), PAINT, Mode::Write).unwrap();
        run(scratch.path(), PAINT, Mode::Check).expect("writing mends it");
    }

    #[test]
    fn drift_is_found_and_mended() {
        check_drift(|scratch| scratch.remove("schemas/v1/paint.schema.json"), "paint.schema.json is missing");
        check_drift(|scratch| scratch.write("schemas/v1/old.schema.json", "{}"), "old.schema.json is stray");
        check_drift(|scratch| scratch.write("schemas/v1/llm/paint.schema.json", "{}\n"), "is not what the code gives");
        check_drift(|scratch| scratch.write("schemas/index.json", "{}\n"), "schemas/index.json is not");
    }

    #[test]
    fn an_invalid_schema_is_not_published() {
        let schema = schemars::json_schema!({"type": "strung"});
        assert!(printed(&schema, "x").unwrap_err().contains("/type"));
        let schema = schemars::json_schema!({"type": "string"});
        assert!(printed(&schema, "x").unwrap_err().contains("root"));
    }
}
