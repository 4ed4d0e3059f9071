//! Finding the JSON values of a message: bare, in prose, in fences, in thinking tags, encoded as a string (R-A12).

use super::ahead::Ahead;
use super::encoded;
use super::scan::{Scanned, scan};
use crate::{Limits, Span};

/// A value found in the message.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) scanned: Scanned,
    /// Its bytes in the message, wrapping quotes included.
    pub(super) span: Span,
    /// The opener of the innermost fence around it.
    pub(super) fence: Option<Opener>,
    /// The tag around it, where an agent was thinking aloud.
    pub(super) thinking: Option<Span>,
    /// Whether it was encoded as a JSON string.
    pub(super) encoded: bool,
}

/// The opening line of a fence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opener {
    /// The line's text.
    pub(super) span: Span,
    mark: u8,
    len: usize,
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
    let mut locator =
        Locator { ahead: Ahead::new(text), limits, open: Vec::new(), thinking: None, found: Found::default() };
    let mut at = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let mut line_start = true;
    while at < text.len() {
        (at, line_start) = if line_start { locator.line(at) } else { locator.next(at) };
    }
    locator.found
}

/// Whether the fence around a value is closed after it.
pub(super) fn is_closed(text: &str, opener: Opener, fence_lines: &[Span], after: usize) -> bool {
    fence_lines.iter().filter(|line| line.start() >= after).any(|line| {
        let line = line.of(text).trim();
        line.bytes().all(|byte| byte == opener.mark) && line.len() >= opener.len
    })
}

struct Locator<'s> {
    ahead: Ahead<'s>,
    limits: Limits,
    open: Vec<Opener>,
    thinking: Option<(&'static str, Span)>,
    found: Found,
}

/// Tags in which models think aloud.
const THINKING: [&str; 8] =
    ["thinking", "think", "thoughts", "thought", "reasoning", "reflection", "scratchpad", "analysis"];

impl Locator<'_> {
    /// The start of a line: a fence, an encoded object, or anything.
    fn line(&mut self, at: usize) -> (usize, bool) {
        let indent = self.ahead.rest(at).bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        super::steps::count(indent + 1);
        let first = at + indent;
        if self.ahead.is_fence_line(first) {
            return (self.fence_line(first), true);
        }
        match self.ahead.byte(first) {
            Some(b'"') => self.encoded(first),
            _ => (first, false),
        }
    }

    /// The next sign of structure on this line.
    fn next(&mut self, at: usize) -> (usize, bool) {
        let rest = self.ahead.rest(at).as_bytes();
        let Some(len) = rest.iter().position(|byte| matches!(byte, b'\n' | b'{' | b'[' | b'<')) else {
            super::steps::count(rest.len());
            return (self.ahead.len(), false);
        };
        super::steps::count(len + 1);
        let at = at + len;
        match self.ahead.byte(at) {
            Some(b'\n') => (at + 1, true),
            Some(b'<') => (self.tag(at), false),
            _ if self.can_open(at) => {
                let end = self.candidate(at);
                (end, self.ahead.is_line_start(end))
            }
            _ => (at + 1, false),
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
        match scan(self.ahead.text, at, self.limits) {
            Ok(scanned) => {
                let end = scanned.span.end();
                self.push(scanned, Span::new(at, end), false);
                end.max(at + 1)
            }
            Err(stopped) => stopped,
        }
    }

    fn encoded(&mut self, at: usize) -> (usize, bool) {
        match encoded::read(self.ahead.text, at, self.limits) {
            Some((scanned, span)) => {
                self.push(scanned, span, true);
                (span.end(), false)
            }
            None => (at + 1, false),
        }
    }

    fn push(&mut self, scanned: Scanned, span: Span, encoded: bool) {
        let thinking = self.thinking.map(|(_, tag)| tag);
        let fence = self.open.last().copied();
        self.found.candidates.push(Candidate { scanned, span, fence, thinking, encoded });
    }

    /// Opens or closes a fence. Inside a fence a line with an info string opens another one, so that a fence in a
    /// fence is seen whichever is longer.
    fn fence_line(&mut self, at: usize) -> usize {
        let rest = self.ahead.rest(at).as_bytes();
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        super::steps::count(end);
        let line = Span::new(at, at + end).of(self.ahead.text).trim_end();
        let span = Span::new(at, at + line.len());
        let mark = rest.first().copied().unwrap_or(b'`');
        let len = line.bytes().take_while(|byte| *byte == mark).count();
        let bare = len == line.len();
        let closes = self.open.iter().rposition(|open| bare && open.mark == mark && open.len <= len);
        match closes {
            Some(which) => self.open.truncate(which),
            None if bare && self.open.last().is_some_and(|open| open.mark == mark) => {}
            None => self.open.push(Opener { span, mark, len }),
        }
        self.found.fence_lines.push(span);
        (at + end + 1).min(self.ahead.len())
    }

    /// A thinking tag opens or closes; any other tag is passed over.
    fn tag(&mut self, at: usize) -> usize {
        let rest = self.ahead.rest(at);
        let closing = rest.starts_with("</");
        let name = rest.get(if closing { 2 } else { 1 }..).unwrap_or_default();
        let known = THINKING.iter().find(|tag| {
            let (start, after) = name.as_bytes().split_at_checked(tag.len()).unwrap_or((b"", b""));
            start.eq_ignore_ascii_case(tag.as_bytes()) && after.first() == Some(&b'>')
        });
        let Some(tag) = known else { return at + 1 };
        let end = at + tag.len() + 2 + usize::from(closing);
        if !closing {
            self.thinking.get_or_insert((tag, Span::new(at, end)));
        } else if self.thinking.take().is_none() {
            // The opening tag was in the prompt: everything so far was thought, not said.
            let span = Span::new(at, end);
            self.found
                .candidates
                .iter_mut()
                .for_each(|candidate| candidate.thinking = candidate.thinking.or(Some(span)));
        }
        end
    }
}
