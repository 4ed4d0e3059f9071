//! Finding the JSON values of a message: bare, in prose, in fences, in thinking tags, encoded as a string (R-A12).

use super::ahead::Ahead;
use super::encoded;
use super::fences::{FenceLine, Fences};
use super::found::{Around, Found, Place, Unread};
use super::margin;
use super::nested::is_nested;
use super::read::Request;
use super::scan::{Looks, Scanned, scan};
use crate::Span;

/// Finds all values, in one pass from front to back.
pub(super) fn locate<'s>(text: &'s str, request: &Request<'s>) -> Found<'s> {
    locate_within(Found::room_for(text), text, request)
}

/// The same with so much room for what is kept whole: it tells how much is read once more, and nothing else.
pub(super) fn locate_within<'s>(room: usize, text: &'s str, request: &Request<'s>) -> Found<'s> {
    let mut locator = Locator {
        ahead: Ahead::new(text),
        request: *request,
        fences: Fences::new(Ahead::new(text)),
        thinking: Vec::new(),
        comment: None,
        comments: true,
        block_comments: true,
        unread: 0,
        opened: false,
        rescues: MOST_RESCUES,
        looks: Looks::over(text),
        found: Found::within(room, text, *request),
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
    request: Request<'s>,
    fences: Fences,
    /// The thinking tags that are open, outermost first.
    thinking: Vec<Span>,
    /// What opens the last comment that was met, and where its text ends.
    comment: Option<(Span, usize)>,
    /// Whether ends of comments are looked for: not after one that nothing closed.
    comments: bool,
    /// The same for those of JavaScript.
    block_comments: bool,
    /// Braces at a line's end that could not be read as JSON and were not closed yet.
    unread: usize,
    /// Whether this line has an opening brace that is no value's.
    opened: bool,
    /// How often the text after an unclosed brace may still be searched.
    rescues: usize,
    looks: Looks,
    found: Found<'s>,
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
        self.opened = false;
        match self.ahead.byte(first) {
            Some(b'}') => self.unread = self.unread.saturating_sub(1),
            // What begins a paragraph lies in no code.
            Some(b'{') if indent == 0 && self.ahead.follows_blank_line(at) => self.unread = 0,
            _ => {}
        }
        match self.ahead.byte(first) {
            Some(b'"') => self.encoded(first),
            Some(b'/') if self.ahead.rest(first).starts_with("/*") => (self.block_comment(first), false),
            _ => (first, false),
        }
    }

    /// The next sign of structure on this line.
    fn next(&mut self, at: usize) -> (usize, bool) {
        let rest = self.ahead.rest(at).as_bytes();
        let Some(len) = rest.iter().position(|byte| matches!(byte, b'\n' | b'{' | b'[' | b'<' | b'"' | 0xE2)) else {
            super::steps::count(rest.len());
            return (self.ahead.len(), false);
        };
        super::steps::count(len + 1);
        let at = at + len;
        match self.ahead.byte(at) {
            Some(b'\n') => {
                self.line_end(at);
                (at + 1, true)
            }
            Some(b'<' | 0xE2) => (self.tag(at), false),
            Some(b'[') if self.ahead.thinking_tag(at).is_some() => (self.tag(at), false),
            Some(b'"') if self.ahead.rest(at).starts_with("\"{\\\"") => self.encoded(at),
            Some(b'"') => (at + 1, false),
            _ if self.can_open(at) => {
                let end = self.candidate(at);
                (end, self.ahead.is_line_start(end))
            }
            Some(brace) => {
                self.opened |= brace == b'{';
                let line_ends =
                    matches!(self.ahead.byte(self.ahead.skip_line_blanks(at + 1)), None | Some(b'\n' | b'\r'));
                self.unread += usize::from(brace == b'{' && line_ends);
                (at + 1, false)
            }
            None => (at + 1, false),
        }
    }

    /// A line ends with a brace that nothing on it opened, and that does not begin it: `return; }`, or `+}` in a diff.
    fn line_end(&mut self, at: usize) {
        let line = self.ahead.text.get(..at).unwrap_or_default().trim_end_matches([' ', '\t', '\r']);
        super::steps::count(at - line.len());
        let Some(before) = line.strip_suffix('}').filter(|_| self.unread > 0 && !self.opened) else { return };
        let last = self.found.last_end().unwrap_or(0);
        let begins =
            before.trim_end_matches([' ', '\t']).is_empty() || before.trim_end_matches([' ', '\t']).ends_with('\n');
        if last < line.len() && !begins {
            self.unread -= 1;
        }
    }

    /// Whether a value can begin with the brace or bracket at `at`: prose and code have them too.
    fn can_open(&self, at: usize) -> bool {
        let next = self.ahead.past_trivia(at + 1);
        let Some(byte) = self.ahead.byte(next) else { return true };
        if byte == b'`' && next == at + 1 && self.ahead.is_in_code(at) {
            return false;
        }
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
        let (region, looks) = (self.region(at), self.looks.left());
        match scan(region, at, &self.request, &self.looks) {
            Ok(scanned) => {
                let end = scanned.span.end().max(at + 1);
                // Prose and code have braces that nothing closes: what follows them may still be the envelope.
                let rescued = scanned.truncated && !scanned.trusted && self.rescues > 0;
                self.push(scanned, Span::new(at, end), region, looks, false);
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
        let region = self.region(at);
        match encoded::read(region, at, &self.request) {
            Some((scanned, span)) => {
                self.push(scanned, span, region, self.looks.left(), true);
                (span.end(), false)
            }
            None => (at + 1, false),
        }
    }

    /// Keeps a value that was read from a region with so many looks left.
    fn push(&mut self, scanned: Scanned, span: Span, region: &str, looks: usize, encoded: bool) {
        let thinking = self.thinking.first().copied().or_else(|| self.comment_around(span.start()).map(|(tag, _)| tag));
        let around = Around { end: region.len(), looks, fence: self.fences.innermost(), thinking };
        let quoted = margin::is_quoted(self.ahead.text, span.start());
        let unread = if quoted { Some(Unread::Quotation) } else { (self.unread > 0).then_some(Unread::Braces) };
        let last = self.found.last_end().filter(|end| *end <= span.start());
        let nested = is_nested(self.ahead, span.start(), last);
        self.found.push(scanned, Place { span, around, unread, nested, encoded });
    }

    /// The text up to the end of the fence around `at`: a value that goes on behind it is cut off (R-A10).
    fn region(&mut self, at: usize) -> &'s str {
        let end = self.fences.end(self.ahead, at);
        let end = self.comment_around(at).map_or(end, |(_, comment)| comment.min(end));
        self.ahead.text.get(..end).unwrap_or(self.ahead.text)
    }

    fn fence_line(&mut self, at: usize) -> (usize, bool) {
        let line = FenceLine::at(self.ahead, at);
        self.fences.meet(&line);
        // Code in a fence ends with it, and code around one does not go on in it.
        self.unread = 0;
        self.found.fence_lines.push(line.span);
        line.next
    }

    fn comment_around(&self, at: usize) -> Option<(Span, usize)> {
        self.comment.filter(|(_, end)| at < *end)
    }

    /// A comment of HTML opens: nobody sees what stands in it. One that nothing closes counts where it begins its line.
    fn comment(&mut self, at: usize) -> usize {
        let inside = at + "<!--".len();
        if self.comment_around(at).is_some() {
            return inside;
        }
        let rest = self.ahead.rest(inside).as_bytes();
        let close = if self.comments { memchr::memmem::find(rest, b"-->") } else { None };
        super::steps::count(close.unwrap_or(if self.comments { rest.len() } else { 0 }));
        self.comments = close.is_some();
        let before = self.ahead.text.get(..at).unwrap_or_default().trim_end_matches([' ', '\t']);
        let begins = before.is_empty() || before.ends_with('\n');
        if close.is_some() || begins {
            let end = close.map_or(self.ahead.len(), |len| inside + len);
            self.comment = Some((Span::new(at, inside), end));
        }
        inside
    }

    /// A line begins with a comment of JavaScript: what is commented out is not said. What nothing closes is no comment,
    /// and neither is a path such as `/*.json`.
    fn block_comment(&mut self, at: usize) -> usize {
        let inside = at + "/*".len();
        let opens = self.ahead.byte(inside).is_none_or(|byte| byte.is_ascii_whitespace() || b"*{[".contains(&byte));
        if !opens || !self.block_comments || self.comment_around(at).is_some() {
            return inside;
        }
        let rest = self.ahead.rest(inside).as_bytes();
        // In `src/**/*.rs` nothing ends.
        let ends = |close: &usize| rest.get(close + 2).is_none_or(u8::is_ascii_whitespace);
        let close = memchr::memmem::find_iter(rest, b"*/").find(ends);
        super::steps::count(close.unwrap_or(rest.len()));
        self.block_comments = close.is_some();
        self.comment = close.map(|len| (Span::new(at, inside), inside + len)).or(self.comment);
        inside
    }

    /// A thinking tag or a comment opens or closes; anything else is passed over.
    fn tag(&mut self, at: usize) -> usize {
        let rest = self.ahead.rest(at);
        if rest.starts_with("<!--") {
            return self.comment(at);
        }
        let Some(tag) = self.ahead.thinking_tag(at) else { return at + rest.chars().next().map_or(1, char::len_utf8) };
        if tag.closes_only && self.thinking.is_empty() {
            return tag.end;
        }
        let span = Span::new(at, tag.end);
        if !tag.closing {
            self.thinking.push(span);
        } else if self.thinking.pop().is_none() {
            // The opening tag was in the prompt: everything so far was thought, not said.
            self.found.all_thought(span);
        }
        tag.end
    }
}
