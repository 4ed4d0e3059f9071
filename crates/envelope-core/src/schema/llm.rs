//! The subset of JSON Schema that structured-output APIs accept.

use serde_json::{Map, Value, json};

/// Bounds, which are put into words.
const BOUNDS: [(&str, &str); 7] = [
    ("minimum", "At least"),
    ("maximum", "At most"),
    ("minLength", "Minimum length"),
    ("maxLength", "Maximum length"),
    ("minItems", "Minimum number of items"),
    ("maxItems", "Maximum number of items"),
    ("pattern", "Matches"),
];

/// Replaces a reference to a type that holds itself by the type without the property that does: the items of an item have
/// none.
pub(super) fn unroll(schema: &mut Value, definitions: &Value) {
    let name = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
    if let Some(mut definition) = name.map(|name| definitions[name].clone()) {
        if let Some(properties) = definition["properties"].as_object_mut() {
            properties.retain(|_, property| property["items"].get("$ref").is_none());
        }
        *schema = definition;
    } else if let Some(members) = schema.as_object_mut() {
        for member in members.values_mut() {
            unroll(member, definitions);
        }
    } else if let Some(list) = schema.as_array_mut() {
        for one in list {
            unroll(one, definitions);
        }
    }
}

/// Reduces an inlined schema to `type`, `enum`, `properties`, `required`, `additionalProperties`, `items`, `anyOf` and
/// `description`.
pub(super) fn narrow(schema: &Value) -> Value {
    let Some(schema) = schema.as_object() else { return json!({"type": "string"}) };
    let mut narrowed = if let Some(branches) = schema.get("anyOf").or_else(|| schema.get("oneOf")) {
        json!({"anyOf": branches.as_array().into_iter().flatten().map(narrow).collect::<Vec<_>>()})
    } else if let Some(types) = schema.get("type").and_then(Value::as_array) {
        json!({"anyOf": types.iter().map(|one| typed(schema, one)).collect::<Vec<_>>()})
    } else {
        typed(schema, schema.get("type").unwrap_or(&Value::Null))
    };
    let text = describe(schema, narrowed.get("description"));
    if !text.is_empty() {
        narrowed["description"] = text.into();
    }
    narrowed
}

fn typed(schema: &Map<String, Value>, kind: &Value) -> Value {
    let mut typed = match kind.as_str() {
        Some("object") => object(schema),
        Some("array") => json!({"type": "array", "items": items(schema)}),
        Some(scalar) => json!({"type": scalar}),
        None => json!({"type": "string"}),
    };
    let words = schema.get("const").map(|word| json!([word])).or_else(|| schema.get("enum").cloned());
    if let Some(words) = words.filter(|_| kind != "null") {
        typed["enum"] = words;
    }
    typed
}

/// Every property is required; an optional one may be null, an optional list may be empty. A property that takes any
/// object cannot be closed and is left out.
fn object(schema: &Map<String, Value>) -> Value {
    let required = schema.get("required").and_then(Value::as_array);
    let mut properties = Map::new();
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if is_open(property) {
            continue;
        }
        let is_required = required.is_some_and(|required| required.iter().any(|one| one == name));
        let narrowed = narrow(property);
        properties.insert(name.clone(), if is_required { narrowed } else { nullable(narrowed) });
    }
    let names: Vec<&String> = properties.keys().collect();
    json!({"type": "object", "required": names, "properties": properties, "additionalProperties": false})
}

fn is_open(property: &Value) -> bool {
    let Some(property) = property.as_object() else { return true };
    let is_object = property.get("type").is_some_and(|kind| kind == "object");
    let is_shaped = ["type", "enum", "const", "anyOf", "oneOf"].iter().any(|keyword| property.contains_key(*keyword));
    !is_shaped || (is_object && !property.contains_key("properties"))
}

fn nullable(schema: Value) -> Value {
    let null = json!({"type": "null"});
    if schema["type"] == "array" {
        return schema;
    }
    let mut branches = match schema["anyOf"].as_array() {
        Some(branches) => branches.clone(),
        None => vec![schema.clone()],
    };
    if let [list, other] = branches.as_slice()
        && list["type"] == "array"
        && *other == null
    {
        return list.clone();
    }
    if !branches.contains(&null) {
        branches.push(null);
    }
    json!({"anyOf": branches})
}

/// The items of a list; a tuple becomes a list of what its places take.
fn items(schema: &Map<String, Value>) -> Value {
    let Some(places) = schema.get("prefixItems").and_then(Value::as_array) else {
        return schema.get("items").map_or_else(|| json!({"type": "string"}), narrow);
    };
    let mut kinds: Vec<Value> = Vec::new();
    for place in places.iter().map(narrow) {
        let branches = place["anyOf"].as_array().cloned().unwrap_or_else(|| vec![place]);
        kinds.extend(branches.into_iter().filter(|branch| !kinds.contains(branch)).collect::<Vec<_>>());
    }
    json!({"anyOf": kinds})
}

/// The description, with the bounds in words.
fn describe(schema: &Map<String, Value>, own: Option<&Value>) -> String {
    let mut texts: Vec<String> =
        schema.get("description").or(own).and_then(Value::as_str).map(str::to_owned).into_iter().collect();
    for (bound, words) in BOUNDS {
        if let Some(value) = schema.get(bound) {
            texts.push(format!("{words}: {}.", value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
        }
    }
    texts.join(" ")
}
