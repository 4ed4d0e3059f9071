//! The narrowed profile: a schema that structured-output APIs take.
//!
//! Only `type`, `enum`, `properties`, `required`, `additionalProperties: false`, `items`, `anyOf` and `description`
//! remain, everything inlined and every property required: an optional one may be null, an optional list may be empty.
//! Bounds are told in the description, conditions between fields are lost; so what an agent sends under this schema,
//! nulls taken out, is still checked against the full one.

use std::fmt::Write as _;

use schemars::Schema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::{CannotNarrow, Make, plain};

/// The schema in the narrowed profile; `Err` for types that it cannot express.
pub fn llm(make: Make) -> Result<Schema, CannotNarrow> {
    narrowed(inlined(make).as_value())
}

/// The schema of a type without references and without an identity, to be changed before it is [`narrowed`].
pub fn inlined(make: Make) -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = make(&mut settings.into_generator());
    plain(&mut schema);
    schema
}

/// Any schema in the narrowed profile, once nothing in it refers to elsewhere ([`inline`](super::inline)).
pub fn narrowed(schema: &Value) -> Result<Schema, CannotNarrow> {
    let narrowed = narrow(schema).map_err(CannotNarrow)?;
    if narrowed.get("type") != Some(&json!("object")) {
        return Err(CannotNarrow("the root is not an object".to_owned()));
    }
    Schema::try_from(narrowed).map_err(|error| CannotNarrow(error.to_string()))
}

/// Bounds and what a sentence about them says.
const BOUNDS: &[(&str, &str)] = &[
    ("minimum", "At least {}."),
    ("maximum", "At most {}."),
    ("exclusiveMinimum", "More than {}."),
    ("exclusiveMaximum", "Less than {}."),
    ("multipleOf", "A multiple of {}."),
    ("minLength", "At least {} characters."),
    ("maxLength", "At most {} characters."),
    ("minItems", "At least {} items."),
    ("maxItems", "At most {} items."),
    ("uniqueItems", "No item twice."),
    ("pattern", "Matches {}."),
    ("format", "Format {}."),
];

fn narrow(schema: &Value) -> Result<Value, String> {
    let Some(schema) = schema.as_object() else { return Err("a place for any value cannot be narrowed".to_owned()) };
    for unknown in ["$ref", "not", "patternProperties", "unevaluatedProperties"] {
        if schema.get(unknown).is_some_and(|value| value != &json!(true)) {
            return Err(format!("`{unknown}` has no place in the narrowed profile (a recursive type?)"));
        }
    }
    let branches = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array);
    let types = schema.get("type").and_then(Value::as_array);
    let mut narrowed = match (branches, types) {
        (Some(branches), _) => union(branches.iter().map(narrow).collect::<Result<_, _>>()?),
        (None, Some(types)) => {
            let branches: Vec<Value> = types.iter().map(|one| typed(schema, one)).collect::<Result<_, _>>()?;
            Map::from_iter([("anyOf".to_owned(), Value::Array(branches))])
        }
        (None, None) => into_object(typed(schema, schema.get("type").unwrap_or(&Value::Null))?),
    };
    let own = narrowed.shift_remove("description");
    let text = [schema.get("description").cloned(), own, told_bounds(schema)];
    let text: Vec<&str> = text.iter().flatten().filter_map(Value::as_str).filter(|text| !text.is_empty()).collect();
    if !text.is_empty() {
        narrowed.insert("description".to_owned(), json!(text.join("\n\n")));
    }
    Ok(Value::Object(narrowed))
}

/// A choice of all branches; those of a choice inside it stand beside the others, since APIs count choices.
fn union(branches: Vec<Value>) -> Map<String, Value> {
    let (mut flat, mut texts): (Vec<Value>, Vec<String>) = (Vec::new(), Vec::new());
    for mut branch in branches {
        match branch.get_mut("anyOf").map(Value::take) {
            Some(Value::Array(inner)) => {
                texts.extend(branch.get("description").and_then(Value::as_str).map(str::to_owned));
                flat.extend(inner);
            }
            _ => flat.push(branch),
        }
    }
    let null = json!({"type": "null"});
    let is_nullable = flat.contains(&null);
    flat.retain(|branch| *branch != null);
    flat.extend(is_nullable.then_some(null));
    let mut union = Map::from_iter([("anyOf".to_owned(), Value::Array(flat))]);
    if !texts.is_empty() {
        union.insert("description".to_owned(), json!(texts.join("\n\n")));
    }
    union
}

