use serde_json::{Map, Value as Json};

use super::{Kind, Member, Value};
use crate::rules::{CONVERTED, WRONG_TYPE};
use crate::text::{excerpt, is_placeholder, says_nothing};
use crate::{Rule, Sink};

/// The keys that an object must have, and the rules that it breaks otherwise.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_structs, reason = "protocol crates build it as a constant")]
pub struct Required<'r> {
    /// The keys, at most 64.
    pub keys: &'r [&'r str],
    /// A key is missing, or has null, a blank text or a placeholder.
    pub missing: &'static Rule,
    /// A value is of the wrong type.
    pub mistyped: &'static Rule,
}

impl Required<'_> {
    /// Nothing is required.
    pub const NONE: Self = Self { keys: &[], missing: &WRONG_TYPE, mistyped: &WRONG_TYPE };
}

/// Reads the fields of one object. Sure conversions are warnings (R-A14); a value of the wrong type is an error where it
/// is required, otherwise a warning, and kept among the extra fields.
#[derive(Debug)]
pub struct Fields<'s> {
    /// Where diagnostics go.
    pub sink: &'s mut Sink,
    required: &'s Required<'s>,
    /// The required keys that were there, one bit each.
    seen: u64,
    /// Whether a required field could not be read.
    failed: bool,
    extra: Map<String, Json>,
}

impl<'s> Fields<'s> {
    /// A reader of an object with these required keys.
    #[inline]
    pub fn new(sink: &'s mut Sink, required: &'s Required<'s>) -> Self {
        Self { sink, required, seen: 0, failed: false, extra: Map::new() }
    }

    /// A text that says something; a number is converted.
    #[inline]
    pub fn text(&mut self, field: Member<'_>) -> Option<String> {
        match (field.value.kind(), field.value.as_str()) {
            (_, Some(text)) if is_absent(text) => self.absent(field),
            (_, Some(text)) => Some(self.take(field, text.to_owned(), None)),
            (Kind::Number, _) => Some(self.take(field, field.value.raw().to_owned(), Some("a text"))),
            _ => self.wrong(field, "a text"),
        }
    }

    /// A number that counts something; a float without fraction and a number in quotes are converted.
    pub fn count(&mut self, field: Member<'_>) -> Option<u64> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let digits = digits(field.value);
        if let Ok(count) = digits.parse() {
            return Some(self.take(field, count, field.value.as_str().map(|_| "a count")));
        }
        match digits.parse::<f64>() {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in the range")]
            Ok(number) if number.fract() == 0.0 && (0.0..=EXACT).contains(&number) => {
                Some(self.take(field, number as u64, Some("a count")))
            }
            _ => self.wrong(field, "a count"),
        }
    }

    /// A number; one in quotes is converted.
    pub fn number(&mut self, field: Member<'_>) -> Option<f64> {
        match digits(field.value).parse::<f64>() {
            Ok(number) if number.is_finite() => {
                Some(self.take(field, number, field.value.as_str().map(|_| "a number")))
            }
            _ => self.wrong(field, "a number"),
        }
    }

    /// A boolean; one in quotes is converted.
    pub fn boolean(&mut self, field: Member<'_>) -> Option<bool> {
        let text = field.value.as_str().map(|text| text.trim().to_ascii_lowercase());
        match (field.value.as_bool(), text.as_deref()) {
            (Some(boolean), _) => Some(self.take(field, boolean, None)),
            (_, Some(text @ ("true" | "false"))) => Some(self.take(field, text == "true", Some("a boolean"))),
            _ => self.wrong(field, "`true` or `false`"),
        }
    }

    /// A list of texts; one text is a list of one, items that say nothing are left out, numbers are converted.
    pub fn texts(&mut self, field: Member<'_>) -> Option<Vec<String>> {
        let is_text = |item: Value<'_>| matches!(item.kind(), Kind::String | Kind::Number | Kind::Null);
        if field.value.items().all(is_text) { self.any_texts(field) } else { self.wrong(field, "a list of texts") }
    }

    /// The same, but other items are kept as JSON text.
    pub fn any_texts(&mut self, field: Member<'_>) -> Option<Vec<String>> {
        if field.value.kind() != Kind::Array {
            return match field.value.as_str() {
                Some(text) if !is_absent(text) => {
                    Some(self.take(field, vec![text.to_owned()], Some("a list of one text")))
                }
                _ => self.wrong(field, "a list of texts"),
            };
        }
        let mut texts = Vec::new();
        for item in field.value.items() {
            match item.as_str() {
                Some(text) if is_absent(text) => {}
                Some(text) => texts.push(text.to_owned()),
                None if item.is_null() || matches!(item.kind(), Kind::Object | Kind::Array) && item.is_empty() => {}
                None => {
                    self.converted(item, "a text");
                    texts.push(item.to_json().to_string());
                }
            }
        }
        Some(self.take(field, texts, None))
    }

