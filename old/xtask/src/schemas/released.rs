//! Compatibility with the last release of the schemas: what it was tried with, and thousands of documents made of that,
//! are judged as before, and what is valid now is valid for who still holds the release.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use envelope_core::schema::MAJOR;
use jsonschema::Validator;
use serde_json::{Value, json};

use super::mapping;
use super::profile::{Profile, made};
use crate::fixtures::cases;
use crate::interop::{is_any_text, variants};
use crate::kind::Kind;
use crate::repo;

const MAPPING: &str = "status-mapping.json";
/// How many changed documents of a kind are told, and how much of each.
const MOST: usize = 5;
const SHOWN: usize = 300;

/// Where releases are kept, each in a folder named by its version.
pub(crate) const FOLDER: &str = "schemas/released";

/// Keeps the schemas, the mapping and the verdict on every fixture of now as a release.
pub(crate) fn record(root: &Path, kinds: &[Kind], version: &str) -> Result<String, String> {
    let parts = parsed(version).ok_or_else(|| format!("`{version}` is no version; write it as 1.2.3"))?;
    if parts[0] != MAJOR {
        return Err(format!("{version} is not of the major version {MAJOR} that the schemas have"));
    }
    let folder = root.join(FOLDER).join(version);
    if let Some((last, _)) = last(root)?.filter(|(last, _)| parsed(last) >= Some(parts)) {
        return Err(format!("{last} is released already, and a release does not change"));
    }
    check(root, kinds)?;
    for (kind, profile) in kinds.iter().flat_map(|kind| Profile::ALL.map(|profile| (kind, profile))) {
        if profile.has(kind) {
            let schema = serde_json::to_string_pretty(&made(kind, profile)?).map_err(|error| error.to_string())?;
            repo::write(&folder.join(profile.file(kind.name)), &(schema + "\n"))?;
        }
    }
    for kind in kinds.iter().filter(|kind| kind.schema.is_some()) {
        let now = validator(&made(kind, Profile::Full)?.to_value(), kind.name)?;
        let lines = documents(root, kind)?;
        let lines =
            lines.iter().map(|(_, value)| json!({"valid": now.is_valid(value), "value": value}).to_string() + "\n");
        repo::write(&folder.join(format!("{}.jsonl", kind.name)), &lines.collect::<String>())?;
    }
    repo::write(&folder.join(MAPPING), &mapping::text()?)?;
    Ok(format!("recorded {FOLDER}/{version}; describe it in schemas/CHANGELOG.md"))
}

/// Replays the last release: old and new schemas give the same verdict on what the release was tried with and on every
/// change of that which its own members and words allow, the old ones take what is valid now, every closed list of words
/// and every meaning is the same.
pub(crate) fn check(root: &Path, kinds: &[Kind]) -> Result<(), String> {
    let Some((version, folder)) = last(root)? else {
        println!("    no release of the schemas is recorded: nothing to be compatible with");
        return Ok(());
    };
    let mut wrong = Vec::new();
    for path in repo::entries(&folder.join(format!("v{MAJOR}")))? {
        let name = repo::relative(&folder.join(format!("v{MAJOR}")), &path);
        let Some(name) = name.strip_suffix(".schema.json") else { continue };
        match kinds.iter().find(|kind| kind.name == name) {
            Some(kind) => wrong.extend(replay(root, kind, &version, &folder)?),
            None => wrong.push(format!("the kind {name} of {version} is gone")),
        }
    }
    let mapping = folder.join(MAPPING);
    if mapping.is_file() && !is_kept(&json(&repo::read_text(&mapping)?, MAPPING)?, &json(&mapping::text()?, MAPPING)?) {
        wrong.push(format!("{MAPPING} does not hold all that it held in {version}"));
    }
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{}\nthe schemas break with {version}: keep to it, or raise the major version (`MAJOR`, the folder v…)",
        wrong.join("\n")
    ))
}

