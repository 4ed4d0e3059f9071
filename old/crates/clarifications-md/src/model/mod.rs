//! The typed document (clarifications-md, "Markdown structure").
//!
//! Unlike other protocols' values it remembers where everything stands, because edits are splices of the text (R-Q4).
//! It keeps the text for the same reason: a document and its places cannot drift apart. Two documents are equal when
//! they say the same; where they say it does not count, and JSON has the words alone.

mod frontmatter;
mod item;
mod place;
mod text;

pub use frontmatter::{Frontmatter, Sections};
pub use item::{Choice, Field, Item, Question, Refinement};
pub use text::Text;

pub(crate) use item::{COMMENT, COMMENT_END, last_comment, without_any_comments, without_comments};
pub(crate) use item::{ChoiceSpots, FieldSpots, ItemSpots, Mark};
pub(crate) use text::Spot;

use envelope_core::{Diagnostic, Edit, Issue, Rule, Severity, Span};
use serde::Serialize;

use crate::evaluate::EvaluationRules;
use crate::{ItemId, QuestionId};

/// A clarifications document: questions with their answers and refinements (clarifications-md, "Markdown structure").
///
/// It is made by [`parse`](crate::parse) and cannot be changed: an edit gives the splices that make a new text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(title = "Clarifications"))]
pub struct Clarifications {
    #[cfg_attr(feature = "schemars", schemars(required, with = "Frontmatter"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) frontmatter: Option<Frontmatter>,
    /// The text before the first section: the title and what introduces the document.
    #[serde(skip_serializing_if = "Text::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub(crate) preamble: Text,
    /// The sections in the order of the text.
    pub(crate) sections: Vec<Section>,
    /// What stands under `## Needs Clarification`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) needs_clarification: Option<NeedsClarification>,
    /// What stands where it cannot be understood; kept and reported (R-A3).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub(crate) quarantine: Vec<Quarantined>,
    #[serde(skip)]
    pub(crate) source: Spot<SourceText>,
}

/// The text that the document was read from, and what the reader knows beyond the words.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceText {
    pub(crate) text: String,
    /// The document inside the text: all of it, or the inside of the fence around it.
    pub(crate) whole: Span,
    /// Deviations of form, most with their fix; `fmt` applies these and knows no others (R-Q1).
    pub(crate) deviations: Vec<Diagnostic>,
    /// The splices that give choices the letters of their places, where no words name the old ones (R-Q1).
    pub(crate) letters: Vec<Edit>,
    pub(crate) rules: EvaluationRules,
    /// What the rules said when the document was read; it cannot change.
    pub(crate) issues: Option<Vec<Issue>>,
}

impl Clarifications {
    /// The front matter; absent where the document has none.
    pub fn frontmatter(&self) -> Option<&Frontmatter> {
        self.frontmatter.as_ref()
    }

    /// The text before the first section.
    pub fn preamble(&self) -> &Text {
        &self.preamble
    }

    /// The sections in order; questions before the first heading stand in one without a title.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// What a person has to clarify (R-Q15).
    pub fn needs_clarification(&self) -> Option<&NeedsClarification> {
        self.needs_clarification.as_ref()
    }

    /// What stands where it cannot be understood (R-A3).
    pub fn quarantine(&self) -> &[Quarantined] {
        &self.quarantine
    }

    /// The text that the document was read from.
    pub fn text(&self) -> &str {
        &self.source.0.text
    }

    /// Every question, in the order of the text.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.sections.iter().flat_map(|section| &section.questions)
    }

    /// Every refinement and sub-refinement, in the order of the text within each section, orphans last.
    pub fn refinements(&self) -> impl Iterator<Item = &Refinement> {
        let orphans = self.sections.iter().flat_map(|section| &section.orphans);
        self.questions().flat_map(|question| &question.refinements).chain(orphans)
    }

    /// Everything that can be answered: each question with its refinements after it, then orphans.
    pub fn items(&self) -> impl Iterator<Item = (ItemId, &Item)> {
        let questions = self.questions().flat_map(|question| {
            let refinements = question.refinements.iter();
            let refinements = refinements.map(|refinement| (refinement.id.into(), &refinement.item));
            std::iter::once((question.id.into(), &question.item)).chain(refinements)
        });
        let orphans = self.sections.iter().flat_map(|section| &section.orphans);
        questions.chain(orphans.map(|refinement| (refinement.id.into(), &refinement.item)))
    }

    /// The item with this id; the first one where the id is repeated.
    pub fn item(&self, id: ItemId) -> Option<&Item> {
        self.items().find(|(other, _)| *other == id).map(|(_, item)| item)
    }

    /// The question with this id; the first one where the id is repeated.
    pub fn question(&self, id: QuestionId) -> Option<&Question> {
        self.questions().find(|question| question.id == id)
    }

    /// The title of the section in which a question stands.
    pub fn section_of(&self, id: QuestionId) -> Option<&str> {
        let holds = |section: &&Section| section.questions.iter().any(|question| question.id == id);
        self.sections.iter().find(holds)?.title.as_ref().map(Text::as_str)
    }

    /// Whether the front matter asks that the scope be narrowed before anything else (R-Q15).
    pub fn scope_recommendation(&self) -> bool {
        self.frontmatter.as_ref().is_some_and(|frontmatter| frontmatter.scope_recommendation == Some(true))
    }
}

