//! A block behind line numbers or quote marks: the text without them, and the way back (R-A6).

use envelope_core::Span;
use envelope_core::text::{Decoration, Decorations, is_blank};

use super::row::{Head, Row};

/// The text without the line numbers or quote marks before the lines of the runs that hold a marker line, and the way back.
#[derive(Debug)]
pub(super) struct Cleaned {
    pub(super) text: String,
    /// The first marks that were taken off, in the original text.
    pub(super) marks: Span,
    /// Whether every line with something on it had such marks.
    every_line: bool,
    pub(super) decorations: Decorations,
    /// For each line: where it starts in the clean text, and how much the original is ahead.
    ahead: Vec<(usize, usize)>,
}

impl Cleaned {
    /// Takes the marks off every line of the runs of such lines that hold a marker line, which is `from` in the first.
    /// A run begins before its marker line: what hides the block may stand there (R-A12).
    pub(super) fn new(text: &str, from: usize) -> Self {
        let start = run_start(text, from);
        let mut clean = text.get(..start).unwrap_or_default().to_owned();
        let (mut ahead, mut marks, mut decorations) = (Vec::new(), None, Decorations::new());
        let mut every_line = is_blank(&clean);
        let mut at = start;
        let mut removed = 0;
        // One past the run that was looked at last, and whether it holds a marker line.
        let mut run = (start, false);
        while let Some(row) = Row::read(text, at) {
            if at >= run.0 {
                run = run_of(text, at);
            }
            let line = text.get(row.start..row.end).unwrap_or_default();
            let Some((rest, decoration)) = without_prefix(line).filter(|_| run.1) else {
                ahead.push((clean.len(), removed));
                clean.push_str(text.get(row.start..row.next).unwrap_or_default());
                every_line &= row.is_blank();
                at = row.next;
                continue;
            };
            let length = line.len() - rest.len();
            marks.get_or_insert(Span::new(row.start, row.start + length));
            decorations.insert(decoration);
            removed += length;
            ahead.push((clean.len(), removed));
            clean.push_str(rest);
            clean.push_str(text.get(row.end..row.next).unwrap_or_default());
            at = row.next;
        }
        Self { text: clean, marks: marks.unwrap_or_default(), every_line, decorations, ahead }
    }

    /// What was read through before which lines, for each kind of mark.
    pub(super) fn notes(&self) -> impl Iterator<Item = (&'static str, String)> {
        // With two kinds of them, neither stands before every line.
        let every_line = self.every_line && self.decorations.iter().count() == 1;
        let lines = if every_line { "before every line" } else { "at the start of lines" };
        self.decorations.iter().map(move |kind| (kind.as_str(), format!("read through {} {lines}", kind.as_str())))
    }

    /// From a span of the clean text to that of the original.
    pub(super) fn original(&self, span: Span) -> Span {
        let place = |offset: usize| {
            let known = self.ahead.partition_point(|(start, _)| *start <= offset);
            known.checked_sub(1).and_then(|at| self.ahead.get(at)).map_or(offset, |(_, ahead)| offset + ahead)
        };
        let last = span.end().saturating_sub(1).max(span.start());
        Span::new(place(span.start()), place(last) + (span.end() - last))
    }
}

/// The line without its line number or its quote mark; the indentation after it stays.
fn without_prefix(line: &str) -> Option<(&str, Decoration)> {
    let text = line.trim_start_matches([' ', '\t']);
    if let Some(rest) = text.strip_prefix('>') {
        return Some((rest.strip_prefix(' ').unwrap_or(rest), Decoration::Quote));
    }
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == text.len() {
        return None;
    }
    let rest = rest.strip_prefix('→').or_else(|| rest.strip_prefix('|')).or_else(|| {
        rest.trim_start_matches([' ', '\t']).strip_prefix('│').map(|rest| rest.strip_prefix(' ').unwrap_or(rest))
    })?;
    Some((rest, Decoration::LineNumber))
}

/// Where the run of lines with marks before them begins that goes on at `from`.
fn run_start(text: &str, from: usize) -> usize {
    let mut start = from;
    while let Some(before) = text.get(..start).filter(|before| !before.is_empty()) {
        let line_end = before.strip_suffix("\r\n").or_else(|| before.strip_suffix(['\n', '\r'])).unwrap_or(before);
        let line = line_end.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        if without_prefix(line_end.get(line..).unwrap_or_default()).is_none() {
            break;
        }
        start = line;
    }
    start
}

/// One past the run of lines, all with marks before them or none, that begins at `at`, and whether a marker line stands
/// behind one of the marks.
fn run_of(text: &str, at: usize) -> (usize, bool) {
    let (mut from, mut states, mut marked) = (at, false, None);
    while let Some(row) = Row::read(text, from) {
        let rest = without_prefix(text.get(row.start..row.end).unwrap_or_default());
        if *marked.get_or_insert(rest.is_some()) != rest.is_some() {
            break;
        }
        states |= rest
            .and_then(|(rest, _)| Row::read(rest, 0))
            .is_some_and(|row| matches!(Head::read(&row), Head::Status { .. }));
        from = row.next;
    }
    (from, states)
}
