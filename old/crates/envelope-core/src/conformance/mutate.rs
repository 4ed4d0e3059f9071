//! Documents changed at random, by dice that always fall alike: for tests that compare two judges.

use serde_json::{Value, json};

/// A small generator of numbers, so that a failure can be run again.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that fall in an order of their own.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 up to, not including, `below`.
    pub fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % below.max(1)
    }

    /// One of them; null of none.
    fn one_of(&mut self, values: &[Value]) -> Value {
        values.get(self.roll(values.len())).cloned().unwrap_or_default()
    }
}

/// Changes one thing in a document and says what: a member deleted, replaced, renamed, added under one of the names,
/// moved in from elsewhere, a text lengthened. New values are some of `values`.
///
/// ```
/// use envelope_core::conformance::{Dice, mutate};
/// let mut document = serde_json::json!({"a": [1, "two"]});
/// let before = document.clone();
/// let mut dice = Dice::new(7);
/// while document == before {
///     mutate(&mut document, &["b"], &[serde_json::json!(null)], &mut dice);
/// }
/// ```
pub fn mutate(document: &mut Value, names: &[&str], values: &[Value], dice: &mut Dice) -> &'static str {
    let mut all = Vec::new();
    places(document, "", &mut all);
    let some = |dice: &mut Dice| all.get(dice.roll(all.len())).cloned().unwrap_or_default();
    let place = some(dice);
    let other = document.pointer(&some(dice)).cloned().unwrap_or_default();
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
            let item = items.first().cloned().unwrap_or_else(|| dice.one_of(values));
            items.push(item);
            return "item doubled";
        }
        (2, Some(Value::Object(members))) if !names.is_empty() => {
            let name = names.get(dice.roll(names.len())).copied().unwrap_or_default();
            members.insert(name.to_owned(), dice.one_of(values));
            return "added";
        }
        (3, Some(Value::Object(members))) if members.contains_key(key) => {
            let value = members.shift_remove(key).unwrap_or_default();
            members.insert(format!("{key}s"), value);
            return "renamed";
        }
        _ => {}
    }
    let Some(target) = document.pointer_mut(&place).filter(|_| !place.is_empty()) else { return "nothing" };
    match (kind, target) {
        (4, Value::String(text)) => {
            *text = text.repeat(1 + dice.roll(9));
            "lengthened"
        }
        (5, target) => {
            *target = other;
            "moved in"
        }
        (_, target) => {
            *target = dice.one_of(values);
            "replaced"
        }
    }
}

/// Values at the edges of their types, for every protocol; a test adds the words of its own.
pub fn edges() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(2.0),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(9_007_199_254_740_992_i64),
        json!(""),
        json!(" \t"),
        json!("\u{a0}"),
        json!("3"),
        json!("some words"),
        json!([]),
        json!({}),
        json!([1]),
        json!(["a"]),
        json!([null]),
        json!([{}]),
        json!({"a": {"b": []}}),
    ]
}

/// The places of all values, as pointers.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| {
            places(value, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), all);
        }),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, value)| places(value, &format!("{at}/{index}"), all));
        }
        _ => {}
    }
}