    /// A list, whose items the caller reads.
    #[inline]
    pub fn list<'d>(&mut self, field: Member<'d>) -> Option<Value<'d>> {
        self.of_kind(field, Kind::Array, "a list")
    }

    /// An object, whose fields the caller reads.
    #[inline]
    pub fn object<'d>(&mut self, field: Member<'d>) -> Option<Value<'d>> {
        self.of_kind(field, Kind::Object, "an object")
    }

    /// Keeps a field among the extra ones; for what no arm of a decoder takes.
    #[inline]
    pub fn keep(&mut self, field: Member<'_>) {
        self.extra.insert(field.key.to_owned(), field.value.to_json());
    }

    /// Notes that a required field was read by other means.
    #[inline]
    pub fn found(&mut self, field: Member<'_>) {
        if let Some(at) = self.required.keys.iter().position(|key| *key == field.key) {
            self.seen |= 1 << at;
        }
    }

    /// Reports that a value cannot be read: as an error if its key is required, else as a warning, and keeps it.
    pub fn wrong<T>(&mut self, field: Member<'_>, expected: &str) -> Option<T> {
        let value = field.value;
        if value.is_null() || value.as_str().is_some_and(is_absent) {
            return self.absent(field);
        }
        let message = || format!("`{}` is not {expected}", field.key);
        if self.is_required(field) {
            self.found(field);
            self.failed = true;
            self.sink.push(self.required.mistyped, value.span(), message);
        } else {
            self.sink.push(&WRONG_TYPE, value.span(), message);
        }
        self.keep(field);
        None
    }

    /// Reports the required keys that are missing in an object; returns the extra fields, and whether all that is
    /// required was read.
    pub fn finish(self, object: Value<'_>) -> (Map<String, Json>, bool) {
        for (at, key) in self.required.keys.iter().enumerate() {
            if self.seen & 1 << at == 0 {
                self.sink.push(self.required.missing, object.opening(), || format!("`{key}` is missing"));
            }
        }
        let is_complete = !self.failed && self.seen.count_ones() as usize == self.required.keys.len();
        (self.extra, is_complete)
    }

    fn is_required(&self, field: Member<'_>) -> bool {
        self.required.keys.contains(&field.key)
    }

    /// Null, a blank text or a placeholder: as if the field were not there, though a text is kept.
    pub(super) fn absent<T>(&mut self, field: Member<'_>) -> Option<T> {
        if !field.value.is_null() {
            self.keep(field);
        }
        None
    }

    #[inline]
    fn of_kind<'d>(&mut self, field: Member<'d>, kind: Kind, name: &str) -> Option<Value<'d>> {
        if field.value.kind() == kind { Some(self.take(field, field.value, None)) } else { self.wrong(field, name) }
    }

    /// Takes what a field was read as, and what it was converted to for that.
    #[inline]
    fn take<T>(&mut self, field: Member<'_>, value: T, converted: Option<&str>) -> T {
        if let Some(to) = converted {
            self.converted(field.value, to);
        }
        self.found(field);
        value
    }

    /// Reports a sure conversion.
    pub fn converted(&mut self, value: Value<'_>, to: &str) {
        self.sink.push(&CONVERTED, value.span(), || format!("`{}` is read as {to}", excerpt(value.raw())));
    }
}

fn digits(value: Value<'_>) -> &str {
    value.as_number().or(value.as_str()).unwrap_or_default().trim()
}

/// Whether a text counts as absent: it says nothing (R-A8) or is a placeholder (R-A5).
#[inline]
pub fn is_absent(text: &str) -> bool {
    const LONGEST_NOTHING: usize = 32;
    let first = text.as_bytes().first();
    // What says nothing begins with an `n` or a sign.
    if first.is_some_and(|first| first.is_ascii_alphanumeric() && !matches!(first, b'n' | b'N')) {
        return false;
    }
    let first = text.trim_start().as_bytes().first();
    text.len() <= LONGEST_NOTHING && says_nothing(text)
        || matches!(first, None | Some(b'<' | b'{' | b'[' | b'.' | b'*' | b'_' | b'`' | b'"' | b'\'' | 0xe2))
            && is_placeholder(text, &[])
}
