#![allow(clippy::exhaustive_structs, clippy::exhaustive_enums, reason = "programs build them")]

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ItemId;

/// A clarifications document: questions with their answers and refinements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Clarifications {
    /// What the document says about itself.
    pub frontmatter: Frontmatter,
    /// The text before the first section, such as the title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preamble: Option<String>,
    /// The sections, in order.
    pub sections: Vec<Section>,
    /// The contradictions and critical gaps under `## Needs Clarification`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs_clarification: Vec<Flag>,
    /// Text under `## Needs Clarification` that belongs to no entry, as it was written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other: Vec<String>,
}

/// What a clarifications document says about itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ClarificationsFrontmatter"))]
pub struct Frontmatter {
    /// How many questions there are.
    pub question_count: u64,
    /// How many sections there are.
    pub sections: u64,
    /// How many duplicates were merged away when the questions were consolidated.
    pub duplicates_removed: u64,
    /// How many refinements there are, sub-refinements included.
    pub refinement_count: u64,
    /// Where the workflow stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// The questions that must be answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority_questions: Option<Vec<ItemId>>,
    /// Whether the scope should be narrowed before anything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope_recommendation: Option<bool>,
    /// Further keys, in order: text, or a list of texts.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A `##` section.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Section {
    /// The title; absent for questions above the first `##` heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Text that belongs to no question, as it was written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other: Vec<String>,
    /// The questions, in order.
    pub questions: Vec<Item>,
}

/// A question, a refinement or a sub-refinement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Item {
    /// Its id.
    pub id: ItemId,
    /// The title, without the mark `[MUST ANSWER]`.
    pub title: String,
    /// Whether it must be answered.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub must_answer: bool,
    /// The `###` heading without an id that it stands under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The question itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The choices, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// The questions that it was consolidated from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consolidated_from: Vec<String>,
    /// What the agent recommends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recommendation: Option<String>,
    /// The answer: empty if nothing was answered, absent if there is no such field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Text behind the choices that belongs to no field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// Text under headings that the format does not have, each with its heading.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other: Vec<String>,
    /// The refinements and sub-refinements of a question, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refinements: Vec<Item>,
}

/// A choice of an item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// Its letter, a capital.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[A-Z]$")))]
    pub letter: char,
    /// What it says.
    pub text: String,
}

/// An entry under `## Needs Clarification`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Flag {
    /// What it is.
    pub kind: FlagKind,
    /// The title, without its kind.
    pub title: String,
    /// The items that it names.
    pub items: Vec<ItemId>,
    /// The text below the heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// What keeps decisions from being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FlagKind {
    /// Two clear answers that cannot both hold.
    Contradiction,
    /// A question that must be answered and is not.
    CriticalGap,
}

impl Clarifications {
    /// All items: each question, then its refinements.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.sections.iter().flat_map(Section::items)
    }

    /// The item with an id.
    pub fn item(&self, id: ItemId) -> Option<&Item> {
        self.items().find(|item| item.id == id)
    }
}

impl Section {
    /// Its items: each question, then its refinements.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.questions.iter().flat_map(|question| std::iter::once(question).chain(&question.refinements))
    }
}
