//! Going through the lines of a message, outside of fences and of the blocks that were read.

use envelope_core::text::{Fences, LineRole};
use envelope_core::{Diagnostics, Limits};

use super::reader::{Block, Reader};
use super::row::{Head, Key, Row};

/// A place in the lines of a text.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    text: &'a str,
    at: usize,
    fences: Fences,
    /// Where sections start that stand before their STATUS line.
    sections_from: Option<usize>,
}

/// What a line is.
#[derive(Debug)]
pub(super) enum Step<'a> {
    /// Blank, or part of a fence.
    Passed,
    /// A status line; a block that it belongs to may begin at `start` already.
    Status { key: Key<'a>, exact: bool, start: usize },
    /// Any other line.
    Other,
}

impl<'a> Walk<'a> {
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        Self { text, at, fences: Fences::new(), sections_from: None }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// Where the next line starts.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn row(&self) -> Option<Row<'a>> {
        Row::read(self.text, self.at)
    }

    /// Forgets what was open.
    pub(super) fn forget(&mut self) {
        (self.fences, self.sections_from) = (Fences::new(), None);
    }

    /// Goes on with the line after `from`, unless that lies behind.
    pub(super) fn skip_past(&mut self, from: usize) {
        if from > self.at {
            self.at = Row::read(self.text, from).map_or(self.text.len(), |row| row.next);
            self.forget();
        }
    }

    /// Steps over the line.
    pub(super) fn step(&mut self, row: Row<'a>) -> Step<'a> {
        self.at = row.next;
        if row.is_blank() {
            return Step::Passed;
        }
        // Most lines cannot matter to the fences.
        let may_fence = self.fences.is_open() || row.text.starts_with(['`', '~']);
        if may_fence && self.fences.classify(self.text.get(row.start..row.end).unwrap_or_default()) != LineRole::Text {
            self.sections_from = None;
            return Step::Passed;
        }
        match Head::read(&row) {
            // It belongs to the section above it, be it as literal text (R-S6).
            Head::Status { .. } if row.indent > 0 && self.sections_from.is_some() => return Step::Passed,
            Head::Status { key, exact } => {
                let start = self.sections_from.take().filter(|_| row.indent == 0).unwrap_or(row.start);
                return Step::Status { key, exact, start };
            }
            Head::Known { exact: true, .. } if row.indent == 0 => {
                self.sections_from.get_or_insert(row.start);
            }
            Head::Extension(_) if row.indent == 0 => {}
            _ if row.indent == 0 && !row.is_comment() => self.sections_from = None,
            _ => {}
        }
        Step::Other
    }

    /// The block of the status line `row`, which may begin at `start` already, read as far as `text` goes.
    pub(super) fn block(
        text: &'a str,
        row: Row<'a>,
        start: usize,
        limits: Limits,
        found: &mut Diagnostics,
    ) -> Block<'a> {
        let block = Reader::new(text, start, row.indent, limits, found).block();
        if block.status.is_some() {
            return block;
        }
        // The sections before the line were not of this block.
        *found = Diagnostics::new(limits);
        Reader::new(text, row.start, row.indent, limits, found).block()
    }

    /// The line after the block is looked at next.
    pub(super) fn go_on_after(&mut self, block: &Block<'_>, row: Row<'a>) {
        let last = Row::read(self.text, block.span.end().max(row.start));
        self.at = last.map_or(self.text.len(), |last| last.next).max(row.next);
    }
}
