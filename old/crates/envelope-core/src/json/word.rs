//! Reading one JSON value with repairs: literals, numbers, and words without quotes.

use super::rules::{
    LEADING_ZEROS, LITERAL, MISSING_QUOTES, NOT_FINITE, NUMBER_FORM, NUMBER_RANGE, UNEXPECTED, UNQUOTED_KEY,
    UNQUOTED_TEXT,
};
use super::scan::{Flow, Scanner, Want};
use crate::Span;
use crate::tree::exact_number;

/// What a bare word is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Bare {
    Bool(bool),
    Null,
    /// NaN or an infinity.
    NotFinite,
    Number(String, Form),
    Word,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Json,
    Odd,
    LeadingZeros,
}

/// The words that other languages use for JSON's literals; JSON's own come first.
const LITERALS: [(&str, Option<bool>); 15] = [
    ("true", Some(true)),
    ("false", Some(false)),
    ("null", None),
    ("True", Some(true)),
    ("False", Some(false)),
    ("None", None),
    ("TRUE", Some(true)),
    ("FALSE", Some(false)),
    ("NULL", None),
    ("Null", None),
    ("undefined", None),
    ("nil", None),
    ("Nil", None),
    ("none", None),
    ("NONE", None),
];
/// How many of [`LITERALS`] are JSON's own.
const JSON_LITERALS: usize = 3;

/// In any case of letters.
const NOT_FINITE_WORDS: [&str; 3] = ["nan", "infinity", "inf"];

/// The literal that the word is, and whether it is JSON's own.
pub(super) fn literal(word: &str) -> Option<(Option<bool>, bool)> {
    let at = LITERALS.iter().position(|(name, _)| *name == word)?;
    LITERALS.get(at).map(|(_, value)| (*value, at < JSON_LITERALS))
}

pub(super) fn classify(word: &str) -> Bare {
    if let Some((value, _)) = literal(word) {
        return value.map_or(Bare::Null, Bare::Bool);
    }
    let unsigned = word.strip_prefix(['-', '+']).unwrap_or(word);
    if NOT_FINITE_WORDS.iter().any(|word| word.eq_ignore_ascii_case(unsigned)) {
        return Bare::NotFinite;
    }
    match number(word) {
        Some((text, form)) => Bare::Number(text, form),
        None => Bare::Word,
    }
}

