//! The text of a message, with the way back to its original bytes (R-A13).

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::{LineIndex, Position, Span};

/// A message to read: text, or bytes that should have been text (R-A13).
///
/// Nothing is normalised: line ends, a byte order mark and blanks stay. Only bytes that are not UTF-8 are replaced
/// by U+FFFD, and a table of offset shifts leads every span back to the bytes as they came.
///
/// ```
/// use envelope_core::{Source, Span};
/// let source = Source::from_bytes(b"a\xFFb");
/// assert_eq!(source.text(), "a\u{FFFD}b");
/// assert_eq!(source.first_bad_byte(), Some(1));
/// assert_eq!(source.original(Span::new(4, 5)), Span::new(2, 3), "`b` is the third byte");
/// assert_eq!(source.original_bytes(), b"a\xFFb");
/// ```
#[derive(Clone, Debug)]
pub struct Source<'a> {
    text: Cow<'a, str>,
    /// The bytes as they came, where they are not those of the text.
    raw: Option<&'a [u8]>,
    replaced: Vec<Replaced>,
    index: OnceLock<LineIndex>,
}

/// One replacement character and the bytes that it stands for.
#[derive(Clone, Copy, Debug)]
struct Replaced {
    text_start: usize,
    original: Span,
}

const REPLACEMENT_LEN: usize = '\u{FFFD}'.len_utf8();

impl<'a> Source<'a> {
    /// A message that is text already.
    pub fn new(text: impl Into<Cow<'a, str>>) -> Self {
        Self { text: text.into(), raw: None, replaced: Vec::new(), index: OnceLock::new() }
    }

    /// A message as bytes; what is not UTF-8 is replaced and remembered.
    pub fn from_bytes(bytes: &'a [u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::new(text),
            Err(_) => Self::repaired(bytes),
        }
    }

    /// The text to read; spans of parsers point into it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The message as it came.
    pub fn original_bytes(&self) -> &[u8] {
        self.raw.unwrap_or(self.text.as_bytes())
    }

    /// How many bytes the message had as it came.
    pub fn original_len(&self) -> usize {
        self.original_bytes().len()
    }

    /// The part of the text that a span covers.
    pub fn slice(&self, span: Span) -> &str {
        span.of(&self.text)
    }

    /// The offset of the first byte that was not UTF-8, in the original bytes.
    pub fn first_bad_byte(&self) -> Option<usize> {
        self.replaced.first().map(|replaced| replaced.original.start())
    }

    /// The span of the first replacement character in [`Source::text`].
    pub fn first_replacement(&self) -> Option<Span> {
        self.replaced.first().map(|replaced| Span::new(replaced.text_start, replaced.text_start + REPLACEMENT_LEN))
    }

    /// How many replacement characters stand for bytes that were not UTF-8.
    pub fn replacements(&self) -> usize {
        self.replaced.len()
    }

    /// From a span of the text to the span of the original bytes.
    pub fn original(&self, span: Span) -> Span {
        Span::new(self.original_offset(span.start(), false), self.original_offset(span.end(), true))
    }

    /// From a span of the original bytes to the span of the text; the other way round.
    pub fn of_original(&self, span: Span) -> Span {
        Span::new(self.text_offset(span.start(), false), self.text_offset(span.end(), true))
    }

    /// Line and column of an offset of the text (R-A7).
    pub fn position(&self, offset: usize) -> Position {
        self.index.get_or_init(|| LineIndex::new(&self.text)).position(&self.text, offset)
    }

    fn repaired(bytes: &'a [u8]) -> Self {
        let mut text = String::with_capacity(bytes.len() + 16);
        let mut replaced = Vec::new();
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            at += chunk.valid().len();
            let bad = chunk.invalid().len();
            if bad > 0 {
                replaced.push(Replaced { text_start: text.len(), original: Span::new(at, at + bad) });
                text.push(char::REPLACEMENT_CHARACTER);
                at += bad;
            }
        }
        Self { text: Cow::Owned(text), raw: Some(bytes), replaced, index: OnceLock::new() }
    }

    fn original_offset(&self, offset: usize, is_end: bool) -> usize {
        let known = self.replaced.partition_point(|replaced| replaced.text_start < offset);
        let Some(last) = known.checked_sub(1).and_then(|at| self.replaced.get(at)) else { return offset };
        let text_end = last.text_start + REPLACEMENT_LEN;
        match offset.checked_sub(text_end) {
            Some(after) => last.original.end() + after,
            None if is_end => last.original.end(),
            None => last.original.start(),
        }
    }

    fn text_offset(&self, offset: usize, is_end: bool) -> usize {
        let known = self.replaced.partition_point(|replaced| replaced.original.start() < offset);
        let Some(last) = known.checked_sub(1).and_then(|at| self.replaced.get(at)) else { return offset };
        let text_end = last.text_start + REPLACEMENT_LEN;
        match offset.checked_sub(last.original.end()) {
            Some(after) => text_end + after,
            None if is_end => text_end,
            None => last.text_start,
        }
    }
}

impl<'a> From<&'a str> for Source<'a> {
    fn from(text: &'a str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Source<'_> {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

impl<'a> From<&'a [u8]> for Source<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::from_bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Every valid stretch of the input is found again, at its own bytes, through the span of its characters.
        #[test]
        fn spans_lead_back_to_the_original_bytes(bytes in proptest::collection::vec(
            prop_oneof![Just(b'a'), Just(b'\n'), Just(0xC3), Just(0xA9), Just(0xFF), Just(0xE2), Just(0x82), any::<u8>()], 0..60)) {
            let source = Source::from_bytes(&bytes);
            prop_assert_eq!(source.text().to_owned(), String::from_utf8_lossy(&bytes).into_owned());
            prop_assert_eq!(source.original_bytes(), &*bytes);
            let mut expected = 0;
            for (at, character) in source.text().char_indices() {
                let original = source.original(Span::new(at, at + character.len_utf8()));
                prop_assert_eq!(original.start(), expected, "no byte is skipped");
                prop_assert_eq!(source.of_original(original), Span::new(at, at + character.len_utf8()), "and back");
                let piece = &bytes[original.range()];
                if let Ok(text) = std::str::from_utf8(piece) {
                    prop_assert_eq!(text, character.to_string());
                } else {
                    prop_assert_eq!(character, char::REPLACEMENT_CHARACTER);
                }
                expected = original.end();
            }
            prop_assert_eq!(expected, bytes.len(), "no byte is left over");
        }
    }
}
