//! Looking ahead without moving: what stands here, and what would follow if it were taken this way.
//!
//! Every look is bounded by [`FAR`] bytes or by blanks that no other look crosses, so that all of them together are
//! linear in the text.

mod closes;

pub(super) use closes::Role;

use super::marks::{Quote, is_word_byte, odd_blank};
use crate::Span;
use crate::text::{ThinkingTag, thinking_tag};

/// How many bytes a look-ahead reads at most.
const FAR: usize = 512;
/// How far the balance of braces is followed to tell which container a wrong closer means.
const BALANCE: usize = 4096;

/// The text, to be looked at anywhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead<'s> {
    pub(super) text: &'s str,
    bytes: &'s [u8],
}

impl<'s> Ahead<'s> {
    pub(super) fn new(text: &'s str) -> Self {
        Self { text, bytes: text.as_bytes() }
    }

    #[inline]
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn rest(&self, at: usize) -> &'s str {
        self.text.get(at..).unwrap_or_default()
    }

    pub(super) fn quote(&self, at: usize) -> Option<Quote> {
        Quote::open(self.bytes, at)
    }

    pub(super) fn skip_blanks(&self, at: usize) -> usize {
        let blank = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        // Most often there is none.
        if !self.bytes.get(at).is_some_and(blank) {
            return at;
        }
        let rest = self.bytes.get(at..).unwrap_or_default();
        // The lines of most messages are indented: two blanks at a time.
        let (pairs, _) = rest.get(1..).unwrap_or_default().as_chunks::<2>();
        let whole = pairs.iter().take_while(|pair| **pair == [b' ', b' ']).count();
        let far = 1 + 2 * whole;
        let more = rest.get(far..).unwrap_or_default();
        let blanks = far + more.iter().position(|byte| !blank(byte)).unwrap_or(more.len());
        super::steps::count(blanks);
        at + blanks
    }

    /// Past the blanks that do not end the line.
    pub(super) fn skip_line_blanks(&self, at: usize) -> usize {
        at + self.rest(at).bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    /// Past blanks of every kind, those that only Unicode knows included.
    pub(super) fn skip_all_blanks(&self, at: usize) -> usize {
        let mut next = self.skip_blanks(at);
        while let Some(len) = self.odd_blank(next) {
            next = self.skip_blanks(next + len);
        }
        next
    }

    /// Whether the full-width comma stands here.
    pub(super) fn is_wide_comma(&self, at: usize) -> bool {
        self.byte(at) == Some(0xEF) && self.rest(at).starts_with('，')
    }

    /// Whether the JSON ends here whatever is missing: at a code fence or a thinking tag.
    pub(super) fn ends_region(&self, at: usize) -> bool {
        self.is_fence_line(at) || (self.byte(at) == Some(b'<') && self.thinking_tag(at).is_some())
    }

    /// The thinking tag that stands here.
    pub(super) fn thinking_tag(&self, at: usize) -> Option<ThinkingTag> {
        thinking_tag(self.text, at)
    }

    pub(super) fn odd_blank(&self, at: usize) -> Option<usize> {
        odd_blank(self.rest_if_not_ascii(at)?)
    }

    /// The end of the comment that begins here.
    pub(super) fn comment_end(&self, at: usize) -> Option<usize> {
        let rest = self.bytes.get(at..)?;
        let line = rest.starts_with(b"//") || rest.first() == Some(&b'#');
        let end = if line {
            memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())
        } else if rest.starts_with(b"/*") {
            memchr::memmem::find(rest, b"*/").map_or(rest.len(), |found| found + 2)
        } else {
            return None;
        };
        super::steps::count(end);
        let comment = self.text.get(at..at + end)?;
        Some(at + if line { comment.trim_end().len() } else { end })
    }

    /// Whether the comment begins with an ellipsis: it stands for something that was left out.
    pub(super) fn says_left_out(&self, comment: Span) -> bool {
        let marks = |byte: &u8| matches!(byte, b'/' | b'*' | b'#' | b'-' | b' ' | b'\t' | b'\n' | b'\r');
        let text = self.bytes.get(comment.start()..comment.end()).unwrap_or_default();
        let skipped = text.iter().take_while(|byte| marks(byte)).count();
        super::steps::count(skipped);
        self.ellipsis(comment.start() + skipped) > 0
    }

    /// Whether a comment begins here.
    pub(super) fn comment_start(&self, at: usize) -> bool {
        let rest = self.bytes.get(at..).unwrap_or_default();
        rest.starts_with(b"//") || rest.starts_with(b"/*") || rest.first() == Some(&b'#')
    }

    /// Whether a short name in double quotes begins here and a colon follows it.
    pub(super) fn quoted_name_with_colon(&self, at: usize) -> bool {
        let near = self.bytes.get(at + 1..self.len().min(at + 66)).unwrap_or_default();
        let end = near.iter().position(|byte| b"\"\n\\".contains(byte));
        end.is_some_and(|end| near.get(end) == Some(&b'"') && self.colon_like(self.skip_blanks(at + end + 2)) > 0)
    }

    /// Whether the text from here to the next quote is a path with a drive and a back-slash that is no escape: then none
    /// of its back-slashes is meant as one.
    pub(super) fn is_windows_path(&self, at: usize) -> bool {
        let near = self.bytes.get(at..self.len().min(at + FAR)).unwrap_or_default();
        let drive = near.first().is_some_and(u8::is_ascii_alphabetic) && near.get(1..3) == Some(b":\\");
        if !drive {
            return false;
        }
        let text = near.get(..memchr::memchr(b'"', near).unwrap_or(near.len())).unwrap_or_default();
        super::steps::count(text.len());
        let mut rest = text.get(2..).unwrap_or_default();
        while let Some(at) = memchr::memchr(b'\\', rest) {
            // The second of two back-slashes begins no escape.
            if rest.get(at + 1).is_some_and(|next| !b"\"\\/bfnrtu".contains(next)) {
                return true;
            }
            rest = rest.get(at + 2..).unwrap_or_default();
        }
        false
    }

    /// The length of `...` or `…` that begins here, 0 if none does.
    pub(super) fn ellipsis(&self, at: usize) -> usize {
        match self.byte(at) {
            Some(b'.') => {
                let dots = self.bytes.iter().skip(at).take(FAR).take_while(|byte| **byte == b'.').count();
                if dots >= 3 { dots } else { 0 }
            }
            Some(0xE2) if self.rest(at).starts_with('…') => '…'.len_utf8(),
            _ => 0,
        }
    }

    /// The length of `:`, `=`, `=>` or `：` that begins here, 0 if none does.
    pub(super) fn colon_like(&self, at: usize) -> usize {
        match self.byte(at) {
            Some(b':') => 1,
            Some(b'=') => 1 + usize::from(self.byte(at + 1) == Some(b'>')),
            Some(0xEF) if self.rest(at).starts_with('：') => '：'.len_utf8(),
            _ => 0,
        }
    }

    /// Whether a code fence begins on the line that `at` is the first word of.
    #[inline]
    pub(super) fn is_fence_line(&self, at: usize) -> bool {
        let Some(mark @ (b'`' | b'~')) = self.byte(at) else { return false };
        let marks = self.bytes.iter().skip(at).take(3).take_while(|byte| **byte == mark).count();
        let before = self.bytes.get(..at).unwrap_or_default();
        let indent = before.iter().rev().take(4).take_while(|byte| **byte == b' ').count();
        marks == 3 && indent < 4 && self.is_line_start(at - indent)
    }

    /// Whether a line begins here; a byte order mark does not count.
    pub(super) fn is_line_start(&self, at: usize) -> bool {
        let before = self.bytes.get(..at).unwrap_or_default();
        matches!(before.last(), None | Some(b'\n' | b'\r')) || before == "\u{FEFF}".as_bytes()
    }

    /// The end of a `{name}` or `{a|b}` that stands for a value: a placeholder, not an object (R-A5).
    pub(super) fn placeholder_end(&self, at: usize) -> Option<usize> {
        let inside = self.bytes.get(at + 1..)?;
        let near = inside.get(..FAR.min(inside.len()))?;
        let ends = |byte: &u8| {
            matches!(byte, b'"' | b'\'' | b'{' | b'}' | b'[' | b']' | b':' | b',' | b'\n' | b'=' | b'/' | b'#')
        };
        let len = near.iter().position(ends)?;
        super::steps::count(len);
        if near.get(len) != Some(&b'}') {
            return None;
        }
        let name = self.text.get(at + 1..at + 1 + len)?.trim();
        let named = name.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$');
        named.then_some(at + len + 2)
    }

    /// Whether something begins here that can be a key: a quote, or a bare name with a colon after it.
    pub(super) fn starts_key(&self, at: usize) -> bool {
        self.quote(at).is_some() || self.bare_key_end(at).is_some()
    }

    /// Whether something begins here that can be a value.
    pub(super) fn starts_value(&self, at: usize) -> bool {
        match self.byte(at) {
            Some(b'{' | b'[') => true,
            Some(byte) => self.quote(at).is_some() || is_word_byte(byte) || byte == b'.' || byte == b'+',
            None => false,
        }
    }

    /// The end of a bare key: up to 64 bytes without quotes or structure, a colon after them.
    pub(super) fn bare_key_end(&self, at: usize) -> Option<usize> {
        let rest = self.bytes.get(at..)?;
        let len = rest.iter().take(65).position(|byte| b"\"':=,{}[]\n\r".contains(byte) || *byte == 0xEF)?;
        super::steps::count(len);
        let name = self.text.get(at..at + len)?.trim_end();
        let lost_quote = matches!(rest.get(len), Some(b'"' | b'\''));
        let after = self.skip_blanks(at + len + usize::from(lost_quote));
        let first = name.chars().next()?;
        let named = first.is_alphanumeric() || matches!(first, '_' | '$' | '@' | '-');
        (named && self.colon_like(after) > 0).then(|| at + name.len() + usize::from(lost_quote))
    }

    /// Up to the next sign of structure, at least one character.
    pub(super) fn garbage_end(&self, at: usize) -> usize {
        let first = self.rest(at).chars().next().map_or(1, char::len_utf8);
        let rest = self.bytes.get(at + first..).unwrap_or_default();
        let len = rest.iter().position(|byte| b",{}[]\"'\n".contains(byte)).unwrap_or(rest.len());
        super::steps::count(len);
        let garbage = self.text.get(at..at + first + len).unwrap_or_default().trim_end();
        at + garbage.len().max(first)
    }

    /// Past a container that is not read: its end, or the text's.
    pub(super) fn skip_container(&self, start: usize) -> usize {
        let (mut at, mut depth) = (start, 0_usize);
        while let Some(byte) = self.byte(at) {
            super::steps::count(1);
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                b'"' => at = self.plain_string_end(at, self.len()).unwrap_or(self.len()).saturating_sub(1),
                _ => {}
            }
            at += 1;
            if depth == 0 {
                return at;
            }
        }
        at.min(self.len())
    }

    /// Whether reading a wrong closer as the closer of an outer container would end the whole value while more of it
    /// follows. `depth` is how many containers would then still be open, `most` how far the look may go; gives how far it
    /// went, too.
    pub(super) fn closes_too_early(&self, after: usize, depth: usize, most: usize) -> (bool, usize) {
        let far = self.len().min(after + most.min(BALANCE));
        let (mut at, mut depth) = (after, depth);
        while depth > 0 && at < far {
            super::steps::count(1);
            match self.byte(at) {
                Some(b'{' | b'[') => depth += 1,
                Some(b'}' | b']') => depth -= 1,
                Some(b'"') => match self.plain_string_end(at, far) {
                    Some(end) => at = end - 1,
                    None => return (false, far - after),
                },
                _ => {}
            }
            at += 1;
        }
        let next = self.skip_blanks(at);
        let goes_on = depth == 0 && matches!(self.byte(next), Some(b',' | b'}' | b']' | b':' | b'"'));
        (goes_on, at.saturating_sub(after) + 1)
    }

    /// Whether the line before the one that begins here is blank.
    pub(super) fn follows_blank_line(&self, at: usize) -> bool {
        let before = self.bytes.get(at.saturating_sub(4)..at).unwrap_or_default();
        before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n")
    }

    /// Whether a back-tick of the line is open here, as in the inline code of Markdown; long lines are not looked through.
    pub(super) fn is_in_code(&self, at: usize) -> bool {
        let before = self.bytes.get(at.saturating_sub(FAR)..at).unwrap_or_default();
        let line = before.iter().rev().take_while(|byte| **byte != b'\n');
        super::steps::count(before.len());
        line.filter(|byte| **byte == b'`').count() % 2 == 1
    }

    /// Whether a literal or a number in any form begins here; a number may be longer than the look.
    pub(super) fn literal_at(&self, at: usize) -> bool {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let len =
            rest.iter().take(64).take_while(|byte| byte.is_ascii_alphanumeric() || b"+-._".contains(byte)).count();
        let long = len == 64 && rest.iter().take(len).all(u8::is_ascii_digit);
        long || self.text.get(at..at + len).is_some_and(|word| super::word::classify(word) != super::word::Bare::Word)
    }

    pub(super) fn past_trivia(&self, at: usize) -> usize {
        let mut next = self.skip_all_blanks(at);
        while let Some(end) = self.near_comment_end(next) {
            next = self.skip_all_blanks(end);
        }
        next
    }

    /// The end of the comment that begins here, if it is near.
    fn near_comment_end(&self, at: usize) -> Option<usize> {
        let near = self.bytes.get(at..self.len().min(at + FAR))?;
        let end = if near.starts_with(b"//") || near.first() == Some(&b'#') {
            memchr::memchr(b'\n', near)?
        } else if near.starts_with(b"/*") {
            memchr::memmem::find(near, b"*/")? + 2
        } else {
            return None;
        };
        super::steps::count(end);
        Some(at + end)
    }

    /// The end of the string that begins here, if it is near.
    fn near_string_end(&self, at: usize) -> Option<usize> {
        self.string_end(at, self.len().min(at + FAR))
    }

    /// The end of the string that begins here, before `far`.
    pub(super) fn string_end(&self, at: usize, far: usize) -> Option<usize> {
        let quote = self.quote(at)?;
        let mut next = at + quote.len();
        while next < far {
            super::steps::count(1);
            if self.byte(next) == Some(b'\\') {
                next += 2;
            } else if let Some(len) = quote.closes(self.bytes, next) {
                return Some(next + len);
            } else {
                next += 1;
            }
        }
        None
    }

    /// The end of a double-quoted string by the strict rules, before `far`.
    fn plain_string_end(&self, at: usize, far: usize) -> Option<usize> {
        let mut next = at + 1;
        while next < far {
            super::steps::count(1);
            match self.byte(next)? {
                b'\\' => next += 2,
                b'"' => return Some(next + 1),
                _ => next += 1,
            }
        }
        None
    }

    /// The rest of the text, where a character that is not ASCII begins.
    fn rest_if_not_ascii(&self, at: usize) -> Option<&'s str> {
        self.byte(at).filter(|byte| !byte.is_ascii()).map(|_| self.rest(at))
    }
}
