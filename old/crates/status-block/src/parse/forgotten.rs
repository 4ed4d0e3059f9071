//! Forgotten closing quotes: whether a quote swallows what stands below it (R-S6, R-A10).
//!
//! A forgotten quote finds its partner somewhere below: where the next value opens, so that more text follows it (the
//! caller rules that out), behind a key where the message was cut, or at an apostrophe at the end of a line. A line that
//! looks like a section inside quotes is text all the same. So the quote is taken for forgotten only where it would take
//! something away from the block: a key of its own section that is not indented deeper, or a section with its first key
//! that stands nowhere else.

use super::reader::Reader;
use super::row::{Head, Key, Row, without_comment};
use crate::Section;

/// Where the next head of a section stands, as far as it was looked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NextHead {
    from: usize,
    found: usize,
}

impl<'a> Reader<'a, '_> {
    /// Whether the quoted text from `at` to `close`, which spans lines, takes away a part of the block.
    pub(super) fn swallows(&mut self, at: usize, close: usize) -> bool {
        let Some(first) = Row::read(self.text, line_start(self.text, at)) else { return false };
        let inside = self.text.get(..close).unwrap_or(self.text);
        let mut next = Row::read(inside, first.next);
        while let Some(row) = next {
            next = Row::read(inside, row.next);
            if row.indent <= first.indent && self.is_known_key(&row) {
                return true;
            }
            match head(&row, self.base) {
                Some(section) if self.is_first_key(section, next) && !self.stands_elsewhere(section, close) => {
                    return true;
                }
                _ => {}
            }
            // The partner is the quote that opens the next value, and the message was cut behind it.
            let opens = |row: &Row<'a>| row.text.trim_end_matches(['"', '\'']).trim_end().ends_with(':');
            if next.is_none() && opens(&row) && self.is_known_key(&row) {
                return true;
            }
        }
        false
    }

    /// Whether the line is a key of the section, indented below it.
    fn is_first_key(&self, section: Section, row: Option<Row<'a>>) -> bool {
        row.is_some_and(|row| {
            let key = Key::exact(row.text, row.at);
            row.indent > self.base && key.is_some_and(|key| section.field(&key.name).is_some())
        })
    }

    /// Whether the section was read already or follows after `close`. What was looked at once is not looked at again.
    fn stands_elsewhere(&mut self, section: Section, close: usize) -> bool {
        if self.seen.contains(&Some(section)) {
            return true;
        }
        let place = Section::ALL.iter().position(|known| *known == section).unwrap_or_default();
        let known = self.next_heads.get(place).copied().unwrap_or_default();
        if known.from <= close && close <= known.found {
            return known.found < usize::MAX;
        }
        let mut from = close;
        let mut found = usize::MAX;
        while let Some(row) = Row::read(self.text, from) {
            if head(&row, self.base) == Some(section) {
                found = row.start;
                break;
            }
            from = row.next;
        }
        if let Some(slot) = self.next_heads.get_mut(place) {
            *slot = NextHead { from: close, found };
        }
        found < usize::MAX
    }

    /// Whether the block goes on after `at`: a section or a key of the four sections stands there, or another report.
    pub(super) fn more_of_the_block(&self, at: usize) -> bool {
        let mut from = at;
        while let Some(row) = Row::read(self.text, from) {
            if row.indent <= self.base {
                match Head::read(&row) {
                    Head::Status { .. } => return true,
                    // With text behind it, it may be a line of a log.
                    Head::Extension(key) if matches!(without_comment(key.value).bytes().next(), None | Some(b'#')) => {
                        return true;
                    }
                    _ => {}
                }
            }
            if let Some(key) = Key::exact(row.text, row.at) {
                let field = Section::ALL.iter().any(|section| section.field(&key.name).is_some());
                if field || Section::from_marker(&key.name).is_some() {
                    return true;
                }
            }
            from = row.next;
        }
        false
    }
}

/// The section whose head the line is, written as the specification writes it.
fn head(row: &Row<'_>, base: usize) -> Option<Section> {
    let key = Key::exact(row.text, row.at).filter(|_| row.indent <= base)?;
    let alone = matches!(without_comment(key.value).bytes().next(), None | Some(b'#'));
    Section::from_marker(&key.name).filter(|_| alone)
}

/// Where the line starts that holds `at`.
fn line_start(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    memchr::memrchr2(b'\n', b'\r', before).map_or(0, |found| found + 1)
}
