//! The unified report (clarity-protocol, "Aggregation Rules"): what many results say together.

use envelope_core::Count;
use serde::{Deserialize, Serialize};

use super::{Cells, Covered, GlobalId, Percent, Text, UnitStatus};
use crate::{FindingSeverity, FindingType};

/// What many results say together (clarity-protocol, "Aggregation Rules").
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(title = "UnifiedReport"))]
#[non_exhaustive]
pub struct UnifiedReport {
    /// The figures.
    pub stats: Stats,
    /// The findings, the gravest first, numbered in this order (R-C12).
    pub findings: Vec<UnifiedFinding>,
    /// What the agents wrote about single findings below their tables, in the order of the findings.
    pub details: Vec<Detail>,
    /// From each agent's own id to the global one (R-C12).
    pub ids: Vec<IdEntry>,
    /// What became of each unit: the expected ones first, then the results that nobody expected (R-C14).
    pub coverage: Vec<UnitCoverage>,
    /// What was not covered, not wholly, or not surely (R-C14).
    pub gaps: Vec<Gap>,
    /// In what the agents differ (clarity-protocol, "Handling conflicts"; R-C11).
    pub disagreements: Vec<Disagreement>,
    /// What was not understood and is no finding, so that nothing is lost (R-C14).
    pub quarantined: Vec<Quarantined>,
}

/// The figures of a report (clarity-protocol, "Compute stats").
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Stats {
    /// How many results there are, those that cannot be read included.
    pub results: Count,
    /// How many are complete and found nothing.
    pub clean: Count,
    /// How many are complete and found something.
    pub findings: Count,
    /// How many are incomplete, or were refused.
    pub partial: Count,
    /// How many failed.
    pub error: Count,
    /// How many state no status that can be read.
    pub unparseable: Count,
    /// How many findings are left after merging.
    pub total_findings: Count,
    /// How many of them are critical.
    pub critical: Count,
    /// How many of them are major, or of a severity that the specification does not know (R-C9).
    pub major: Count,
    /// How many of them are minor.
    pub minor: Count,
    /// The mean coverage of the units; null when nothing is known (R-C14).
    pub coverage_percent: Option<Percent>,
}

/// A finding, with all its sources (R-C11).
///
/// Its texts and places are those of its most detailed source; a suggestion that this one lacks is the longest of the
/// others. Its severity is the highest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnifiedFinding {
    /// The global number.
    pub id: GlobalId,
    /// How grave it is.
    pub severity: FindingSeverity,
    /// What nature it has.
    #[serde(rename = "type")]
    pub kind: FindingType,
    /// Where it stands; null where no agent says it.
    pub location: Option<Text>,
    /// What it stands against; null where there is nothing.
    pub counter_location: Option<Text>,
    /// What is wrong.
    pub description: Text,
    /// How to resolve it; null where no agent says it.
    pub suggestion: Option<Text>,
    /// Every row that reports it, whole.
    pub sources: Vec<FindingSource>,
    /// Those of the report's disagreements that concern it.
    pub disagreements: Vec<Disagreement>,
}

/// A row of an agent's finding table, as the agent wrote it (R-C11).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FindingSource {
    /// The file that it came from.
    pub file: Text,
    /// Who reported it; null where the result does not say.
    pub agent: Option<Text>,
    /// The agent's own number: `F1#2` for the second F1, given by position where there is none (R-C9).
    pub id: Text,
    /// How grave the agent calls it.
    pub severity: FindingSeverity,
    /// What nature it has.
    #[serde(rename = "type")]
    pub kind: FindingType,
    /// Where it stands.
    pub location: Option<Text>,
    /// What it stands against.
    pub counter_location: Option<Text>,
    /// What is wrong.
    pub description: Text,
    /// How to resolve it.
    pub suggestion: Option<Text>,
    /// The cells of further columns by their names, and cells of no column by their number.
    pub extra: Cells,
}

/// A discussion of a finding (clarity-protocol, "expanded details").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Detail {
    /// The finding.
    pub id: GlobalId,
    /// The file that it came from.
    pub file: Text,
    /// The discussion as it was written.
    pub text: Text,
}

/// Where an agent's own id went (R-C12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct IdEntry {
    /// The file.
    pub file: Text,
    /// The id in it.
    pub local: Text,
    /// The id in the report.
    pub global: GlobalId,
}

/// What became of a unit of work (R-C14).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnitCoverage {
    /// The expected unit; the file of a result that nobody expected.
    pub unit: Text,
    /// The worst status of its results.
    pub status: UnitStatus,
    /// The lowest coverage of its results; a text that is no percentage, or null, where none is known.
    pub coverage: Option<Covered>,
    /// How many findings its results report, before merging.
    pub findings: Count,
    /// The files of its results.
    pub files: Vec<Text>,
}

/// A unit or a result of which not all is known to be covered (R-C14).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Gap {
    /// The expected unit, else the file.
    pub unit: Text,
    /// What became of it.
    pub status: UnitStatus,
    /// How much of it was covered; null where that is not known.
    pub coverage: Option<Covered>,
    /// Why there is a gap.
    pub reason: Text,
    /// The file of the result; null where there is none.
    pub file: Option<Text>,
}

/// Something in which agents differ (clarity-protocol, "Handling conflicts"; R-C11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Disagreement {
    /// In what they differ.
    pub kind: DisagreementKind,
    /// The findings that it is about.
    pub ids: Vec<GlobalId>,
    /// What each side says, in short; the sources have it whole.
    pub note: Text,
}

/// In what agents can differ (R-C11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum DisagreementKind {
    /// How grave it is.
    Severity,
    /// What is wrong or how to resolve it, at one place.
    Text,
    /// What nature it has, at one place.
    Type,
}

envelope_core::word_from_string!(DisagreementKind, DisagreementKind::ALL, DisagreementKind::as_str);

impl DisagreementKind {
    /// All kinds, in the order of the report.
    pub const ALL: [Self; 3] = [Self::Severity, Self::Text, Self::Type];

    /// The word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Severity => "severity",
            Self::Text => "text",
            Self::Type => "type",
        }
    }
}

/// What was not understood: a row without a needed cell, a discussion of nothing, a damaged line of a state (R-C14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Quarantined {
    /// The file that it came from.
    pub file: Text,
    /// Who wrote it; null where that is not known.
    pub agent: Option<Text>,
    /// The agent's own number; null where there is none.
    pub id: Option<Text>,
    /// The cells of a row by the names of their columns.
    pub cells: Cells,
    /// Any other text as it was written.
    pub text: Option<Text>,
    /// Why it is here.
    pub reason: Text,
}
