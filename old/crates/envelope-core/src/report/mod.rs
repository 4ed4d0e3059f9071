//! The neutral report: the hub of all conversions (R-A15).
//!
//! It can carry everything that the five protocols say. A protocol crate turns its value into a report and a report
//! into its value; what has no natural place in the target travels in one object [`carried`], so that the
//! way back finds it.
//!
#![doc = include_str!("natural-places.md")]

mod carried_outcome;
mod carry;
mod confidence;
mod loss;
mod natural;
mod parts;

pub use carried_outcome::{carried_denials, carried_issues, carried_outcome, carried_outcome_is_read};
pub use carry::{carried, holds, restore};
pub use confidence::{Confidence, Coverage};
pub use loss::{Loss, LossKind};
pub use natural::{Field, NATURAL_PLACES, NaturalPlace, Place, Target};
pub use parts::{Artifact, Change, Check, CheckKind, Finding, NextStep, Problem, Reference, Section};

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::{Count, Outcome};

/// What an agent reported, freed from the protocol that it used (R-A15).
///
/// ```
/// use envelope_core::{Outcome, report::{Problem, Report}};
/// let mut report = Report::new(Outcome::Blocked);
/// report.agent = Some("planner".into());
/// report.problems.push(Problem::new("no access to the ledger"));
/// let json = serde_json::to_string(&report)?;
/// assert_eq!(json, r#"{"outcome":"blocked","agent":"planner","problems":[{"message":"no access to the ledger"}]}"#);
/// assert_eq!(serde_json::from_str::<Report>(&json)?, report);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(title = "NeutralReport"))]
#[non_exhaustive]
pub struct Report {
    /// What became of the work.
    pub outcome: Outcome,
    /// What kind of work it was, such as `consistency`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The agent that reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The task that the report answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// The session in which the agent was called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// What the agent was asked to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assignment: Option<String>,
    /// The documents or work units that it covers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The one thing the report is about: a document, a pair of documents, a screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The chain of agents from the orchestrator to this one.
    #[serde(default, deserialize_with = "or_empty", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Vec<String>>"))]
    pub delegation_path: Vec<String>,
    /// How deep in the chain this agent stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delegation_depth: Option<Count>,
    /// The level of detail of the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verbosity: Option<String>,
    /// What was done, in a few sentences.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// How sure the agent is of its work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// How much of the scope was covered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// How many rounds the agent needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<Count>,
    /// How long it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_seconds: Option<Count>,
    /// How many tokens it used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Count>,
    /// Issues found by the work.
    #[serde(default, deserialize_with = "or_empty", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Vec<Finding>>"))]
    pub findings: Vec<Finding>,
    /// Things that were checked one by one.
    #[serde(default, deserialize_with = "or_empty", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Vec<Check>>"))]
    pub checks: Vec<Check>,
    /// Files that were made, changed or read.
    #[serde(default, deserialize_with = "or_empty", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Vec<Artifact>>"))]
    pub artifacts: Vec<Artifact>,
    /// Statements with the place in the repository that they rest on.
    #[serde(default, deserialize_with = "or_empty", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Vec<Reference>>"))]
    pub references: Vec<Reference>,
    /// What is missing or worth knowing, without standing in the way.
    #[serde(default, deserialize_with = "or_empty", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Vec<String>>"))]
    pub gaps: Vec<String>,
    /// What went wrong or stands in the way.
    #[serde(default, deserialize_with = "or_empty", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Vec<Problem>>"))]
    pub problems: Vec<Problem>,
    /// What should happen next.
    #[serde(default, deserialize_with = "or_empty", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Vec<NextStep>>"))]
    pub next_steps: Vec<NextStep>,
    /// Further figures by name, such as `Sections` or `phase_count`.
    #[serde(default, deserialize_with = "or_empty", skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Map<String, Value>>"))]
    pub metrics: Map<String, Value>,
    /// The agent's own payload, whose shape only the agent's manual knows.
    #[serde(default, deserialize_with = "or_empty", skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Map<String, Value>>"))]
    pub data: Map<String, Value>,
    /// Titled prose.
    #[serde(default, deserialize_with = "or_empty", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Vec<Section>>"))]
    pub sections: Vec<Section>,
    /// What a protocol's reader did not know, by protocol and then by the pointer where it stood (R-A3).
    #[serde(default, deserialize_with = "or_empty", skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<Map<String, Value>>"))]
    pub extra: Map<String, Value>,
    /// Members that the neutral report itself does not know (R-A3).
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Null is absent (R-A8).
fn or_empty<'de, T: Default + Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

impl Report {
    /// A report that says nothing but its outcome.
    pub fn new(outcome: Outcome) -> Self {
        Self {
            outcome,
            kind: None,
            agent: None,
            task: None,
            session: None,
            assignment: None,
            scope: None,
            subject: None,
            delegation_path: Vec::new(),
            delegation_depth: None,
            verbosity: None,
            summary: None,
            confidence: None,
            coverage: None,
            iterations: None,
            duration_seconds: None,
            tokens: None,
            findings: Vec::new(),
            checks: Vec::new(),
            artifacts: Vec::new(),
            references: Vec::new(),
            gaps: Vec::new(),
            problems: Vec::new(),
            next_steps: Vec::new(),
            metrics: Map::new(),
            data: Map::new(),
            sections: Vec::new(),
            extra: Map::new(),
            other: Map::new(),
        }
    }
}
