//! The typed decisions document (clarifications-md, "Phase 1", decision 8; R-Q9).

use std::fmt;

use envelope_core::text::placeholder;
use envelope_core::{Count, Outcome, Status as _};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::labels::{FINAL, FieldKind};
use crate::model::Spot;
use crate::{DecisionId, DecisionStatus, ItemId};

/// A decisions document: what was decided, from which answers, and what is open still.
///
/// Texts have line feeds between their lines, no blanks at the ends of lines, and no blank lines around them; reading
/// gives them so, and writing keeps them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(title = "Decisions"))]
#[non_exhaustive]
pub struct Decisions {
    /// The front matter; required, a value without belongs to a document that was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required, with = "DecisionsFrontmatter"))]
    pub frontmatter: Option<DecisionsFrontmatter>,
    /// The text before the first entry.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub preamble: String,
    /// The entries in order.
    pub entries: Vec<Decision>,
    /// Entries whose heading starts like an id and has none, whole; kept and an error (R-A3).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub quarantine: Vec<String>,
}

impl Decisions {
    /// A document without entries; `status` is `draft` or `final`.
    pub fn new(status: impl Into<String>) -> Self {
        let frontmatter = DecisionsFrontmatter { status: Some(status.into()), ..DecisionsFrontmatter::default() };
        Self { frontmatter: Some(frontmatter), ..Self::default() }
    }

    /// The entry with this id, the first where it is repeated.
    pub fn entry(&self, id: DecisionId) -> Option<&Decision> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// Whether the front matter says that every entry was confirmed.
    pub fn is_final(&self) -> bool {
        self.frontmatter.as_ref().is_some_and(|frontmatter| frontmatter.status.as_deref() == Some(FINAL))
    }

    /// The outcome: the worst of the entries'; blocked where there is none; at best partial unless it is final (R-Q14).
    pub(crate) fn derived(&self) -> Outcome {
        let best = if self.is_final() { Outcome::Completed } else { Outcome::Partial };
        let none = if self.entries.is_empty() { Outcome::Blocked } else { best };
        self.entries.iter().map(Decision::outcome).fold(none, Outcome::worst)
    }

    /// The same by what the document states in words: an entry without a status of the list states nothing, and where
    /// no entry states anything `None` is given (R-A2).
    pub(crate) fn stated_outcome(&self) -> Option<Outcome> {
        if self.entries.is_empty() {
            return Some(self.derived());
        }
        let best = if self.is_final() { Outcome::Completed } else { Outcome::Partial };
        self.entries.iter().filter_map(Decision::stated).reduce(Outcome::worst).map(|worst| best.worst(worst))
    }
}

/// The front matter of a decisions document (R-Q9).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DecisionsFrontmatter {
    /// `draft` or `final`; required.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required, schema_with = "document_status"))]
    pub status: Option<String>,
    /// How many entries the document claims to have; required.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required, with = "Count"))]
    pub decision_count: Option<Count>,
    /// How many drafts were decided anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflicts_resolved: Option<Count>,
    /// Other keys, and known ones whose value is none, as text or list of texts.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub extra: Map<String, Value>,
    /// Lines that a flat block does not have, and keys that stand there again; kept as they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub other_lines: Vec<String>,
    /// The lines as they were written, so that writing keeps their order and their comments.
    #[serde(skip)]
    pub(crate) written: Spot<Vec<FrontLine>>,
}

/// A line of a front matter.
#[derive(Clone, Debug)]
pub(crate) struct FrontLine {
    /// The line, without blanks at its end.
    pub(crate) text: String,
    pub(crate) kind: FrontLineKind,
}

/// What a line of a front matter holds.
#[derive(Clone, Debug)]
pub(crate) enum FrontLineKind {
    /// A key: its name, its value as the canonical form writes it, and the comment behind it.
    Key { name: String, value: Option<String>, comment: String },
    /// An item of the list of the key above.
    Item,
    /// One of the lines that are kept as they are.
    Other,
    /// A comment, or nothing.
    Comment,
}

#[cfg(feature = "schemars")]
fn document_status(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"type": "string", "enum": super::labels::STATUSES})
}

/// One decision (R-Q9).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Decision {
    /// Its id.
    pub id: DecisionId,
    /// Its title.
    pub title: String,
    /// The question as it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original_question: Option<String>,
    /// The items that it comes from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub source: Vec<SourceRef>,
    /// The section of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// What was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// What was answered to each of several items.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub answers: Vec<SidedAnswer>,
    /// What is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<String>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// What follows from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub implication: Option<String>,
    /// Its status; required, and never read as resolved where it is missing (R-Q9).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(required, with = "DecisionStatus"))]
    pub status: Option<EntryStatus>,
    /// What a person should know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Fields that the specification does not know, and known ones that stand there again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub fields: Vec<OtherField>,
    /// Text of the entry that belongs to no field.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub other: String,
}

impl Decision {
    /// An entry that has no more than a heading.
    pub fn new(id: DecisionId, title: impl Into<String>) -> Self {
        Self {
            id,
            title: title.into(),
            original_question: None,
            source: Vec::new(),
            section: None,
            answer: None,
            answers: Vec::new(),
            decision: None,
            reasoning: None,
            implication: None,
            status: None,
            note: None,
            fields: Vec::new(),
            other: String::new(),
        }
    }

    /// The status, if it is a word of the list.
    pub fn known_status(&self) -> Option<DecisionStatus> {
        match self.status {
            Some(EntryStatus::Known(status)) => Some(status),
            _ => None,
        }
    }

