//! A clarifications document with the places that rules and edits need.

use envelope_core::text::frontmatter::Frontmatter;
use envelope_core::text::same_name;
use envelope_core::{Edit, Span};

use crate::{FlagKind, ItemId};

/// The syntax of a document. Rules, the value and edits are made from it.
#[derive(Debug, Default)]
pub(crate) struct Syntax {
    /// What stands between the lines of `---` at the beginning.
    pub(crate) frontmatter: Option<Frontmatter>,
    /// The sections, in order; the first may have no heading.
    pub(crate) sections: Vec<SectionSyntax>,
    /// All items, in the order of the text.
    pub(crate) items: Vec<ItemSyntax>,
    /// The entries under `## Needs Clarification`.
    pub(crate) flags: Vec<FlagSyntax>,
    /// The heading `## Needs Clarification`.
    pub(crate) flags_heading: Option<Span>,
    /// Text under that heading that belongs to no entry.
    pub(crate) flags_other: Vec<Span>,
    /// The text before the first section or item.
    pub(crate) preamble: Span,
    /// Where an older form is written, and the edits that rewrite it.
    pub(crate) old_forms: Vec<OldForm>,
    /// Fields that an item has twice: the first, and the repeated one.
    pub(crate) repeated: Vec<(Field, Field)>,
    /// Headings that are kept as text.
    pub(crate) unknown_headings: Vec<Span>,
    /// Why the text ends too early, if it does (R-A10).
    pub(crate) cut: Option<&'static str>,
}

/// A section.
#[derive(Debug, Default)]
pub(crate) struct SectionSyntax {
    /// The line of its heading.
    pub(crate) heading: Option<Span>,
    /// Its title.
    pub(crate) title: Option<Span>,
    /// From its heading up to the next section.
    pub(crate) span: Span,
    /// Text that belongs to no item.
    pub(crate) other: Vec<Span>,
}

/// An item.
#[derive(Debug)]
pub(crate) struct ItemSyntax {
    pub(crate) id: ItemId,
    /// The id in the heading.
    pub(crate) id_span: Span,
    /// The line of the heading.
    pub(crate) heading: Span,
    /// The title, without `[MUST ANSWER]`.
    pub(crate) title: Span,
    /// `[MUST ANSWER]`.
    pub(crate) mark: Option<Span>,
    /// The index of its section.
    pub(crate) section: usize,
    /// The title of the `###` heading without an id that it stands under.
    pub(crate) group: Option<Span>,
    /// The index of the question whose text it stands below; none for a question.
    pub(crate) below: Option<usize>,
    /// From its heading up to the next heading, whatever that is.
    pub(crate) own: Span,
    /// From its heading up to the next question, group, section or refinement of the same or a higher level.
    pub(crate) span: Span,
    /// `#### Refinements` below a question.
    pub(crate) refinements_heading: Option<Span>,
    pub(crate) body: Option<Span>,
    pub(crate) choices: Vec<ChoiceSyntax>,
    /// The names in `_Consolidated from: …_`.
    pub(crate) consolidated_from: Option<Span>,
    pub(crate) recommendation: Option<Field>,
    pub(crate) answer: Option<Field>,
    /// Text that belongs to no field.
    pub(crate) other: Vec<Span>,
}

impl ItemSyntax {
    /// Whether it must be answered.
    pub(crate) fn must_answer(&self, text: &str) -> bool {
        self.mark.is_some() || self.is_marked_by_group(text)
    }

    /// Whether it stands under `### Required` without being marked.
    pub(crate) fn is_marked_by_group(&self, text: &str) -> bool {
        let in_group = self.group.is_some_and(|group| same_name(group.of(text), "Required"));
        in_group && self.mark.is_none() && self.id.is_question()
    }

    /// The letters of the ticked choices, which are the answer where that is empty.
    pub(crate) fn ticked(&self) -> String {
        let ticked = self.choices.iter().filter(|choice| choice.is_ticked);
        ticked.map(|choice| choice.letter.to_string()).collect::<Vec<_>>().join(", ")
    }
}

/// A labelled field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    /// The label, such as `**Answer:**`.
    pub(crate) label: Span,
    /// The value without blanks around it; empty directly behind the label if there is none.
    pub(crate) value: Span,
}

/// A choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChoiceSyntax {
    /// The letter, as a capital.
    pub(crate) letter: char,
    pub(crate) text: Span,
    /// Whether it is ticked (`- [x]`), an older form of an answer.
    pub(crate) is_ticked: bool,
}

/// An entry under `## Needs Clarification`.
#[derive(Debug)]
pub(crate) struct FlagSyntax {
    pub(crate) kind: FlagKind,
    /// The line of its heading.
    pub(crate) heading: Span,
    /// The title, without its kind.
    pub(crate) title: Span,
    /// The line `**Items:** …`, without its label.
    pub(crate) items: Option<Span>,
    /// The text below the heading, without that line.
    pub(crate) text: Span,
}

/// An older form of a heading or field.
#[derive(Debug)]
pub(crate) struct OldForm {
    pub(crate) span: Span,
    /// How it is written today.
    pub(crate) right: &'static str,
    /// What is written in its place; none if that would lose something.
    pub(crate) edits: Vec<Edit>,
}
