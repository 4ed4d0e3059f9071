//! Markdown as a flat list of blocks with byte spans, read in one scan by lines.
//!
//! Reports are not documents: what may hold a verdict or a finding must not vanish. So the scan differs from `CommonMark`
//! where that hides lines: there are no link definitions, no headings made by a line of `---` below them, no indented
//! code; a tag hides nothing below it; a table needs a delimiter row of any width and ends at a line without `|`. Items
//! are flat: what is indented below one is a block of its own after a blank line.
//!
//! ```
//! use envelope_core::markdown::{Kind, blocks, cells, unescape};
//!
//! let text = "## Findings\n\n| ID | What |\n|----|------|\n| F1 | `a|b` or a\\|b |\n";
//! let blocks = blocks(text, envelope_core::Span::new(0, text.len()));
//! let kinds: Vec<Kind> = blocks.iter().map(|block| block.kind).collect();
//! assert_eq!(kinds, [Kind::Heading(2), Kind::Table, Kind::Row]);
//! let row: Vec<_> = cells(text, blocks[2].text).map(|cell| unescape(cell.of(text))).collect();
//! assert_eq!(row, ["F1", "`a|b` or a|b"]);
//! ```

mod row;
mod scan;

pub use row::{Cells, cells, row, unescape};
pub use scan::blocks;

use crate::Span;

/// A block of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Block {
    /// What it is.
    pub kind: Kind,
    /// All of it: from the start of its first line to the end of its last.
    pub span: Span,
    /// Its content: a heading or item without its sign, the header of a table, the lines in a fence; else all of it
    /// without the blanks around it.
    pub text: Span,
}

/// The kinds of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_enums, reason = "every reader must handle every case")]
pub enum Kind {
    /// A line that begins with one to six `#`.
    Heading(u8),
    /// Lines of text.
    Paragraph,
    /// An item of a list, with the lines of text that follow.
    Item,
    /// The header and delimiter row of a table.
    Table,
    /// A row of the table above.
    Row,
    /// A fence.
    Fence {
        /// Whether it ends before the text does.
        closed: bool,
    },
    /// A line that begins with a tag.
    Html,
    /// A thought, its tags included (R-A12).
    Thought {
        /// Whether it ends before the text does.
        closed: bool,
    },
    /// Lines behind `>`.
    Quote,
    /// A line of `---`, `***` or `___`.
    Break,
}
