//! The values found in a message, in little room: a runaway agent may send millions of them (R-A9).
//!
//! Of every value a few bytes are kept, by which nearly all of them can be set aside. What was read of the first ones is
//! kept whole, as far as the room for that goes; of the others it is read once more where somebody asks for it. That is the
//! same as what was read at first, because reading depends on nothing but what is kept.

use std::borrow::Cow;

use super::encoded;
use super::fences::Opener;
use super::rate::lists_several;
use super::read::Request;
use super::scan::{Looks, Scanned, scan};
use super::whole::Whole;
use crate::Span;

/// What is not read, though a value in it could be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unread {
    /// Braces that are no JSON: what lies in them is no outermost object.
    Braces,
    /// A quotation: somebody else may have said it.
    Quotation,
}

/// What is kept of every value found in the message.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, and together they take eight bytes")]
pub(super) struct Candidate {
    /// Its bytes in the message; offsets fit 32 bits (`Limits::MAX_INPUT`).
    span: (u32, u32),
    /// What it lies in, by its number.
    around: u32,
    /// How good it is.
    score: u32,
    /// What it lies in that is not read: then it is nobody's report.
    pub(super) unread: Option<Unread>,
    /// Whether a key stands before it, or it goes on a list: a part of something that was closed too early or not read.
    pub(super) nested: bool,
    /// Whether it was encoded as a JSON string.
    pub(super) encoded: bool,
    /// Whether a required key holds a placeholder.
    pub(super) template: bool,
    /// Whether the text ends before it does.
    pub(super) truncated: bool,
    /// Whether a quoted key was met: then it is JSON, however broken, and not code or prose.
    pub(super) trusted: bool,
    /// Whether it is an object without a member.
    pub(super) empty: bool,
    /// Whether it is a list of objects that could each be the envelope.
    several: bool,
}

impl Candidate {
    /// Its bytes in the message, wrapping quotes included.
    pub(super) fn span(&self) -> Span {
        Span::new(self.span.0 as usize, self.span.1 as usize)
    }

    /// How good it is; what lies in something that is not read is no envelope.
    pub(super) fn score(&self) -> usize {
        self.score as usize
    }
}

/// What a value lies in, and what reading it depends on; mostly the same for many values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Around {
    /// Where the text ends that it may reach over.
    pub(super) end: usize,
    /// The looks that were left when it was read.
    pub(super) looks: usize,
    /// The opener of the innermost fence around it.
    pub(super) fence: Option<Opener>,
    /// The tag around it, where an agent was thinking aloud, or what opens the comment around it.
    pub(super) thinking: Option<Span>,
}

/// A value and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    /// Its number.
    pub(super) at: usize,
    pub(super) candidate: Candidate,
    pub(super) around: Around,
}

impl Placed {
    pub(super) fn span(&self) -> Span {
        self.candidate.span()
    }

    pub(super) fn score(&self) -> usize {
        self.candidate.score()
    }

    /// Whether it was said, and not thought.
    pub(super) fn outside(&self) -> bool {
        self.around.thinking.is_none()
    }

    /// Whether it lies in something that was not read, and so is no outermost object.
    pub(super) fn nested(&self) -> bool {
        self.candidate.nested
    }

    /// Whether it is a list of objects that could each be the envelope.
    pub(super) fn lists_several(&self) -> bool {
        self.candidate.several && self.outside()
    }

    /// The text after an unclosed bracket is searched once more: what was found there is a part of it, not another.
    pub(super) fn is_part_of(&self, whole: &Self) -> bool {
        whole.candidate.truncated && whole.span().contains(self.span())
    }
}

/// Everything that was found.
#[derive(Debug)]
pub(super) struct Found<'s> {
    pub(super) text: &'s str,
    pub(super) request: Request<'s>,
    candidates: Vec<Candidate>,
    around: Vec<Around>,
    /// What was read of the first ones, until it is taken.
    wholes: Vec<Option<Whole>>,
    /// How many bytes may still be kept whole.
    room: usize,
    /// From this number on, nobody knows yet that a value was thought.
    thought: usize,
    /// The lines of fences: neither prose nor JSON.
    pub(super) fence_lines: Vec<Span>,
}

impl<'s> Found<'s> {
    /// Nothing yet, and so many bytes for what is kept whole; the last one that is kept may go beyond them.
    pub(super) fn within(room: usize, text: &'s str, request: Request<'s>) -> Self {
        let (candidates, around, wholes, fence_lines) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { text, request, candidates, around, wholes, room, thought: 0, fence_lines }
    }

