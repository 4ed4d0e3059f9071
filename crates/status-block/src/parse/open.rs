//! Text that begins with a quote or a bracket which nothing closes, where it is read as plain text: curly quotes, quotes
//! that hold further ones, and whatever stands behind a tag or an anchor (R-A10, R-A4).

use envelope_core::{Diagnostic, Span};

use super::flow::{self, Extent};
use super::reader::Reader;
use super::row::{Row, properties};
use super::scalar::begins_curly;
use crate::rules::{TRUNCATED, UNCLOSED};

/// Curly quotes that open and close for one another: languages differ in which does what.
const CURLY: [&[char]; 3] = [&['“', '”', '„'], &['‘', '’'], &['«', '»']];

impl<'a> Reader<'a, '_> {
    /// Whether the plain text at `span`, which began in `row` and was just consumed, has an opening sign that nothing
    /// closes; reports it.
    pub(super) fn note_left_open(&mut self, row: &Row<'a>, span: Span) -> bool {
        let raw = span.of(self.text);
        let tags = properties(raw);
        let inner = raw.get(tags..).unwrap_or_default();
        let at = span.start() + tags;
        let inside = match inner.bytes().next() {
            Some(b'"' | b'\'') if is_open_quote(inner) => "quotes",
            Some(b'[') if tags > 0 => "a list",
            Some(b'{') if tags > 0 => "a map",
            Some(byte) if !byte.is_ascii() && is_open_curly(inner) => "quotes",
            _ => return false,
        };
        let quote = inside == "quotes";
        let ends = if quote { self.is_at_the_end() } else { self.ends_inside_bracket(row, at) };
        if ends {
            self.truncated = true;
            let message = format!("the message ends inside {inside}");
            self.found.push(Diagnostic::new(&TRUNCATED, sign(at, inner), message).help("send the whole message again"));
            return true;
        }
        // Before more of the block a straight quote with another one behind it is text, and told as such.
        let unclosed = quote && (begins_curly(inner) || count(inner).0 == 1 && tags > 0);
        if unclosed {
            self.note_unclosed(at, inner);
        }
        unclosed
    }

    /// Reports the quote at `at` that `text` begins with.
    pub(super) fn note_unclosed(&mut self, at: usize, text: &str) {
        let message = "nothing closes this quote";
        self.found.push(Diagnostic::new(&UNCLOSED, sign(at, text), message).help("write \"…\""));
    }

    /// Whether nothing stands behind what was consumed.
    fn is_at_the_end(&self) -> bool {
        self.row.and_then(|row| self.next_content(row)).is_none()
    }

    fn ends_inside_bracket(&mut self, row: &Row<'a>, at: usize) -> bool {
        let Extent::Open(stop) = flow::extent(self, at, row.indent) else { return false };
        stop >= self.text.trim_end().len() && !self.more_of_the_block(row.next)
    }
}

/// Whether the text begins with a curly quote that nothing closes.
pub(super) fn is_open_curly(text: &str) -> bool {
    begins_curly(text) && is_open_quote(text)
}

/// Whether the quote that the text begins with opens once more than anything closes it; of a straight one an odd number
/// tells.
fn is_open_quote(text: &str) -> bool {
    let (opening, closing) = count(text);
    (opening + closing) % 2 == 1 && opening > closing
}

/// How often the quote that the text begins with stands in it, and how often the other forms of it. Escaped ones, and
/// apostrophes inside a word, are none.
fn count(text: &str) -> (usize, usize) {
    let Some(first) = text.chars().next() else { return (0, 0) };
    let forms = CURLY.into_iter().find(|forms| forms.contains(&first)).unwrap_or_default();
    let apostrophe = matches!(first, '\'' | '‘');
    let (mut same, mut others, mut before, mut escaped) = (0, 0, None, false);
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let in_word = apostrophe && is_letter(before) && is_letter(signs.peek().copied());
        let counts = !escaped && !in_word;
        same += usize::from(counts && sign == first);
        others += usize::from(counts && sign != first && forms.contains(&sign));
        escaped = first == '"' && sign == '\\' && !escaped;
        before = Some(sign);
    }
    (same, others)
}

fn is_letter(sign: Option<char>) -> bool {
    sign.is_some_and(char::is_alphanumeric)
}

/// The place of the first sign of the text at `at`.
fn sign(at: usize, text: &str) -> Span {
    Span::new(at, at + text.chars().next().map_or(0, char::len_utf8))
}
