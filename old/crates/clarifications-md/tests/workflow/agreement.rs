//! Our exact reading of evaluations and the JSON Schema give the same verdict (design, "Schemas and fixtures").
//!
//! Exact is the strict policy, without conversions; it rejects when any rule speaks that the schema expresses, whatever
//! its severity. Known differences, each with its reason, are [`KNOWN`](envelope_core::conformance::agree::KNOWN).
#![cfg(feature = "schemars")]

use clarifications_md::evaluation::{EVALUATION_FIELDS, VERDICT_FIELDS};
use clarifications_md::{Evaluation, ItemVerdict};
use envelope_core::conformance::{self, Dice, Judges, assert_keywords_count};
use serde_json::{Value, json};

use crate::inputs::{accepted_objects, inputs};

const FIXTURES: &str = "answer-evaluation";

fn whole() -> Value {
    schemars::schema_for!(Evaluation).to_value()
}

/// Whether a schema accepts a document.
fn compile(schema: &Value) -> impl Fn(&Value) -> bool + use<> {
    let validator = jsonschema::validator_for(schema).expect("a valid schema");
    move |document| validator.is_valid(document)
}

/// What new values are taken from.
fn values() -> Vec<Value> {
    let mut values = conformance::edges();
    values.extend([
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
        json!({"sufficient": null}),
        json!({"clear": null}),
        json!(["Q1"]),
        json!([{"question_id": "Q1", "verdict": "clear"}]),
        json!([{"question_id": 1, "verdict": "clear"}]),
        json!({"question_id": "Q1", "verdict": "vague"}),
        json!({"Q1": "clear"}),
        json!({"Q1": {"verdict": "clear"}}),
    ]);
    values.extend(ItemVerdict::WORDS.iter().map(|word| json!(word)));
    values
}

/// Changes one thing.
fn mutate(document: &mut Value, dice: &mut Dice) -> &'static str {
    let fields = EVALUATION_FIELDS.iter().chain(VERDICT_FIELDS).map(|field| field.name);
    let names: Vec<&str> = fields.chain(["extra", "reason"]).collect();
    conformance::mutate(document, &names, &values(), dice)
}

fn judges() -> Judges<impl Fn(&[u8]) -> Option<bool>, impl Fn(&Value) -> bool> {
    Judges::exact::<Evaluation>(compile(&whole()))
}

#[test]
fn every_fixture_is_judged_alike() {
    judges().assert_alike(&inputs(FIXTURES), 50);
}

#[test]
fn mutated_documents_are_judged_alike() {
    judges().assert_alike_changed(&accepted_objects(FIXTURES), mutate, 8_000);
}

/// A control: without any one of its keywords the schema would differ from the reader, and this test would see it.
#[test]
fn a_weaker_schema_is_noticed() {
    let keywords = [
        ("", "required"),
        ("/properties/answered_count", "minimum"),
        ("/properties/answered_count", "type"),
        ("/properties/contradictory_count", "type"),
        ("/properties/per_question", "type"),
        ("/$defs/QuestionVerdict", "type"),
        ("/$defs/QuestionVerdict/properties/question_id", "pattern"),
    ];
    assert_keywords_count::<Evaluation, _>(&whole(), &keywords, &inputs(FIXTURES), compile);
}