    /// The items that it comes from, as far as they are ids.
    pub fn items(&self) -> impl Iterator<Item = ItemId> + '_ {
        self.source.iter().filter_map(SourceRef::id)
    }

    /// Whether it says that it is settled.
    pub fn is_settled(&self) -> bool {
        matches!(self.known_status(), Some(DecisionStatus::Resolved | DecisionStatus::ConflictResolved))
    }

    /// The worst of what it states in words of the list; `None` where it states nothing (R-A2).
    fn stated(&self) -> Option<Outcome> {
        let again = self.fields.iter().filter(|field| FieldKind::of(&field.label) == Some(FieldKind::Status));
        let again = again.map(|field| EntryStatus::from(field.text.as_str()));
        let words = self.status.iter().cloned().chain(again);
        words.filter(|status| matches!(status, EntryStatus::Known(_))).map(|it| it.outcome()).reduce(Outcome::worst)
    }

    /// What its status, and any further one that it states, claims; blocked where there is none.
    pub(crate) fn outcome(&self) -> Outcome {
        let again = self.fields.iter().filter(|field| FieldKind::of(&field.label) == Some(FieldKind::Status));
        let again = again.map(|field| EntryStatus::from(field.text.as_str()).outcome());
        let own = self.status.as_ref().map_or(Outcome::Blocked, EntryStatus::outcome);
        again.fold(own, Outcome::worst)
    }

    /// The text of a field that is one, for those that every entry has once.
    pub(crate) fn text(&self, kind: FieldKind) -> Option<&str> {
        match kind {
            FieldKind::OriginalQuestion => self.original_question.as_deref(),
            FieldKind::Section => self.section.as_deref(),
            FieldKind::Answer => self.answer.as_deref(),
            FieldKind::Decision => self.decision.as_deref(),
            FieldKind::Reasoning => self.reasoning.as_deref(),
            FieldKind::Implication => self.implication.as_deref(),
            FieldKind::Note => self.note.as_deref(),
            FieldKind::Source | FieldKind::Status => None,
        }
    }

    pub(crate) fn text_mut(&mut self, kind: FieldKind) -> Option<&mut Option<String>> {
        match kind {
            FieldKind::OriginalQuestion => Some(&mut self.original_question),
            FieldKind::Section => Some(&mut self.section),
            FieldKind::Answer => Some(&mut self.answer),
            FieldKind::Decision => Some(&mut self.decision),
            FieldKind::Reasoning => Some(&mut self.reasoning),
            FieldKind::Implication => Some(&mut self.implication),
            FieldKind::Note => Some(&mut self.note),
            FieldKind::Source | FieldKind::Status => None,
        }
    }
}

/// The status of an entry, or what stands in its place (R-Q9).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a word of the list, or not")]
pub enum EntryStatus {
    /// A word of the list.
    Known(DecisionStatus),
    /// Anything else: kept, and an error.
    Other(String),
}

impl EntryStatus {
    /// The words.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(status) => status.as_str(),
            Self::Other(text) => text,
        }
    }

    fn outcome(&self) -> Outcome {
        match self {
            Self::Known(status) => status.outcome(),
            Self::Other(_) => Outcome::Blocked,
        }
    }
}

impl From<DecisionStatus> for EntryStatus {
    fn from(status: DecisionStatus) -> Self {
        Self::Known(status)
    }
}

/// By the very word; reading also looks through decoration.
impl From<&str> for EntryStatus {
    fn from(text: &str) -> Self {
        let known = DecisionStatus::ALL.iter().find(|status| status.as_str() == text);
        known.map_or_else(|| Self::Other(text.to_owned()), |status| Self::Known(*status))
    }
}

impl Serialize for EntryStatus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// What a source names: an item, or something that is none (R-Q9).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "an id, or not")]
pub enum SourceRef {
    /// An item of the clarifications document.
    Item(ItemId),
    /// Anything else: kept, and an error.
    Other(String),
}

impl SourceRef {
    /// The id, if it is one.
    pub fn id(&self) -> Option<ItemId> {
        match self {
            Self::Item(id) => Some(*id),
            Self::Other(_) => None,
        }
    }

    pub(crate) fn is_placeholder(&self) -> bool {
        matches!(self, Self::Other(text) if placeholder(text).is_some())
    }
}

impl From<ItemId> for SourceRef {
    fn from(id: ItemId) -> Self {
        Self::Item(id)
    }
}

impl From<&str> for SourceRef {
    fn from(text: &str) -> Self {
        text.parse().map_or_else(|_| Self::Other(text.to_owned()), Self::Item)
    }
}

impl fmt::Display for SourceRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Item(id) => id.fmt(f),
            Self::Other(text) => f.write_str(text),
        }
    }
}

impl Serialize for SourceRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for SourceRef {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SourceRef".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        ItemId::json_schema(generator)
    }
}

/// The answer to one of several items: `Answer (Q2)` (clarifications-md, decision 8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SidedAnswer {
    /// The item.
    pub item: SourceRef,
    /// What was answered.
    pub text: String,
}

impl SidedAnswer {
    /// The answer to an item.
    pub fn new(item: impl Into<SourceRef>, text: impl Into<String>) -> Self {
        Self { item: item.into(), text: text.into() }
    }
}

/// A field that the specification does not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OtherField {
    /// Its label.
    pub label: String,
    /// Its text.
    pub text: String,
}

impl OtherField {
    /// A field with this label.
    pub fn new(label: impl Into<String>, text: impl Into<String>) -> Self {
        Self { label: label.into(), text: text.into() }
    }
}
