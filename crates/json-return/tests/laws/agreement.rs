//! Our exact reading and the JSON Schema give the same verdict (design, "Schemas and fixtures").
//!
//! Exact is the strict policy, without conversions; it rejects when any rule speaks that the schema expresses, whatever
//! its severity. Known differences, each with its reason, are [`agree::KNOWN`].
#![cfg(feature = "schemars")]

use std::collections::BTreeMap;

use envelope_core::conformance::agree::{self, Exact};
use json_return::SubagentReturn;
use jsonschema::Validator;
use serde_json::Value;

use crate::fixtures;
use crate::mutate::{Dice, mutate, seeds};

fn validator() -> Validator {
    let schema = schemars::schema_for!(SubagentReturn);
    jsonschema::validator_for(schema.as_value()).expect("a valid schema")
}

/// Whether exact reading accepts; `None` where a known difference spoke.
fn exact(text: &str) -> Option<bool> {
    match agree::exact::<SubagentReturn>(text.as_bytes()) {
        Exact::Accepts => Some(true),
        Exact::Refuses => Some(false),
        Exact::Known(_) => None,
    }
}

#[test]
fn every_fixture_is_judged_alike() {
    let validator = validator();
    let mut compared = 0;
    for (path, bytes) in fixtures() {
        let Ok(value) = serde_json::from_slice::<Value>(&bytes) else { continue };
        if !value.is_object() {
            continue;
        }
        let text = String::from_utf8(bytes).expect("JSON is UTF-8");
        if let Some(accepted) = exact(&text) {
            assert_eq!(accepted, validator.is_valid(&value), "{}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn mutated_documents_are_judged_alike() {
    let validator = validator();
    let seeds = seeds();
    let mut dice = Dice::new(20_261_116);
    let (mut counts, mut verdicts) = (BTreeMap::<&str, usize>::new(), [0_usize; 2]);
    let mut rolled = 0;
    while verdicts.iter().sum::<usize>() < 12_000 {
        rolled += 1;
        assert!(rolled < 60_000, "too many documents are known differences: {verdicts:?}");
        let mut document = seeds[dice.roll(seeds.len())].clone();
        for _ in 0..=dice.roll(2) {
            *counts.entry(mutate(&mut document, &mut dice)).or_default() += 1;
        }
        if !document.is_object() {
            continue;
        }
        let text = document.to_string();
        let Some(accepted) = exact(&text) else { continue };
        assert_eq!(accepted, validator.is_valid(&document), "{text}");
        verdicts[usize::from(accepted)] += 1;
    }
    assert!(verdicts.iter().all(|count| *count > 2_000), "both verdicts are tried: {verdicts:?}");
    assert!(counts.len() >= 7, "{counts:?}");
}

/// A control: without any one of its keywords the schema would differ from the reader, and this test would see it.
#[test]
fn a_weaker_schema_is_noticed() {
    let whole = schemars::schema_for!(SubagentReturn).to_value();
    let differs = |pointer: &str, key: &str| {
        let mut weak = whole.clone();
        let at = weak.pointer_mut(pointer).and_then(Value::as_object_mut).unwrap_or_else(|| panic!("{pointer}"));
        assert!(at.shift_remove(key).is_some(), "{pointer} has no {key}");
        let validator = jsonschema::validator_for(&weak).expect("a schema");
        fixtures().iter().any(|(_, bytes)| {
            let (Ok(value), Ok(text)) = (serde_json::from_slice::<Value>(bytes), std::str::from_utf8(bytes)) else {
                return false;
            };
            value.is_object() && exact(text).is_some_and(|accepted| accepted != validator.is_valid(&value))
        })
    };
    for (pointer, key) in [
        ("", "required"),
        ("", "allOf"),
        ("/properties/status", "oneOf"),
        ("/properties/summary", "maxLength"),
        ("/properties/summary", "pattern"),
        ("/properties/artifacts", "type"),
        ("/properties/metadata", "required"),
        ("/properties/metadata/properties/delegation_depth", "minimum"),
        ("/$defs/Artifact", "required"),
        ("/$defs/Artifact/properties/path", "pattern"),
        ("/$defs/ReturnError", "required"),
        ("/$defs/ReturnError/properties/recoverable", "type"),
    ] {
        assert!(differs(pointer, key), "nobody notices {pointer} {key}");
    }
}