impl Scanner<'_> {
    /// A bare word where a value should stand.
    pub(super) fn word_value(&mut self) -> Flow {
        let start = self.at;
        if let Some(end) = self.ahead.placeholder_end(start).filter(|_| self.ahead.byte(start) == Some(b'{')) {
            return self.bare_string(Span::new(start, end));
        }
        if !self.ahead.byte(start).is_some_and(starts_word) {
            return self.garbage();
        }
        // Python's `u'…'`, `r"…"`: what the letter changes is not JSON's to say.
        let prefix = self.ahead.rest(start).bytes().take(2).take_while(|byte| b"urbfURBF".contains(byte)).count();
        if prefix > 0 && self.ahead.quote(start + prefix).is_some() {
            let span = Span::new(start, start + prefix);
            self.report(&UNEXPECTED, span, || "a letter before the string; it is left out".to_owned());
            self.at = span.end();
            return self.string_value();
        }
        let end = self.word_end(start);
        let span = Span::new(start, end);
        let bare = classify(span.of(self.ahead.text));
        if end == self.ahead.len() {
            // It may go on: a number or word that touches the end of the text is not known.
            self.at = end;
            return Flow::Cut;
        }
        if self.goes_on(end, bare != Bare::Word) {
            return self.bare_text(start);
        }
        if bare == Bare::Word {
            return self.bare_string(span);
        }
        self.push_bare(bare, span);
        self.at = end;
        self.value_read();
        Flow::On
    }

    /// A bare name where a key should stand.
    pub(super) fn bare_key(&mut self) -> Flow {
        let Some(end) = self.ahead.bare_key_end(self.at) else { return self.garbage_key() };
        let span = Span::new(self.at, end);
        let name = span.of(self.ahead.text).trim_end_matches(['"', '\'']).trim_end();
        self.tree.key(name, span);
        self.repair(&UNQUOTED_KEY, span, |read| format!("a key without quotes; {read} as if they stood there"));
        self.key = span;
        self.at = end;
        self.want(Want::Colon);
        Flow::On
    }

    /// A bare word that reaches the end of the text may be a key cut off; anything else fits nowhere.
    fn garbage_key(&mut self) -> Flow {
        let first = self.ahead.byte(self.at);
        let end = self.ahead.garbage_end(self.at);
        if end == self.ahead.len() && first.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            if !self.trusted && self.key.is_empty() {
                return Flow::Failed;
            }
            self.at = end;
            return Flow::Cut;
        }
        self.garbage()
    }

    fn push_bare(&mut self, bare: Bare, span: Span) {
        let written = span.of(self.ahead.text);
        match bare {
            Bare::Bool(value) => self.tree.bool(value, span),
            Bare::Null | Bare::NotFinite | Bare::Word => self.tree.null(span),
            Bare::Number(ref text, _) => self.tree.number(text, span),
        }
        match bare {
            Bare::Bool(_) | Bare::Null if literal(written).is_some_and(|(_, own)| !own) => {
                let meant = if let Bare::Bool(value) = bare { value.to_string() } else { "null".to_owned() };
                self.repair(&LITERAL, span, |read| format!("`{written}` {read} as `{meant}`"));
            }
            Bare::NotFinite => self.repair(&NOT_FINITE, span, |read| format!("`{written}` {read} as `null`")),
            Bare::Number(text, form) => {
                match form {
                    Form::Json => {}
                    Form::Odd => self.repair(&NUMBER_FORM, span, |read| format!("`{written}` {read} as `{text}`")),
                    Form::LeadingZeros => {
                        self.repair(&LEADING_ZEROS, span, |read| format!("`{written}` {read} as `{text}`"));
                    }
                }
                let plain = text.len() <= 15 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
                if !plain && exact_number(&text).is_none() {
                    self.report(&NUMBER_RANGE, span, || format!("a double cannot hold `{text}`; its text is kept"));
                }
            }
            _ => {}
        }
    }

    /// One word without quotes, or with only one of them.
    fn bare_string(&mut self, span: Span) -> Flow {
        let word = span.of(self.ahead.text);
        let word = word.strip_suffix(['"', '\'']).filter(|inner| !inner.contains(['"', '\''])).unwrap_or(word);
        self.tree.string(word, span);
        self.repair(&MISSING_QUOTES, span, |read| format!("a string without quotes; {read} as if they stood there"));
        self.at = span.end();
        self.value_read();
        Flow::On
    }

    /// Several words without quotes, up to the next sign of structure or the line's end.
    fn bare_text(&mut self, start: usize) -> Flow {
        let rest = self.ahead.text.as_bytes().get(start..).unwrap_or_default();
        let mut len = rest.len();
        for (at, byte) in rest.iter().enumerate() {
            let comment = *byte == b' ' && (rest.get(at + 1..at + 3) == Some(b"//") || rest.get(at + 1) == Some(&b'#'));
            if b",}]\n\r".contains(byte) || comment {
                len = at;
                break;
            }
        }
        super::steps::count(len);
        let text = Span::new(start, start + len).of(self.ahead.text).trim_end();
        let span = Span::new(start, start + text.len());
        let text = text.strip_suffix('"').filter(|inner| !inner.contains('"')).unwrap_or(text);
        self.tree.string(text, span);
        self.report(&UNQUOTED_TEXT, span, || "several words without quotes; where they end is a guess".to_owned());
        self.at = span.end();
        self.value_read();
        Flow::On
    }

    /// Up to a blank or a sign of structure; after a number or literal also up to a quote or a comment.
    fn word_end(&self, start: usize) -> usize {
        let rest = self.ahead.text.as_bytes().get(start..).unwrap_or_default();
        let ends = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b',' | b'}' | b']' | b';');
        let len = rest.iter().position(ends).unwrap_or(rest.len());
        super::steps::count(len);
        let word = Span::new(start, start + len).of(self.ahead.text);
        let tag = memchr::memchr(b'<', word.as_bytes())
            .and_then(|_| word.find("</"))
            .filter(|at| self.ahead.thinking_tag(start + at).is_some());
        let mut end = tag.unwrap_or(len);
        if let Some(at) = word.find(['"', '\'', '/']).filter(|at| *at > 0 && *at < end) {
            let known = word.get(..at).is_some_and(|known| classify(known) != Bare::Word);
            let follows = self.ahead.quote(start + at).is_some() || self.ahead.comment_start(start + at);
            end = if known && follows { at } else { end };
        }
        start + end
    }

    /// Whether more words follow on the line. After a number or literal a new value or key means a missing comma.
    fn goes_on(&self, end: usize, known: bool) -> bool {
        let blanks = self.ahead.rest(end).bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let next = end + blanks;
        let Some(byte) = self.ahead.byte(next) else { return false };
        if matches!(byte, b',' | b'}' | b']' | b'\n' | b'\r')
            || self.ahead.comment_start(next)
            || self.ahead.ends_region(next)
        {
            return false;
        }
        if self.ahead.quote(next).is_some()
            || matches!(byte, b'{' | b'[' | b')' | b';')
            || self.ahead.ellipsis(next) > 0
        {
            return false;
        }
        if known {
            let word = Span::new(next, self.word_end(next)).of(self.ahead.text);
            return classify(word) == Bare::Word && self.ahead.bare_key_end(next).is_none();
        }
        true
    }
}

fn starts_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_$-+.</@~%\\".contains(&byte) || !byte.is_ascii()
}

/// The number in JSON's form, and how it was written.
fn number(word: &str) -> Option<(String, Form)> {
    if !word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-._".contains(&byte)) {
        return None;
    }
    if is_json_number(word) {
        return Some((word.to_owned(), Form::Json));
    }
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", word.strip_prefix('+').unwrap_or(word)),
    };
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        let all_hex = !hex.is_empty() && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        // One that is too long keeps its text, and the range is reported.
        let text = u64::from_str_radix(hex, 16).map_or_else(|_| word.to_owned(), |value| format!("{sign}{value}"));
        return all_hex.then_some((text, Form::Odd));
    }
    let mut text: String = if is_grouped(digits) { digits.replace('_', "") } else { digits.to_owned() };
    if text.starts_with('.') {
        text.insert(0, '0');
    }
    if text.ends_with('.') {
        text.push('0');
    }
    let zeros = text.len() - text.trim_start_matches('0').len();
    let stripped = text.get(zeros..).unwrap_or_default();
    let whole =
        if stripped.is_empty() || stripped.starts_with(['.', 'e', 'E']) { zeros.saturating_sub(1) } else { zeros };
    let form = if whole > 0 { Form::LeadingZeros } else { Form::Odd };
    let text = format!("{sign}{}", text.get(whole..).unwrap_or_default());
    is_json_number(&text).then_some((text, form))
}

/// Whether every underscore stands between two digits.
fn is_grouped(digits: &str) -> bool {
    digits
        .split('_')
        .all(|group| group.starts_with(|c: char| c.is_ascii_digit()) && group.ends_with(|c: char| c.is_ascii_digit()))
}

/// Whether the text is a number by JSON's grammar.
fn is_json_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(digits)
}
