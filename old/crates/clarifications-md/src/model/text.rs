//! Words and where they stand.

use envelope_core::Span;
use serde::{Serialize, Serializer};

/// Words of the document as they are written there, and the bytes where they stand.
///
/// Two texts are equal when their words are; JSON has the words alone.
#[derive(Clone, Debug, Default)]
pub struct Text {
    words: String,
    span: Span,
}

impl Text {
    /// The words that `span` covers in `text`.
    pub(crate) fn at(text: &str, span: Span) -> Self {
        Self { words: span.of(text).to_owned(), span }
    }

    /// Words that do not stand in one piece, such as a title with a mark in its middle.
    pub(crate) fn pieced(words: String, span: Span) -> Self {
        Self { words, span }
    }

    /// The words.
    pub fn as_str(&self) -> &str {
        &self.words
    }

    /// Where they stand in the document's text.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl Eq for Text {}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.words == other
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.words)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Text {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string"})
    }
}

/// What is known of a place. It never makes two values unequal: a document that moved still says the same.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spot<T>(pub(crate) T);

impl<T> PartialEq for Spot<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
