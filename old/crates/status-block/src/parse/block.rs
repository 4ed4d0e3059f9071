//! One block as the line reader gives it.

use envelope_core::Span;

use super::node::Entry;
use super::word_of;
use crate::Section;

/// One block as it was read.
#[derive(Clone, Debug)]
pub(super) struct Block<'a> {
    /// From the first line of the block to the end of its last.
    pub(super) span: Span,
    /// The status line: the word STATUS, and its value.
    pub(super) status: Option<Entry<'a>>,
    /// Further status lines inside the block.
    pub(super) further: Vec<Entry<'a>>,
    /// All sections in order, repeated ones included.
    pub(super) sections: Vec<(Option<Section>, Entry<'a>)>,
    /// Lines inside the block that belong to nothing.
    pub(super) stray: Vec<Span>,
    /// Keys that stand there again and say something else.
    pub(super) repeated: Vec<Span>,
    /// Sections that do.
    pub(super) again: Vec<Span>,
    pub(super) truncated: bool,
}

impl Block<'_> {
    /// Whether one of the four sections is there.
    pub(super) fn has_known(&self) -> bool {
        self.sections.iter().any(|(section, _)| section.is_some())
    }

    /// Whether its status line begins a block: one as the specification writes it (`strong`), or with a section (R-S4).
    pub(super) fn begins(&self, strong: bool) -> bool {
        self.status.is_some() && (strong || self.has_known())
    }

    /// What stands inside the block and has no place in the value: lines that belong to nothing, and what a key says when
    /// it stands there again (R-A3).
    pub(super) fn unplaced(&self) -> impl Iterator<Item = Span> {
        self.stray.iter().chain(&self.repeated).copied()
    }

    /// What would begin another block, or a section once more, and is kept with the text after the block (R-A3).
    pub(super) fn beyond(&self) -> impl Iterator<Item = Span> {
        let other = |entry: &&Entry<'_>| {
            let same = |status: &Entry<'_>| {
                let (one, another) = (word_of(status).0, word_of(entry).0);
                one.is_some() && one == another || status.node.says(&entry.node)
            };
            !self.status.as_ref().is_some_and(same)
        };
        let further = self.further.iter().filter(other).map(Entry::extent);
        further.chain(self.again.iter().copied())
    }
}
