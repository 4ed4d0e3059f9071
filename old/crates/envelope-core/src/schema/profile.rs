//! What every published schema has in common: an identity, texts for readers of any language, no Rust formats, plain
//! enums, no null defaults.
//!
//! The reasons were measured: validators in strict mode refuse formats that they do not know, and code generators and
//! structured-output APIs read an `enum` where they stumble over `oneOf` with `const`.

use std::fmt::Write as _;

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform as _};
use serde_json::{Map, Value, json};

use super::Make;

/// The major version of the schemas, in their path and in `$id`.
pub const MAJOR: u32 = 1;

/// The schema of a kind as draft 2020-12.
pub fn full(kind: &str, make: Make) -> Schema {
    publish(SchemaSettings::draft2020_12(), make, format!("urn:agent-envelope:{kind}:{MAJOR}"))
}

/// The same as draft 7, for tools that stop there. It has an `$id` of its own, so that both can be loaded together.
pub fn draft_07(kind: &str, make: Make) -> Schema {
    publish(SchemaSettings::draft07(), make, format!("urn:agent-envelope:{kind}:{MAJOR}:draft-07"))
}

/// The transforms alone, for other profiles.
pub fn plain(schema: &mut Schema) {
    everywhere(schema, tell_others);
    everywhere(schema, |schema| {
        drop_rust_format(schema);
        drop_null_default(schema);
        collapse_enum(schema, "oneOf");
        collapse_enum(schema, "anyOf");
        describe_tags(schema);
    });
}

fn everywhere(schema: &mut Schema, change: fn(&mut Map<String, Value>)) {
    let change = |schema: &mut Schema| schema.as_object_mut().into_iter().for_each(change);
    RecursiveTransform(change).transform(schema);
}

fn publish(settings: SchemaSettings, make: Make, id: String) -> Schema {
    let mut schema = make(&mut settings.into_generator());
    plain(&mut schema);
    schema.insert("$id".to_owned(), Value::String(id));
    schema
}

/// The first paragraph of a doc comment is for everybody; examples and remarks for Rust programmers follow it.
fn tell_others(schema: &mut Map<String, Value>) {
    let Some(text) = schema.get("description").and_then(Value::as_str) else { return };
    let first = text.split("\n\n").find(|paragraph| !paragraph.trim().is_empty()).unwrap_or_default();
    let mut told = String::new();
    let mut rest = first;
    // Links to Rust items, as [`Report`] or [`carried`](carry), become the words alone.
    while let Some((before, after)) = rest.split_once("[`") {
        let (name, after) = after.split_once("`]").unwrap_or((after, ""));
        let _ = write!(told, "{before}`{name}`");
        rest = after.strip_prefix('(').and_then(|link| link.split_once(')')).map_or(after, |(_, after)| after);
    }
    let told = without_rulings(&one_line(&(told + rest)));
    schema.insert("description".to_owned(), Value::String(told));
}

/// The text without the numbers of rulings in brackets, which only this project's authors can look up; the sections of
/// a specification that stand beside them stay.
fn without_rulings(text: &str) -> String {
    let is_ruling = |part: &str| {
        let number = part.trim().strip_prefix("R-").unwrap_or_default();
        number.starts_with(|first: char| first.is_ascii_uppercase())
            && number.get(1..).is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
    };
    let mut told = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('(') {
        let Some((inside, behind)) = after.split_once(')') else { break };
        let kept: Vec<&str> = inside.split(';').filter(|part| !is_ruling(part)).collect();
        if kept.is_empty() {
            told.push_str(before.trim_end());
        } else {
            let _ = write!(told, "{before}({})", kept.join(";").trim());
        }
        rest = behind;
    }
    told + rest
}

/// A width of 32 bits or less becomes bounds; wider numbers are [`Count`](crate::Count)s, which have their own.
fn drop_rust_format(schema: &mut Map<String, Value>) {
    let bounds = match schema.get("format").and_then(Value::as_str) {
        Some("int8") => Some((i64::from(i8::MIN), i64::from(i8::MAX))),
        Some("uint8") => Some((0, i64::from(u8::MAX))),
        Some("int16") => Some((i64::from(i16::MIN), i64::from(i16::MAX))),
        Some("uint16") => Some((0, i64::from(u16::MAX))),
        Some("int32") => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
        Some("uint32") => Some((0, i64::from(u32::MAX))),
        Some("int" | "uint" | "int64" | "uint64" | "int128" | "uint128" | "float" | "double") => None,
        _ => return,
    };
    schema.shift_remove("format");
    if let Some((least, most)) = bounds {
        schema.entry("minimum").or_insert_with(|| least.into());
        schema.entry("maximum").or_insert_with(|| most.into());
    }
}

/// A word that marks one form among several has no doc comment of its own; the form has.
fn describe_tags(schema: &mut Map<String, Value>) {
    let form = schema.get("description").and_then(Value::as_str).map(one_line);
    for tag in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut) {
        let Some(tag) = tag.as_object_mut().filter(|tag| !tag.contains_key("description")) else { continue };
        if let (Some(word), Some(form)) = (tag.get("const").and_then(Value::as_str), &form) {
            tag.insert("description".to_owned(), json!(format!("Marks this form, `{word}`: {form}")));
        }
    }
}

fn drop_null_default(schema: &mut Map<String, Value>) {
    if schema.get("default").is_some_and(Value::is_null) {
        schema.shift_remove("default");
    }
}

