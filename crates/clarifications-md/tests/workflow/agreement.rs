//! Our exact reading of evaluations and the JSON Schema give the same verdict (design, "Schemas and fixtures").
//!
//! Exact is the strict policy, without conversions; it rejects when any rule speaks that the schema expresses, whatever
//! its severity. Known differences, each with its reason, are [`agree::KNOWN`].
#![cfg(feature = "schemars")]

use std::collections::BTreeMap;

use clarifications_md::evaluation::{EVALUATION_FIELDS, VERDICT_FIELDS};
use clarifications_md::{Evaluation, ItemVerdict};
use envelope_core::conformance::agree::{self, Exact};
use envelope_core::conformance::{Dice, mutate};
use jsonschema::Validator;
use serde_json::{Map, Value, json};

fn validator() -> Validator {
    let schema = schemars::schema_for!(Evaluation);
    jsonschema::validator_for(schema.as_value()).expect("a valid schema")
}

/// Whether exact reading accepts; `None` where a known difference spoke.
fn exact(text: &str) -> Option<bool> {
    match agree::exact::<Evaluation>(text.as_bytes()) {
        Exact::Accepts => Some(true),
        Exact::Refuses => Some(false),
        Exact::Known(_) => None,
    }
}

/// The inputs among the fixtures that are JSON objects, and whether they are accepted.
fn inputs() -> Vec<(bool, Map<String, Value>)> {
    let root = crate::fixtures("answer-evaluation");
    let mut found = Vec::new();
    for folder in ["valid", "deviating", "invalid"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("the fixtures are there") {
            let path = entry.expect("a file").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let (_, suffix) = name.split_once('.').unwrap_or_default();
            if matches!(suffix, "json" | "crlf.json") {
                let read = serde_json::from_str(&crate::read(&path));
                found.extend(read.ok().map(|value| (folder != "invalid", value)));
            }
        }
    }
    assert!(found.len() >= 60, "{}", found.len());
    found
}

fn values() -> Vec<Value> {
    let mut values = vec![
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(2.0),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(""),
        json!(" \t"),
        json!("\u{a0}"),
        json!("3"),
        json!("sufficient"),
        json!("mixed"),
        json!("Q1"),
        json!("R1.1a"),
        json!("Q0"),
        json!("Q01"),
        json!("q1"),
        json!("Q1\n"),
        json!("Q9999999999"),
        json!("R1.1ab"),
        json!([]),
        json!({}),
        json!({"sufficient": null}),
        json!({"clear": null}),
        json!([1]),
        json!(["Q1"]),
        json!([{}]),
        json!([null]),
        json!([{"question_id": "Q1", "verdict": "clear"}]),
        json!([{"question_id": 1, "verdict": "clear"}]),
        json!({"question_id": "Q1", "verdict": "vague"}),
        json!({"a": {"b": []}}),
        json!("some words"),
    ];
    values.extend(ItemVerdict::WORDS.iter().map(|word| json!(word)));
    values
}

#[test]
fn every_fixture_is_judged_alike() {
    let validator = validator();
    let mut compared = 0;
    for (_, input) in inputs() {
        let value = Value::Object(input);
        if let Some(accepted) = exact(&value.to_string()) {
            assert_eq!(accepted, validator.is_valid(&value), "{value}");
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn mutated_documents_are_judged_alike() {
    let validator = validator();
    let seeds: Vec<Value> =
        inputs().into_iter().filter(|(good, _)| *good).map(|(_, input)| Value::Object(input)).collect();
    let fields = EVALUATION_FIELDS.iter().chain(VERDICT_FIELDS).map(|field| field.name);
    let names: Vec<&str> = fields.chain(["extra", "reason"]).collect();
    let mut dice = Dice::new(20_261_116);
    let (mut counts, mut verdicts) = (BTreeMap::<&str, usize>::new(), [0_usize; 2]);
    let mut rolled = 0;
    while verdicts.iter().sum::<usize>() < 8_000 {
        rolled += 1;
        assert!(rolled < 60_000, "too many documents are known differences: {verdicts:?}");
        let mut document = seeds[dice.roll(seeds.len())].clone();
        for _ in 0..=dice.roll(2) {
            *counts.entry(mutate(&mut document, &names, &values(), &mut dice)).or_default() += 1;
        }
        if !document.is_object() {
            continue;
        }
        let text = document.to_string();
        let Some(accepted) = exact(&text) else { continue };
        assert_eq!(accepted, validator.is_valid(&document), "{text}");
        verdicts[usize::from(accepted)] += 1;
    }
    assert!(verdicts.iter().all(|count| *count > 1_000), "both verdicts are tried: {verdicts:?}");
    assert!(counts.len() >= 7, "{counts:?}");
}

/// A control: without any one of its keywords the schema would differ from the reader, and this test would see it.
#[test]
fn a_weaker_schema_is_noticed() {
    let whole = schemars::schema_for!(Evaluation).to_value();
    let differs = |pointer: &str, key: &str| {
        let mut weak = whole.clone();
        let at = weak.pointer_mut(pointer).and_then(Value::as_object_mut).unwrap_or_else(|| panic!("{pointer}"));
        assert!(at.shift_remove(key).is_some(), "{pointer} has no {key}");
        let validator = jsonschema::validator_for(&weak).expect("a schema");
        inputs().into_iter().any(|(_, input)| {
            let value = Value::Object(input);
            exact(&value.to_string()).is_some_and(|accepted| accepted != validator.is_valid(&value))
        })
    };
    for (pointer, key) in [
        ("", "required"),
        ("/properties/answered_count", "minimum"),
        ("/properties/answered_count", "type"),
        ("/properties/contradictory_count", "type"),
        ("/properties/per_question", "type"),
        ("/$defs/QuestionVerdict", "type"),
        ("/$defs/QuestionVerdict/properties/question_id", "pattern"),
    ] {
        assert!(differs(pointer, key), "nobody notices {pointer} {key}");
    }
}
