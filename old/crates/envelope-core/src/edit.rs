//! Edits: a range of the text and what takes its place (R-A7, R-Q4).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Span;

/// One splice: the bytes of `span` become `text`; everything else stays (R-Q4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Edit {
    /// The bytes that go.
    pub span: Span,
    /// What takes their place.
    pub text: String,
}

impl Edit {
    /// Replaces the bytes of `span`.
    pub fn replacement(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// Inserts at `offset`.
    pub fn insertion(offset: usize, text: impl Into<String>) -> Self {
        Self::replacement(Span::at(offset), text)
    }

    /// Removes the bytes of `span`.
    pub fn deletion(span: Span) -> Self {
        Self::replacement(span, "")
    }
}

/// A way to mend a diagnostic: what it does, and the edits that do it (R-A7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Fix {
    /// What it does, for a person.
    pub title: String,
    /// The splices, in any order; they do not overlap.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// A fix of one edit.
    pub fn new(title: impl Into<String>, edit: Edit) -> Self {
        Self { title: title.into(), edits: vec![edit] }
    }
}

/// Edits cannot be applied: two overlap, or one does not fit the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadEdit {
    /// The edit that does not fit.
    pub span: Span,
}

impl fmt::Display for BadEdit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the edit of bytes {} overlaps another or does not fit the text", self.span)
    }
}

impl std::error::Error for BadEdit {}

/// Applies the edits; insertions at one place keep the order in which they are given.
///
/// ```
/// use envelope_core::{Edit, Span, apply_edits};
/// let edits = [Edit::replacement(Span::new(0, 1), "A"), Edit::insertion(3, "!")];
/// assert_eq!(apply_edits("abc", &edits).as_deref(), Ok("Abc!"));
/// ```
pub fn apply_edits(text: &str, edits: &[Edit]) -> Result<String, BadEdit> {
    let mut order: Vec<&Edit> = edits.iter().collect();
    order.sort_by_key(|edit| (edit.span.start(), edit.span.end()));
    let mut result = String::with_capacity(text.len() + edits.iter().map(|edit| edit.text.len()).sum::<usize>());
    let mut at = 0;
    for edit in order {
        let bad = BadEdit { span: edit.span };
        result.push_str(text.get(at..edit.span.start()).ok_or(bad)?);
        text.get(edit.span.range()).ok_or(bad)?;
        result.push_str(&edit.text);
        at = edit.span.end();
    }
    result.push_str(text.get(at..).unwrap_or_default());
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_and_foreign_edits_are_refused() {
        let overlapping = [Edit::deletion(Span::new(0, 2)), Edit::deletion(Span::new(1, 3))];
        assert_eq!(apply_edits("abc", &overlapping), Err(BadEdit { span: Span::new(1, 3) }));
        assert!(apply_edits("abc", &[Edit::insertion(4, "x")]).is_err());
        assert!(apply_edits("é", &[Edit::insertion(1, "x")]).is_err(), "inside a character");
    }
}
