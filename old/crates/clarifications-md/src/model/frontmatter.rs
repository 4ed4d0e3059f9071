//! The typed front matter (clarifications-md, "Frontmatter fields"; R-Q13).

use std::collections::HashMap;

use envelope_core::{Count, Span};
use serde::Serialize;
use serde_json::{Map, Value};

use super::text::Spot;
use crate::{CountKey, QuestionId};

/// The front matter: claims about the document, and what the workflow knows of it (R-Q13).
///
/// The four counts are required; a value without one belongs to a document that was refused.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Frontmatter {
    /// How many questions the document claims to have.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required, with = "Count"))]
    pub question_count: Option<Count>,
    /// How many sections it claims to have; an older form names them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required, with = "Sections"))]
    pub sections: Option<Sections>,
    /// How many duplicates were merged away when the questions were consolidated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required, with = "Count"))]
    pub duplicates_removed: Option<Count>,
    /// How many refinements it claims to have, sub-refinements included.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required, with = "Count"))]
    pub refinement_count: Option<Count>,
    /// Where the workflow stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// The questions that must be answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority_questions: Option<Vec<QuestionId>>,
    /// Whether the scope should be narrowed before anything else (R-Q15).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope_recommendation: Option<bool>,
    /// Other keys, as text or list of texts.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub extra: Map<String, Value>,
    /// Lines that a flat block does not have, such as nested maps; kept as they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub other_lines: Vec<String>,
    #[serde(skip)]
    pub(crate) spots: Spot<FrontmatterSpots>,
}

/// Where the parts of the front matter stand.
#[derive(Clone, Debug, Default)]
pub(crate) struct FrontmatterSpots {
    pub(crate) span: Span,
    pub(crate) closed: bool,
    /// The value of the first entry of each key.
    pub(crate) values: HashMap<String, Span>,
    /// Where a further line can be inserted: the start of the closing line.
    pub(crate) insert: usize,
}

/// The number of sections, or in an older form their names (R-Q1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[expect(clippy::exhaustive_enums, reason = "the ruling knows these two forms")]
pub enum Sections {
    /// How many there are.
    Count(Count),
    /// Their names.
    Names(Vec<String>),
}

impl Sections {
    /// How many it claims.
    pub fn count(&self) -> Count {
        match self {
            Self::Count(count) => *count,
            Self::Names(names) => u64::try_from(names.len()).ok().and_then(Count::new).unwrap_or_default(),
        }
    }
}

impl Frontmatter {
    /// What the document claims for a count.
    pub fn count(&self, key: CountKey) -> Option<Count> {
        match key {
            CountKey::Questions => self.question_count,
            CountKey::Sections => self.sections.as_ref().map(Sections::count),
            CountKey::DuplicatesRemoved => self.duplicates_removed,
            CountKey::Refinements => self.refinement_count,
        }
    }

    /// From its first line to its last.
    pub fn span(&self) -> Span {
        self.spots.0.span
    }

    /// Where the value of a key stands; the first one where the key is repeated.
    pub fn value_span(&self, key: &str) -> Option<Span> {
        self.spots.0.values.get(key).copied()
    }
}
