//! Our exact reading and the JSON Schema give the same verdict (design, "Schemas and fixtures").
//!
//! Exact is the strict policy, without conversions; it rejects when any rule speaks that the schema expresses, whatever
//! its severity. Known differences, each with its reason, are [`agree::KNOWN`].
#![cfg(feature = "schemars")]

use std::collections::BTreeMap;

use envelope_core::conformance::agree::{self, Exact, KNOWN};
use envelope_core::{Envelope as _, Policy, ReadOptions, Source};
use jsonschema::Validator;
use report_contract::ContractReport;
use report_contract::schema::schema;
use serde_json::Value;

use crate::fixtures;
use crate::mutate::{Dice, mutate, seeds};

fn validator() -> Validator {
    jsonschema::validator_for(&schema(None).expect("no findings")).expect("a valid schema")
}

/// Whether exact reading accepts; `None` where a known difference spoke.
fn exact(text: &str) -> Option<bool> {
    match agree::exact::<ContractReport>(text.as_bytes()) {
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
    let whole = schema(None).expect("no findings");
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
    let (metadata, entry) = ("/$defs/ReportMetadata", "/$defs/ContextEntry");
    for (pointer, key) in [
        ("", "required"),
        ("", "allOf"),
        ("/allOf/0", "then"),
        ("/allOf/1", "then"),
        ("/properties/findings", "type"),
        ("/properties/findings/properties/context_map", "type"),
        ("/properties/recommendations", "type"),
        (metadata, "required"),
        (&format!("{metadata}/properties/agent_name"), "pattern"),
        (&format!("{metadata}/properties/confidence_level"), "minimum"),
        (&format!("{metadata}/properties/confidence_level"), "maximum"),
        (&format!("{metadata}/properties/token_usage"), "minimum"),
        ("/$defs/ContractStatus", "enum"),
        (entry, "minItems"),
        (entry, "maxItems"),
        (&format!("{entry}/prefixItems/0"), "pattern"),
        (&format!("{entry}/prefixItems/1"), "pattern"),
    ] {
        assert!(differs(pointer, key), "nobody notices {pointer} {key}");
    }
}

/// The schema with an agent's findings put in says the same as reading with that schema in the registry.
#[cfg(feature = "findings-schema")]
#[test]
fn an_agents_schema_and_the_registry_judge_alike() {
    use report_contract::{Expectations, FindingsRegistry};
    use serde_json::json;

    const AGENT: &str = "counter";
    let findings = json!({"type": "object", "required": ["lines"], "properties": {
        "lines": {"$ref": "#/$defs/count"}, "context_map": {"type": "array", "minItems": 1}},
        "$defs": {"count": {"type": "integer", "minimum": 1}}});
    let mut registry = FindingsRegistry::new();
    registry.insert(AGENT, findings.clone()).expect("a schema");
    let expected = Expectations::default().findings(registry);
    let validator = jsonschema::validator_for(&schema(Some(&findings)).expect("an object")).expect("a schema");
    let seeds = seeds();
    let mut dice = Dice::new(7);
    let mut verdicts = [0_usize; 2];
    for _ in 0..5_000 {
        let mut document = seeds[dice.roll(seeds.len())].clone();
        let map = [json!([["a", "repo://b:1"]]), json!([]), json!([["a", "b"]]), json!([["a", null]])];
        document["findings"] = json!({"lines": dice.roll(4), "context_map": map[dice.roll(map.len())]});
        mutate(&mut document, &mut dice);
        match document.get_mut("report_metadata").and_then(Value::as_object_mut) {
            Some(metadata) => drop(metadata.insert("agent_name".to_owned(), json!(AGENT))),
            None => continue,
        }
        let text = document.to_string();
        let options = ReadOptions::default().policy(Policy::Strict);
        let parsed = ContractReport::parse_expecting(&Source::new(&text), &options, &expected);
        let rules = || parsed.diagnostics().iter().map(|found| found.rule);
        if rules().any(|rule| KNOWN.iter().any(|(known, _)| *known == rule.code())) {
            continue;
        }
        let shape = report_contract::rules::FINDINGS_SHAPE.code();
        let accepted =
            !parsed.diagnostics().iter().any(|found| agree::is_in_schema(found) || found.rule.code() == shape);
        assert_eq!(accepted, validator.is_valid(&document), "{text}");
        verdicts[usize::from(accepted)] += 1;
    }
    assert!(verdicts.iter().all(|count| *count > 500), "both verdicts are tried: {verdicts:?}");
}
