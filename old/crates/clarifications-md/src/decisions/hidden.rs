//! Lines in code fences and comments: nothing in them is a heading or a field (R-Q2).

use envelope_core::text::{Fences, LineRole, Lines};

/// Tells of each line, first to last, whether it is hidden.
#[derive(Debug, Default)]
pub(super) struct Hidden {
    fences: Fences,
    comment: bool,
}

impl Hidden {
    /// Whether a fence or a comment is open.
    pub(super) fn is_open(&self) -> bool {
        self.comment || self.fences.is_open()
    }

    /// Whether the next line belongs to a fence or a comment.
    pub(super) fn takes(&mut self, line: &str) -> bool {
        if self.comment || (!self.fences.is_open() && line.starts_with("<!--")) {
            self.comment = !line.contains("-->");
            return true;
        }
        self.fences.classify(line) != LineRole::Text
    }
}

/// Whether a fence or a comment of the text is still open at its end, so that it hides what follows.
pub(super) fn hides(text: &str) -> bool {
    let mut hidden = Hidden::default();
    for line in Lines::new(text) {
        hidden.takes(line.text);
    }
    hidden.is_open()
}
