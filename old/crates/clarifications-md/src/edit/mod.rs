//! Edits of a document as splices: shown, applied, or turned into a unified diff (R-Q4).
//!
//! An edit never touches a byte that it was not asked to change. Before one is given out, the text that it makes is read
//! again: if that says anything else than the old document with the edit, the edit is refused.

mod answer;
mod autofill;
mod counts;
mod diff;
mod error;
mod flag;
mod format;
mod place;
mod refine;

pub use autofill::{Autofill, Unfilled};
pub use error::EditError;
pub use flag::{Contradiction, Flagged};
pub use format::Formatted;
pub use refine::{RefineNote, Refined};

use envelope_core::{Edit, apply_edits};

use crate::model::Clarifications;
use crate::parse;

/// Splices of a document's text.
#[derive(Clone, Debug)]
pub struct Change<'d> {
    text: &'d str,
    edits: Vec<Edit>,
}

impl<'d> Change<'d> {
    /// The change of these edits, in the order of the text; they are known to fit it.
    fn new(document: &'d Clarifications, mut edits: Vec<Edit>) -> Self {
        edits
            .retain(|edit| edit.span.of(document.text()) != edit.text || edit.span.is_empty() && !edit.text.is_empty());
        edits.sort_by_key(|edit| (edit.span.start(), edit.span.end()));
        Self { text: document.text(), edits }
    }

    /// The splices, in the order of the text.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// The text with the edits made.
    pub fn apply(&self) -> String {
        apply_edits(self.text, &self.edits).unwrap_or_else(|_| self.text.to_owned())
    }

    /// The change as a unified diff with three lines of context; empty where nothing changes.
    pub fn unified_diff(&self, name: &str) -> String {
        diff::unified(self.text, &self.edits, name)
    }
}

/// Whether the edited text says what `expected` says, and nothing else has changed.
fn holds(document: &Clarifications, edits: &[Edit], expected: &Clarifications) -> bool {
    let Ok(text) = apply_edits(document.text(), edits) else { return false };
    reread(document, &text).is_some_and(|after| after == *expected)
}

/// The edited text read again, the way the document was.
fn reread(document: &Clarifications, text: &str) -> Option<Clarifications> {
    let options = envelope_core::ReadOptions::new(document.source.0.rules)
        .limits(envelope_core::Limits::default().with_input(envelope_core::Limits::MAX_INPUT));
    parse::read_value(text, &options)
}

/// The text with the document's line ends.
fn with_line_ends(text: &str, line_end: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for line in envelope_core::text::Lines::new(text) {
        result.push_str(line.text);
        if !line.end.is_empty() {
            result.push_str(line_end);
        }
    }
    result
}
