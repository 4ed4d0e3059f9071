use std::ops::Range;

use serde::Serialize;

/// A range of bytes in the original text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Span {
    /// The first byte.
    start: u32,
    /// The byte behind the last one.
    end: u32,
}

impl Span {
    /// The bytes from `start` up to `end`.
    pub fn new(start: usize, end: usize) -> Self {
        // No message is longer than `MAX_INPUT`; a longer one is rejected before anything in it gets a span.
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { start: offset(start), end: offset(end.max(start)) }
    }

    /// The empty span at an offset.
    pub fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// The first byte.
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// The byte behind the last one.
    pub fn end(self) -> usize {
        self.end as usize
    }

    /// As a range, to slice with.
    pub fn range(self) -> Range<usize> {
        self.start()..self.end()
    }

    /// Whether there is no byte in it.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Without the blanks at both ends of its text.
    #[must_use]
    pub fn trim(self, text: &str) -> Self {
        let content = self.of(text);
        let start = self.start() + content.len() - content.trim_ascii_start().len();
        Self::new(start, start + content.trim_ascii().len())
    }

    /// The text at this span; empty where the span does not fit the text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }
}

/// A place in a text for people: line and column, both from 1, columns in Unicode scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

/// Finds the line and column of byte offsets. Asking in ascending order costs one pass over the text in all.
///
/// ```
/// let mut index = envelope_core::LineIndex::new("äb\nc");
/// let position = index.position(2);
/// assert_eq!((position.line, position.column), (1, 2));
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    offset: usize,
    position: Position,
}

impl<'a> LineIndex<'a> {
    /// An index of a text; a byte order mark at its beginning has no column.
    pub fn new(text: &'a str) -> Self {
        let offset = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, offset, position: Position { line: 1, column: 1 } }
    }

    /// The place of a byte offset; past the end it is the end.
    pub fn position(&mut self, offset: usize) -> Position {
        if offset < self.offset {
            *self = Self::new(self.text);
        }
        let end = floor_char_boundary(self.text, offset);
        let passed = self.text.get(self.offset..end).unwrap_or_default();
        let lines = memchr::memchr_iter(b'\n', passed.as_bytes()).count();
        if lines > 0 {
            self.position = Position { line: self.position.line + lines, column: 1 };
        }
        let last_line = memchr::memrchr(b'\n', passed.as_bytes()).map_or(0, |at| at + 1);
        self.position.column += passed[last_line..].chars().count();
        self.offset = end.max(self.offset);
        self.position
    }
}

fn floor_char_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_any_order_agree() {
        let text = "\u{feff}one\r\nzwei ä\n\nend";
        let mut index = LineIndex::new(text);
        let ascending: Vec<Position> = (0..=text.len() + 2).map(|at| index.position(at)).collect();
        for (at, expected) in ascending.iter().enumerate().rev() {
            assert_eq!(LineIndex::new(text).position(at), *expected, "{at}");
            assert_eq!(index.position(at), *expected, "{at}");
        }
        assert_eq!(ascending[3], Position { line: 1, column: 1 });
        assert_eq!(ascending[text.len()], Position { line: 4, column: 4 });
    }
}
