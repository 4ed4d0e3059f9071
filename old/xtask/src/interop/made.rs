//! Documents made to the narrowed profile from nothing but its schema, as a model does whose output is constrained by
//! it: stripped of null they pass the full schema, but for what the narrowed profile can only say in words.

use std::path::Path;

use envelope_core::conformance::Dice;
use jsonschema::{ValidationError, Validator};
use serde_json::{Map, Value, json};

use super::narrow;
use crate::kind::Kind;
use crate::schemas::{Profile, published};

/// Documents of each kind.
const DOCUMENTS: usize = 2_000;
const SEED: u64 = 20_261_117;

/// Keywords that structured-output APIs do not take: the narrowed schema says them in its descriptions.
const ONLY_IN_WORDS: &[&str] =
    &["pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "contains"];

/// Texts that a model might write: words, a sentence, an id, a reference.
const TEXTS: &[&str] =
    &["done", "Two files were read.", "Q1", "R1.1", "D1", "repo://src/a.rs:3-9", "2026-11-16T10:00:00Z"];

/// Makes documents of every kind that has the profile; a line for who looks on.
pub(crate) fn run(root: &Path, kinds: &'static [Kind]) -> Result<String, String> {
    let mut passed = Vec::new();
    for kind in kinds.iter().filter(|kind| Profile::Llm.has(kind)) {
        let narrowed = published(root, kind, Profile::Llm)?.to_value();
        let whole = published(root, kind, Profile::Full)?.to_value();
        let [narrow, full] = [&narrowed, &whole].map(jsonschema::validator_for);
        let [narrow, full] = [narrow, full].map(|made| made.map_err(|error| format!("{}: {error}", kind.name)));
        let (narrow, full) = (narrow?, full?);
        let mut dice = Dice::new(SEED);
        let mut accepted = 0;
        for _ in 0..DOCUMENTS {
            let document = document(&narrowed, &mut dice);
            let told = |problem: &str| format!("{}: {problem}\n  {document}", kind.name);
            if !narrow.is_valid(&document) {
                return Err(told("what was made to the narrowed schema is refused by it"));
            }
            let stripped = narrow::strip(&document);
            if let Some(error) = beyond_words(&full, &stripped) {
                return Err(told(&format!("stripped of null it is refused: {error}")));
            }
            accepted += usize::from(full.is_valid(&stripped));
        }
        if accepted == 0 {
            return Err(format!("{}: no document made to the narrowed schema passes the full one", kind.name));
        }
        passed.push(format!("{} {accepted}", kind.name));
    }
    let all = passed.join(", ");
    Ok(format!("of {DOCUMENTS} documents made to each llm schema none breaks what it can say; whole they pass: {all}"))
}

/// The first error that the narrowed schema could have prevented: neither a bound, nor what a condition demands, nor the
/// kind of a pair's first half.
fn beyond_words(full: &Validator, document: &Value) -> Option<String> {
    let in_words = |error: &ValidationError<'_>| {
        let place = error.schema_path().to_string();
        let is_pair = place.contains("/prefixItems/");
        is_pair || place.contains("/then/") || ONLY_IN_WORDS.contains(&error.kind().keyword()) || is_choice(error)
    };
    full.iter_errors(document).find(|error| !in_words(error)).map(|error| format!("{} {error}", error.instance_path()))
}

/// A choice fails as a whole when the one branch that is meant fails by a bound.
fn is_choice(error: &ValidationError<'_>) -> bool {
    use jsonschema::error::ValidationErrorKind::{AnyOf, OneOfNotValid};
    let (AnyOf { context } | OneOfNotValid { context }) = error.kind() else { return false };
    context.iter().any(|branch| branch.iter().all(|inner| ONLY_IN_WORDS.contains(&inner.kind().keyword())))
}

fn document(schema: &Value, dice: &mut Dice) -> Value {
    if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
        return branches.get(dice.roll(branches.len())).map_or(Value::Null, |branch| document(branch, dice));
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return words.get(dice.roll(words.len())).cloned().unwrap_or_default();
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("object") => {
            let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
            Value::Object(
                properties.map(|(name, schema)| (name.clone(), document(schema, dice))).collect::<Map<_, _>>(),
            )
        }
        Some("array") => {
            let items = schema.get("items").cloned().unwrap_or_default();
            (0..dice.roll(4)).map(|_| document(&items, dice)).collect()
        }
        Some("string") => json!(TEXTS.get(dice.roll(TEXTS.len())).copied().unwrap_or_default()),
        Some("integer") => json!(dice.roll(4)),
        Some("number") => json!(f64::from(u32::try_from(dice.roll(5)).unwrap_or_default()) / 4.0),
        Some("boolean") => json!(dice.roll(2) == 0),
        _ => Value::Null,
    }
}
