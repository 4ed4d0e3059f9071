//! The JSON Schema: what it says beyond the types, and an agent's own findings put into it (schema-notes; R-P5).

use std::fmt;

use envelope_core::schema::{CannotNarrow, NOT_BLANK, add_condition, full, inline, inlined, narrowed, root};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::context_map::NAME;
use crate::repo_ref::PATTERN;
use crate::typed::cut;
use crate::{ContextEntry, ContextMap, ContractReport, ContractStatus, Findings, RepoRef};

/// The schema of a report: of one with any findings, or of one whose findings keep to an agent's schema, too.
///
/// The agent's schema stands beside what holds for all findings, each in a branch of its own: a context map must be one
/// whatever the agent's schema says of it, and neither sees which members the other knows. It is of draft 2020-12, like
/// the report's: one that names another draft is refused, since inside of this one its words would mean something else.
///
/// ```
/// use report_contract::schema::schema;
/// let findings = serde_json::json!({"type": "object", "properties": {"lines": {"$ref": "#/$defs/count"}},
///     "required": ["lines"], "$defs": {"count": {"type": "integer", "minimum": 0}}});
/// let schema = schema(Some(&findings))?;
/// let own = &schema["properties"]["findings"]["allOf"][0];
/// assert_eq!(own["properties"]["lines"]["$ref"], "#/properties/findings/allOf/0/$defs/count");
/// assert_eq!(schema["properties"]["findings"]["allOf"][1]["properties"]["context_map"]["items"]["$ref"], "#/$defs/ContextEntry");
/// # Ok::<(), report_contract::schema::UnfitFindings>(())
/// ```
pub fn schema(findings: Option<&Value>) -> Result<Value, UnfitFindings> {
    let mut schema = full("report-contract", root::<ContractReport>).to_value();
    if let Some(findings) = findings {
        let own = put_in(findings)?;
        if let Some(place) = schema.pointer_mut("/properties/findings") {
            let every = place.take();
            *place = json!({"description": every["description"], "type": "object", "allOf": [own, every]});
        }
    }
    Ok(schema)
}

/// The same for structured-output APIs, which take closed objects only: the findings are the given ones, or a context
/// map alone. A context map among the given ones is a list of pairs, whatever else they say of it: such an API knows no
/// schema that two others make together.
///
/// What an agent sends under it, nulls taken out, is still to be checked against the full one: bounds and conditions
/// between fields are only told in descriptions, or lost.
pub fn llm_schema(findings: Option<&Value>) -> Result<Value, CannotNarrow> {
    if let Some(other) = findings.and_then(other_draft) {
        return Err(CannotNarrow::because(UnfitFindings::OtherDraft(other)));
    }
    let mut schema = inlined(root::<ContractReport>).to_value();
    if let (Some(findings), Some(place)) = (findings, schema.pointer_mut("/properties/findings")) {
        let mut own = inline(findings)?;
        if let (Some(known), Some(map)) = (own.pointer_mut(CONTEXT_MAP), place.pointer_mut(CONTEXT_MAP)) {
            *known = map.take();
        }
        *place = own;
    }
    narrowed(&schema).map(Schema::to_value)
}

/// The schema of the findings cannot stand inside the report's.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnfitFindings {
    /// It is not an object, so it says nothing about findings.
    NoObject,
    /// It names another draft than 2020-12: this one.
    OtherDraft(String),
}

impl fmt::Display for UnfitFindings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoObject => f.write_str(
                "the schema of the findings is a JSON object, like `{\"type\": \"object\", \"properties\": {…}}`",
            ),
            Self::OtherDraft(draft) => write!(
                f,
                "the schema of the findings is of another draft, `{draft}`: rewrite it for `{DRAFT}`, or check the \
                 findings apart"
            ),
        }
    }
}

impl std::error::Error for UnfitFindings {}

/// The draft of the report's schema.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The draft that a schema names, where it is not the report's. One that names none is taken for that.
fn other_draft(schema: &Value) -> Option<String> {
    let named = schema.get("$schema")?;
    let known = named.as_str().is_some_and(|named| named.strip_suffix('#').unwrap_or(named) == DRAFT);
    (!known).then(|| cut(named.as_str().unwrap_or("no text")))
}

/// Where findings' schemas tell of a context map.
const CONTEXT_MAP: &str = "/properties/context_map";

