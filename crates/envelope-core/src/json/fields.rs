use serde_json::{Map, Value as Json};

use super::{Kind, Member, Value};
use crate::rules::{CONVERTED, WRONG_TYPE};
use crate::text::{is_placeholder, says_nothing};
use crate::{Rule, Sink, Span};

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
    pub fn new(sink: &'s mut Sink, required: &'s Required<'s>) -> Self {
        Self { sink, required, seen: 0, failed: false, extra: Map::new() }
    }

    /// A text that says something; a number or boolean is converted.
    pub fn text(&mut self, field: Member<'_>) -> Option<String> {
        let text = match field.value.kind() {
            Kind::String => field.value.as_str()?,
            Kind::Number | Kind::Boolean => {
                self.converted(field.value, "a text");
                field.value.raw()
            }
            _ => return self.wrong(field, "a text"),
        };
        if is_absent(text) {
            return self.absent(field);
        }
        self.found(field);
        Some(text.to_owned())
    }

    /// A number that counts something; a float without fraction and a number in quotes are converted.
    pub fn count(&mut self, field: Member<'_>) -> Option<u64> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if let Some(count) = field.value.as_number().and_then(|text| text.parse().ok()) {
            self.found(field);
            return Some(count);
        }
        let number = self.digits(field.value).and_then(|text| text.trim().parse::<f64>().ok());
        match number {
            Some(number) if number.fract() == 0.0 && (0.0..=EXACT).contains(&number) => {
                self.converted(field.value, "an integer");
                self.found(field);
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked above")]
                Some(number as u64)
            }
            _ => self.wrong(field, "a count"),
        }
    }

    /// A number; one in quotes is converted.
    pub fn number(&mut self, field: Member<'_>) -> Option<f64> {
        let number =
            self.digits(field.value).and_then(|text| text.trim().parse::<f64>().ok()).filter(|it| it.is_finite());
        let Some(number) = number else { return self.wrong(field, "a number") };
        if field.value.kind() == Kind::String {
            self.converted(field.value, "a number");
        }
        self.found(field);
        Some(number)
    }

    /// A boolean; one in quotes is converted.
    pub fn boolean(&mut self, field: Member<'_>) -> Option<bool> {
        let text = field.value.as_str().map(str::trim).unwrap_or_default();
        let quoted = [true, false].into_iter().find(|it| text.eq_ignore_ascii_case(if *it { "true" } else { "false" }));
        let Some(boolean) = field.value.as_bool().or(quoted) else { return self.wrong(field, "`true` or `false`") };
        if quoted.is_some() {
            self.converted(field.value, "a boolean");
        }
        self.found(field);
        Some(boolean)
    }

    /// A list of texts; one text is a list of one, items that say nothing are left out, others are kept as JSON text.
    pub fn texts(&mut self, field: Member<'_>) -> Option<Vec<String>> {
        if field.value.kind() != Kind::Array {
            let text = field.value.as_str().filter(|text| !is_absent(text));
            let Some(text) = text else { return self.wrong(field, "a list of texts") };
            self.converted(field.value, "a list of one text");
            self.found(field);
            return Some(vec![text.to_owned()]);
        }
        let mut texts = Vec::new();
        for item in field.value.items() {
            match item.kind() {
                Kind::Null => {}
                Kind::String => texts.extend(item.as_str().filter(|text| !is_absent(text)).map(str::to_owned)),
                _ => {
                    self.converted(item, "a text");
                    texts.push(item.to_json().to_string());
                }
            }
        }
        self.found(field);
        Some(texts)
    }

    /// A list, whose items the caller reads.
    pub fn list<'d>(&mut self, field: Member<'d>) -> Option<Value<'d>> {
        self.of_kind(field, Kind::Array, "a list")
    }

    /// An object, whose fields the caller reads.
    pub fn object<'d>(&mut self, field: Member<'d>) -> Option<Value<'d>> {
        self.of_kind(field, Kind::Object, "an object")
    }

    /// Keeps a field among the extra ones; for what no arm of a decoder takes.
    pub fn keep(&mut self, field: Member<'_>) {
        self.extra.insert(field.key.to_owned(), field.value.to_json());
    }

    /// Notes that a required field was read by other means.
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

    /// Whether all required fields were read so far.
    pub fn has_all(&self) -> bool {
        !self.failed && self.seen.count_ones() as usize == self.required.keys.len()
    }

    /// Reports the required keys that are missing in an object; returns the extra fields.
    pub fn finish(self, object: Value<'_>) -> Map<String, Json> {
        for (at, key) in self.required.keys.iter().enumerate() {
            if self.seen & 1 << at == 0 {
                let span = Span::new(object.span().start(), object.span().start() + 1);
                self.sink.push(self.required.missing, span, || format!("`{key}` is missing"));
            }
        }
        self.extra
    }

    fn is_required(&self, field: Member<'_>) -> bool {
        self.required.keys.contains(&field.key)
    }

    /// Null, a blank text or a placeholder: missing where required, otherwise nothing, though a text is kept.
    fn absent<T>(&mut self, field: Member<'_>) -> Option<T> {
        if self.is_required(field) {
            self.found(field);
            self.failed = true;
            let message = || format!("`{}` has no value", field.key);
            self.sink.push(self.required.missing, field.value.span(), message);
        }
        if !field.value.is_null() {
            self.keep(field);
        }
        None
    }

    fn of_kind<'d>(&mut self, field: Member<'d>, kind: Kind, name: &str) -> Option<Value<'d>> {
        if field.value.kind() != kind {
            return self.wrong(field, name);
        }
        self.found(field);
        Some(field.value)
    }

    #[allow(clippy::unused_self, reason = "reads like the other functions")]
    fn digits<'d>(&self, value: Value<'d>) -> Option<&'d str> {
        value.as_number().or_else(|| value.as_str())
    }

    /// Reports a sure conversion.
    pub fn converted(&mut self, value: Value<'_>, to: &str) {
        self.sink.push(&CONVERTED, value.span(), || format!("`{}` is read as {to}", crate::text::excerpt(value.raw())));
    }
}

/// Whether a text counts as absent: it says nothing (R-A8) or is a placeholder (R-A5).
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
