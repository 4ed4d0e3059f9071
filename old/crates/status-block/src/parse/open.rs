//! Text that begins with a quote or a bracket which nothing closes, where it is read as plain text: curly quotes, quotes
//! that hold further ones, and whatever stands behind a tag or an anchor (R-A10, R-A4).

use envelope_core::{Diagnostic, Span};

use super::flow::{self, Extent};
use super::reader::Reader;
use super::row::{Row, properties};
use super::scalar::begins_curly;
use crate::rules::{TRUNCATED, UNCLOSED};

/// Quotes that open and close for one another: languages differ in which curly one does what, and a straight one may do
/// for either.
const CURLY: [&[char]; 3] = [&['“', '”', '„', '"'], &['‘', '’'], &['«', '»']];

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
        let unclosed = quote && (begins_curly(inner) || quotes(inner).len() == 1 && tags > 0);
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

/// Whether the quote that the text begins with is still open at its end. Of straight ones an odd number tells, unless the
/// second closes the first; of curly ones that more of them open than close.
fn is_open_quote(text: &str) -> bool {
    let quotes = quotes(text);
    match quotes.first().map(|quote| quote.sign) {
        Some('"' | '\'') => quotes.len() % 2 == 1 && quotes.get(1).is_none_or(|second| !second.closes),
        Some(_) => !is_left_out(text) && quotes.iter().filter(|quote| quote.closes).count() * 2 < quotes.len(),
        None => false,
    }
}

struct Quote {
    sign: char,
    /// Whether it closes, by its form or by what stands around it.
    closes: bool,
}

/// The quotes in the text of the kind that it begins with. Escaped ones, and apostrophes inside a word, are none.
fn quotes(text: &str) -> Vec<Quote> {
    let Some(first) = text.chars().next() else { return Vec::new() };
    let forms = CURLY.into_iter().find(|forms| forms.contains(&first)).unwrap_or_default();
    let apostrophe = matches!(first, '\'' | '‘');
    let (mut found, mut before, mut escaped) = (Vec::new(), None, false);
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let next = signs.peek().copied();
        let in_word = apostrophe && is_letter(before) && is_letter(next);
        if !escaped && !in_word && (sign == first || forms.contains(&sign)) {
            let ends_word = before.is_some_and(|before| !before.is_whitespace()) && !is_letter(next);
            let other_form = sign != first && sign != '"';
            found.push(Quote { sign, closes: other_form || ends_word });
        }
        escaped = first == '"' && sign == '\\' && !escaped;
        before = Some(sign);
    }
    found
}

/// Whether the text begins with a sign for letters that are left out: `‘90s`, `‘tis`.
fn is_left_out(text: &str) -> bool {
    const WORDS: [&str; 4] = ["tis", "twas", "til", "em"];
    let rest = text.strip_prefix('‘').unwrap_or_default();
    let word = rest.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
    word.starts_with(|sign: char| sign.is_ascii_digit()) || WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

fn is_letter(sign: Option<char>) -> bool {
    sign.is_some_and(char::is_alphanumeric)
}

/// The place of the first sign of the text at `at`.
fn sign(at: usize, text: &str) -> Span {
    Span::new(at, at + text.chars().next().map_or(0, char::len_utf8))
}
