//! The parts of the detail section, in the order of the text.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::roles::{FINDING_COLUMNS, Role};
use crate::words::says_none_found;
use crate::{FindingSeverity, FindingType, ItemStatus};

/// One part of the detail section (clarity-protocol, "Section 3 — Detail Section").
///
/// Tables that were recognised are taken apart into cells; everything else is kept as it was written, so that the
/// renderer writes it back as it was. A cell's text is the source with `\|` undone and nothing else (R-C3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Block {
    /// A finding table (clarity-protocol, "Finding Table Format"; R-C9).
    #[cfg_attr(feature = "schemars", schemars(title = "FindingsBlock"))]
    Findings {
        /// The names of the columns in order: the seven as the specification writes them, others as they were written.
        columns: Vec<String>,
        /// The rows.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rows: Vec<Finding>,
    },
    /// Any other table that was recognised, such as a checklist.
    #[cfg_attr(feature = "schemars", schemars(title = "TableBlock"))]
    Table {
        /// What it lists.
        role: Role,
        /// The names of the columns, as they were written.
        columns: Vec<String>,
        /// The cells of each row; a row may be shorter or longer than the columns.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rows: Vec<Vec<String>>,
    },
    /// A list that was recognised by the heading above it.
    #[cfg_attr(feature = "schemars", schemars(title = "ListBlock"))]
    List {
        /// What it lists.
        role: Role,
        /// The list as it was written.
        text: String,
    },
    /// The discussion of one finding or item (R-C10).
    #[cfg_attr(feature = "schemars", schemars(title = "DiscussionBlock"))]
    Discussion {
        /// The id of the finding, or the item, as the first line names it.
        id: String,
        /// The discussion as it was written, first line included.
        text: String,
    },
    /// A heading and the text under it, up to what is recognised next.
    #[cfg_attr(feature = "schemars", schemars(title = "SectionBlock"))]
    Section {
        /// The heading as it was written, such as `## Summary`.
        heading: String,
        /// The text; empty where a recognised block follows at once.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    },
    /// A further line that states a result (R-C2).
    #[cfg_attr(feature = "schemars", schemars(title = "ResultBlock"))]
    Result {
        /// The line as it was written.
        line: String,
    },
    /// What a conversion carried along (R-A15).
    #[cfg_attr(feature = "schemars", schemars(title = "CarriedBlock"))]
    Carried {
        /// The object.
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        object: Map<String, Value>,
    },
    /// Anything else, as it was written.
    #[cfg_attr(feature = "schemars", schemars(title = "RawBlock"))]
    Raw {
        /// The text.
        text: String,
    },
}

impl Block {
    /// A finding table with the seven columns of the specification.
    pub fn finding_table(rows: Vec<Finding>) -> Self {
        Self::Findings { columns: FINDING_COLUMNS.iter().map(|name| (*name).to_owned()).collect(), rows }
    }

    /// The checklist of the specification.
    pub fn checklist(rows: impl IntoIterator<Item = (String, ItemStatus, String)>) -> Self {
        let row = |(item, status, notes): (String, ItemStatus, String)| vec![item, status.as_str().to_owned(), notes];
        Self::Table {
            role: Role::Checklist,
            columns: Role::Checklist.spec().columns.iter().map(|column| column.name.to_owned()).collect(),
            rows: rows.into_iter().map(row).collect(),
        }
    }

    /// A discussion under a heading of the third level.
    pub fn discussion(id: &str, title: &str, body: &str) -> Self {
        let colon = if title.is_empty() { "" } else { ": " };
        Self::Discussion { id: id.to_owned(), text: format!("### {id}{colon}{title}\n\n{body}").trim_end().to_owned() }
    }

    /// A heading of the second level and the text under it.
    pub fn section(title: &str, text: impl Into<String>) -> Self {
        Self::Section { heading: format!("## {title}"), text: text.into() }
    }

    /// The findings, if it is a finding table; rows that say that there is none are left out.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let rows: &[Finding] = match self {
            Self::Findings { rows, .. } => rows,
            _ => &[],
        };
        rows.iter().filter(|row| !row.is_empty())
    }

    /// What it lists, for a recognised table or list other than findings.
    pub const fn role(&self) -> Option<Role> {
        match self {
            Self::Table { role, .. } | Self::List { role, .. } => Some(*role),
            _ => None,
        }
    }
}

/// One row of a finding table (clarity-protocol, "Finding Table Format"; R-C9).
///
/// A cell that is blank or not there is absent. `--`, `—`, `-` and `n/a` mean no counter-location.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Finding {
    /// The agent's own number for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// How grave it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<FindingSeverity>,
    /// What nature it has.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<FindingType>,
    /// Where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// What it stands against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter_location: Option<String>,
    /// What is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// How to resolve it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// The cells of the columns that the specification does not know, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<String>,
    /// Cells beyond the last column.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub surplus: Vec<String>,
}

impl Finding {
    /// A finding with the cells that every row needs.
    #[must_use]
    pub fn new(
        id: impl Into<String>,
        severity: FindingSeverity,
        kind: FindingType,
        location: impl Into<String>,
        description: impl Into<String>,
    ) -> Self {
        Self {
            id: Some(id.into()),
            severity: Some(severity),
            kind: Some(kind),
            location: Some(location.into()),
            description: Some(description.into()),
            ..Self::default()
        }
    }

    /// The same against another place.
    #[must_use]
    pub fn counter_location(mut self, location: impl Into<String>) -> Self {
        self.counter_location = Some(location.into());
        self
    }

    /// The same with a suggestion.
    #[must_use]
    pub fn suggestion(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = Some(suggestion.into());
        self
    }

    /// Whether no needed cell is missing; a row of which this is not true is quarantined by an aggregation (R-C14).
    pub const fn is_complete(&self) -> bool {
        self.severity.is_some() && self.kind.is_some() && self.location.is_some() && self.description.is_some()
    }

    /// Whether the row says that there is no finding: no cell holds anything but dashes, `none` or `no findings`.
    pub fn is_empty(&self) -> bool {
        let known = FINDING_COLUMNS.iter().filter_map(|column| self.cell(column));
        let cells = known.chain(self.extra.iter().chain(&self.surplus).map(String::as_str));
        let mut told = cells.filter(|cell| !cell.is_empty()).peekable();
        told.peek().is_some() && told.all(says_none_found)
    }

    /// The cell of a column, by the column's name in the specification.
    pub fn cell(&self, column: &str) -> Option<&str> {
        match column {
            "ID" => self.id.as_deref(),
            "Severity" => self.severity.as_ref().map(FindingSeverity::as_str),
            "Type" => self.kind.as_ref().map(FindingType::as_str),
            "Location" => self.location.as_deref(),
            "Counter-location" => self.counter_location.as_deref(),
            "Description" => self.description.as_deref(),
            "Suggestion" => self.suggestion.as_deref(),
            _ => None,
        }
    }
}