/// The schema as far as it speaks of values of one type.
fn typed(schema: &Map<String, Value>, one: &Value) -> Result<Value, String> {
    let words = schema.get("const").map(|word| json!([word])).or_else(|| schema.get("enum").cloned());
    let mut typed = match one.as_str() {
        Some("object") => object(schema)?,
        Some("array") => json!({"type": "array", "items": items(schema)?}),
        Some(scalar) => json!({"type": scalar}),
        None if words.is_some() => json!({}),
        None => return Err("a place for any value cannot be narrowed".to_owned()),
    };
    if let (Some(words), Some(typed), true) = (words, typed.as_object_mut(), one != "null") {
        typed.insert("enum".to_owned(), words);
    }
    Ok(typed)
}

/// Every property is required. One that is open by design can only be left out, and is named.
fn object(schema: &Map<String, Value>) -> Result<Value, String> {
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let (mut properties, mut left_out) = (Map::new(), Vec::new());
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let needed = required.contains(&name.as_str());
        // A mark that a program sets, such as `true` or nothing, is none of an agent's business.
        if !needed && is_mark(property) {
            continue;
        }
        match (is_open(property), needed) {
            (true, false) => left_out.push(format!("`{name}`")),
            (true, true) => return Err(format!("the required property `{name}` takes any value")),
            (false, true) => drop(properties.insert(name.clone(), narrow(property)?)),
            (false, false) => drop(properties.insert(name.clone(), nullable(narrow(property)?))),
        }
    }
    let names: Vec<&String> = properties.keys().collect();
    let mut object =
        json!({"type": "object", "required": names, "properties": properties, "additionalProperties": false});
    if !left_out.is_empty() {
        object["description"] = json!(format!("Left out here, because their shape is open: {}.", left_out.join(", ")));
    }
    Ok(object)
}

