//! What every published schema has in common: no Rust formats, plain enums, no references to Rust items in its texts.
//!
//! Validators in strict mode reject unknown formats; code generators and structured-output APIs handle `enum` better
//! than `oneOf` with `const`.

use schemars::Schema;
use schemars::transform::{RecursiveTransform, Transform as _};
use serde_json::{Map, Value, json};

pub(super) fn tidy(schema: &mut Schema) {
    let tidy = |schema: &mut Schema| {
        let Some(object) = schema.as_object_mut() else { return };
        describe(object);
        remove_rust_formats(object);
        collapse_words(object, "oneOf");
        collapse_words(object, "anyOf");
    };
    RecursiveTransform(tidy).transform(schema);
}

/// Keeps the first paragraph of a doc comment, without numbers of rulings and links to items.
fn describe(schema: &mut Map<String, Value>) {
    let Some(text) = schema.get("description").and_then(Value::as_str) else { return };
    // The list of words that `collapse_words` made is not a doc comment.
    if text.contains("\n- `") {
        return;
    }
    let first = text.split("\n\n").next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let mut plain = first.replace("[`", "`").replace("`]", "`");
    while let Some(start) = plain.find(" (R-") {
        let end = plain[start..].find(')').map_or(plain.len(), |end| start + end + 1);
        plain.replace_range(start..end, "");
    }
    schema.insert("description".to_owned(), plain.into());
}

fn remove_rust_formats(schema: &mut Map<String, Value>) {
    let Some(format) = schema.get("format").and_then(Value::as_str) else { return };
    if matches!(format, "float" | "double") || format.starts_with("int") || format.starts_with("uint") {
        schema.shift_remove("format");
    }
}

/// Replaces branches that are string constants by one `enum`, with their texts as a list in its description. Other
/// branches stay beside it.
fn collapse_words(schema: &mut Map<String, Value>, keyword: &str) {
    let Some(branches) = schema.get(keyword).and_then(Value::as_array) else { return };
    let is_word = |branch: &&Value| branch.get("const").is_some_and(Value::is_string);
    let words: Vec<&Value> = branches.iter().filter(is_word).collect();
    if words.is_empty() {
        return;
    }
    let others: Vec<Value> = branches.iter().filter(|branch| !is_word(branch)).cloned().collect();
    let list: Vec<String> = words
        .iter()
        .filter_map(|word| Some(format!("- `{}`: {}", word["const"].as_str()?, word.get("description")?.as_str()?)))
        .collect();
    let own = schema.get("description").and_then(Value::as_str).filter(|_| others.is_empty());
    let own = own.map(|text| format!("{text}\n\n")).unwrap_or_default();
    let values: Vec<&Value> = words.iter().map(|word| &word["const"]).collect();
    let mut collapsed = json!({"type": "string", "enum": values, "description": own + &list.join("\n")});
    if others.is_empty() {
        schema.shift_remove(keyword);
        schema.extend(collapsed.as_object_mut().map(std::mem::take).into_iter().flatten());
    } else {
        schema.insert(keyword.to_owned(), std::iter::once(collapsed).chain(others).collect());
    }
}
