//! What the Markdown parser gets to see: the text without the rows of tables.
//!
//! A line that starts with a pipe behind a row of dashes continues the table and can do nothing else, so the parser need
//! not read it: it says where the table starts, the rows up to the next blank line follow by themselves. Cells are split
//! from the source in any case (R-C7).

use std::borrow::Cow;

use envelope_core::Span;
use envelope_core::text::is_blank;
use memchr::{memchr, memmem, memrchr};

use crate::row::is_delimiter;

/// A text with the rows of its tables taken out.
#[derive(Debug)]
pub(crate) struct Skeleton<'t> {
    /// What is left.
    pub(crate) text: Cow<'t, str>,
    /// What was taken out, in order.
    rows: Vec<Rows>,
}

/// The rows of one table.
#[derive(Clone, Copy, Debug)]
struct Rows {
    /// Where they stood in what is left.
    at: usize,
    /// How much was taken out, these rows included.
    removed: usize,
    /// Where they stand in the whole.
    span: Span,
}

impl<'t> Skeleton<'t> {
    pub(crate) fn new(part: &'t str) -> Self {
        let mut rows = Vec::new();
        let mut removed = 0;
        let mut done = 0;
        for at in memmem::find_iter(part.as_bytes(), b"\n|") {
            if at + 1 < done {
                continue;
            }
            if let Some(span) = rows_below(part, at + 1) {
                done = span.end();
                rows.push(Rows { at: span.start() - removed, removed: removed + span.len(), span });
                removed += span.len();
            }
        }
        if rows.is_empty() {
            return Self { text: Cow::Borrowed(part), rows };
        }
        let mut text = String::with_capacity(part.len() - removed);
        let mut at = 0;
        for taken in &rows {
            text.push_str(part.get(at..taken.span.start()).unwrap_or_default());
            at = taken.span.end();
        }
        text.push_str(part.get(at..).unwrap_or_default());
        Self { text: Cow::Owned(text), rows }
    }

    /// From a span of what is left to that of the whole, rows behind it included.
    pub(crate) fn whole(&self, span: Span) -> Span {
        let before = |at: usize| at.checked_sub(1).and_then(|at| self.rows.get(at)).map_or(0, |rows| rows.removed);
        let start = span.start() + before(self.rows.partition_point(|rows| rows.at <= span.start()));
        let inside = self.rows.partition_point(|rows| rows.at < span.end());
        // The parser may leave the line end of the row of dashes to what follows.
        let behind = self.rows.get(inside).filter(|rows| rows.at <= span.end() + 1);
        let end = behind.map_or(span.end() + before(inside), |rows| rows.span.end());
        Span::new(start, end)
    }
}

/// The rows below the line at `start`, if it is a row of dashes that can be that of a table.
fn rows_below(part: &str, start: usize) -> Option<Span> {
    let rest = part.get(start..)?;
    let dashes = rest.get(..memchr(b'\n', rest.as_bytes())?)?;
    if !is_delimiter(dashes) {
        return None;
    }
    // The header begins a block: it starts with a pipe, and nothing that it could belong to stands before it.
    let above = part.get(..start - 1)?;
    let header = memrchr(b'\n', above.as_bytes()).map_or(0, |end| end + 1);
    let free = header == 0 || {
        let before = above.get(..header - 1)?;
        let line = before.get(memrchr(b'\n', before.as_bytes()).map_or(0, |end| end + 1)..)?;
        is_blank(line)
    };
    if !free || !above.get(header..)?.starts_with('|') {
        return None;
    }
    let first = start + dashes.len() + 1;
    let mut end = first;
    while let Some(line) = part.get(end..).filter(|line| line.starts_with('|')) {
        end += memchr(b'\n', line.as_bytes()).map_or(line.len(), |end| end + 1);
    }
    // A row without the pipe would be parted from its table.
    let rest = part.get(end..)?;
    let next = rest.get(..memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len()))?;
    (end > first && is_blank(next)).then(|| Span::new(first, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_taken_out_and_found_again() {
        let text = "a\n\n| h |\n|---|\n| 1 |\n| 2 |\n\nb\n\n| h |\n|---|\n| 3 |";
        let skeleton = Skeleton::new(text);
        assert_eq!(skeleton.text, "a\n\n| h |\n|---|\n\nb\n\n| h |\n|---|\n");
        let whole = |start: usize, end: usize| skeleton.whole(Span::new(start, end)).of(text);
        assert_eq!(whole(0, 1), "a");
        assert_eq!(whole(3, 14), "| h |\n|---|\n| 1 |\n| 2 |\n");
        assert_eq!(whole(3, 15), "| h |\n|---|\n| 1 |\n| 2 |\n");
        assert_eq!(whole(16, 17), "b");
        assert_eq!(whole(19, 31), "| h |\n|---|\n| 3 |");
        for text in ["a\n| h |\n|---|\n| 1 |\n", "| h |\n|---|\n| 1 |\nrow | 2\n", "> x\n", "|---|\n| 1 |\n"] {
            assert_eq!(Skeleton::new(text).text, text);
        }
    }
}
