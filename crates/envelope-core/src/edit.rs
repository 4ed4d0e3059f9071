//! Changing a text by splices, so that every byte outside them stays.

use crate::Span;

/// A replacement of some bytes of a text.
///
/// ```
/// use envelope_core::{Edit, Span, edit::apply};
///
/// let edits = vec![Edit::insert(3, "!"), Edit::replace(Span::new(0, 1), "b")];
/// assert_eq!(apply("and", edits), "bnd!");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// The bytes that are replaced; empty for an insertion.
    pub span: Span,
    /// The text in their place, with LF as line end.
    pub text: String,
}

impl Edit {
    /// Replaces bytes by a text.
    #[must_use]
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// Inserts a text.
    #[must_use]
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::replace(Span::at(at), text)
    }
}

/// The text after all edits. Inserted text takes the line ends of the text. Insertions at one place keep their order; an
/// edit that overlaps an earlier one is left out.
pub fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    let is_crlf = text.find('\n').is_some_and(|at| text[..at].ends_with('\r'));
    edits.sort_by_key(|edit| edit.span);
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        if edit.span.start() < done || edit.span.end() > text.len() {
            debug_assert!(false, "{edit:?} overlaps another edit, or is not in the text");
            continue;
        }
        result.push_str(&text[done..edit.span.start()]);
        let lines = edit.text.replace("\r\n", "\n");
        result.push_str(&if is_crlf { lines.replace('\n', "\r\n") } else { lines });
        done = edit.span.end();
    }
    result.push_str(&text[done..]);
    result
}
