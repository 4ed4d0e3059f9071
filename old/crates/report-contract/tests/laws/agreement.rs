//! Our exact reading and the JSON Schema give the same verdict (design, "Schemas and fixtures").
//!
//! Exact is the strict policy, without conversions; it rejects when any rule speaks that the schema expresses, whatever
//! its severity. Known differences, each with its reason, are [`KNOWN`](envelope_core::conformance::agree::KNOWN).
#![cfg(feature = "schemars")]

use envelope_core::conformance::{Judges, assert_keywords_count};
use report_contract::ContractReport;
use report_contract::schema::schema;
use serde_json::Value;

use crate::fixtures;
use crate::mutate::{mutate, seeds};

fn whole() -> Value {
    schema(None).expect("no findings")
}

/// Whether a schema accepts a document.
fn compile(schema: &Value) -> impl Fn(&Value) -> bool + use<> {
    let validator = jsonschema::validator_for(schema).expect("a valid schema");
    move |document| validator.is_valid(document)
}

fn judges() -> Judges<impl Fn(&[u8]) -> Option<bool>, impl Fn(&Value) -> bool> {
    Judges::exact::<ContractReport>(compile(&whole()))
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
    const METADATA: &str = "/$defs/ReportMetadata";
    const ENTRY: &str = "/$defs/ContextEntry";
    let keywords = [
        ("", "required"),
        ("", "allOf"),
        ("/allOf/0", "then"),
        ("/allOf/1", "then"),
        ("/properties/findings", "type"),
        ("/properties/findings/properties/context_map", "type"),
        ("/properties/recommendations", "type"),
        (METADATA, "required"),
        (&format!("{METADATA}/properties/agent_name"), "pattern"),
        (&format!("{METADATA}/properties/confidence_level"), "minimum"),
        (&format!("{METADATA}/properties/confidence_level"), "maximum"),
        (&format!("{METADATA}/properties/token_usage"), "minimum"),
        ("/$defs/ContractStatus", "enum"),
        (ENTRY, "minItems"),
        (ENTRY, "maxItems"),
        (&format!("{ENTRY}/prefixItems/0"), "pattern"),
        (&format!("{ENTRY}/prefixItems/1"), "pattern"),
    ];
    assert_keywords_count::<ContractReport, _>(&whole(), &keywords, &fixtures(), compile);
}

/// The schema with an agent's findings put in says the same as reading with that schema in the registry.
#[cfg(feature = "findings-schema")]
#[test]
fn an_agents_schema_and_the_registry_judge_alike() {
    use envelope_core::conformance::Dice;
    use envelope_core::conformance::agree::{KNOWN, is_in_schema};
    use envelope_core::{Diagnostic, Envelope as _, Policy, ReadOptions, Source};
    use report_contract::{Expectations, FindingsRegistry};
    use serde_json::json;

    const AGENT: &str = "counter";
    let findings = json!({"type": "object", "required": ["lines"], "properties": {
        "lines": {"$ref": "#/$defs/count"}, "context_map": {"type": "array", "minItems": 1}},
        "$defs": {"count": {"type": "integer", "minimum": 1}}});
    let mut registry = FindingsRegistry::new();
    registry.insert(AGENT, findings.clone()).expect("a schema");
    let expected = Expectations::default().findings(registry);
    let reading = |bytes: &[u8]| {
        let document: Value = serde_json::from_slice(bytes).ok()?;
        document.pointer("/report_metadata/agent_name").filter(|agent| *agent == AGENT)?;
        let options = ReadOptions::default().policy(Policy::Strict);
        let parsed = ContractReport::parse_expecting(&Source::from_bytes(bytes), &options, &expected);
        let rules = || parsed.diagnostics().iter().map(|found| found.rule);
        if rules().any(|rule| KNOWN.iter().any(|(known, _)| *known == rule.code())) {
            return None;
        }
        let shape = report_contract::rules::FINDINGS_SHAPE.code();
        let refused = |found: &Diagnostic| is_in_schema(found) || found.rule.code() == shape;
        Some(!parsed.diagnostics().iter().any(refused))
    };
    let maps = [json!([["a", "repo://b:1"]]), json!([]), json!([["a", "b"]]), json!([["a", null]])];
    let of_the_agent = |document: &mut Value, dice: &mut Dice| {
        document["findings"] = json!({"lines": dice.roll(9), "context_map": maps[dice.roll(maps.len())]});
        let way = mutate(document, dice);
        if let Some(metadata) = document.get_mut("report_metadata").and_then(Value::as_object_mut) {
            metadata.insert("agent_name".to_owned(), json!(AGENT));
        }
        way
    };
    let judges = Judges::new(reading, compile(&schema(Some(&findings)).expect("an object")));
    judges.assert_alike_changed(&seeds(), of_the_agent, 5_000);
}
