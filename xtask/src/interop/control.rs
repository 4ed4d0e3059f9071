//! The negative control: every keyword of every schema is taken away once, and somebody must notice.
//!
//! A weakened schema accepts what our exact reading refuses; where there is no such reading (values that are only
//! written, and the narrowed profile, which agents write to) what the schema as published refuses. A keyword that can go
//! without anybody noticing is one that the documents do not test, or one that says what another says already. Left out
//! are words of open lists: any text is taken beside them.

use std::path::Path;

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

/// Weakens every rule of every schema in turn.
pub(crate) fn run(root: &Path, kinds: &'static [Kind]) -> Result<(), String> {
    let documents = make(root, kinds)?;
    let mut unnoticed = Vec::new();
    for (kind, profile) in kinds.iter().flat_map(|kind| Profile::ALL.map(|profile| (kind, profile))) {
        if !profile.has(kind) {
            continue;
        }
        let schema = published(root, kind, profile)?.to_value();
        let judged = judged(&documents, kind.name, profile, &schema)?;
        let mut rules = Vec::new();
        find(&schema, "", &mut rules);
        let mut noticed = 0;
        for (place, keyword) in rules {
            for (told, weak) in weakened(&schema, &place, keyword) {
                if jsonschema_differs(&weak, &judged).map_err(|error| format!("{told}: {error}"))? {
                    noticed += 1;
                } else {
                    unnoticed.push(format!("{} ({}): {told}", kind.name, profile.name()));
                }
            }
        }
        println!("{} ({}): {noticed} rules were taken away in turn and each was missed", kind.name, profile.name());
    }
    if unnoticed.is_empty() {
        return Ok(());
    }
    Err(format!("{}\n{} rules can go without anybody noticing", unnoticed.join("\n"), unnoticed.len()))
}

fn jsonschema_differs(weak: &Value, judged: &[(Value, bool)]) -> Result<bool, String> {
    let validator = jsonschema::validator_for(weak).map_err(|error| error.to_string())?;
    Ok(judged.iter().any(|(value, accepted)| validator.is_valid(value) != *accepted))
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
fn find(schema: &Value, at: &str, rules: &mut Vec<(String, &'static str)>) {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        let below = format!("{at}/{}", keyword.replace('~', "~0").replace('/', "~1"));
        let repeated = keyword == "type" && at.contains("/then");
        let refuses = RULES.iter().find(|rule| *rule == keyword);
        let refuses = refuses.filter(|_| !repeated && !is_redundant(schema, keyword, value));
        rules.extend(refuses.map(|rule| (at.to_owned(), *rule)));
        match (keyword.as_str(), value) {
            // An `if` says when another rule holds; that rule is the one to take away.
            ("examples" | "enum" | "required" | "const" | "if" | "default", _) => {}
            // An open list of words: the words are there for who reads, any other is taken too.
            ("anyOf", Value::Array(list)) if list.iter().any(is_any_text) => {}
            ("properties" | "$defs" | "definitions", Value::Object(named)) => named.iter().for_each(|(name, value)| {
                find(value, &format!("{below}/{}", name.replace('~', "~0").replace('/', "~1")), rules);
            }),
            (_, Value::Array(list)) => {
                list.iter().enumerate().for_each(|(index, value)| find(value, &format!("{below}/{index}"), rules));
            }
            _ => find(value, &below, rules),
        }
    }
}

/// Whether any text is taken: the last branch of an open list of words.
pub(crate) fn is_any_text(schema: &Value) -> bool {
    let told = |keyword: &&String| *keyword != "description";
    schema.get("type").is_some_and(|kind| kind == "string")
        && schema.as_object().is_some_and(|all| all.keys().filter(told).count() == 1)
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