/// The findings' schema as it stands inside the report's: its own references led to where it stands now. One with an
/// `$id` keeps them: they go by that.
fn put_in(findings: &Value) -> Result<Value, UnfitFindings> {
    let mut own = findings.as_object().ok_or(UnfitFindings::NoObject)?.clone();
    if let Some(other) = other_draft(findings) {
        return Err(UnfitFindings::OtherDraft(other));
    }
    own.shift_remove("$schema");
    let mut own = Value::Object(own);
    if own.get("$id").is_none() {
        lead(&mut own, "#/properties/findings/allOf/0", 0);
    }
    Ok(own)
}

/// Keywords whose value is data, not a schema.
const DATA: [&str; 4] = ["const", "enum", "default", "examples"];
/// Keywords whose members are schemas under names of their own.
const NAMED: [&str; 5] = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];
/// Schemas nested deeper than this are left as they are.
const MAX_DEPTH: usize = 128;

fn lead(schema: &mut Value, place: &str, depth: usize) {
    match schema {
        _ if depth > MAX_DEPTH => {}
        Value::Array(items) => items.iter_mut().for_each(|item| lead(item, place, depth + 1)),
        Value::Object(members) => {
            for (key, value) in members.iter_mut() {
                match value {
                    Value::String(target) if key == "$ref" => {
                        // A named anchor is found wherever it stands.
                        if let Some(pointer) =
                            target.strip_prefix('#').filter(|rest| rest.is_empty() || rest.starts_with('/'))
                        {
                            *target = format!("{place}{pointer}");
                        }
                    }
                    _ if DATA.contains(&key.as_str()) => {}
                    Value::Object(named) if NAMED.contains(&key.as_str()) => {
                        named.values_mut().for_each(|value| lead(value, place, depth + 1));
                    }
                    value => lead(value, place, depth + 1),
                }
            }
        }
        _ => {}
    }
}

/// What each status brings along (R-P4).
pub(crate) fn conditions(schema: &mut Schema) {
    let when = |status: &str| {
        let metadata = json!({"type": "object", "properties": {"status": {"type": "string", "enum": [status]}}, "required": ["status"]});
        json!({"type": "object", "properties": {"report_metadata": metadata}, "required": ["report_metadata"]})
    };
    let text = json!({"type": "string", "pattern": NOT_BLANK});
    let [_, blocked, failed] = ContractStatus::WORDS else { return };
    let error = json!({"type": "object", "properties": {"error_message": text}, "required": ["error_message"]});
    let error = json!({"type": "object", "properties": {"report_metadata": error}, "required": ["report_metadata"]});
    add_condition(schema, json!({"if": when(failed), "then": error}));
    let blockers = json!({"type": "array", "contains": text});
    let blockers = json!({"type": "object", "properties": {"blockers": blockers}, "required": ["blockers"]});
    add_condition(schema, json!({"if": when(blocked), "then": blockers}));
}

impl JsonSchema for Findings {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Findings".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        // A type with null in it, not a choice of two schemas: then a validator names the place that is wrong.
        let mut map = ContextMap::json_schema(generator);
        map.insert("type".to_owned(), json!(["array", "null"]));
        let properties = Map::from_iter([(NAME.to_owned(), map.to_value())]);
        json_schema!({
            "description": "The result of the work; its shape is the agent's own.",
            "type": "object", "properties": properties, "additionalProperties": true
        })
    }
}

impl JsonSchema for ContextMap {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ContextMap".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let entry = generator.subschema_for::<ContextEntry>();
        json_schema!({
            "description": "Statements with the places they rest on, as compact pairs.", "type": "array", "items": entry
        })
    }
}

impl JsonSchema for ContextEntry {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ContextEntry".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut place = RepoRef::json_schema(generator);
        place.insert("type".to_owned(), json!(["string", "null"]));
        json_schema!({
            "description": "A statement, and the place in the repository that it rests on, like repo://path:first-last, or null.",
            "type": "array",
            "prefixItems": [{"type": "string", "pattern": NOT_BLANK}, place],
            "minItems": 2,
            "maxItems": 2
        })
    }
}

impl JsonSchema for RepoRef {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RepoRef".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A place in the repository: repo://path, repo://path:line or repo://path:first-last.",
            "type": "string", "pattern": PATTERN
        })
    }
}