/// Branches that are string constants become one `enum`, and their texts a list in its description. An open word
/// list keeps its other branch beside it.
fn collapse_enum(schema: &mut Map<String, Value>, keyword: &str) {
    let Some(branches) = schema.get(keyword).and_then(Value::as_array) else { return };
    let (words, others): (Vec<_>, Vec<_>) =
        branches.iter().map(|branch| (branch, words(branch))).partition(|(_, words)| words.is_some());
    if words.is_empty() {
        return;
    }
    let others: Vec<Value> = others.into_iter().map(|(branch, _)| branch.clone()).collect();
    let mut list = Vec::new();
    let mut values = Vec::new();
    for (branch, words) in words {
        let text = branch.get("description").and_then(Value::as_str);
        for word in words.unwrap_or_default() {
            list.push(text.map_or_else(|| format!("- `{word}`"), |text| format!("- `{word}`: {}", one_line(text))));
            values.push(word);
        }
    }
    let documented = list.iter().any(|item| item.contains("`: "));
    let own = schema.get("description").and_then(Value::as_str).filter(|_| others.is_empty());
    let texts: Vec<String> = own.map(str::to_owned).into_iter().chain(documented.then(|| list.join("\n"))).collect();
    let mut collapsed = Map::from_iter([("type".to_owned(), json!("string")), ("enum".to_owned(), json!(values))]);
    if !texts.is_empty() {
        collapsed.insert("description".to_owned(), json!(texts.join("\n\n")));
    }
    if others.is_empty() {
        schema.shift_remove(keyword);
        schema.extend(collapsed);
    } else {
        let branches = std::iter::once(Value::Object(collapsed)).chain(others).collect();
        schema.insert(keyword.to_owned(), Value::Array(branches));
    }
}

/// The words of a branch that is a string constant or a plain enum of strings.
fn words(branch: &Value) -> Option<Vec<String>> {
    let known = ["type", "const", "enum", "description", "title"];
    branch.as_object()?.keys().all(|key| known.contains(&key.as_str())).then_some(())?;
    match (branch.get("const"), branch.get("enum").and_then(Value::as_array)) {
        (Some(word), None) => Some(vec![word.as_str()?.to_owned()]),
        (None, Some(words)) => words.iter().map(|word| word.as_str().map(str::to_owned)).collect(),
        _ => None,
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    #![allow(dead_code, reason = "the types are here for their schemas")]

    use schemars::JsonSchema;

    use super::*;

    /// How it went, see
    /// [`Open`] and [`numbers`](Numbers) (both).
    ///
    /// ```
    /// let code = "for Rust programmers";
    /// ```
    #[derive(JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Documented {
        /// All is
        /// well.
        Good,
        Bad,
    }

    #[derive(JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Open {
        /// The sky.
        Blue,
        Red,
        /// Any other colour.
        #[serde(untagged)]
        Other(String),
    }

    #[derive(JsonSchema)]
    struct Numbers {
        /// A property of this name is not a keyword.
        format: u32,
        wide: Option<u64>,
        real: f64,
        #[serde(default)]
        maybe: Option<String>,
    }

    #[track_caller]
    fn check<T: JsonSchema>(expected: &Value) {
        let schema = full("x", super::super::root::<T>);
        let mut schema = schema.as_object().unwrap().clone();
        for identity in ["$schema", "$id", "title"] {
            assert!(schema.shift_remove(identity).is_some(), "{identity}");
        }
        assert_eq!(Value::Object(schema), *expected);
    }

    #[test]
    fn documented_enums_are_plain() {
        let text = "How it went, see `Open` and `numbers` (both).\n\n- `bad`\n- `good`: All is well.";
        check::<Documented>(&json!({"type": "string", "enum": ["bad", "good"], "description": text}));
    }

    #[test]
    fn open_word_lists_keep_their_other_branch() {
        let words = json!({"type": "string", "enum": ["red", "blue"], "description": "- `red`\n- `blue`: The sky."});
        let other = json!({"type": "string", "description": "Any other colour."});
        check::<Open>(&json!({"anyOf": [words, other]}));
    }

    #[test]
    fn numbers_have_no_rust_format() {
        check::<Numbers>(&json!({
            "type": "object",
            "properties": {
                "format": {
                    "description": "A property of this name is not a keyword.",
                    "type": "integer", "minimum": 0, "maximum": u32::MAX,
                },
                "wide": {"type": ["integer", "null"], "minimum": 0},
                "real": {"type": "number"},
                "maybe": {"type": ["string", "null"]},
            },
            "required": ["format", "real"],
        }));
    }

    #[test]
    fn both_drafts_have_an_identity() {
        let schema = full("paint", super::super::root::<Numbers>);
        assert_eq!(schema.get("$id"), Some(&json!("urn:agent-envelope:paint:1")));
        let schema = draft_07("paint", super::super::root::<Numbers>);
        assert_eq!(schema.get("$id"), Some(&json!("urn:agent-envelope:paint:1:draft-07")));
        assert_eq!(schema.get("$schema"), Some(&json!("http://json-schema.org/draft-07/schema#")));
    }

    #[test]
    fn rulings_are_for_the_authors() {
        let told = [
            ("The task (R-P2).", "The task."),
            ("A row (clarity-protocol, \"Tables\"; R-C9, R-C10).", "A row (clarity-protocol, \"Tables\")."),
            ("What it was (R-S4: kept, warning), and why (or not).", "What it was, and why (or not)."),
            ("R-numbers (R-x) stay (", "R-numbers (R-x) stay ("),
        ];
        for (text, expected) in told {
            assert_eq!(without_rulings(text), expected);
        }
    }
}
