//! A clarifications document with the places that rules and edits need.

use std::collections::HashSet;

use envelope_core::text::frontmatter::Frontmatter;
use envelope_core::{Edit, Span};

use crate::{FlagKind, ItemId};

/// The required counts of the frontmatter, in the order in which they are written.
pub(crate) const COUNTS: [&str; 4] = ["question_count", "sections", "duplicates_removed", "refinement_count"];

/// The syntax of a document. Rules, the value and edits are made from it.
#[derive(Debug, Default)]
pub(crate) struct Syntax {
    /// What stands between the lines of `---` at the beginning.
    pub(crate) frontmatter: Option<Frontmatter>,
    /// Where the text ends that was read.
    pub(crate) end: usize,
    /// The sections, in order; the first may have no heading.
    pub(crate) sections: Vec<SectionSyntax>,
    /// All items, in the order of the text.
    pub(crate) items: Vec<ItemSyntax>,
    /// The questions that have the heading `#### Refinements`.
    pub(crate) refinements_headings: HashSet<ItemId>,
    /// The entries under `## Needs Clarification`.
    pub(crate) flags: Vec<FlagSyntax>,
    /// The heading `## Needs Clarification`.
    pub(crate) flags_heading: Option<Span>,
    /// An item under that heading, where only entries stand.
    pub(crate) stray: Option<Span>,
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

impl Syntax {
    pub(crate) fn old_form(&mut self, span: Span, today: &'static str, edit: Edit) {
        self.old_forms.push(OldForm { span, today, edits: vec![edit] });
    }

    /// The required counts, with what is there; the questions that were merged away cannot be counted.
    pub(crate) fn counts(&self) -> [(&'static str, Option<u64>); 4] {
        let questions = self.items.iter().filter(|item| item.id.is_question()).count() as u64;
        let sections = self.sections.iter().filter(|section| section.title.is_some()).count() as u64;
        let refinements = self.items.len() as u64 - questions;
        let [a, b, c, d] = COUNTS;
        [(a, Some(questions)), (b, Some(sections)), (c, None), (d, Some(refinements))]
    }
}

/// A section.
#[derive(Debug)]
pub(crate) struct SectionSyntax {
    /// The title in its heading, if it has one.
    pub(crate) title: Option<Span>,
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
    /// Whether it must be answered: it is marked, or a question under `### Required`.
    pub(crate) must_answer: bool,
    /// The index of its section.
    pub(crate) section: usize,
    /// The title of the `###` heading without an id that it stands under.
    pub(crate) group: Option<Span>,
    /// The question or refinement that it stands under.
    pub(crate) under: Option<ItemId>,
    /// From its heading up to the next item, group or section.
    pub(crate) span: Span,
    pub(crate) fields: Fields,
    /// Text under headings that are none of the format's.
    pub(crate) other: Vec<Span>,
}

/// The fields of an item.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    /// The question itself; empty if there is none.
    pub(crate) body: Span,
    pub(crate) choices: Vec<ChoiceSyntax>,
    /// The names in `_Consolidated from: …_`.
    pub(crate) consolidated_from: Option<Span>,
    /// Text behind the choices that belongs to no field.
    pub(crate) notes: Vec<Span>,
    pub(crate) recommendation: Option<Field>,
    pub(crate) answer: Option<Field>,
    /// Where they end: at the next heading.
    pub(crate) end: usize,
}

impl Fields {
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
    /// Whether it is written in an older form.
    pub(crate) is_old: bool,
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
    pub(crate) today: &'static str,
    /// What is written in its place; none if that would lose something.
    pub(crate) edits: Vec<Edit>,
}

/// A text with LF as line end.
pub(crate) fn lf(text: &str) -> String {
    if !text.contains('\r') {
        return text.to_owned();
    }
    text.split('\n').map(|line| line.trim_end_matches('\r')).collect::<Vec<_>>().join("\n")
}
