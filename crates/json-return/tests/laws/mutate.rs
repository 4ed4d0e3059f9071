//! Documents changed at random, by dice that always fall alike.

use json_return::RETURN_FIELDS;
use serde_json::{Map, Value, json};

use crate::fixtures;

/// The accepted fixtures that are JSON objects.
pub(crate) fn seeds() -> Vec<Value> {
    fixtures()
        .into_iter()
        .filter(|(path, _)| !path.components().any(|part| part.as_os_str() == "invalid"))
        .filter_map(|(_, bytes)| serde_json::from_slice::<Map<String, Value>>(&bytes).ok().map(Value::Object))
        .collect()
}

/// A small generator of numbers, so that a failure can be run again.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % below.max(1)
    }
}

/// The places of all values, as pointers.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| places(value, &format!("{at}/{key}"), all)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, value)| places(value, &format!("{at}/{index}"), all));
        }
        _ => {}
    }
}

fn replacement(dice: &mut Dice) -> Value {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(2.0),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(9_007_199_254_740_992_i64),
        json!(""),
        json!(" \t"),
        json!("\u{a0}"),
        json!("3"),
        json!("true"),
        json!("completed"),
        json!("failed"),
        json!("partial"),
        json!("blocked"),
        json!("done"),
        json!("some text. more text."),
        json!("x".repeat(400)),
        json!("é".repeat(401)),
        json!([]),
        json!({}),
        json!([1]),
        json!(["a"]),
        json!([null]),
        json!([{}]),
        json!([{"message": "m"}]),
        json!([{"path": "p", "type": "t"}]),
        json!([{"message": 1}]),
        json!({"a": {"b": []}}),
    ];
    values[dice.roll(values.len())].clone()
}

/// Changes one thing: a member deleted, replaced, renamed, added, moved in from elsewhere, a text lengthened.
pub(crate) fn mutate(document: &mut Value, dice: &mut Dice) -> &'static str {
    let mut all = Vec::new();
    places(document, "", &mut all);
    let place = all[dice.roll(all.len())].clone();
    let other = document.pointer(&all[dice.roll(all.len())]).cloned().unwrap_or_default();
    let (parent, key) = place.rsplit_once('/').unwrap_or(("", ""));
    let kind = dice.roll(7);
    match (kind, document.pointer_mut(parent)) {
        (0, Some(Value::Object(members))) if !key.is_empty() => {
            members.shift_remove(key);
            return "deleted";
        }
        (0, Some(Value::Array(items))) if !items.is_empty() => {
            let at = key.parse().unwrap_or(0).min(items.len() - 1);
            items.remove(at);
            return "item removed";
        }
        (1, Some(Value::Array(items))) => {
            let item = items.first().cloned().unwrap_or_else(|| replacement(dice));
            items.push(item);
            return "item doubled";
        }
        (2, Some(Value::Object(members))) => {
            let names: Vec<&str> =
                RETURN_FIELDS.iter().map(|field| field.name).chain(["extra", "message", "path"]).collect();
            let name = names[dice.roll(names.len())];
            members.insert(name.to_owned(), replacement(dice));
            return "added";
        }
        (3, Some(Value::Object(members))) if members.contains_key(key) => {
            let value = members.shift_remove(key).unwrap_or_default();
            members.insert(format!("{key}s"), value);
            return "renamed";
        }
        _ => {}
    }
    let Some(target) = document.pointer_mut(&place) else { return "nothing" };
    match (kind, target) {
        (4, Value::String(text)) => {
            *text = text.repeat(1 + dice.roll(9));
            "lengthened"
        }
        (5, target) if !place.is_empty() => {
            *target = other;
            "moved in"
        }
        (_, target) if !place.is_empty() => {
            *target = replacement(dice);
            "replaced"
        }
        _ => "nothing",
    }
}
