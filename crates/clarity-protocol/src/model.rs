use envelope_core::report::Finding;
use serde::Serialize;

use crate::{Metrics, Status};

/// A RESULT message.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(transform = crate::schema::conditions))]
#[non_exhaustive]
pub struct ClarityResult {
    /// The RESULT line.
    pub summary: SummaryLine,
    /// The metadata block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Metadata>,
    /// Text before the RESULT line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The detail section, in the order of the text.
    pub blocks: Vec<Block>,
}

impl ClarityResult {
    /// A result with a status and metrics only.
    pub fn new(status: Status, metrics: Metrics) -> Self {
        let summary = SummaryLine { status, metrics: Some(metrics), coverage: None, reason: None, other: Vec::new() };
        Self { summary, metadata: None, before: None, blocks: Vec::new() }
    }

    /// The findings of all tables.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let blocks = self.blocks.iter();
        let rows = blocks.flat_map(|one| if let Block::Findings { rows, .. } = one { rows.as_slice() } else { &[] });
        rows.filter(|row| is_finding(row))
    }
}

/// The RESULT line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "programs build results with it")]
pub struct SummaryLine {
    /// What became of the work.
    pub status: Status,
    /// The type and its metrics; absent where there was no RESULT line.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(required))]
    pub metrics: Option<Metrics>,
    /// How much was covered, as it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<String>,
    /// Why the work is not whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Pairs that the type does not have, and values that are not of their metric's form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other: Vec<Field>,
}

/// A key with its value, kept as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ResultField"))]
#[allow(clippy::exhaustive_structs, reason = "programs build results with it")]
pub struct Field {
    /// The key, without decoration.
    pub key: String,
    /// The value.
    pub value: String,
}

/// The metadata block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ResultMetadata"))]
#[allow(clippy::exhaustive_structs, reason = "programs build results with it")]
pub struct Metadata {
    /// The version of the protocol: `v1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(extend("const" = "v1")))]
    pub protocol: Option<String>,
    /// What role the agent has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What it was asked to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assigned: Option<String>,
    /// The documents or work units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// A percentage or a list of sections, as it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<String>,
    /// How sure the agent is: `high`, `medium`, `low`, or what it wrote instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<String>,
    /// Further fields, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other: Vec<Field>,
}

/// A part of the detail section.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ResultBlock"))]
#[serde(tag = "kind", rename_all = "lowercase")]
#[allow(clippy::exhaustive_enums, reason = "programs build results with it")]
pub enum Block {
    /// A finding table.
    Findings {
        /// The names of the columns: the seven, then others as they were written, each name once.
        columns: Vec<String>,
        /// The rows. Cells of further columns are `extra` by the name of the column; a list under `surplus` has what belongs
        /// to no column of its own.
        rows: Vec<Finding>,
    },
    /// Any other table that was recognised by its columns.
    Table {
        /// What it lists.
        role: Role,
        /// The names of the columns, as they were written.
        columns: Vec<String>,
        /// The cells of each row; a row may be shorter or longer than the columns.
        rows: Vec<Vec<String>>,
    },
    /// The discussion of one finding or item.
    Discussion {
        /// The id of the finding, or the item, as the table has it.
        id: String,
        /// The text as it was written, first line included.
        text: String,
    },
    /// Any other text as it was written; the heading above it is its first line.
    Raw {
        /// The text.
        text: String,
    },
}

/// What a recognised table lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TableRole"))]
#[serde(rename_all = "lowercase")]
#[allow(clippy::exhaustive_enums, reason = "the tables of the specification")]
pub enum Role {
    /// Items of a checklist with their status.
    Checklist,
    /// Acceptance criteria with their result.
    Criteria,
    /// Tests with their result.
    Tests,
    /// Files that were modified.
    Files,
}

/// Whether a row is a finding: one with neither severity, type nor location says that there is none (R-C9).
pub(crate) fn is_finding(row: &Finding) -> bool {
    row.severity.is_some() || row.r#type.is_some() || row.location.is_some()
}
