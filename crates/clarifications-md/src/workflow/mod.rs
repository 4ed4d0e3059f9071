//! The steps between a document and its decisions: gate, tasks, flags, draft, merge.

mod draft;
mod flag;
mod gate;
mod merge;
mod tasks;

pub use draft::{Contradiction, DraftError, draft};
pub use flag::{FlagError, flag};
pub use gate::{Gate, Next, gate};
pub use merge::{Judgement, JudgementWord, MergeError, merge};
pub use tasks::{Task, TaskItem, tasks};

use std::collections::HashMap;

use crate::evaluation::is_empty;
use crate::{Clarifications, Item, ItemId, Section};

/// The section of the entries that belong to no single question.
const CROSS_CUTTING: &str = "Cross-cutting";
/// What stands in place of an answer that is missing.
const NOT_ANSWERED: &str = "(not answered)";
/// The marks that the titles of open decisions begin with.
const MARKS: [&str; 2] = ["[Critical Gap]", "[Contradiction]"];

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
fn answer(item: &Item) -> Option<&str> {
    item.answer.as_deref().map(str::trim).filter(|_| !is_empty(item))
}

/// A text on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
