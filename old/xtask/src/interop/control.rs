//! The negative control: every keyword of every schema is taken away once, and somebody must notice.
//!
//! A weakened schema accepts what our exact reading refuses; where there is no such reading (values that are only
//! written, and the narrowed profile, which agents write to) what the schema as published refuses. A keyword that can go
//! without anybody noticing is one that the documents do not test, or one that says what another says already. Left out
//! are words of open lists, since any text is taken beside them, and what a condition repeats of what holds anyway.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use envelope_core::conformance::agree::Exact;
use serde_json::Value;

use super::compare::parse_layer;
use super::documents::{Document, make};
use super::exact;
use crate::kind::Kind;
use crate::schemas::{Profile, published};

/// Keywords that refuse something.
const RULES: &[&str] = &[
    "type",
    "enum",
    "const",
    "required",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "contains",
    "prefixItems",
    "items",
    "allOf",
    "anyOf",
    "oneOf",
    "$ref",
    "additionalProperties",
];

/// Keywords that refuse nothing by themselves: they tell, name, or hold others. One that is in neither list is an error,
/// so that no rule is passed over because it is new.
const OTHERS: &[&str] = &[
    "$schema",
    "$id",
    "$comment",
    "$defs",
    "definitions",
    "title",
    "description",
    "examples",
    "default",
    "properties",
    "if",
    "then",
];

/// Makes the documents and weakens every rule of every schema in turn.
pub(crate) fn run(root: &Path, kinds: &'static [Kind]) -> Result<(), String> {
    weaken(root, kinds, &make(root, kinds)?).map(|done| println!("{done}"))
}

/// Weakens every rule of every schema in turn; a line for who looks on.
pub(super) fn weaken(root: &Path, kinds: &'static [Kind], documents: &[Document]) -> Result<String, String> {
    let schemas = kinds.iter().flat_map(|kind| Profile::ALL.map(|profile| (kind, profile)));
    let schemas: Vec<_> = schemas.filter(|(kind, profile)| profile.has(kind)).collect();
    let all = each(&schemas, |(kind, profile)| {
        let schema = published(root, kind, *profile)?.to_value();
        Control::new(&schema, &judged(documents, kind.name, *profile, &schema)?)
            .map_err(|error| format!("{} ({}): {error}", kind.name, profile.name()))
    });
    let (mut noticed, mut unnoticed) = (0, Vec::new());
    for ((kind, profile), control) in schemas.iter().zip(all) {
        let control = control?;
        noticed += control.noticed;
        let name = |rule: &String| format!("{} ({}): {rule}", kind.name, profile.name());
        unnoticed.extend(control.unnoticed.iter().map(name));
    }
    if unnoticed.is_empty() {
        return Ok(format!(
            "{noticed} rules of {} schemas were taken away in turn, and each was missed",
            schemas.len()
        ));
    }
    Err(format!("{}\n{} rules can go without anybody noticing", unnoticed.join("\n"), unnoticed.len()))
}

/// What came of one schema.
#[derive(Debug, PartialEq, Eq)]
struct Control {
    noticed: usize,
    /// The rules that can go.
    unnoticed: Vec<String>,
}

impl Control {
    fn new(schema: &Value, judged: &[(Value, bool)]) -> Result<Self, String> {
        // One document that is judged otherwise beforehand would seem to notice everything.
        if let Some(at) = differs(schema, judged, 0)? {
            let document = judged.get(at).map(|(value, _)| value.to_string()).unwrap_or_default();
            return Err(format!("the schema as published and our reading differ on {document}"));
        }
        let mut rules = Vec::new();
        find(schema, schema, "", &mut rules)?;
        let (mut control, mut last) = (Self { noticed: 0, unnoticed: Vec::new() }, 0);
        for (place, keyword) in rules {
            for (told, weak) in weakened(schema, &place, keyword) {
                match differs(&weak, judged, last).map_err(|error| format!("{told}: {error}"))? {
                    Some(at) => (control.noticed, last) = (control.noticed + 1, at),
                    None => control.unnoticed.push(told),
                }
            }
        }
        Ok(control)
    }
}

