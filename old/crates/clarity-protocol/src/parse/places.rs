//! The tree of what was read, with the place of every part; made when an issue first asks for a place (R-A7).

use envelope_core::text::Lines;
use envelope_core::tree::TreeBuilder;
use envelope_core::{Diagnostics, Limits, Source, Span, Tree};

use super::finding::Header;
use super::metadata::MetadataRead;
use super::{Draft, Message, Placed, draft};
use crate::check::{ITEMS, STRAY_ROWS, STRAYS, UNREAD_PAIRS, said_strays, stray_lines};
use crate::line::{MarkerLine, Place};
use crate::list::items;
use crate::row::{cells, unescape};
use crate::{Block, FIELDS};

/// Reads the message once more, this time for the places.
pub(crate) fn scan(source: &Source<'_>) -> Option<Tree> {
    // What is wrong was told by the first reading.
    let mut told = Diagnostics::new(Limits::default().with_diagnostics(0));
    let message = Message::new(source.text(), &mut told);
    let draft = draft(&message, &mut told);
    let mut tree = Writer { text: message.text(), builder: TreeBuilder::new() };
    tree.message(&draft);
    tree.builder.finish()
}

struct Writer<'t> {
    text: &'t str,
    builder: TreeBuilder,
}

impl Writer<'_> {
    fn message(&mut self, draft: &Draft<'_>) {
        self.builder.open_object(0);
        if let Some((span, line)) = &draft.marker {
            if draft.summary.is_some() {
                self.line(*span, line);
            } else {
                self.string("unread", line.text, *span);
                self.unread_pairs(*span, line);
            }
        }
        self.string("before", &draft.before.0, draft.before.1);
        self.strays(draft.before.1);
        let behind = draft.marker.as_ref().map_or(0, |(span, _)| span.end());
        self.metadata(&draft.metadata, behind);
        self.key("blocks", Span::at(behind));
        self.builder.open_array(draft.metadata.span.end().max(behind));
        draft.blocks.iter().for_each(|placed| self.block(placed));
        self.builder.close(self.text.len());
        self.builder.close(self.text.len());
    }

    fn line(&mut self, span: Span, line: &MarkerLine<'_>) {
        let place = |part: &str| Span::of_slice(line.text, part).shifted(span.start());
        let (places, _) = line.places();
        let write = |writer: &mut Self, key: &str, at: &crate::line::Pair<'_>| {
            writer.key(key, place(at.key));
            writer.builder.string(&unescape(at.raw), place(at.raw));
        };
        self.key("summary", span);
        self.builder.open_object(span.start());
        self.string("status", line.status_text, place(line.status_text));
        self.key("metrics", span);
        self.builder.open_object(span.start());
        for (pair, at) in &places {
            match at {
                Place::Type => write(self, "type", pair),
                Place::Metric(metric) => write(self, metric.field, pair),
                _ => {}
            }
        }
        self.builder.close(span.end());
        for (pair, at) in &places {
            match at {
                Place::Coverage => write(self, "coverage", pair),
                Place::Reason => write(self, "reason", pair),
                _ => {}
            }
        }
        self.key("other", span);
        self.builder.open_array(span.start());
        for (pair, at) in &places {
            if let Place::Other(key) = at {
                let whole = place(pair.key).join(place(pair.raw));
                self.builder.open_object(whole.start());
                self.string("key", key, place(pair.key));
                self.string("value", &unescape(pair.raw), place(pair.raw));
                self.builder.close(whole.end());
            }
        }
        self.builder.close(span.end());
        self.builder.close(span.end());
    }

    fn unread_pairs(&mut self, span: Span, line: &MarkerLine<'_>) {
        let place = |part: &str| Span::of_slice(line.text, part).shifted(span.start());
        self.key(UNREAD_PAIRS, span);
        self.builder.open_array(span.start());
        line.pairs.iter().for_each(|pair| self.builder.string(&unescape(pair.raw), place(pair.raw)));
        self.builder.close(span.end());
    }

    fn metadata(&mut self, metadata: &MetadataRead, behind: usize) {
        let span = if metadata.fields.is_empty() { Span::at(behind) } else { metadata.span };
        self.key("metadata", span);
        self.builder.open_object(span.start());
        let mut other = Vec::new();
        let mut met: Vec<&str> = Vec::new();
        for (key, at) in &metadata.fields {
            match FIELDS.iter().find(|(known, _)| known == key).filter(|(known, _)| !met.contains(known)) {
                Some((known, member)) => {
                    met.push(known);
                    self.string(member, at.of(self.text), *at);
                }
                None => other.push((key, at)),
            }
        }
        self.key("other", span);
        self.builder.open_array(span.start());
        for (key, at) in other {
            self.builder.open_object(at.start());
            self.string("key", key, *at);
            self.string("value", at.of(self.text), *at);
            self.builder.close(at.end());
        }
        self.builder.close(span.end());
        self.builder.close(span.end());
    }

    fn block(&mut self, placed: &Placed) {
        let Placed { block, span, delimited, further } = placed;
        let span = &trimmed(self.text, *span);
        self.builder.open_object(span.start());
        match block {
            Block::Findings { .. } | Block::Table { .. } => self.table(block, *span, *delimited, further),
            Block::Discussion { id, .. } => {
                let first = Lines::new(span.of(self.text)).next().map_or(0, |line| line.text.len());
                self.string("id", id, Span::new(span.start(), span.start() + first));
            }
            Block::Result { line } => self.string("line", line, *span),
            Block::Section { .. } | Block::List { .. } | Block::Carried { .. } | Block::Raw { .. } => {
                self.string("text", "", *span);
            }
        }
        if matches!(block, Block::List { .. }) {
            self.key(ITEMS, *span);
            self.builder.open_array(span.start());
            for item in items(span.of(self.text)) {
                let line = item.lines().next().unwrap_or_default();
                self.builder.string(line, self.place(line));
            }
            self.builder.close(span.end());
        }
        if matches!(block, Block::Section { .. } | Block::Discussion { .. } | Block::List { .. } | Block::Raw { .. }) {
            self.strays(*span);
        }
        self.builder.close(span.end());
    }

    /// The lines of a part that look like summary lines, and the rows without a header, each with its place.
    fn strays(&mut self, span: Span) {
        let part = span.of(self.text);
        self.stray(STRAYS, span, stray_lines(part).map(|line| line.text).collect());
        self.stray(STRAY_ROWS, span, said_strays(part).collect());
    }

    fn stray(&mut self, key: &str, span: Span, lines: Vec<&str>) {
        if !lines.is_empty() {
            self.key(key, span);
            self.builder.open_array(span.start());
            for line in lines {
                self.builder.string(line, trimmed(self.text, self.place(line)));
            }
            self.builder.close(span.end());
        }
    }

    fn table(&mut self, block: &Block, span: Span, delimited: bool, further: &[Span]) {
        let mut lines = Lines::new(span.of(self.text));
        let header_line = lines.next().map_or("", |line| line.text);
        let header = cells(header_line, None);
        self.key("columns", self.place(header_line));
        self.builder.open_array(self.place(header_line).start());
        for cell in &header {
            self.builder.string(cell, self.place(cell));
        }
        self.builder.close(self.place(header_line).end());
        self.key("rows", span);
        self.builder.open_array(span.start());
        let places = Header::read(&header).places;
        let text = self.text;
        let apart = further.iter().flat_map(|rows| Lines::new(rows.of(text)));
        for line in lines.skip(usize::from(delimited)).chain(apart) {
            let row = cells(line.text, Some(header.len()));
            let at = trimmed(self.text, self.place(line.text));
            if matches!(block, Block::Findings { .. }) {
                self.finding(&row, &places, at);
            } else {
                self.builder.open_array(at.start());
                for cell in &row {
                    self.builder.string(cell, self.place(cell));
                }
                self.builder.close(at.end());
            }
        }
        self.builder.close(span.end());
    }

    fn finding(&mut self, row: &[&str], places: &[Option<usize>], at: Span) {
        const MEMBERS: [&str; 7] =
            ["id", "severity", "type", "location", "counter_location", "description", "suggestion"];
        self.builder.open_object(at.start());
        for (cell, place) in row.iter().zip(places) {
            if let Some(member) = place.and_then(|at| MEMBERS.get(at)) {
                self.string(member, cell, if cell.is_empty() { at } else { self.place(cell) });
            }
        }
        if let (Some(first), Some(last)) = (row.get(places.len()), row.last().filter(|_| row.len() > places.len())) {
            self.key("surplus", self.place(first));
            self.builder.open_array(self.place(first).start());
            self.builder.close(self.place(last).end());
        }
        self.builder.close(at.end());
    }

    fn key(&mut self, key: &str, span: Span) {
        self.builder.key(key, span);
    }

    fn string(&mut self, key: &str, value: &str, span: Span) {
        self.builder.key(key, span);
        self.builder.string(value, span);
    }

    fn place(&self, part: &str) -> Span {
        Span::of_slice(self.text, part)
    }
}

/// The span without the blanks around what it covers.
pub(super) fn trimmed(text: &str, span: Span) -> Span {
    let part = span.of(text);
    let start = span.start() + part.len() - part.trim_start().len();
    Span::new(start, start + part.trim().len())
}
