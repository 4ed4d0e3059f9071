use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Status;
use crate::fields::CONFIDENCE;

/// What one agent reports to its orchestrator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(transform = conditions))]
#[non_exhaustive]
pub struct StatusBlock {
    /// What became of the task.
    pub status: Status,
    /// The section SUMMARY.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<Summary>,
    /// The section FILES.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<Files>,
    /// The section `NEXT_ACTION`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_action: Option<NextAction>,
    /// The section ERRORS.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<Errors>,
    /// Every other section: its name and its text, without the common indentation.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extensions: Map<String, Value>,
    /// Text before the block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Text after the block, and lines in it that belong to no section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl StatusBlock {
    /// A block with nothing but a status.
    pub fn new(status: Status) -> Self {
        let extensions = Map::new();
        Self {
            status,
            summary: None,
            files: None,
            next_action: None,
            errors: None,
            extensions,
            before: None,
            after: None,
        }
    }
}

/// What was done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "programs build blocks with it")]
pub struct Summary {
    /// The work, in a sentence or two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what_i_did: Option<String>,
    /// How sure the agent is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// How many rounds it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations_used: Option<Iterations>,
    /// Further keys, in order.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

/// How sure an agent is of its work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BlockConfidence"))]
#[serde(rename_all = "lowercase")]
#[allow(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum Confidence {
    /// Very sure.
    High,
    /// Fairly sure.
    Medium,
    /// Not sure.
    Low,
    /// What the agent wrote instead.
    #[serde(untagged)]
    Other(String),
}

impl Confidence {
    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::High => CONFIDENCE[0],
            Self::Medium => CONFIDENCE[1],
            Self::Low => CONFIDENCE[2],
            Self::Other(text) => text,
        }
    }
}

impl From<String> for Confidence {
    fn from(word: String) -> Self {
        match CONFIDENCE.iter().position(|known| *known == word) {
            Some(0) => Self::High,
            Some(1) => Self::Medium,
            Some(_) => Self::Low,
            None => Self::Other(word),
        }
    }
}

/// How many rounds an agent needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[allow(clippy::exhaustive_enums, reason = "a number, or anything else")]
pub enum Iterations {
    /// A whole number.
    Count(u64),
    /// What the agent wrote instead.
    Other(String),
}

/// Files that the agent created, modified and read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "programs build blocks with it")]
pub struct Files {
    /// New files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<Vec<String>>,
    /// Changed files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<Vec<String>>,
    /// Files that were only read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<Vec<String>>,
    /// Further keys, in order.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

/// Who should go on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "programs build blocks with it")]
pub struct NextAction {
    /// The agent that should run next; `none` is an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recommended_agent: Option<String>,
    /// Why that agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What that agent must know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_forward: Option<String>,
    /// Further keys, in order.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

/// What went wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "programs build blocks with it")]
pub struct Errors {
    /// For a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// For debugging.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// Whether trying again can help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub can_retry: Option<bool>,
    /// Further keys, in order.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

/// What each status needs (R-S4).
#[cfg(feature = "schema")]
fn conditions(schema: &mut schemars::Schema) {
    use serde_json::json;

    let condition = |words: &[&str], then: Value| {
        json!({
            "if": {
                "type": "object",
                "properties": {"status": {"type": "string", "enum": words}},
                "required": ["status"],
            },
            "then": then,
        })
    };
    let needs = |field: &str| json!({"type": "object", "properties": {field: {"type": "string"}}, "required": [field]});
    let success = json!({
        "type": "object",
        "properties": {
            "summary": {"type": "object", "minProperties": 1},
            "next_action": needs("recommended_agent"),
        },
        "required": ["summary", "next_action"],
    });
    let failure = json!({"type": "object", "properties": {"errors": needs("message")}, "required": ["errors"]});
    envelope_core::schema::add_condition(schema, condition(&["success"], success));
    envelope_core::schema::add_condition(schema, condition(&["blocked", "failed"], failure));
}