    /// The room for a text: all that is found in an ordinary message, and a small multiple of a long one.
    pub(super) const fn room_for(text: &str) -> usize {
        const AT_LEAST: usize = 1 << 16;
        text.len().saturating_mul(4).saturating_add(AT_LEAST)
    }

    /// Adds a value that was read.
    pub(super) fn push(&mut self, scanned: Scanned, place: Place) {
        let Place { span, around, unread, nested, encoded } = place;
        let (mut whole, rating) = Whole::new(scanned, &self.request);
        let root = whole.scanned.tree.root();
        let candidate = Candidate {
            span: (short(span.start()), short(span.end())),
            around: self.number(around),
            score: if unread.is_some() { 0 } else { short(rating.score) },
            unread,
            nested,
            encoded,
            template: rating.template,
            truncated: whole.scanned.truncated,
            trusted: whole.scanned.trusted,
            empty: root.is_object() && root.entries().next().is_none(),
            several: lists_several(root, self.request.required),
        };
        if self.room > 0 {
            // Room was made for one that takes up all the text.
            if !self.candidates.is_empty() {
                whole.shrink();
            }
            self.room = self.room.saturating_sub(whole.size());
            self.wholes.push(Some(whole));
        }
        self.candidates.push(candidate);
    }

    /// Where the last one ended.
    pub(super) fn last_end(&self) -> Option<usize> {
        self.candidates.last().map(|candidate| candidate.span().end())
    }

    /// All that was found so far was thought, as this tag tells.
    pub(super) fn all_thought(&mut self, tag: Span) {
        for around in self.around.iter_mut().skip(self.thought) {
            super::steps::count(1);
            around.thinking = around.thinking.or(Some(tag));
        }
        self.thought = self.around.len();
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Each, in the order of the text.
    pub(super) fn each(&self) -> impl Iterator<Item = Placed> {
        (0..self.candidates.len()).filter_map(|at| self.get(at))
    }

    /// The one with this number.
    pub(super) fn get(&self, at: usize) -> Option<Placed> {
        let candidate = *self.candidates.get(at)?;
        let around = *self.around.get(candidate.around as usize)?;
        Some(Placed { at, candidate, around })
    }

    /// All that was read of it.
    pub(super) fn whole(&self, placed: &Placed) -> Option<Cow<'_, Whole>> {
        let kept = self.wholes.get(placed.at).and_then(Option::as_ref);
        kept.map(Cow::Borrowed).or_else(|| self.read_again(placed).map(Cow::Owned))
    }

    /// The same, for good.
    pub(super) fn take_whole(&mut self, placed: &Placed) -> Option<Whole> {
        let kept = self.wholes.get_mut(placed.at).and_then(Option::take);
        kept.or_else(|| self.read_again(placed))
    }

    fn read_again(&self, placed: &Placed) -> Option<Whole> {
        let Placed { candidate, around, .. } = placed;
        let (region, start) = (self.text.get(..around.end)?, candidate.span().start());
        let scanned = if candidate.encoded {
            encoded::read(region, start, &self.request)?.0
        } else {
            scan(region, start, &self.request, &Looks::of(around.looks)).ok()?
        };
        Some(Whole::new(scanned, &self.request).0)
    }

    /// The number of what a value lies in, mostly the same as for the one before.
    fn number(&mut self, around: Around) -> u32 {
        if self.around.last() != Some(&around) {
            self.around.push(around);
        }
        short(self.around.len() - 1)
    }
}

#[cfg(test)]
impl Found<'_> {
    /// How many bytes all of it takes.
    pub(super) fn size(&self) -> usize {
        let wholes: usize = self.wholes.iter().flatten().map(Whole::size).sum();
        let (candidates, around) = (size_of_val(&*self.candidates), size_of_val(&*self.around));
        candidates + around + size_of_val(&*self.fence_lines) + wholes
    }

    /// How many are kept whole.
    pub(super) fn count_kept(&self) -> usize {
        self.wholes.iter().flatten().count()
    }
}

/// Where a value stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) span: Span,
    pub(super) around: Around,
    pub(super) unread: Option<Unread>,
    pub(super) nested: bool,
    pub(super) encoded: bool,
}

/// Texts are shorter than this can tell (`Limits::MAX_INPUT`).
fn short(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