fn replay(root: &Path, kind: &Kind, version: &str, folder: &Path) -> Result<Vec<String>, String> {
    let name = kind.name;
    let (now, then) = (made(kind, Profile::Full)?.to_value(), folder.join(Profile::Full.file(name)));
    let then = json(&repo::read_text(&then)?, name)?;
    let mut wrong = Vec::new();
    wrong.extend(changed_words(name, version, &then, &now));
    for profile in [Profile::Draft07, Profile::Llm] {
        let then = folder.join(profile.file(name));
        if !then.is_file() {
            continue;
        }
        if !profile.has(kind) {
            wrong.push(format!("{name}: the profile {} of {version} is gone", profile.name()));
            continue;
        }
        let (now, then) = (made(kind, profile)?.to_value(), json(&repo::read_text(&then)?, name)?);
        wrong.extend(changed_words(&format!("{name}, {}", profile.name()), version, &then, &now));
    }
    let drafts = validator(&made(kind, Profile::Draft07)?.to_value(), name)?;
    let old_members = then.clone();
    let (now, then) = (validator(&now, name)?, validator(&then, name)?);
    let mut valid = Vec::new();
    for (at, line) in repo::read_text(&folder.join(format!("{name}.jsonl")))?.lines().enumerate() {
        let line = json(line, name)?;
        let (was, is) = (line["valid"] == true, now.is_valid(&line["value"]));
        valid.extend(was.then(|| line["value"].clone()));
        let verdict = if was { "is not valid any more" } else { "was refused and is valid now" };
        wrong.extend((was != is).then(|| format!("{name}: document {} of {version} {verdict}", at + 1)));
        let differs = drafts.is_valid(&line["value"]) != is;
        wrong.extend(
            differs.then(|| format!("{name}: document {} of {version} is judged otherwise by draft-07", at + 1)),
        );
    }
    for (id, value) in documents(root, kind)? {
        let told = format!("{id}: who holds the schema of {version} refuses what is valid now");
        wrong.extend((now.is_valid(&value) && !then.is_valid(&value)).then_some(told));
    }
    let made = variants(&valid, &old_members);
    let differing = made.iter().filter(|value| {
        let is = now.is_valid(value);
        is != then.is_valid(value) || is != drafts.is_valid(value)
    });
    let told = |value: &Value| {
        let shown: String = value.to_string().chars().take(SHOWN).collect();
        format!("{name}: {version} judges it otherwise: {shown}")
    };
    wrong.extend(differing.take(MOST).map(told));
    Ok(wrong)
}

/// What became of the closed lists of words; new ones come with new members, and break nobody.
fn changed_words(name: &str, version: &str, then: &Value, now: &Value) -> Vec<String> {
    let now = words(now);
    let changed = words(then).into_iter().filter(|(at, list)| now.get(at) != Some(list));
    changed.map(|(at, _)| format!("{name}: the closed list of words at {at} is not that of {version}")).collect()
}

/// Every closed list of words in a schema by its place. Beside the words of an open list any text is taken, so that
/// another word breaks nobody.
fn words(schema: &Value) -> BTreeMap<String, Vec<String>> {
    let mut lists = BTreeMap::new();
    let mut open = vec![(String::new(), schema)];
    while let Some((at, value)) = open.pop() {
        let word = value.get("const").filter(|word| !word.is_object()).map(std::slice::from_ref);
        if let Some(list) = value.get("enum").and_then(Value::as_array).map(Vec::as_slice).or(word) {
            let mut list: Vec<String> = list.iter().map(Value::to_string).collect();
            list.sort();
            lists.insert(at.clone(), list);
        }
        for (keyword, inner) in value.as_object().into_iter().flatten() {
            let is_open = keyword == "anyOf" && inner.as_array().is_some_and(|list| list.iter().any(is_any_text));
            if !is_open && keyword != "examples" {
                open.push((format!("{at}/{keyword}"), inner));
            }
        }
        let items = value.as_array().into_iter().flatten().enumerate();
        open.extend(items.map(|(index, inner)| (format!("{at}/{index}"), inner)));
    }
    lists
}

/// Whether everything in the old value stands in the new one.
fn is_kept(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            old.iter().all(|(name, old)| new.get(name).is_some_and(|new| is_kept(old, new)))
        }
        _ => old == new,
    }
}

/// The release with the highest version of this major.
fn last(root: &Path) -> Result<Option<(String, PathBuf)>, String> {
    let folders = repo::entries(&root.join(FOLDER))?;
    let named = folders.into_iter().map(|path| (repo::relative(&root.join(FOLDER), &path), path));
    let of_major = named.filter(|(version, _)| parsed(version).is_some_and(|parts| parts[0] == MAJOR));
    Ok(of_major.max_by_key(|(version, _)| parsed(version)))
}

