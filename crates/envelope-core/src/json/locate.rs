//! Finding the JSON values of a message: bare, in prose, in fences, in thinking tags, encoded as a string (R-A12).

use super::ahead::Ahead;
use super::encoded;
use super::fences::{FenceLine, Fences, Opener};
use super::nested::is_nested;
use super::scan::{Scanned, scan};
use crate::{Limits, Span};

/// A value found in the message.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) scanned: Scanned,
    /// Whether it lies inside braces that could not be read, and so is no outermost object.
    pub(super) inside_unread: bool,
    /// Whether a key stands before it, or it goes on a list: a part of something that was closed too early or not read.
    pub(super) nested: bool,
    /// Its bytes in the message, wrapping quotes included.
    pub(super) span: Span,
    /// The opener of the innermost fence around it.
    pub(super) fence: Option<Opener>,
    /// The tag around it, where an agent was thinking aloud.
    pub(super) thinking: Option<Span>,
    /// Whether it was encoded as a JSON string.
    pub(super) encoded: bool,
}

/// Everything that was found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) candidates: Vec<Candidate>,
    /// The lines of fences: neither prose nor JSON.
    pub(super) fence_lines: Vec<Span>,
}

/// Finds all values, in one pass from front to back.
pub(super) fn locate(text: &str, limits: Limits) -> Found {
    let mut locator = Locator {
        ahead: Ahead::new(text),
        limits,
        fences: Fences::new(Ahead::new(text)),
        thinking: Vec::new(),
        thought: 0,
        unread: 0,
        rescues: MOST_RESCUES,
        found: Found::default(),
    };
    let mut at = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let mut line_start = true;
    while at < text.len() {
        (at, line_start) = if line_start { locator.line(at) } else { locator.next(at) };
    }
    locator.found
}

struct Locator<'s> {
    ahead: Ahead<'s>,
    limits: Limits,
    fences: Fences,
    /// The thinking tags that are open, outermost first.
    thinking: Vec<Span>,
    /// Candidates before this one were thought, not said.
    thought: usize,
    /// Braces at a line's end that could not be read as JSON and were not closed yet.
    unread: usize,
    /// How often the text after an unclosed brace may still be searched.
    rescues: usize,
    found: Found,
}

/// Unclosed braces in prose after which the search goes on in their own text.
const MOST_RESCUES: usize = 8;

impl<'s> Locator<'s> {
    /// The start of a line: a fence, an encoded object, or anything.
    fn line(&mut self, at: usize) -> (usize, bool) {
        let indent = self.ahead.rest(at).bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        super::steps::count(indent + 1);
        let first = at + indent;
        if self.ahead.is_fence_line(first) {
            return self.fence_line(first);
        }
        if self.ahead.byte(first) == Some(b'}') {
            self.unread = self.unread.saturating_sub(1);
        }
        match self.ahead.byte(first) {
            Some(b'"') => self.encoded(first),
            _ => (first, false),
        }
    }

    /// The next sign of structure on this line.
    fn next(&mut self, at: usize) -> (usize, bool) {
        let rest = self.ahead.rest(at).as_bytes();
        let Some(len) = rest.iter().position(|byte| matches!(byte, b'\n' | b'{' | b'[' | b'<' | b'"')) else {
            super::steps::count(rest.len());
            return (self.ahead.len(), false);
        };
        super::steps::count(len + 1);
        let at = at + len;
        match self.ahead.byte(at) {
            Some(b'\n') => (at + 1, true),
            Some(b'<') => (self.tag(at), false),
            Some(b'"') if self.ahead.rest(at).starts_with("\"{\\\"") => self.encoded(at),
            Some(b'"') => (at + 1, false),
            _ if self.can_open(at) => {
                let end = self.candidate(at);
                (end, self.ahead.is_line_start(end))
            }
            Some(brace) => {
                let line_ends =
                    matches!(self.ahead.byte(self.ahead.skip_line_blanks(at + 1)), None | Some(b'\n' | b'\r'));
                self.unread += usize::from(brace == b'{' && line_ends);
                (at + 1, false)
            }
            None => (at + 1, false),
        }
    }

