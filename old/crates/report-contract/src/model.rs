//! The types of a report (report-contract, sections 2 and 4).

use envelope_core::json::{Extra, KeepExtra, OtherStatus, other_statuses};
use envelope_core::{Count, Envelope as _, Outcome, Path, Status};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{ConfidenceLevel, ContractStatus, Findings, Verbosity};

/// What an agent reports to its orchestrator (report-contract, section 2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(title = "ContractReport", transform = crate::schema::conditions))]
#[non_exhaustive]
pub struct ContractReport {
    /// Who reports on what, and how it went (section 4.1).
    pub report_metadata: ReportMetadata,
    /// The result of the work; its shape is the agent's own (section 4.2).
    pub findings: Findings,
    /// What to do next, a step each, Markdown (section 4.3).
    ///
    /// Absent, null and empty say the same, here and below.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Vec<String>>"))]
    pub recommendations: Vec<String>,
    /// What a completed task found beside its way, Markdown (section 4.4).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Vec<String>>"))]
    pub identified_gaps: Vec<String>,
    /// What keeps a blocked task from being completed, Markdown; at least one when the status is `blocked` (section 4.5).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Vec<String>>"))]
    pub blockers: Vec<String>,
    /// What a conversion brought along that has no place of its own here (R-A15).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Extra>,
    /// Members that the specification does not know, in the order they were written (R-A3).
    #[serde(flatten)]
    pub extra: Extra,
}

impl ContractReport {
    /// A report without findings, recommendations, gaps and blockers.
    pub fn new(metadata: ReportMetadata) -> Self {
        Self {
            report_metadata: metadata,
            findings: Findings::default(),
            recommendations: Vec::new(),
            identified_gaps: Vec::new(),
            blockers: Vec::new(),
            carried: None,
            extra: Extra::default(),
        }
    }

    /// The same with one more finding under this name.
    #[must_use]
    pub fn finding(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.findings.as_map_mut().insert(name.into(), value.into());
        self
    }

    /// The same with one more recommendation.
    #[must_use]
    pub fn recommendation(mut self, text: impl Into<String>) -> Self {
        self.recommendations.push(text.into());
        self
    }

    /// The same with one more gap.
    #[must_use]
    pub fn gap(mut self, text: impl Into<String>) -> Self {
        self.identified_gaps.push(text.into());
        self
    }

    /// The same with one more blocker.
    #[must_use]
    pub fn blocker(mut self, text: impl Into<String>) -> Self {
        self.blockers.push(text.into());
        self
    }

    /// The level of detail: what is said, else `detailed` (R-P2).
    pub fn verbosity(&self) -> Verbosity {
        self.report_metadata.verbosity_level.unwrap_or_default()
    }

    /// Whether the agent is less sure than `threshold`, so that a person should look at it (R-P3).
    pub fn needs_review(&self, threshold: ConfidenceLevel) -> bool {
        self.report_metadata.confidence_level < threshold
    }

    /// Statuses at the top and in the metadata that say something of the work, and something else than the one in the
    /// metadata (R-A2).
    pub(crate) fn other_statuses(&self) -> impl Iterator<Item = OtherStatus<'_, ContractStatus>> {
        let own = self.report_metadata.status;
        let metadata = &self.report_metadata.extra;
        let others = move || {
            let below = Path::root().key("report_metadata");
            other_statuses(&self.extra, own, &Path::root()).chain(other_statuses(metadata, own, &below))
        };
        // Nearly every report has none, and then not even a path is made.
        let any = !self.extra.is_empty() || !metadata.is_empty();
        // In the metadata it is the status itself in another spelling, and may not say anything else (R-A6, R-A11).
        let is_own = |other: &OtherStatus<'_, ContractStatus>| {
            other.path.steps().count() == 2 && other.path.steps().next().as_deref() == Some("report_metadata")
        };
        any.then(others).into_iter().flatten().filter(move |other| other.is_telling() || is_own(other))
    }

    /// What the value claims: the worse of its word and what was carried.
    pub(crate) fn claimed(&self) -> Outcome {
        let own = self.report_metadata.status.outcome();
        self.carried_outcome().map_or(own, |carried| own.worst(carried))
    }
}

impl KeepExtra for ContractReport {
    fn extra_at(&mut self, path: &Path) -> Option<&mut Extra> {
        match path.as_str() {
            "" => Some(&mut self.extra),
            "/report_metadata" => Some(&mut self.report_metadata.extra),
            _ => None,
        }
    }
}

/// Who reports on what, and how it went (report-contract, section 4.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReportMetadata {
    /// The name of the agent.
    #[cfg_attr(feature = "schemars", schemars(schema_with = "envelope_core::schema::not_blank"))]
    pub agent_name: String,
    /// The task of the briefing, to be repeated as it was given.
    #[cfg_attr(feature = "schemars", schemars(schema_with = "envelope_core::schema::not_blank"))]
    pub task_id: String,
    /// What became of the task.
    pub status: ContractStatus,
    /// How much the report says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verbosity_level: Option<Verbosity>,
    /// How sure the agent is of its work, from 0 to 1.
    pub confidence_level: ConfidenceLevel,
    /// How many tokens it used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_usage: Option<Count>,
    /// How long it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution_time_seconds: Option<Count>,
    /// What went wrong; must be there, not blank, when the status is `failed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
    /// Members that the specification does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl ReportMetadata {
    /// Metadata without what may be left out.
    pub fn new(
        agent: impl Into<String>,
        task: impl Into<String>,
        status: ContractStatus,
        confidence: ConfidenceLevel,
    ) -> Self {
        Self {
            agent_name: agent.into(),
            task_id: task.into(),
            status,
            verbosity_level: None,
            confidence_level: confidence,
            token_usage: None,
            execution_time_seconds: None,
            error_message: None,
            extra: Extra::default(),
        }
    }

    /// The same at a verbosity level.
    #[must_use]
    pub fn verbosity(mut self, level: Verbosity) -> Self {
        self.verbosity_level = Some(level);
        self
    }

    /// The same with the tokens used.
    #[must_use]
    pub fn tokens(mut self, tokens: impl Into<Count>) -> Self {
        self.token_usage = Some(tokens.into());
        self
    }

    /// The same with the seconds it took.
    #[must_use]
    pub fn seconds(mut self, seconds: impl Into<Count>) -> Self {
        self.execution_time_seconds = Some(seconds.into());
        self
    }

    /// The same with what went wrong.
    #[must_use]
    pub fn error(mut self, message: impl Into<String>) -> Self {
        self.error_message = Some(message.into());
        self
    }
}
