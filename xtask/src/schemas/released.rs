//! Compatibility with the last release of the schemas: what it called valid is valid, and what we write now is valid to
//! who still holds it.

use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::Value;

use super::profile::{Profile, made};
use crate::fixtures::{Folder, cases};
use crate::kind::Kind;
use crate::repo;

/// Where releases are kept, each in a folder named by its version.
pub(crate) const FOLDER: &str = "schemas/released";

/// Keeps the schemas and the valid fixtures of now as a release.
pub(crate) fn record(root: &Path, kinds: &[Kind], version: &str) -> Result<String, String> {
    if parsed(version).is_none() {
        return Err(format!("`{version}` is no version; write it as 1.2.3"));
    }
    let folder = root.join(FOLDER).join(version);
    if folder.exists() {
        return Err(format!("{FOLDER}/{version} is there already: a release does not change"));
    }
    check(root, kinds)?;
    for kind in kinds.iter().filter(|kind| kind.schema.is_some()) {
        let schema = made(kind, Profile::Full)?;
        let schema = serde_json::to_string_pretty(&schema).map_err(|error| error.to_string())?;
        repo::write(&folder.join(format!("{}.schema.json", kind.name)), &(schema + "\n"))?;
        let lines: String = valid(root, kind)?.iter().map(|(_, value)| value.to_string() + "\n").collect();
        repo::write(&folder.join(format!("{}.jsonl", kind.name)), &lines)?;
    }
    Ok(format!("recorded {FOLDER}/{version}; describe it in schemas/CHANGELOG.md"))
}

/// Replays the last release; what would break a reader or a writer of it is an error.
pub(crate) fn check(root: &Path, kinds: &[Kind]) -> Result<(), String> {
    let Some((version, folder)) = last(root)? else { return Ok(()) };
    let mut wrong = Vec::new();
    for path in repo::entries(&folder)? {
        let name = repo::relative(&folder, &path);
        let Some(name) = name.strip_suffix(".schema.json") else { continue };
        let Some(kind) = kinds.iter().find(|kind| kind.name == name) else {
            wrong.push(format!("the kind {name} of {version} is gone"));
            continue;
        };
        let now = validator(&made(kind, Profile::Full)?.to_value(), name)?;
        for (at, line) in repo::read_text(&folder.join(format!("{name}.jsonl")))?.lines().enumerate() {
            let value = json(line, name)?;
            let told = format!("{name}: document {} of {version} is not valid any more", at + 1);
            wrong.extend(now.validate(&value).err().map(|error| format!("{told}: {error}")));
        }
        let then = validator(&json(&repo::read_text(&path)?, name)?, name)?;
        for (id, value) in valid(root, kind)? {
            let told = format!("{id}: who holds the schema of {version} cannot read it");
            wrong.extend(then.validate(&value).err().map(|error| format!("{told}: {error}")));
        }
    }
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{}\nthe schemas break with {version}: keep to it, or raise the major version (`MAJOR`, the folder v…)",
        wrong.join("\n")
    ))
}

/// The release with the highest version of this major.
fn last(root: &Path) -> Result<Option<(String, PathBuf)>, String> {
    let folders = repo::entries(&root.join(FOLDER))?;
    let named = folders.into_iter().map(|path| (repo::relative(&root.join(FOLDER), &path), path));
    let of_major =
        named.filter(|(version, _)| parsed(version).is_some_and(|parts| parts[0] == envelope_core::schema::MAJOR));
    Ok(of_major.max_by_key(|(version, _)| parsed(version)))
}

fn parsed(version: &str) -> Option<[u32; 3]> {
    let parts: Option<Vec<u32>> = version.split('.').map(|part| part.parse().ok()).collect();
    parts?.try_into().ok()
}

/// The valid documents of a kind: inputs where it is JSON on the wire, else values.
fn valid(root: &Path, kind: &Kind) -> Result<Vec<(String, Value)>, String> {
    let mut documents = Vec::new();
    for case in cases(root, kind)?.iter().filter(|case| case.folder == Folder::Valid) {
        let input = case.input()?;
        let value = if kind.wire_json {
            Some(json(&String::from_utf8_lossy(&input), &case.id)?)
        } else {
            (kind.read)(&input, &case.options()?)?.value
        };
        documents.extend(value.map(|value| (case.id.clone(), value)));
    }
    Ok(documents)
}

fn validator(schema: &Value, name: &str) -> Result<Validator, String> {
    jsonschema::validator_for(schema).map_err(|error| format!("the schema of {name}: {error}"))
}

fn json(text: &str, what: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("{what}: {error}"))
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::kind::{root, strict_json};
    use crate::scratch::Scratch;

    #[derive(JsonSchema, Serialize, Deserialize)]
    struct Paint {
        colour: String,
    }

    #[derive(JsonSchema, Serialize, Deserialize)]
    struct Thinned {
        colour: Option<String>,
    }

    #[derive(JsonSchema, Serialize, Deserialize)]
    struct Mixed {
        colour: String,
        coats: u8,
    }

    fn kind<T: JsonSchema + Serialize + serde::de::DeserializeOwned>() -> [Kind; 1] {
        [Kind {
            name: "paint",
            ext: "json",
            wire_json: true,
            schema: Some(root::<T>),
            llm: false,
            read: strict_json::<T>,
            rules: &[],
            rulings: &[],
        }]
    }

    #[test]
    fn a_break_with_the_last_release_is_found() {
        let scratch = Scratch::new("released");
        let case = "fixtures/paint/valid/one.json";
        scratch.write(case, "{\"colour\": \"red\"}");
        check(scratch.path(), &kind::<Paint>()).expect("nothing was released");
        record(scratch.path(), &kind::<Paint>(), "1.0.0").unwrap();
        check(scratch.path(), &kind::<Paint>()).unwrap();
        check(scratch.path(), &kind::<Thinned>()).expect("who writes as before may go on");
        let broken = check(scratch.path(), &kind::<Mixed>()).unwrap_err();
        assert!(broken.contains("document 1 of 1.0.0 is not valid any more"), "{broken}");
        scratch.write(case, "{\"colour\": null}");
        let broken = check(scratch.path(), &kind::<Thinned>()).unwrap_err();
        assert!(broken.contains("who holds the schema of 1.0.0 cannot read it"), "{broken}");
        assert!(check(scratch.path(), &[]).unwrap_err().contains("is gone"));
    }

    #[test]
    fn a_release_has_a_version_and_does_not_change() {
        let scratch = Scratch::new("record");
        scratch.write("fixtures/paint/valid/one.json", "{\"colour\": \"red\"}");
        assert!(record(scratch.path(), &kind::<Paint>(), "one").unwrap_err().contains("no version"));
        record(scratch.path(), &kind::<Paint>(), "1.0.0").unwrap();
        assert!(record(scratch.path(), &kind::<Paint>(), "1.0.0").unwrap_err().contains("already"));
    }
}
