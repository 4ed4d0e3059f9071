use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Status, Verbosity};

/// What an agent reports to its orchestrator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(transform = crate::schema::conditions))]
#[non_exhaustive]
pub struct ContractReport {
    /// Who reports on what, and how it went.
    pub report_metadata: ReportMetadata,
    /// The result of the work; its shape is the agent's own, but for `context_map`.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Findings"))]
    pub findings: Map<String, Value>,
    /// What to do next, a step each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recommendations: Option<Vec<String>>,
    /// What a completed task found beside its way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identified_gaps: Option<Vec<String>>,
    /// What keeps a blocked task from being completed; at least one if the status is `blocked`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blockers: Option<Vec<String>>,
    /// Further keys, in order.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl ContractReport {
    /// A report with its metadata and findings.
    pub fn new(report_metadata: ReportMetadata, findings: Map<String, Value>) -> Self {
        Self {
            report_metadata,
            findings,
            recommendations: None,
            identified_gaps: None,
            blockers: None,
            extra: Map::new(),
        }
    }
}

/// Who reports on what, and how it went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "programs build reports with it")]
pub struct ReportMetadata {
    /// The name of the agent.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = r"\S")))]
    pub agent_name: String,
    /// The task, as it was given.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = r"\S")))]
    pub task_id: String,
    /// What became of the task.
    pub status: Status,
    /// How much the report says; `detailed` if it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verbosity_level: Option<Verbosity>,
    /// How sure the agent is of its work, from 0 to 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 1.0)))]
    pub confidence_level: f64,
    /// How many tokens it used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_usage: Option<u64>,
    /// How long it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution_time_seconds: Option<u64>,
    /// What went wrong, if the status is `failed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
    /// Further keys, in order.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl ReportMetadata {
    /// The metadata that are required.
    pub fn new(
        agent_name: impl Into<String>,
        task_id: impl Into<String>,
        status: Status,
        confidence_level: f64,
    ) -> Self {
        Self {
            agent_name: agent_name.into(),
            task_id: task_id.into(),
            status,
            verbosity_level: None,
            confidence_level,
            token_usage: None,
            execution_time_seconds: None,
            error_message: None,
            extra: Map::new(),
        }
    }
}