/// The items of a list; a tuple becomes a list of whatever its places take.
fn items(schema: &Map<String, Value>) -> Result<Value, String> {
    let Some(places) = schema.get("prefixItems").and_then(Value::as_array) else {
        return narrow(schema.get("items").unwrap_or(&Value::Bool(true)));
    };
    let mut kinds: Vec<Value> = Vec::new();
    for place in places {
        for kind in branches_of(narrow(place)?) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    if kinds.len() == 1 {
        return Ok(kinds.remove(0));
    }
    Ok(Value::Object(union(kinds)))
}

/// The branches of a choice, each with what is said of all of them; null needs no words. Beside those of another place
/// such a text would be taken for that one's, too.
fn branches_of(schema: Value) -> Vec<Value> {
    let mut schema = into_object(schema);
    let Some(Value::Array(mut branches)) = schema.shift_remove("anyOf") else { return vec![Value::Object(schema)] };
    let text = schema.shift_remove("description");
    let Some(text) = text.as_ref().and_then(Value::as_str) else { return branches };
    for branch in
        branches.iter_mut().filter_map(Value::as_object_mut).filter(|branch| branch.get("type") != Some(&json!("null")))
    {
        let own = branch.get("description").and_then(Value::as_str);
        let told = own.map_or_else(|| text.to_owned(), |own| format!("{text}\n\n{own}"));
        branch.insert("description".to_owned(), json!(told));
    }
    branches
}

/// Optional means null, but for lists: there it means empty.
fn nullable(schema: Value) -> Value {
    let null = json!({"type": "null"});
    let mut schema = into_object(schema);
    let text = schema.shift_remove("description");
    let mut branches = match schema.shift_remove("anyOf") {
        Some(Value::Array(branches)) => branches,
        _ => vec![Value::Object(schema)],
    };
    branches.retain(|branch| *branch != null);
    let mut nullable = match branches.as_mut_slice() {
        [list] if list.get("type") == Some(&json!("array")) => into_object(list.take()),
        _ => {
            branches.push(null);
            Map::from_iter([("anyOf".to_owned(), Value::Array(branches))])
        }
    };
    nullable.extend(text.map(|text| ("description".to_owned(), text)));
    Value::Object(nullable)
}

/// Whether any value, or an object with any members, fits.
fn is_open(schema: &Value) -> bool {
    let Some(schema) = schema.as_object() else { return true };
    let shaped = ["type", "enum", "const", "anyOf", "oneOf"].iter().any(|keyword| schema.contains_key(*keyword));
    let of_object = schema.get("type").is_some_and(|one| one == "object" || one == &json!(["object", "null"]));
    !shaped || (of_object && !schema.contains_key("properties"))
}

/// Whether it has no type and no words of text: a constant of another kind.
fn is_mark(schema: &Value) -> bool {
    let words = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
    let mut values = schema.get("const").into_iter().chain(words).peekable();
    schema.get("type").is_none() && values.peek().is_some() && !values.any(Value::is_string)
}

fn told_bounds(schema: &Map<String, Value>) -> Option<Value> {
    let mut told = String::new();
    for (bound, sentence) in BOUNDS {
        match schema.get(*bound) {
            None => {}
            // To this every number keeps that JSON can hold.
            Some(most) if *bound == "maximum" && *most == crate::Count::MAX => {}
            Some(pattern) if *bound == "pattern" && *pattern == super::NOT_BLANK => told.push_str(" Not blank."),
            Some(value) => {
                let value = value.as_str().map_or_else(|| value.to_string(), |text| format!("`{text}`"));
                let _ = write!(told, " {}", sentence.replace("{}", &value));
            }
        }
    }
    (!told.is_empty()).then(|| json!(told.trim_start()))
}

fn into_object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(dead_code, reason = "the types are here for their schemas")]

    use schemars::JsonSchema;

    use super::super::root;
    use super::*;

    /// A wall.
    #[derive(JsonSchema)]
    struct Wall {
        #[schemars(length(max = 20))]
        colour: String,
        coats: Option<crate::Count>,
        #[serde(default)]
        tools: Vec<Tool>,
        #[serde(default)]
        pairs: Option<Vec<Pair>>,
        #[serde(default)]
        other: Map<String, Value>,
    }

    /// A tool.
    #[derive(JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Tool {
        /// Hair.
        Brush,
        /// Wool.
        Roll,
    }

    #[derive(JsonSchema)]
    struct Pair(String, Option<String>);

    #[derive(JsonSchema)]
    struct Nested {
        inner: Vec<Nested>,
    }

    #[derive(JsonSchema)]
    struct Anything {
        any: Value,
    }

    #[test]
    fn a_type_is_narrowed() {
        let either = json!({"anyOf": [{"type": "string"}, {"type": "null"}]});
        let tool = json!({"type": "string", "enum": ["brush", "roll"],
            "description": "A tool.\n\n- `brush`: Hair.\n- `roll`: Wool."});
        let text = "A wall.\n\nLeft out here, because their shape is open: `other`.";
        let pair = json!({"type": "array", "items": either, "description": "At least 2 items. At most 2 items."});
        let coats = json!({"anyOf": [{"type": "integer"}, {"type": "null"}],
            "description": "At least 0."});
        let expected = json!({
            "description": text,
            "type": "object",
            "properties": {
                "colour": {"type": "string", "description": "At most 20 characters."},
                "coats": coats,
                "tools": {"type": "array", "items": tool},
                "pairs": {"type": "array", "items": pair},
            },
            "required": ["colour", "coats", "tools", "pairs"],
            "additionalProperties": false,
        });
        assert_eq!(llm(root::<Wall>).unwrap(), expected);
    }

    #[test]
    fn what_cannot_be_narrowed_is_said() {
        assert!(llm(root::<Nested>).unwrap_err().to_string().contains("recursive"));
        assert!(llm(root::<Anything>).unwrap_err().to_string().contains("`any`"));
        assert!(llm(root::<Tool>).unwrap_err().to_string().contains("root"));
    }
}
