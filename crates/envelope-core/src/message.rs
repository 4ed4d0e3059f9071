use crate::{MAX_INPUT, Span};

/// The text of one message, from `&str` or `&[u8]`.
///
/// Bytes that are not UTF-8 and messages over the size limit can be passed on like any other; [`parse`](crate::parse())
/// rejects them.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    text: &'a str,
    unreadable: Option<Unreadable>,
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

    /// Why nothing of this message is read, if so.
    pub fn unreadable(&self) -> Option<Unreadable> {
        self.unreadable
    }
}

impl<'a> From<&'a str> for Message<'a> {
    fn from(text: &'a str) -> Self {
        if text.len() > MAX_INPUT {
            return Self { text: "", unreadable: Some(Unreadable::TooLarge) };
        }
        Self { text, unreadable: None }
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
            return Self { text: "", unreadable: Some(Unreadable::TooLarge) };
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Self { text, unreadable: None },
            Err(error) => {
                let valid = error.valid_up_to();
                let end = valid + error.error_len().unwrap_or(bytes.len() - valid);
                let text = std::str::from_utf8(&bytes[..valid]).unwrap_or_default();
                Self { text, unreadable: Some(Unreadable::NotUtf8(Span::new(valid, end))) }
            }
        }
    }
}
