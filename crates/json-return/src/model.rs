use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::Status;

/// The most characters of a summary (R-J3).
pub(crate) const SUMMARY_LIMIT: usize = 400;

/// What a subagent returns to its orchestrator.
///
/// Without a dialect that lets them be missing, `summary`, `artifacts` and `metadata` of an accepted return are there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(transform = crate::schema::conditions))]
#[non_exhaustive]
pub struct SubagentReturn {
    /// What became of the task.
    #[cfg_attr(feature = "schema", schemars(with = "Status"))]
    pub status: StatusWord,
    /// What was done, in two to five sentences of less than 100 tokens together.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(required, length(max = SUMMARY_LIMIT), regex(pattern = r"\S")))]
    pub summary: Option<String>,
    /// Files that the agent created.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(required))]
    pub artifacts: Option<Vec<Artifact>>,
    /// Who did it, for whom, in which session.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(required))]
    pub metadata: Option<Metadata>,
    /// What went wrong; at least one unless the status is `completed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<Vec<ReturnError>>,
    /// What the user should do next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_steps: Option<String>,
    /// Further keys, in order.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl SubagentReturn {
    /// A return with nothing but a status.
    pub fn new(status: Status) -> Self {
        let status = StatusWord::from(status);
        Self {
            status,
            summary: None,
            artifacts: None,
            metadata: None,
            errors: None,
            next_steps: None,
            extra: Map::new(),
        }
    }
}

/// A status, and the word for it where a dialect has another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusWord {
    status: Status,
    word: Option<String>,
}

impl StatusWord {
    pub(crate) fn new(status: Status, word: &str) -> Self {
        let word = (word != envelope_core::Status::as_str(status)).then(|| word.to_owned());
        Self { status, word }
    }

    /// The status.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The word as it was written.
    pub fn as_str(&self) -> &str {
        self.word.as_deref().unwrap_or_else(|| envelope_core::Status::as_str(self.status))
    }
}

impl From<Status> for StatusWord {
    fn from(status: Status) -> Self {
        Self { status, word: None }
    }
}

impl Serialize for StatusWord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A file that the agent created.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ReturnArtifact"))]
#[allow(clippy::exhaustive_structs, reason = "programs build returns with it")]
pub struct Artifact {
    /// One of plan, report, summary, implementation, documentation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
    /// The path, relative to the root of the project.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = r"\S")))]
    pub path: String,
    /// What is in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Further keys, in order.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Who did the work, for whom, in which session.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "programs build returns with it")]
pub struct Metadata {
    /// The session of the delegation, as it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(required, regex(pattern = r"\S")))]
    pub session_id: Option<String>,
    /// How long the agent took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_seconds: Option<u64>,
    /// The name of the agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(required, regex(pattern = r"\S")))]
    pub agent_type: Option<String>,
    /// How deep in the chain of delegations the agent is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(required))]
    pub delegation_depth: Option<u64>,
    /// The chain from the orchestrator to this agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(required))]
    pub delegation_path: Option<Vec<String>>,
    /// How many phases a plan has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase_count: Option<u64>,
    /// How many hours a plan will take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_hours: Option<f64>,
    /// How many findings research brought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub findings_count: Option<u64>,
    /// Further keys, in order.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// What went wrong.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "programs build returns with it")]
pub struct ReturnError {
    /// What sort of error it is, such as `timeout`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
    /// What is wrong, for a person.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = r"\S")))]
    pub message: String,
    /// Whether trying again can help.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recoverable: Option<bool>,
    /// How to fix it, or what to do next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recommendation: Option<String>,
    /// Further keys, in order.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}
