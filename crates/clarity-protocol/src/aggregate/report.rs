//! The report of an aggregation, and its JSON.

use std::sync::Arc;

use envelope_core::report::Finding;
use serde::{Deserialize, Serialize};

/// The report of many results.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ClarityReport {
    /// Counts.
    pub stats: Stats,
    /// The findings of all results, each once, the gravest first.
    pub findings: Vec<UnifiedFinding>,
    /// Discussions of findings and checks.
    pub details: Vec<Detail>,
    /// The ids of each finding in its file and in the report.
    pub ids: Vec<Ids>,
    /// What became of each unit of work.
    pub coverage: Vec<UnitCoverage>,
    /// What was not covered.
    pub gaps: Vec<Gap>,
    /// Where results assess the same thing differently.
    pub disagreements: Vec<Disagreement>,
    /// What could not be read.
    pub quarantined: Vec<Quarantined>,
}

/// Counts of results and findings.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ReportStats"))]
#[non_exhaustive]
pub struct Stats {
    /// All results.
    pub results: usize,
    /// Complete, without issues.
    pub clean: usize,
    /// Complete, with issues.
    pub findings: usize,
    /// Incomplete, or rejected.
    pub partial: usize,
    /// Failed.
    pub error: usize,
    /// Without a status that can be read.
    pub unparseable: usize,
    /// Unified findings.
    pub total_findings: usize,
    /// Those that block progress.
    pub critical: usize,
    /// Those to be fixed before merging, and those of unknown severity.
    pub major: usize,
    /// Cosmetic ones.
    pub minor: usize,
    /// The mean coverage of the units whose coverage is known; null if there is none.
    pub coverage_percent: Option<f64>,
}

/// What became of a result, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[allow(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum Bucket {
    /// Complete, without issues.
    Clean,
    /// Complete, with issues.
    Findings,
    /// Incomplete, or rejected.
    Partial,
    /// Failed.
    Error,
    /// Without a status that can be read.
    Unparseable,
    /// There is no result; of expected units only.
    Missing,
}

impl Bucket {
    /// The word, such as `clean`.
    pub fn as_str(self) -> &'static str {
        ["clean", "findings", "partial", "error", "unparseable", "missing"][self as usize]
    }
}

/// A finding of one or more results.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnifiedFinding {
    /// The id in the report, such as `G1`.
    pub id: String,
    /// The highest severity.
    pub severity: Option<String>,
    /// What nature it has.
    pub r#type: Option<String>,
    /// Where it is.
    pub location: Option<String>,
    /// What it contradicts.
    pub counter_location: Option<String>,
    /// What is wrong; the longest text.
    pub description: String,
    /// How to resolve it.
    pub suggestion: Option<String>,
    /// The results that have it, each with its own words.
    pub sources: Vec<Source>,
    /// What its results, or findings at the same locations, disagree about; the report's list says who.
    pub disagreements: Vec<DisagreementKind>,
}

/// The ids of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FindingIds"))]
#[non_exhaustive]
pub struct Ids {
    /// The name of the file.
    pub file: Arc<str>,
    /// The id in the file.
    pub local: Option<String>,
    /// The id in the report.
    pub global: String,
}

/// A finding as one result has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FindingSource"))]
#[non_exhaustive]
pub struct Source {
    /// The name of the file.
    pub file: Arc<str>,
    /// The agent that reports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The finding; its discussion is among the details.
    #[serde(flatten)]
    pub finding: Finding,
}

/// A discussion of a finding or a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FindingDetail"))]
#[non_exhaustive]
pub struct Detail {
    /// The id of the finding, or what was checked.
    pub id: String,
    /// The name of the file.
    pub file: Arc<str>,
    /// The text.
    pub text: String,
}

/// What became of a unit of work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnitCoverage {
    /// The name of the unit.
    pub unit: String,
    /// The worst status of its results.
    pub status: Bucket,
    /// How much was covered, as it was written; the least of its results.
    pub coverage: Option<String>,
    /// How many findings its results have.
    pub findings: usize,
}

/// Something that was not covered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Gap {
    /// The unit of work.
    pub unit: String,
    /// The name of the file; null if there is no result.
    pub file: Option<Arc<str>>,
    /// Why.
    pub reason: String,
}

/// Two or more results that assess the same thing differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Disagreement {
    /// What they disagree about.
    pub kind: DisagreementKind,
    /// The findings.
    pub ids: Vec<String>,
    /// Who says what.
    pub note: String,
}

/// What results disagree about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[allow(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum DisagreementKind {
    /// How grave one finding is.
    Severity,
    /// What nature the finding at one location has.
    Type,
}

impl DisagreementKind {
    /// The word, such as `severity`.
    pub fn as_str(self) -> &'static str {
        ["severity", "type"][self as usize]
    }
}

/// A text that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Quarantined {
    /// The name of the file.
    pub file: Arc<str>,
    /// The text.
    pub text: String,
    /// Why it could not be read.
    pub reason: String,
}
