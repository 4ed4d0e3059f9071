//! Whether an indented status line is text of something else: of a literal whose head is lost, of a code block (R-S6, R-A2).

use super::row::{Head, Key, Row};
use crate::Section;

/// From here on Markdown takes a line below others for code.
const CODE: usize = 4;

/// How far the lines before a status line are indented.
#[derive(Debug)]
pub(super) struct Margin {
    /// The least of all of them.
    any: usize,
    /// The least of those that are keys of a block.
    key: usize,
}

impl Margin {
    pub(super) const fn new() -> Self {
        Self { any: usize::MAX, key: usize::MAX }
    }

    /// A line that stands before.
    pub(super) fn add(&mut self, row: &Row<'_>) {
        self.any = self.any.min(row.indent);
        if is_key(row) {
            self.key = self.key.min(row.indent);
        }
    }

    /// Whether a status line is text of what stands before it: it is deeper than a key, or as deep as code is.
    pub(super) const fn holds(&self, row: &Row<'_>) -> bool {
        row.indent > self.key || row.indent >= CODE && row.indent > self.any
    }
}

/// Whether an indented block that ends at `end` is text of a section that goes on in it or directly behind it, by a field
/// that is less deep. A section that is less deep may be the block's own, unevenly indented.
pub(super) fn goes_on(text: &str, row: &Row<'_>, end: usize) -> bool {
    let mut at = row.next;
    while let Some(next) = Row::read(text, at).filter(|_| row.indent > 0) {
        if next.indent < row.indent && !next.is_blank() && is_field(&next) {
            return true;
        }
        if next.start >= end && !next.is_blank() {
            return false;
        }
        at = next.next;
    }
    false
}

/// Whether the line begins with a section or with the name of a field.
fn is_key(row: &Row<'_>) -> bool {
    matches!(Head::read(row), Head::Known { .. }) || is_field(row)
}

/// Whether the line begins with the name of a field.
fn is_field(row: &Row<'_>) -> bool {
    let named = |key: &Key<'_>| Section::ALL.iter().any(|section| section.field(&key.name).is_some());
    Key::exact(row.text, row.at).is_some_and(|key| named(&key))
}
