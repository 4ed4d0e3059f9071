//! The last table of the detail section, as long as rows below it may belong to it.

use super::finding::Header;
use crate::row::{cells, is_closed};

/// A table to which rows may be added.
#[derive(Debug)]
pub(super) struct OpenTable {
    /// Which of the blocks it is.
    pub(super) index: usize,
    /// The columns of a finding table.
    pub(super) header: Option<Header>,
    pub(super) width: usize,
    /// Whether its rows begin with a pipe.
    pub(super) piped: bool,
    /// Up to where the text behind it was looked at, and how many lines of it are not blank.
    pub(super) seen: usize,
    pub(super) gap: usize,
}

impl OpenTable {
    /// Whether the line is a row of it: it has as many cells, or stands close by.
    pub(super) fn takes(&self, line: &str) -> bool {
        let fits = || cells(line, Some(self.width)).len() == self.width;
        if line.trim_start().starts_with('|') {
            // A row that the end of the text cuts off has no end.
            self.gap < 2 && (is_closed(line) || !line.ends_with('\n')) || fits()
        } else {
            !self.piped && self.gap == 0 && line.contains('|') && fits()
        }
    }
}
