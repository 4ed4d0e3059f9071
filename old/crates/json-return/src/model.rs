//! The types of a return (json-return, "Field Specifications").

use envelope_core::json::{self, Extra, KeepExtra, OtherStatus};
use envelope_core::{Count, Envelope as _, Outcome, Path, Status};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Number;

use crate::{ArtifactKind, ErrorKind, ReturnStatus};

/// What a subagent returns to its orchestrator.
///
/// Required fields but the status are optional here, because a dialect may let them be missing (R-J8); reading by the
/// specification gives no value without them, and [`check`](crate::check) refuses one that lacks them (R-A16).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(title = "SubagentReturn", transform = crate::schema::conditions))]
#[non_exhaustive]
pub struct SubagentReturn {
    /// What became of the task.
    ///
    /// See "status (required)".
    pub status: ReturnStatus,
    /// What was done, in two to five sentences of less than 100 tokens together.
    ///
    /// See "summary (required)".
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required, schema_with = "crate::schema::summary"))]
    pub summary: Option<String>,
    /// Files that the agent created.
    ///
    /// See "artifacts (required)".
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required))]
    pub artifacts: Option<Vec<Artifact>>,
    /// Who did it, for whom, in which session.
    ///
    /// See "metadata (required)".
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required))]
    pub metadata: Option<Metadata>,
    /// What went wrong; at least one unless the status is `completed`. Absent, null and
    /// empty say the same.
    ///
    /// See "errors (optional)".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Vec<ReturnError>>"))]
    pub errors: Vec<ReturnError>,
    /// What the user should do next.
    ///
    /// See "`next_steps` (optional)".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_steps: Option<String>,
    /// What a conversion brought along that has no place of its own here (R-A15).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Extra>,
    /// Members that the specification does not know, in the order they were written (R-A3).
    #[serde(flatten)]
    pub extra: Extra,
}

impl SubagentReturn {
    /// A return without artifacts, errors and next steps.
    pub fn new(status: ReturnStatus, summary: impl Into<String>, metadata: Metadata) -> Self {
        Self {
            status,
            summary: Some(summary.into()),
            artifacts: Some(Vec::new()),
            metadata: Some(metadata),
            errors: Vec::new(),
            next_steps: None,
            carried: None,
            extra: Extra::default(),
        }
    }

    /// The same with one more artifact.
    #[must_use]
    pub fn artifact(mut self, artifact: Artifact) -> Self {
        self.artifacts.get_or_insert_default().push(artifact);
        self
    }

    /// The same with one more error.
    #[must_use]
    pub fn error(mut self, error: ReturnError) -> Self {
        self.errors.push(error);
        self
    }

    /// The same with what the user should do next.
    #[must_use]
    pub fn next_steps(mut self, next_steps: impl Into<String>) -> Self {
        self.next_steps = Some(next_steps.into());
        self
    }

    /// The artifacts, none where they are missing.
    pub fn artifacts(&self) -> &[Artifact] {
        self.artifacts.as_deref().unwrap_or_default()
    }

    /// What the value claims: the worst of its word, what was carried, and any other status in it that can be read
    /// (R-A2). What cannot is an error, and claims nothing.
    pub(crate) fn claimed(&self) -> Outcome {
        if self.carried.is_none() && !self.may_conflict() {
            return self.status.outcome();
        }
        let others = self.conflicting().filter(OtherStatus::is_read).map(|other| other.outcome());
        self.carried_outcome().into_iter().chain(others).fold(self.status.outcome(), Outcome::worst)
    }
}

impl KeepExtra for SubagentReturn {
    fn extra_at(&mut self, path: &Path) -> Option<&mut Extra> {
        let steps: Vec<String> = path.steps().collect();
        let at = |index: &String| index.parse::<usize>().ok();
        match steps.as_slice() {
            [] => Some(&mut self.extra),
            [name] if name == "carried" => Some(self.carried.get_or_insert_default()),
            [name] if name == "metadata" => self.metadata.as_mut().map(|metadata| &mut metadata.extra),
            [name, index] if name == "artifacts" => {
                self.artifacts.as_mut()?.get_mut(at(index)?).map(|artifact| &mut artifact.extra)
            }
            [name, index] if name == "errors" => self.errors.get_mut(at(index)?).map(|error| &mut error.extra),
            _ => None,
        }
    }
}

