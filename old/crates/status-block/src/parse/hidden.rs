//! What of a message is thought or commented out, and what only speaks of the tags (R-A12).

use envelope_core::text::{HiddenPart, LooseTag, hidden_parts_except, left_open};
use envelope_core::{Diagnostics, Limits, Span};

use super::node::{Entry, Node};
use super::walk::{Step, Walk};

/// The parts of a text that are not said in it, in order (R-A12).
#[derive(Debug, Default)]
pub(super) struct Hidden(Vec<HiddenPart>);

impl Hidden {
    pub(super) fn of(text: &str, region: Span, limits: Limits) -> Self {
        let inside = region.of(text);
        let mut spoken = Spoken { walk: Walk::new(inside, 0), block: None, limits };
        let mut parts = hidden_parts_except(inside, |from, tag| spoken.covers(from, tag));
        for part in &mut parts {
            part.span = part.span.shifted(region.start());
            part.tag = part.tag.shifted(region.start());
        }
        Self(parts)
    }

    /// The part around a place.
    pub(super) fn around(&self, at: usize) -> Option<HiddenPart> {
        let before = self.0.partition_point(|part| part.span.start() <= at);
        before.checked_sub(1).and_then(|last| self.0.get(last)).filter(|part| at < part.span.end()).copied()
    }

    /// The part that nothing closes, if something stands in it.
    pub(super) fn left_open(&self, text: &str) -> Option<HiddenPart> {
        left_open(&self.0, text)
    }

    /// The rest of `region`.
    pub(super) fn said(&self, region: Span) -> impl Iterator<Item = Span> {
        let starts = std::iter::once(region.start()).chain(self.0.iter().map(|part| part.span.end()));
        let ends = self.0.iter().map(|part| part.span.start()).chain(std::iter::once(region.end()));
        starts.zip(ends).filter(|(start, end)| start < end).map(|(start, end)| Span::new(start, end))
    }
}

/// The tags that stand in the values of a block: they open and close nothing.
struct Spoken<'a> {
    walk: Walk<'a>,
    /// The last block that was read, and its quoted and literal texts.
    block: Option<(Span, Vec<Span>)>,
    limits: Limits,
}

impl Spoken<'_> {
    /// Whether the tag is text of a block; places only grow, and what stands before `from` is hidden.
    fn covers(&mut self, from: usize, tag: LooseTag) -> bool {
        self.walk.skip_past(from);
        // A block that is hidden says nothing, and no tag behind it is in its values.
        self.block.take_if(|(span, _)| span.start() < from);
        let at = tag.span.start();
        while self.walk.at() <= at {
            let Some(row) = self.walk.row() else { break };
            let Step::Status { exact, start, .. } = self.walk.step(row) else { continue };
            // What is odd about it is told when it is read for good.
            let mut found = Diagnostics::new(self.limits);
            let block = Walk::block(self.walk.text(), row, start, self.limits, &mut found);
            if block.begins(exact && row.indent == 0) {
                self.walk.go_on_after(&block, row);
                let mut texts = Vec::new();
                block.sections.iter().for_each(|(_, entry)| literal(entry, &mut texts));
                self.block = Some((block.span, texts));
            }
        }
        // A thought from the prompt may end right behind the last value, so a closing tag in plain text counts.
        self.block.as_ref().is_some_and(|(span, texts)| {
            span.contains(tag.span) && (!tag.closing || texts.iter().any(|text| text.contains(tag.span)))
        })
    }
}

/// The places of the texts that stand in quotes, in brackets or below `|` and `>`.
///
/// Recursion is as deep as the reader let the data be.
fn literal(entry: &Entry<'_>, texts: &mut Vec<Span>) {
    node(&entry.node, texts);
}

fn node(it: &Node<'_>, texts: &mut Vec<Span>) {
    match it {
        Node::Scalar(scalar) if scalar.plain => {}
        Node::Scalar(scalar) => texts.push(scalar.span),
        Node::Data(_, span) => texts.push(*span),
        Node::List(items, _) => items.iter().for_each(|item| node(item, texts)),
        Node::Map(entries, _) => entries.iter().for_each(|entry| literal(entry, texts)),
    }
}
