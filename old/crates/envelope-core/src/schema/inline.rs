//! A schema without references, for profiles that know none.

use serde_json::{Map, Value};

use super::CannotNarrow;

/// References that may be followed one inside the other; a schema that is deeper refers to itself.
const MAX_REFERENCES: usize = 32;
/// Nodes that a schema may have in the end: references to references can make a small one very large.
const MAX_NODES: usize = 100_000;

/// The schema with every local reference (`#/$defs/…`) replaced by what it refers to.
///
/// What stands beside a reference stays, and the definitions are left out. A schema that refers to itself, or to another
/// document, cannot be inlined.
///
/// ```
/// use serde_json::json;
/// let schema = json!({"$ref": "#/$defs/name", "$defs": {"name": {"type": "string"}}});
/// assert_eq!(envelope_core::schema::inline(&schema), Ok(json!({"type": "string"})));
/// let endless = json!({"type": "object", "properties": {"inner": {"$ref": "#"}}});
/// assert!(envelope_core::schema::inline(&endless).is_err());
/// ```
pub fn inline(schema: &Value) -> Result<Value, CannotNarrow> {
    let mut nodes = 0;
    let mut inlined = walk(schema, schema, 0, 0, &mut nodes)?;
    if let Some(members) = inlined.as_object_mut() {
        members.shift_remove("$defs");
        members.shift_remove("definitions");
    }
    Ok(inlined)
}

fn walk(node: &Value, root: &Value, followed: usize, depth: usize, nodes: &mut usize) -> Result<Value, CannotNarrow> {
    *nodes += 1;
    if followed > MAX_REFERENCES || depth > 8 * MAX_REFERENCES || *nodes > MAX_NODES {
        return Err(CannotNarrow("a reference leads back to itself (a recursive type?)".to_owned()));
    }
    match node {
        Value::Array(items) => items
            .iter()
            .map(|item| walk(item, root, followed, depth + 1, nodes))
            .collect::<Result<_, _>>()
            .map(Value::Array),
        Value::Object(members) => {
            let mut out = Map::new();
            if let Some(target) = members.get("$ref").and_then(Value::as_str) {
                let place = target.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
                let place =
                    place.ok_or_else(|| CannotNarrow(format!("the reference `{target}` leads nowhere here")))?;
                if let Value::Object(found) = walk(place, root, followed + 1, depth + 1, nodes)? {
                    out = found;
                }
            }
            let definitions = |key: &str| depth == 0 && (key == "$defs" || key == "definitions");
            for (key, value) in members.iter().filter(|(key, value)| *key != "$ref" || !value.is_string()) {
                if !definitions(key) {
                    out.insert(key.clone(), walk(value, root, followed, depth + 1, nodes)?);
                }
            }
            Ok(Value::Object(out))
        }
        scalar => Ok(scalar.clone()),
    }
}