    /// Whether a value can begin with the brace or bracket at `at`: prose and code have them too.
    fn can_open(&self, at: usize) -> bool {
        let next = self.ahead.past_trivia(at + 1);
        let Some(byte) = self.ahead.byte(next) else { return true };
        let common =
            self.ahead.quote(next).is_some() || self.ahead.ellipsis(next) > 0 || self.ahead.comment_start(next);
        if self.ahead.byte(at) == Some(b'{') {
            let leading_comma = byte == b',' && self.ahead.quote(self.ahead.skip_blanks(next + 1)).is_some();
            common || byte == b'}' || leading_comma || self.ahead.bare_key_end(next).is_some()
        } else {
            common || matches!(byte, b']' | b'{' | b'[') || self.ahead.literal_at(next)
        }
    }

    fn candidate(&mut self, at: usize) -> usize {
        match scan(self.region(at), at, self.limits) {
            Ok(scanned) => {
                let end = scanned.span.end().max(at + 1);
                // Prose and code have braces that nothing closes: what follows them may still be the envelope.
                let rescued = scanned.truncated && !scanned.trusted && self.rescues > 0;
                self.push(scanned, Span::new(at, end), false);
                if rescued {
                    self.rescues -= 1;
                    return at + 1;
                }
                self.closing_marks(end)
            }
            Err(stopped) => stopped,
        }
    }

    /// Past the marks of a fence that is closed on the line on which the value ends.
    fn closing_marks(&mut self, end: usize) -> usize {
        let at = self.ahead.skip_line_blanks(end);
        let Some(mark @ (b'`' | b'~')) = self.ahead.byte(at) else { return end };
        let len = self.ahead.rest(at).bytes().take_while(|byte| *byte == mark).count();
        let bare = matches!(self.ahead.byte(self.ahead.skip_line_blanks(at + len)), None | Some(b'\n' | b'\r'));
        if len < 3 || !bare || self.ahead.is_fence_line(at) || !self.fences.close(mark, len) {
            return end;
        }
        self.found.fence_lines.push(Span::new(at, at + len));
        at + len
    }

    fn encoded(&mut self, at: usize) -> (usize, bool) {
        match encoded::read(self.region(at), at, self.limits) {
            Some((scanned, span)) => {
                self.push(scanned, span, true);
                (span.end(), false)
            }
            None => (at + 1, false),
        }
    }

    fn push(&mut self, scanned: Scanned, span: Span, encoded: bool) {
        let thinking = self.thinking.first().copied();
        let fence = self.fences.innermost();
        let inside_unread = self.unread > 0;
        let last =
            self.found.candidates.last().map(|candidate| candidate.span.end()).filter(|end| *end <= span.start());
        let nested = is_nested(self.ahead, span.start(), last);
        self.found.candidates.push(Candidate { scanned, inside_unread, nested, span, fence, thinking, encoded });
    }

    /// The text up to the end of the fence around `at`: a value that goes on behind it is cut off (R-A10).
    fn region(&mut self, at: usize) -> &'s str {
        let end = self.fences.end(self.ahead, at);
        self.ahead.text.get(..end).unwrap_or(self.ahead.text)
    }

    fn fence_line(&mut self, at: usize) -> (usize, bool) {
        let line = FenceLine::at(self.ahead, at);
        self.fences.meet(&line);
        self.found.fence_lines.push(line.span);
        line.next
    }

    /// A thinking tag opens or closes; any other tag is passed over.
    fn tag(&mut self, at: usize) -> usize {
        let Some(tag) = self.ahead.thinking_tag(at) else { return at + 1 };
        let span = Span::new(at, tag.end);
        if !tag.closing {
            self.thinking.push(span);
        } else if self.thinking.pop().is_none() {
            // The opening tag was in the prompt: everything so far was thought, not said.
            for candidate in self.found.candidates.iter_mut().skip(self.thought) {
                super::steps::count(1);
                candidate.thinking = candidate.thinking.or(Some(span));
            }
            self.thought = self.found.candidates.len();
        }
        tag.end
    }
}
