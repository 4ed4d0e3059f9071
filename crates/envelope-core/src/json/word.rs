use super::care::is_name;
use super::parse::{Parser, Step};
use super::rules::{ELLIPSIS, LITERAL, MISSING_QUOTES, NOT_FINITE, NUMBER_FORM, NUMBER_RANGE, UNQUOTED_KEY};
use super::string::Quote;
use super::tree::{Node, Tag};
use crate::Span;

/// Literals of Python and JavaScript.
const LITERALS: [(&str, Tag); 10] = [
    ("True", Tag::True),
    ("TRUE", Tag::True),
    ("False", Tag::False),
    ("FALSE", Tag::False),
    ("None", Tag::Null),
    ("NULL", Tag::Null),
    ("Null", Tag::Null),
    ("nil", Tag::Null),
    ("undefined", Tag::Null),
    ("UNDEFINED", Tag::Null),
];

/// Numbers that JSON does not have.
const NOT_NUMBERS: [&str; 5] = ["NaN", "nan", "Infinity", "inf", "Inf"];

impl Parser<'_> {
    /// Reads a number, or a word that begins like one.
    pub(super) fn number(&mut self) -> Step {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or_default();
        let Some((length, exponent)) = number_length(rest) else { return self.word(rest[0]) };
        if !matches!(rest.get(length), None | Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t' | b'/')) {
            return self.word(rest[0]);
        }
        self.at = start + length;
        // Eighteen digits always fit.
        let tag = if length > 18 || exponent { self.in_range(start, Node::PLAIN) } else { Tag::Number };
        if tag == Tag::Number {
            self.push(Tag::Number, start, self.at, Node::PLAIN);
        }
        Step::Scalar
    }

    /// Whether the number that ends here is one that all readers keep; otherwise it is pushed as a text.
    fn in_range(&mut self, start: usize, data: u32) -> Tag {
        let span = Span::new(start, self.at);
        let text = if data == Node::PLAIN { span.of(self.document.text) } else { self.last_piece() };
        if is_kept(text) {
            return Tag::Number;
        }
        let from = self.document.decoded.len();
        let text = text.to_owned();
        self.document.decoded.push_str(&text);
        let piece = self.piece(from);
        self.push(Tag::Text, start, self.at, piece);
        self.repair(&NUMBER_RANGE, span);
        Tag::Text
    }

    fn last_piece(&self) -> &str {
        self.document.pieces.last().map_or("", |piece| piece.of(&self.document.decoded))
    }

    /// Reads a value without quotes: a literal, an odd number or one word.
    pub(super) fn word(&mut self, first: u8) -> Step {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or_default();
        for (literal, tag) in [("true", Tag::True), ("false", Tag::False), ("null", Tag::Null)] {
            if literal.as_bytes()[0] == first
                && rest.starts_with(literal.as_bytes())
                && ends_word(rest.get(literal.len()))
            {
                self.at = start + literal.len();
                self.push(tag, start, self.at, Node::PLAIN);
                return Step::Scalar;
            }
        }
        if !self.careful {
            return Step::Prose;
        }
        if let Some((quote, length)) = Quote::opening(self.bytes, start) {
            return self.quoted(quote, length, false);
        }
        let length =
            rest.iter().take_while(|byte| !ends_word(Some(byte)) && !matches!(byte, b'"' | b'{' | b'[')).count();
        let word = Span::new(start, start + length);
        self.at = word.end();
        let text = word.of(self.document.text);
        if length == 0 {
            return Step::Prose;
        }
        if matches!(text, "..." | "…") && !self.in_object() {
            self.repair(&ELLIPSIS, word);
            return Step::Scalar;
        }
        if let Some((_, tag)) = LITERALS.iter().find(|(literal, _)| *literal == text) {
            self.push(*tag, start, self.at, Node::PLAIN);
            self.repair(&LITERAL, word);
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
        if text.len() - unsigned.len() > 1 || !ends_word(self.bytes.get(word.end())) {
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
        if self.in_range(word.start(), piece) == Tag::Number {
            self.push(Tag::Number, word.start(), word.end(), piece);
            self.repair(&NUMBER_FORM, word);
        }
        Some(Step::Scalar)
    }

    /// Reads a word that lacks both quotes or the opening one; more than one word is prose.
    fn one_word(&mut self, word: Span) -> Step {
        let decoded = self.document.decoded.len();
        self.document.decoded.push_str(word.of(self.document.text));
        let piece = self.piece(decoded);
        let has_quote = self.bytes.get(word.end()) == Some(&b'"');
        self.at = word.end() + usize::from(has_quote);
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
        if !self.careful {
            let step = if first == b'"' { self.string() } else { Step::Prose };
            return if step == Step::Scalar { Ok(true) } else { Err(step) };
        }
        if let Some((quote, length)) = Quote::opening(self.bytes, start) {
            let node = self.document.nodes.len();
            return match self.quoted(quote, length, true) {
                Step::Scalar => {
                    self.missing_closing_quote(node);
                    Ok(true)
                }
                step => Err(step),
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
        let decoded = self.document.decoded.len();
        self.document.decoded.push_str(text);
        let has_quote = self.bytes.get(self.at) == Some(&b'"');
        self.at += usize::from(has_quote);
        match self.bytes[self.at..].trim_ascii_start().first() {
            Some(b':' | b',' | b'}') if length > 0 => {}
            None => return Err(Step::Cut),
            Some(_) => return Err(Step::Prose),
        }
        let piece = self.piece(decoded);
        self.push(Tag::Text, start, self.at, piece);
        self.repair(&UNQUOTED_KEY, Span::new(start, self.at));
        Ok(false)
    }

    /// Ends a key at its colon if its closing quote is the opening one of the value: `"key: "value"`.
    fn missing_closing_quote(&mut self, node: usize) {
        let span = self.document.span(node);
        let follows = self.bytes[self.at..].trim_ascii_start().first();
        let source = &self.bytes[..span.end() - 1];
        let colon = source.trim_ascii_end();
        if matches!(follows, Some(b':')) || !colon.ends_with(b":") || colon.len() < span.start() + 2 {
            return;
        }
        self.at = colon.len() - 1;
        let name = Span::new(span.start() + 1, self.at);
        let decoded = self.document.decoded.len();
        self.document.decoded.push_str(name.of(self.document.text));
        let piece = self.piece(decoded);
        self.document.nodes.truncate(node);
        self.push(Tag::Text, span.start(), self.at, piece);
        self.repair(&UNQUOTED_KEY, Span::new(span.start(), self.at));
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