/// A `##` section of questions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Section {
    /// The title; absent for questions that no `##` heading stands over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Text>,
    /// Text of the section that belongs to no item, such as what introduces it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub other: Vec<Text>,
    /// The titles of the `###` headings without an id, such as `Required` (R-Q13).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub groups: Vec<Text>,
    /// The questions in order.
    pub questions: Vec<Question>,
    /// Refinements that no question of the section stands over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub orphans: Vec<Refinement>,
    #[serde(skip)]
    pub(crate) span: Spot<Span>,
}

impl Section {
    pub(crate) fn new(title: Option<Text>, span: Span) -> Self {
        let (other, groups, questions, orphans) = Default::default();
        Self { title, other, groups, questions, orphans, span: Spot(span) }
    }

    /// Every question with its refinements after it, then orphans.
    pub(crate) fn items(&self) -> impl Iterator<Item = &Item> {
        let questions = self.questions.iter().flat_map(|question| {
            std::iter::once(&question.item).chain(question.refinements.iter().map(|refinement| &refinement.item))
        });
        questions.chain(self.orphans.iter().map(|refinement| &refinement.item))
    }

    /// Where its heading stands, or its first part where it has none.
    pub fn heading_span(&self) -> Span {
        self.span.0
    }
}

/// The section `## Needs Clarification` (R-Q15).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NeedsClarification {
    /// Text before the first entry, and entries that are neither of the two kinds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub other: Vec<Text>,
    /// The entries in order.
    pub entries: Vec<Flag>,
    /// From the heading to the end of the last line with text.
    #[serde(skip)]
    pub(crate) span: Spot<Span>,
}

impl NeedsClarification {
    /// From the heading to the end of the last line with text.
    pub fn span(&self) -> Span {
        self.span.0
    }
}

/// One entry of `## Needs Clarification` (R-Q15).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Flag {
    /// What is wrong.
    pub kind: FlagKind,
    /// The title after the kind.
    pub title: Text,
    /// The items that it names, in the order of the text.
    pub items: Vec<ItemId>,
    /// The text of the entry.
    pub body: Text,
    /// Where its heading stands, and each of its items.
    #[serde(skip)]
    pub(crate) spots: Spot<(Span, Vec<Span>)>,
}

/// The kinds of entries under `## Needs Clarification` (R-Q15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::exhaustive_enums, reason = "the ruling closes the list")]
pub enum FlagKind {
    /// Two clear answers that conflict.
    Contradiction,
    /// A question that must be answered and is not.
    CriticalGap,
}

impl FlagKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Contradiction, Self::CriticalGap];

    /// The words before the colon of the heading.
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Contradiction => "Contradiction",
            Self::CriticalGap => "Critical Gap",
        }
    }
}

/// What stands where it cannot be understood: kept, and an error (R-A3).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Quarantined {
    /// The code of the rule that it breaks.
    #[serde(serialize_with = "code")]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub rule: &'static Rule,
    /// The words.
    pub text: Text,
    #[serde(skip)]
    pub(crate) severity: Severity,
    #[serde(skip)]
    pub(crate) message: String,
    #[serde(skip)]
    pub(crate) help: Option<String>,
}

impl PartialEq for Quarantined {
    fn eq(&self, other: &Self) -> bool {
        self.rule == other.rule && self.text == other.text
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference to the field")]
fn code<S: serde::Serializer>(rule: &&'static Rule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(rule.code())
}