/// The first document that the schema judges otherwise. The search goes on from the one that told of the rule before:
/// what is near in a schema is near in the documents, too.
fn differs(schema: &Value, judged: &[(Value, bool)], from: usize) -> Result<Option<usize>, String> {
    let validator = jsonschema::validator_for(schema).map_err(|error| error.to_string())?;
    let (before, after) = judged.split_at_checked(from).unwrap_or_default();
    let mut all = after.iter().chain(before);
    let found = all.position(|(value, accepted)| validator.is_valid(value) != *accepted);
    Ok(found.map(|at| (from + at) % judged.len()))
}

/// Does the work on each item, on all cores; the results are in the order of the items.
fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return done };
            done.push((at, work(item)));
        }
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(take)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The documents of a schema, each with whether it is to be accepted.
fn judged(all: &[Document], kind: &str, profile: Profile, schema: &Value) -> Result<Vec<(Value, bool)>, String> {
    let published = jsonschema::validator_for(schema).map_err(|error| format!("{kind}: {error}"))?;
    let judge = exact::judge(kind)?.filter(|_| profile != Profile::Llm);
    let of_kind = all.iter().filter(|document| document.kind == kind && document.profile == profile);
    let judged = of_kind.filter_map(|document| {
        let known = parse_layer(&String::from_utf8_lossy(&document.bytes)).is_some();
        let value = serde_json::from_slice(&document.bytes).ok().filter(|_| !known)?;
        let accepted = match judge.map(|judge| judge(&document.bytes)) {
            Some(Exact::Accepts) => true,
            Some(Exact::Refuses) => false,
            Some(Exact::Known(_)) => return None,
            None => published.is_valid(&value),
        };
        Some((value, accepted))
    });
    Ok(judged.collect())
}

/// The place of every rule in the schema; a property of that name is none.
fn find(root: &Value, schema: &Value, at: &str, rules: &mut Vec<(String, &'static str)>) -> Result<(), String> {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        let below = format!("{at}/{}", escaped(keyword));
        let refuses = RULES.iter().find(|rule| *rule == keyword);
        if refuses.is_none() && !OTHERS.contains(&keyword.as_str()) {
            return Err(format!("{below} is a keyword that the control does not know"));
        }
        let is_repeated = keyword == "type" && without_condition(root, at).is_some_and(|same| same["type"] == *value);
        let refuses = refuses.filter(|_| !is_repeated && !is_redundant(schema, keyword, value));
        rules.extend(refuses.map(|rule| (at.to_owned(), *rule)));
        match (keyword.as_str(), value) {
            // An `if` says when another rule holds; that rule is the one to take away.
            ("examples" | "enum" | "required" | "const" | "if" | "default", _) => {}
            ("properties" | "$defs" | "definitions", Value::Object(named)) => {
                for (name, value) in named {
                    find(root, value, &format!("{below}/{}", escaped(name)), rules)?;
                }
            }
            (_, Value::Array(list)) => {
                let is_open = keyword == "anyOf" && list.iter().any(is_any_text);
                // An open list of words: the words are there for who reads, any other is taken too.
                let tried = list.iter().enumerate().filter(|(_, branch)| !is_open || !is_text(branch));
                for (index, value) in tried {
                    find(root, value, &format!("{below}/{index}"), rules)?;
                }
            }
            _ => find(root, value, &below, rules)?,
        }
    }
    Ok(())
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// What the schema says of the same place whatever holds: what stands in `then` is said once more there.
fn without_condition<'s>(root: &'s Value, at: &str) -> Option<&'s Value> {
    let (condition, inside) = at.split_once("/then")?;
    let base = condition.rsplit_once("/allOf/").map_or(condition, |(base, _)| base);
    let resolved = |schema: &'s Value| {
        // In draft-07 a reference stands alone, so others are put around it.
        let alone = schema["allOf"].as_array().and_then(|all| all.first()).filter(|first| first.get("$ref").is_some());
        let schema = alone.unwrap_or(schema);
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
        target.map_or(Some(schema), |target| root.pointer(target))
    };
    let mut schema = resolved(root.pointer(base)?)?;
    for name in inside.split('/').skip(1) {
        let name = name.replace("~1", "/").replace("~0", "~");
        // One of the items is one of them all.
        let name = if name == "contains" { "items".to_owned() } else { name };
        schema = resolved(schema.get(&name)?)?;
    }
    Some(schema)
}

