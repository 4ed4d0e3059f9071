//! The schema with an agent's findings put in, and narrowed for structured output.
#![cfg(feature = "schemars")]

use report_contract::schema::{UnfitFindings, llm_schema, schema};
use serde_json::{Value, json};

fn findings() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["files"],
        "properties": {
            "files": {"type": "array", "items": {"$ref": "#/$defs/file"}},
            "note": {"type": "string", "maxLength": 80},
            "$ref": {"type": "string", "enum": ["#/not/a/reference"]}
        },
        "$defs": {"file": {"type": "object", "required": ["path"], "properties": {"path": {"type": "string"}}}}
    })
}

fn report(findings: &Value) -> Value {
    json!({
        "report_metadata": {"agent_name": "a", "task_id": "t", "status": "completed", "confidence_level": 1},
        "findings": findings
    })
}

#[test]
fn an_agents_findings_are_put_in() {
    let mut untyped = findings();
    untyped.as_object_mut().expect("an object").shift_remove("type");
    let mut named = findings();
    named["$id"] = json!("urn:example:findings");
    for findings in [findings(), untyped, named] {
        let whole = schema(Some(&findings)).expect("an object");
        let validator = jsonschema::validator_for(&whole).unwrap_or_else(|error| panic!("{error}: {findings}"));
        assert!(validator.is_valid(&report(&json!({"files": [{"path": "a"}]}))), "{findings}");
        for wrong in [json!({"files": [{"path": 1}]}), json!({}), json!([])] {
            assert!(!validator.is_valid(&report(&wrong)), "{findings} {wrong}");
        }
        let mut failed = report(&json!({"files": []}));
        failed["report_metadata"]["status"] = json!("failed");
        assert!(!validator.is_valid(&failed), "the conditions of the envelope stay");
    }
    assert!(schema(Some(&json!([]))).is_err());
}

/// R-P5: what the agent's schema says comes on top of what holds for every context map.
#[test]
fn a_context_map_is_one_beside_an_agents_schema() {
    let loose =
        json!({"type": "object", "properties": {"context_map": {"type": "array"}}, "required": ["context_map"]});
    let mut named = loose.clone();
    named["$id"] = json!("urn:example:findings");
    let mut closed = loose.clone();
    closed["unevaluatedProperties"] = json!(false);
    let silent = json!({"type": "object"});
    for findings in [loose, named, closed, silent] {
        let whole = schema(Some(&findings)).expect("an object");
        let validator = jsonschema::validator_for(&whole).unwrap_or_else(|error| panic!("{error}: {findings}"));
        let valid = |map: Value| validator.is_valid(&report(&json!({"context_map": map})));
        assert!(valid(json!([["Here.", "repo://a.rs:1"]])), "{findings}");
        for wrong in [json!([["Here.", "a.rs"]]), json!([["Here."]]), json!([{"text": "Here."}]), json!("Here.")] {
            assert!(!valid(wrong.clone()), "{findings} {wrong}");
        }
    }
    let closed = json!({"type": "object", "properties": {"a": {"type": "integer"}}, "unevaluatedProperties": false});
    let validator = jsonschema::validator_for(&schema(Some(&closed)).expect("an object")).expect("a schema");
    assert!(validator.is_valid(&report(&json!({"a": 1}))));
    for more in [json!({"a": 1, "b": 2}), json!({"a": 1, "context_map": []})] {
        assert!(!validator.is_valid(&report(&more)), "what the agent's schema closes stays closed: {more}");
    }
}

#[test]
fn references_are_led_to_where_they_stand_now() {
    let whole = schema(Some(&findings())).expect("an object");
    let own = &whole["properties"]["findings"]["allOf"][0];
    assert_eq!(own["properties"]["files"]["items"]["$ref"], "#/properties/findings/allOf/0/$defs/file");
    assert_eq!(own["properties"]["$ref"]["enum"][0], "#/not/a/reference", "data is no reference");
    assert!(own.get("$schema").is_none());
}

#[test]
fn findings_of_another_draft_are_not_read_as_this_one() {
    for draft in ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema", "mine"] {
        // A list under `items` is a tuple there, and in this draft no schema at all.
        let pairs = json!({"$schema": draft, "type": "object", "properties": {"a": {"items": [{"type": "string"}]}}});
        let said = schema(Some(&pairs)).expect_err("another draft");
        assert_eq!(said, UnfitFindings::OtherDraft(draft.to_owned()));
        assert!(said.to_string().contains(draft) && said.to_string().contains("2020-12"), "{said}");
        assert_eq!(llm_schema(Some(&pairs)).expect_err("another draft").to_string(), said.to_string());
    }
    assert!(matches!(schema(Some(&json!({"$schema": 7}))), Err(UnfitFindings::OtherDraft(_))));
    assert_eq!(schema(Some(&json!([]))), Err(UnfitFindings::NoObject));
    let mut same = findings();
    same["$schema"] = json!("https://json-schema.org/draft/2020-12/schema#");
    assert_eq!(schema(Some(&same)), schema(Some(&findings())));
}

#[test]
fn the_narrowed_profile_takes_given_findings() {
    let narrow = llm_schema(Some(&findings())).expect("it can be narrowed");
    let own = &narrow["properties"]["findings"];
    assert_eq!(own["additionalProperties"], false);
    assert_eq!(own["required"], json!(["files", "note", "$ref"]), "every property is required");
    assert_eq!(own["properties"]["files"]["items"]["properties"]["path"]["type"], "string");
    let text = narrow.to_string();
    for keyword in ["\"$defs\"", "\"if\"", "\"pattern\":", "\"$id\"", "\"$schema\"", "\"oneOf\""] {
        assert!(!text.contains(keyword), "{keyword}");
    }
    let generic = llm_schema(None).expect("it can be narrowed");
    assert_eq!(generic["properties"]["findings"]["required"], json!(["context_map"]));
    let published = include_str!("../../../../schemas/v1/llm/report-contract.schema.json");
    assert_eq!(generic, serde_json::from_str::<Value>(published).expect("JSON"), "the published one");
}

#[test]
fn a_context_map_among_given_findings_is_narrowed_to_pairs() {
    let loose =
        json!({"type": "object", "properties": {"context_map": {"type": "array"}}, "required": ["context_map"]});
    let narrow = llm_schema(Some(&loose)).expect("it can be narrowed");
    let map = narrow["properties"]["findings"]["properties"]["context_map"].to_string();
    assert!(map.contains("At least 2 items") && map.contains("repo://path"), "{map}");
}

#[test]
fn what_cannot_be_narrowed_is_said() {
    let endless = json!({"type": "object", "properties": {"inner": {"$ref": "#"}}, "required": ["inner"]});
    assert!(llm_schema(Some(&endless)).expect_err("recursive").to_string().contains("recursive"));
    assert!(llm_schema(Some(&json!({"type": "object", "required": ["any"], "properties": {"any": true}}))).is_err());
}
