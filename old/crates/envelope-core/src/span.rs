//! Byte ranges of a text (R-A7).

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A half-open range of bytes, `start..end`, with `start <= end` (R-A7).
///
/// ```
/// use envelope_core::Span;
/// let span = Span::new(4, 9);
/// assert_eq!(&"the quick fox"[span.range()], "quick");
/// assert_eq!(Span::new(9, 4), Span::at(9), "an end before the start is an empty span at the start");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(from = "Bounds")]
pub struct Span {
    start: usize,
    end: usize,
}

/// What is read before the order of the two is known.
#[derive(Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
struct Bounds {
    start: usize,
    end: usize,
}

impl From<Bounds> for Span {
    fn from(bounds: Bounds) -> Self {
        Self::new(bounds.start, bounds.end)
    }
}

impl Span {
    /// The span `start..end`; empty at `start` when `end` lies before it.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end: if end < start { start } else { end } }
    }

    /// The empty span at `offset`.
    pub const fn at(offset: usize) -> Self {
        Self { start: offset, end: offset }
    }

    /// The first byte.
    pub const fn start(self) -> usize {
        self.start
    }

    /// One past the last byte.
    pub const fn end(self) -> usize {
        self.end
    }

    /// How many bytes it covers.
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether it covers no byte.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The same bytes as a range, for slicing.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Moved to the right by `offset`: from positions inside a slice to positions in the whole. No number is too large:
    /// at the end of all numbers it stays there.
    ///
    /// ```
    /// use envelope_core::Span;
    /// assert_eq!(Span::new(2, 5).shifted(10), Span::new(12, 15));
    /// assert_eq!(Span::new(2, 5).shifted(usize::MAX), Span::at(usize::MAX));
    /// ```
    #[must_use]
    pub const fn shifted(self, offset: usize) -> Self {
        Self { start: self.start.saturating_add(offset), end: self.end.saturating_add(offset) }
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether every byte of `other` lies in it.
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The text it covers, or the empty text where it does not fit `text` or splits a character.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }

    /// The span of `part` inside `whole`, where `part` is a slice of it.
    ///
    /// Parsers trim and split slices freely and ask at the end where the slice lay.
    pub fn of_slice(whole: &str, part: &str) -> Self {
        let start = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
        if start <= whole.len() && part.len() <= whole.len() - start {
            Self::new(start, start + part.len())
        } else {
            Self::at(0)
        }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
