use std::cell::OnceCell;

use crate::json::Document;
use crate::{MAX_INPUT, Span};

/// The text of one message, from `&str` or `&[u8]`.
///
/// Bytes that are not UTF-8 and messages over the size limit can be passed on like any other; [`parse`](crate::parse())
/// rejects them.
#[derive(Clone, Debug)]
pub struct Message<'a> {
    text: &'a str,
    unreadable: Option<Unreadable>,
    json: OnceCell<Document<'a>>,
}

/// Why nothing of a message is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreadable {
    /// It has more than [`MAX_INPUT`] bytes.
    TooLarge,
    /// It is not UTF-8; holds the place of the first wrong byte.
    NotUtf8(Span),
}

impl<'a> Message<'a> {
    /// The text; if the message is unreadable, only its beginning.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The JSON in the text, read when first asked for.
    pub fn json(&self) -> &Document<'a> {
        self.json.get_or_init(|| Document::new(self.text))
    }

    fn new(text: &'a str, unreadable: Option<Unreadable>) -> Self {
        Self { text, unreadable, json: OnceCell::new() }
    }

    /// Why nothing of this message is read, if so.
    pub fn unreadable(&self) -> Option<Unreadable> {
        self.unreadable
    }
}

impl<'a> From<&'a str> for Message<'a> {
    fn from(text: &'a str) -> Self {
        if text.len() > MAX_INPUT {
            return Self::new("", Some(Unreadable::TooLarge));
        }
        Self::new(text, None)
    }
}

impl<'a> From<&'a String> for Message<'a> {
    fn from(text: &'a String) -> Self {
        Self::from(text.as_str())
    }
}

impl<'a> From<&'a [u8]> for Message<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        if bytes.len() > MAX_INPUT {
            return Self::new("", Some(Unreadable::TooLarge));
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::new(text, None),
            Err(error) => {
                let valid = error.valid_up_to();
                let end = valid + error.error_len().unwrap_or(bytes.len() - valid);
                let text = std::str::from_utf8(&bytes[..valid]).unwrap_or_default();
                Self::new(text, Some(Unreadable::NotUtf8(Span::new(valid, end))))
            }
        }
    }
}
