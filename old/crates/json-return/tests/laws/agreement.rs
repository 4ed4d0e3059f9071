//! Our exact reading and the JSON Schema give the same verdict (design, "Schemas and fixtures").
//!
//! Exact is the strict policy, without conversions; it rejects when any rule speaks that the schema expresses, whatever
//! its severity. Known differences, each with its reason, are [`KNOWN`](envelope_core::conformance::agree::KNOWN).
#![cfg(feature = "schemars")]

use envelope_core::conformance::{Judges, assert_keywords_count};
use json_return::SubagentReturn;
use serde_json::Value;

use crate::fixtures;
use crate::mutate::{mutate, seeds};

fn whole() -> Value {
    schemars::schema_for!(SubagentReturn).to_value()
}

/// Whether a schema accepts a document.
fn compile(schema: &Value) -> impl Fn(&Value) -> bool + use<> {
    let validator = jsonschema::validator_for(schema).expect("a valid schema");
    move |document| validator.is_valid(document)
}

fn judges() -> Judges<impl Fn(&[u8]) -> Option<bool>, impl Fn(&Value) -> bool> {
    Judges::exact::<SubagentReturn>(compile(&whole()))
}

#[test]
fn every_fixture_is_judged_alike() {
    judges().assert_alike(&fixtures(), 100);
}

#[test]
fn mutated_documents_are_judged_alike() {
    judges().assert_alike_changed(&seeds(), mutate, 12_000);
}

/// A control: without any one of its keywords the schema would differ from the reader, and this test would see it.
#[test]
fn a_weaker_schema_is_noticed() {
    let keywords = [
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
    ];
    assert_keywords_count::<SubagentReturn, _>(&whole(), &keywords, &fixtures(), compile);
}
