//! The steps between a document and its decisions: gate, tasks, draft, merge.

mod draft;
mod gate;
mod merge;
mod tasks;

pub use draft::{Contradiction, draft};
pub use gate::{Gate, Next, gate};
pub use merge::{Judgement, JudgementWord, merge};
pub use tasks::{Task, TaskItem, tasks};

use std::collections::HashMap;

use crate::evaluation::is_empty;
use crate::{Clarifications, EditError, Item, ItemId, Section};

/// What stands in place of an answer that is missing.
pub(crate) const NOT_ANSWERED: &str = "(not answered)";
/// What a critical gap says of itself.
const GAP_NOTE: &str = "A [MUST ANSWER] question without an answer.";
/// The marks that the titles of open decisions begin with.
const MARKS: [&str; 2] = ["[Critical Gap]", "[Contradiction]"];

/// Why a step of the workflow is not done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// The document cannot be edited.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// Everything that is wrong with what the step was given, in words, one line each.
    #[error("{}", .0.join("\n"))]
    Faults(Vec<String>),
}

/// The items of a document by id, with their sections.
fn index(clarifications: &Clarifications) -> HashMap<ItemId, (&Section, &Item)> {
    let mut index = HashMap::new();
    for section in &clarifications.sections {
        for item in section.items() {
            // The first of two items with one id counts, as everywhere.
            index.entry(item.id).or_insert((section, item));
        }
    }
    index
}

/// An answer without blanks around it; none if it is empty.
fn answer(item: &Item) -> Option<String> {
    item.answer.as_deref().filter(|_| !is_empty(item)).and_then(filled)
}

/// Whether nobody has answered what must be answered, whatever an evaluation says (R-Q10).
fn is_gap(item: &Item) -> bool {
    item.must_answer && is_empty(item)
}

/// A text without blanks around it, with LF as line end; none if nothing is left.
fn filled(text: &str) -> Option<String> {
    Some(text.trim().replace("\r\n", "\n")).filter(|text| !text.is_empty())
}

/// A text on one line.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A title without `[Critical Gap]` or `[Contradiction]`.
pub(crate) fn unmarked(title: &str) -> &str {
    MARKS.iter().find_map(|mark| title.strip_prefix(mark)).map_or(title, str::trim)
}