fn parsed(version: &str) -> Option<[u32; 3]> {
    let parts: Option<Vec<u32>> = version.split('.').map(|part| part.parse().ok()).collect();
    parts?.try_into().ok()
}

/// The documents of a kind: inputs that are JSON where it is that on the wire, else values.
fn documents(root: &Path, kind: &Kind) -> Result<Vec<(String, Value)>, String> {
    let mut documents = Vec::new();
    for case in &cases(root, kind)? {
        let input = case.input()?;
        let value = if kind.wire_json {
            serde_json::from_slice(&input).ok()
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

    #[derive(JsonSchema, Serialize, Deserialize)]
    #[schemars(deny_unknown_fields)]
    struct Sealed {
        colour: String,
    }

    #[derive(JsonSchema, Serialize, Deserialize)]
    struct Short {
        #[schemars(length(max = 300))]
        colour: String,
    }

    #[derive(JsonSchema, Serialize, Deserialize)]
    struct Glossy {
        colour: String,
        gloss: Option<bool>,
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
        scratch.write("fixtures/paint/valid/one.json", "{\"colour\": \"red\"}");
        scratch.write("fixtures/paint/deviating/two.json", "{\"colour\": \"red\", \"mood\": 1}");
        scratch.write("fixtures/paint/invalid/none.json", "{}");
        check(scratch.path(), &kind::<Paint>()).expect("nothing was released");
        record(scratch.path(), &kind::<Paint>(), "1.0.0").unwrap();
        check(scratch.path(), &kind::<Paint>()).unwrap();
        check(scratch.path(), &kind::<Glossy>()).expect("a new optional member breaks nobody");
        let broken = |kinds: &[Kind]| check(scratch.path(), kinds).expect_err("a break");
        assert!(broken(&kind::<Mixed>()).contains("is not valid any more"));
        assert!(broken(&kind::<Sealed>()).contains("is not valid any more"));
        assert!(broken(&kind::<Thinned>()).contains("was refused and is valid now"));
        assert!(broken(&[]).contains("is gone"));
        assert!(broken(&kind::<Short>()).contains("judges it otherwise"), "no fixture has a long colour");
        scratch.write("fixtures/paint/invalid/three.json", "{\"colour\": \"red\", \"gloss\": 3}");
        check(scratch.path(), &kind::<Glossy>()).expect("who holds the release never asks for the new member");
        scratch.write("fixtures/paint/valid/four.json", "{\"colour\": null}");
        assert!(broken(&kind::<Thinned>()).contains("refuses what is valid now"));
    }

    #[test]
    fn words_and_meanings_are_kept() {
        let closed = |list: Value| json!({"properties": {"a": {"enum": list}}});
        let open = |list: Value| json!({"properties": {"a": {"anyOf": [{"enum": list}, {"type": "string"}]}}});
        let breaks = |then: &Value, now: &Value| !changed_words("a", "1.0.0", then, now).is_empty();
        assert!(!breaks(&closed(json!(["b", "a"])), &closed(json!(["a", "b"]))));
        assert!(breaks(&closed(json!(["a"])), &closed(json!(["a", "b"]))));
        assert!(breaks(&closed(json!(["a"])), &json!({})));
        assert!(!breaks(&json!({}), &closed(json!(["a"]))), "a new member");
        assert!(!breaks(&open(json!(["a"])), &open(json!(["a", "b"]))), "an open list");
        assert!(is_kept(&json!({"a": {"b": 1}}), &json!({"a": {"b": 1, "c": 2}, "d": 3})));
        assert!(!is_kept(&json!({"a": {"b": 1}}), &json!({"a": {"b": 2}})));
    }

    #[test]
    fn a_release_has_a_version_and_does_not_change() {
        let scratch = Scratch::new("record");
        scratch.write("fixtures/paint/valid/one.json", "{\"colour\": \"red\"}");
        assert!(record(scratch.path(), &kind::<Paint>(), "one").unwrap_err().contains("no version"));
        assert!(record(scratch.path(), &kind::<Paint>(), "2.0.0").unwrap_err().contains("major"));
        record(scratch.path(), &kind::<Paint>(), "1.0.0").unwrap();
        assert!(record(scratch.path(), &kind::<Paint>(), "1.0.0").unwrap_err().contains("already"));
        assert!(record(scratch.path(), &kind::<Paint>(), "1.0.0").is_err());
        record(scratch.path(), &kind::<Paint>(), "1.0.1").unwrap();
    }
}
