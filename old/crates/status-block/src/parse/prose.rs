//! The text around and inside a block that is no part of it (R-S6).

use std::borrow::Cow;

use envelope_core::Span;
use envelope_core::text::trim_blank;

use super::denied::{Denied, denied};
use super::echoes::{Echo, without};
use super::prefixed::Cleaned;
use super::reader::Block;
use super::{fenced, locate};
use crate::fields::STATUS;

/// The text around and inside a block that is no part of it, as it was read: without line numbers and quote marks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prose {
    pub(super) before: Option<Kept>,
    pub(super) inside: Option<Kept>,
    pub(super) after: Option<Kept>,
    /// Something stands after the block, and not only what would begin another.
    pub(super) around: bool,
    /// The line before, after or else inside the block that takes a success back.
    pub(super) denial: Option<Denied>,
}

/// A text, and the place of its first line in the original: the whole of it would be too much to show.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) text: String,
    pub(super) span: Span,
}

impl Prose {
    /// What stands around `block` in the part of the text that was searched; the fence that holds it says nothing.
    /// So do the copies of the instruction, which are blank in the text.
    pub(super) fn of(
        text: &str,
        located: &locate::Located<'_>,
        block: &Block<'_>,
        cleaned: Option<&Cleaned>,
        echoes: &[Echo],
    ) -> Self {
        let region = located.region;
        let original = |span: Span| cleaned.map_or(span, |cleaned| cleaned.original(span));
        let trimmed = |span: Span| {
            let part = span.of(text);
            let inner = trim_blank(part);
            // The first line keeps its indentation: an indented line is not the same as one at the line's start.
            let inner = Span::of_slice(part, inner);
            let line = part.get(..inner.start()).and_then(|lead| lead.rfind(['\n', '\r'])).map_or(0, |at| at + 1);
            (inner.start() < inner.end()).then(|| Span::new(line, inner.end()).shifted(span.start()))
        };
        // The line's own marks before the block, such as a list mark, belong to the block.
        let (first, last) = (block.span.start(), block.span.end());
        let line = text.get(..first).map_or(0, |before| before.rfind(['\n', '\r']).map_or(0, |at| at + 1));
        let start = line.clamp(region.start(), first.max(region.start()));
        let (before, after) = (Span::new(region.start(), start), Span::new(last, region.end().max(last)));
        let around = if located.in_fence { fenced::around(text, before, after) } else { None };
        let (before, after) = around.unwrap_or_else(|| (before, vec![after]));
        let before = trimmed(before);
        let after: Vec<Span> = after.into_iter().filter_map(trimmed).collect();
        let first_after = after.first().copied();
        let inside = || {
            block.unplaced().find_map(|part| {
                let found = denied(part.of(text), Span::at(0))?;
                Some(Denied { span: found.span.shifted(part.start()), ..found })
            })
        };
        let denial = denied(text, block.span).or_else(inside);
        let kept = |spans: Vec<Span>, place: Option<Span>, between: &str| {
            let place = place.or(spans.first().copied())?;
            let parts: Vec<Cow<'_, str>> = spans.iter().map(|span| without(text, *span, echoes)).collect();
            let line = place.of(text).find(['\n', '\r']).unwrap_or(place.len());
            let first = Span::new(place.start(), place.start() + line);
            Some(Kept { text: parts.join(between), span: original(first) })
        };
        let mut behind: Vec<Span> = block.beyond().collect();
        // Below a status line an indented one would go on with it.
        let indented = first_after.is_some_and(|after| after.of(text).starts_with([' ', '\t']));
        behind.splice(if indented { 0..0 } else { behind.len()..behind.len() }, after);
        Self {
            before: kept(before.into_iter().collect(), before, ""),
            inside: kept(block.unplaced().collect(), None, "\n"),
            // What stands around the block is told at its own place.
            after: kept(behind, first_after, "\n\n"),
            around: first_after.is_some(),
            denial,
        }
    }

    /// Where lines around the block begin that could be a part of one.
    pub(super) fn doubtful(&self) -> Option<Span> {
        let parts = [&self.before, &self.inside, &self.after].into_iter().flatten();
        let mut heads = parts.filter(|part| fenced::has_head(&part.text) || part.text.contains(STATUS));
        heads.next().map(|part| part.span)
    }
}