/// Whether any text is taken: the last branch of an open list of words.
pub(crate) fn is_any_text(schema: &Value) -> bool {
    let told = |keyword: &&String| *keyword != "description";
    schema.get("type").is_some_and(|kind| kind == "string")
        && schema.as_object().is_some_and(|all| all.keys().filter(told).count() == 1)
}

/// Whether only text is taken, of whatever kind.
fn is_text(schema: &Value) -> bool {
    let words = schema.get("enum").and_then(Value::as_array).map(|words| words.iter().all(Value::is_string));
    let word = schema.get("const").map(Value::is_string);
    words.or(word).unwrap_or_else(|| schema.get("type").is_some_and(|kind| kind == "string"))
}

/// Whether it says nothing that is not said beside it, for the sake of generators and validators in strict mode.
fn is_redundant(schema: &Value, keyword: &str, value: &Value) -> bool {
    let has = |other: &str| schema.get(other).is_some();
    match keyword {
        "type" => has("enum") || has("const") || value.as_array().is_some_and(|types| types.len() == 6),
        "additionalProperties" | "items" => value == true,
        _ => false,
    }
}

/// The schema without the rule; of names that are required each is let go by itself.
fn weakened(schema: &Value, place: &str, keyword: &str) -> Vec<(String, Value)> {
    let rule = schema.pointer(place).and_then(|at| at.get(keyword));
    let without = |change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
        let mut weak = schema.clone();
        weak.pointer_mut(place).and_then(Value::as_object_mut).into_iter().for_each(change);
        weak
    };
    if let (Some(Value::Array(names)), "required") = (rule, keyword) {
        // What a condition repeats of what is required anyway is there for validators in strict mode.
        let everywhere = schema.get(keyword).filter(|_| !place.is_empty()).and_then(Value::as_array);
        let repeated = |name: &Value| place.contains("/then") && everywhere.is_some_and(|all| all.contains(name));
        let each = names.iter().enumerate().filter(|(_, name)| !repeated(name)).map(|(index, name)| {
            let weak = without(&|at| {
                at.get_mut(keyword)
                    .and_then(Value::as_array_mut)
                    .into_iter()
                    .for_each(|names| drop(names.remove(index)));
            });
            (format!("{place}/required {name}"), weak)
        });
        return each.collect();
    }
    vec![(format!("{place}/{keyword}"), without(&|at| drop(at.shift_remove(keyword))))]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn control(schema: &Value, documents: &[(Value, bool)]) -> Result<Control, String> {
        Control::new(schema, documents)
    }

    #[test]
    fn a_rule_that_no_document_breaks_by_itself_is_told() {
        let schema = json!({"type": "object", "required": ["a", "b"], "properties": {"a": {"type": "string"}}});
        let mut documents = vec![(json!({"a": "x", "b": 1}), true), (json!([]), false), (json!({"b": 1}), false)];
        let both = ["/required \"b\"", "/properties/a/type"].map(str::to_owned);
        assert_eq!(control(&schema, &documents), Ok(Control { noticed: 2, unnoticed: both.into() }));
        documents.extend([(json!({"a": "x"}), false), (json!({"a": 1, "b": 1}), false)]);
        assert_eq!(control(&schema, &documents), Ok(Control { noticed: 4, unnoticed: Vec::new() }));
    }

    #[test]
    fn a_document_that_is_judged_otherwise_beforehand_notices_nothing() {
        let told = control(&json!({"type": "object"}), &[(json!({"x": 1}), false)]).unwrap_err();
        assert!(told.contains(r#"differ on {"x":1}"#), "{told}");
    }

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..100).collect();
        assert_eq!(each(&items, |item| item * 2), items.iter().map(|item| item * 2).collect::<Vec<_>>());
    }
}