/// A file that the agent created.
///
/// See json-return, "Artifact object".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Artifact {
    /// What it is.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required))]
    pub kind: Option<ArtifactKind>,
    /// Where it lies, from the root of the project (R-J7).
    #[cfg_attr(feature = "schemars", schemars(schema_with = "crate::schema::not_blank"))]
    pub path: String,
    /// What it holds, in brief.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Members that the specification does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Artifact {
    /// An artifact of which only the path is known.
    pub fn new(path: impl Into<String>) -> Self {
        Self { kind: None, path: path.into(), summary: None, extra: Extra::default() }
    }

    /// The same with what it is.
    #[must_use]
    pub fn kind(mut self, kind: impl Into<ArtifactKind>) -> Self {
        self.kind = Some(kind.into());
        self
    }

    /// The same with what it holds.
    #[must_use]
    pub fn summary(mut self, summary: impl Into<String>) -> Self {
        self.summary = Some(summary.into());
        self
    }
}

/// Who did the work, for whom, in which session.
///
/// See json-return, "metadata (required)".
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Metadata {
    /// The session of the delegation, to be repeated as it was given (R-J6).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required, schema_with = "crate::schema::not_blank"))]
    pub session_id: Option<String>,
    /// How long the agent took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_seconds: Option<Count>,
    /// The name of the agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required, schema_with = "crate::schema::not_blank"))]
    pub agent_type: Option<String>,
    /// How deep in the chain of delegations the agent stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required))]
    pub delegation_depth: Option<Count>,
    /// The chain from the orchestrator to this agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required))]
    pub delegation_path: Option<Vec<String>>,
    /// How many phases a plan has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase_count: Option<Count>,
    /// How many hours a plan will take.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "number_or_null")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<f64>"))]
    pub estimated_hours: Option<Number>,
    /// How many findings research brought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub findings_count: Option<Count>,
    /// Members that the specification does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Metadata {
    /// Metadata of an agent to which the orchestrator delegated directly or over others; the path ends with the agent.
    pub fn new(session: impl Into<String>, agent: impl Into<String>, path: Vec<String>) -> Self {
        let depth = u32::try_from(path.len().saturating_sub(1)).unwrap_or(u32::MAX);
        Self {
            session_id: Some(session.into()),
            agent_type: Some(agent.into()),
            delegation_depth: Some(depth.into()),
            delegation_path: Some(path),
            ..Self::default()
        }
    }
}

/// An error that the agent met.
///
/// See json-return, "Error object".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReturnError {
    /// What sort of error it is.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(schema_with = "crate::schema::error_kind"))]
    pub kind: Option<ErrorKind>,
    /// What is wrong.
    #[cfg_attr(feature = "schemars", schemars(schema_with = "crate::schema::not_blank"))]
    pub message: String,
    /// Whether trying again can help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recoverable: Option<bool>,
    /// How to fix it or what to do next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recommendation: Option<String>,
    /// Members that the specification does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl ReturnError {
    /// An error of which only the message is known.
    pub fn new(message: impl Into<String>) -> Self {
        Self { kind: None, message: message.into(), recoverable: None, recommendation: None, extra: Extra::default() }
    }

    /// The same with its sort.
    #[must_use]
    pub fn kind(mut self, kind: impl Into<ErrorKind>) -> Self {
        self.kind = Some(kind.into());
        self
    }

    /// The same with whether trying again can help.
    #[must_use]
    pub fn recoverable(mut self, recoverable: bool) -> Self {
        self.recoverable = Some(recoverable);
        self
    }

    /// The same with what to do about it.
    #[must_use]
    pub fn recommendation(mut self, recommendation: impl Into<String>) -> Self {
        self.recommendation = Some(recommendation.into());
        self
    }
}

fn number_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Number>, D::Error> {
    #[derive(Deserialize)]
    struct Held(#[serde(deserialize_with = "json::number")] Number);
    Ok(Option::<Held>::deserialize(deserializer)?.map(|Held(number)| number))
}
