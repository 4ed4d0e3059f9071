use super::care::is_name;
use super::parse::{Parser, Step};
use super::rules::{ELLIPSIS, LITERAL, MISSING_QUOTES, NOT_FINITE, NUMBER_FORM, NUMBER_RANGE, UNQUOTED_KEY};
use super::string::opening;
use super::tree::{Node, Tag};
use crate::Span;

/// Literals of Python and JavaScript, in any letter case.
const LITERALS: [(&str, Tag); 6] = [
    ("true", Tag::True),
    ("false", Tag::False),
    ("null", Tag::Null),
    ("none", Tag::Null),
    ("nil", Tag::Null),
    ("undefined", Tag::Null),
];

/// Numbers that JSON does not have.
const NOT_NUMBERS: [&str; 5] = ["NaN", "nan", "Infinity", "inf", "Inf"];

impl Parser<'_> {
    /// Reads a number, or a word that begins like one.
    pub(super) fn number(&mut self) -> Step {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or_default();
        let Some((length, exponent)) = number_length(rest) else { return self.word() };
        if !matches!(rest.get(length), None | Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t' | b'/')) {
            return self.word();
        }
        self.at = start + length;
        // Eighteen digits always fit.
        let fits = length <= 18 && !exponent || is_kept(Span::new(start, self.at).of(self.document.text));
        let piece = if fits { Node::PLAIN } else { self.verbatim(start, self.at) };
        self.push_number(start, piece, fits);
        Step::Scalar
    }

    /// Pushes the number that ends here; as a text where readers would not keep it.
    fn push_number(&mut self, start: usize, piece: u32, fits: bool) {
        self.push(if fits { Tag::Number } else { Tag::Text }, start, self.at, piece);
        if !fits {
            self.repair(&NUMBER_RANGE, Span::new(start, self.at));
        }
    }

    /// A piece with a part of the source.
    fn verbatim(&mut self, start: usize, end: usize) -> u32 {
        let from = self.document.decoded.len();
        self.document.decoded.push_str(Span::new(start, end).of(self.document.text));
        self.piece(from)
    }

    /// Reads a value without quotes: a literal, an odd number or one word.
    pub(super) fn word(&mut self) -> Step {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or_default();
        if let Some((closers, length)) = opening(self.bytes, start) {
            return self.quoted(closers, length, false);
        }
        let length =
            rest.iter().take_while(|byte| !ends_word(Some(byte)) && !matches!(byte, b'"' | b'{' | b'[')).count();
        let word = Span::new(start, start + length);
        self.at = word.end();
        let text = word.of(self.document.text);
        if length == 0 {
            return Step::Prose;
        }
        if let Some((literal, tag)) = LITERALS.iter().find(|(literal, _)| literal.eq_ignore_ascii_case(text)) {
            self.push(*tag, start, self.at, Node::PLAIN);
            if *literal != text || *tag == Tag::Null && text != "null" {
                self.repair(&LITERAL, word);
            }
            return Step::Scalar;
        }
        if matches!(text, "..." | "…") && !self.in_object() {
            self.repair(&ELLIPSIS, word);
            return Step::Scalar;
        }
        if NOT_NUMBERS.contains(&text.trim_start_matches(['-', '+'])) {
            self.push(Tag::Null, start, self.at, Node::PLAIN);
            self.repair(&NOT_FINITE, word);
            return Step::Scalar;
        }
        self.odd_number(word).unwrap_or_else(|| self.one_word(word))
    }

    /// Reads a number with a leading plus, dot or zeros.
    fn odd_number(&mut self, word: Span) -> Option<Step> {
        let text = word.of(self.document.text);
        let unsigned = text.trim_start_matches(['-', '+']);
        if unsigned.is_empty() || text.len() - unsigned.len() > 1 || !ends_word(self.bytes.get(word.end())) {
            return None;
        }
        let digits = unsigned.trim_start_matches('0');
        let zero = if digits.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "0" };
        let sign = if text.starts_with('-') { "-" } else { "" };
        let number = format!("{sign}{zero}{digits}");
        if number_length(number.as_bytes()).map(|(length, _)| length) != Some(number.len()) {
            return None;
        }
        let from = self.document.decoded.len();
        self.document.decoded.push_str(&number);
        let piece = self.piece(from);
        self.push_number(word.start(), piece, is_kept(&number));
        self.repair(&NUMBER_FORM, word);
        Some(Step::Scalar)
    }

    /// Reads a word that lacks both quotes or the opening one; more than one word is prose.
    fn one_word(&mut self, word: Span) -> Step {
        let piece = self.verbatim(word.start(), word.end());
        let has_quote = self.bytes.get(word.end()) == Some(&b'"');
        self.at = word.end() + usize::from(has_quote);
        self.doubt |= has_quote;
        let blanks = self.bytes[self.at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let span = Span::new(word.start(), self.at);
        let next = self.bytes.get(self.at + blanks);
        if next.is_none() && blanks == 0 && !has_quote {
            self.push(Tag::Text, span.start(), span.end(), piece);
            return Step::Cut;
        }
        if !matches!(next, None | Some(b',' | b'}' | b']' | b'\n' | b'\r' | b'/' | b'#')) {
            return Step::Prose;
        }
        self.repair(&MISSING_QUOTES, span);
        self.push(Tag::Text, span.start(), span.end(), piece);
        Step::Scalar
    }

    /// Reads a key; returns whether it has quotes.
    pub(super) fn key(&mut self, first: u8) -> Result<bool, Step> {
        let start = self.at;
        if first == b'"' && !self.careful {
            return if self.string() == Step::Scalar { Ok(true) } else { Err(Step::Cut) };
        }
        if let Some((closers, length)) = opening(self.bytes, start) {
            let step = self.quoted(closers, length, true);
            let key = self.document.pieces.last().map_or("", |piece| piece.of(&self.document.decoded));
            // The opening quote of a value is no closing quote of its key: `"key: "value"`.
            let is_early = key.trim_ascii_end().ends_with(':') && !self.colon_follows();
            return if is_early {
                Err(Step::Prose)
            } else if step == Step::Scalar {
                Ok(true)
            } else {
                Err(step)
            };
        }
        let length = self.bytes[start..].iter().take_while(|byte| is_name(**byte)).count();
        let name = Span::new(start, start + length);
        self.at = name.end();
        let text = name.of(self.document.text);
        if matches!(text, "..." | "…") {
            self.repair(&ELLIPSIS, name);
            return Err(Step::Scalar);
        }
        let has_quote = self.bytes.get(self.at) == Some(&b'"');
        self.at += usize::from(has_quote);
        match self.bytes[self.at..].trim_ascii_start().first() {
            Some(b':' | b',' | b'}') if length > 0 => {}
            None => return Err(Step::Cut),
            Some(_) => return Err(Step::Prose),
        }
        let piece = self.verbatim(name.start(), name.end());
        self.push(Tag::Text, start, self.at, piece);
        self.repair(&UNQUOTED_KEY, Span::new(start, self.at));
        Ok(false)
    }

    fn colon_follows(&self) -> bool {
        self.bytes[self.at..].trim_ascii_start().first() == Some(&b':')
    }
}

fn ends_word(byte: Option<&u8>) -> bool {
    matches!(byte, None | Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t'))
}

/// The length of the JSON number that a text begins with, and whether it has an exponent.
fn number_length(bytes: &[u8]) -> Option<(usize, bool)> {
    let digits = |from: usize| {
        let count = bytes.get(from..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_digit()).count();
        (count > 0).then_some(from + count)
    };
    let start = usize::from(bytes.first() == Some(&b'-'));
    let mut end = if bytes.get(start) == Some(&b'0') { start + 1 } else { digits(start)? };
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1)?;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        return digits(end + 1 + sign).map(|end| (end, true));
    }
    Some((end, false))
}

/// Whether a number fits 64 bits, or a double without change if it is an integer.
fn is_kept(text: &str) -> bool {
    if text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok() {
        return true;
    }
    let double: f64 = text.parse().unwrap_or(f64::INFINITY);
    let is_integer = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    double.is_finite() && (!is_integer || format!("{double:.0}") == text)
}
