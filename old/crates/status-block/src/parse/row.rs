//! One line of a block: its indentation, its content, and what kind of line it is.

use std::borrow::Cow;

use envelope_core::Span;
use envelope_core::text::{Decoration, Decorations, marker_line, split_key};
use memchr::memchr2;

use super::quoted::{closing, unquote};
use crate::Section;
use crate::fields::{CARRIED, STATUS, note_spelling};

/// A line of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    /// Where the line starts.
    pub(super) start: usize,
    /// The column of its content; a tab goes to the next multiple of four.
    pub(super) indent: usize,
    /// Its content without the blanks around it.
    pub(super) text: &'a str,
    /// Where the content starts.
    pub(super) at: usize,
    /// Where the line's end stands.
    pub(super) end: usize,
    /// Where the next line starts.
    pub(super) next: usize,
    /// Whether a tab stands before the content.
    pub(super) tab: bool,
}

impl<'a> Row<'a> {
    /// The line that starts at `start`; none at the end of the text.
    pub(super) fn read(text: &'a str, start: usize) -> Option<Self> {
        let bytes = text.as_bytes();
        let rest = bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let length = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        crate::steps::count(length + 1);
        let end = start + length;
        let next = match rest.get(length..) {
            Some([b'\r', b'\n', ..]) => end + 2,
            Some([_, ..]) => end + 1,
            _ => end,
        };
        let (mut indent, mut at, mut tab) = (0, start, false);
        while at < end {
            match bytes.get(at) {
                Some(b' ') => indent += 1,
                Some(b'\t') => {
                    indent += 4 - indent % 4;
                    tab = true;
                }
                _ => break,
            }
            at += 1;
        }
        let mut stop = end;
        while stop > at && matches!(bytes.get(stop - 1), Some(b' ' | b'\t')) {
            stop -= 1;
        }
        Some(Self { start, indent, text: text.get(at..stop)?, at, end, next, tab })
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether it is a comment of YAML. Two signs and a blank begin a heading, which says something.
    pub(super) fn is_comment(&self) -> bool {
        let level = self.text.bytes().take_while(|byte| *byte == b'#').count();
        level == 1 || level > 1 && !self.text.get(level..).is_some_and(|rest| rest.starts_with([' ', '\t']))
    }

    /// Whether it is a line across the page, which parts what stands above from what stands below and says nothing.
    pub(super) fn is_rule(&self) -> bool {
        let mark = self.text.as_bytes().first().filter(|mark| b"-*_=".contains(mark));
        self.text.len() > 2 && mark.is_some_and(|mark| self.text.bytes().all(|byte| byte == *mark))
    }

    /// Whether it is an item of a list.
    pub(super) fn is_item(&self) -> bool {
        self.text == "-" || self.text.starts_with("- ") || self.text.starts_with("-\t")
    }

    /// How long the mark is that makes it an item of a list of paths: a dash, or another bullet or number (R-A6).
    pub(super) fn path_mark(&self) -> Option<usize> {
        item_mark(self.text)
    }

    /// The span of its content.
    pub(super) fn span(&self) -> Span {
        Span::new(self.at, self.at + self.text.len())
    }
}

/// The key that a line starts with.
#[derive(Clone, Debug)]
pub(super) struct Key<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) span: Span,
    /// What follows the colon, trimmed.
    pub(super) value: &'a str,
    /// Where it starts.
    pub(super) value_at: usize,
    pub(super) decorations: Decorations,
    /// No blank stands after the colon.
    pub(super) tight: bool,
    /// It stands in quotes.
    pub(super) quoted: bool,
    /// A tag or an anchor of YAML stands before it.
    pub(super) tagged: bool,
}

impl<'a> Key<'a> {
    /// The key of a line as YAML and the specification write it: a word or quoted text, a colon, a blank.
    pub(super) fn exact(text: &'a str, at: usize) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.first().is_some_and(|byte| matches!(byte, b'"' | b'\'')) {
            let close = closing(text, 0)?;
            let colon = text.get(close..)?;
            let value = colon.strip_prefix(':').filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))?;
            let name = unquote(text.get(..close)?).text;
            return Some(Self { quoted: true, ..Self::plain(text, at, name, close, value) });
        }
        let length =
            bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')).count();
        let value = text.get(length..)?.strip_prefix(':')?;
        let spaced = length > 0 && (value.is_empty() || value.starts_with([' ', '\t']));
        spaced.then(|| Self::plain(text, at, Cow::Borrowed(text.get(..length).unwrap_or_default()), length, value))
    }

    fn plain(text: &'a str, at: usize, name: Cow<'a, str>, length: usize, value: &'a str) -> Self {
        let value = value.trim_start_matches([' ', '\t']);
        let value_at = at + text.len() - value.len();
        let span = Span::new(at, at + length);
        let decorations = Decorations::new();
        Self { name, span, value, value_at, decorations, tight: false, quoted: false, tagged: false }
    }

    /// The key of a line however it is dressed up (R-A6), with blanks in it, or behind a tag or an anchor.
    pub(super) fn any(text: &'a str, at: usize) -> Option<Self> {
        if let Some(key) = Self::exact(text, at) {
            return Some(key);
        }
        let (tags, bare) = text.split_at_checked(properties(text))?;
        if tags.is_empty() {
            return Self::dressed(text, at);
        }
        let key = Self::exact(bare, at + tags.len()).or_else(|| Self::dressed(bare, at + tags.len()))?;
        Some(Self { tagged: true, ..key })
    }

    fn dressed(text: &'a str, at: usize) -> Option<Self> {
        let marked = marker_line(text);
        let found = split_key(marked.rest)?;
        let value = found.value;
        let value_at = at + Span::of_slice(text, value).start();
        let colon = text.get(..value_at - at).unwrap_or_default();
        let tight = !value.is_empty() && colon.ends_with(':');
        let name_at = at + Span::of_slice(text, found.key).start();
        Some(Self {
            name: Cow::Borrowed(found.key),
            span: Span::new(name_at, name_at + found.key.len()),
            value,
            value_at,
            decorations: marked.decorations.union(found.decorations),
            tight,
            quoted: false,
            tagged: false,
        })
    }
}

/// What a line at the block's own indentation is.
#[derive(Clone, Debug)]
pub(super) enum Head<'a> {
    /// `STATUS:`; `exact` when it is written as the specification writes it.
    Status { key: Key<'a>, exact: bool },
    /// One of the four sections.
    Known { section: Section, key: Key<'a>, exact: bool },
    /// Another section in upper case.
    Extension(Key<'a>),
    /// Anything else.
    Foreign,
}

impl<'a> Head<'a> {
    pub(super) fn read(row: &Row<'a>) -> Self {
        let Some(mut key) = Key::any(row.text, row.at) else { return Self::Foreign };
        if key.quoted {
            if key.name.eq_ignore_ascii_case(STATUS) {
                return Self::status(key);
            }
            // Names that are not in upper case are written so by the renderer.
            return match Section::from_marker(&key.name) {
                Some(section) => Self::Known { section, key, exact: true },
                None => Self::Extension(key),
            };
        }
        let word = key.name.as_ref();
        if key.decorations.is_empty() && !key.tight && !key.tagged {
            if word == STATUS {
                return Self::Status { key, exact: true };
            }
            if let Some(section) = Section::from_marker(word) {
                return Self::Known { section, key, exact: true };
            }
        }
        if word.eq_ignore_ascii_case(STATUS) {
            return Self::status(key);
        }
        if let Some(section) = Section::from_any_case(word) {
            note_spelling(section.marker(), word, &mut key.decorations);
            key.name = Cow::Borrowed(section.marker());
            return Self::Known { section, key, exact: false };
        }
        if word.eq_ignore_ascii_case(CARRIED) {
            // It lowers the outcome (R-A15), so it is read however it is written.
            if word != CARRIED {
                key.decorations.insert(Decoration::Case);
                key.name = Cow::Borrowed(CARRIED);
            }
            return Self::Extension(key);
        }
        let upper = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-');
        let named = word.len() > 1 && word.starts_with(|c: char| c.is_ascii_uppercase()) && word.bytes().all(upper);
        if named && !key.tight { Self::Extension(key) } else { Self::Foreign }
    }

    /// A status line, whose marker may be written in another letter case.
    fn status(mut key: Key<'a>) -> Self {
        if key.name != STATUS {
            key.decorations.insert(Decoration::Case);
        }
        let exact = key.decorations.is_empty() && !key.tagged;
        Self::Status { key, exact }
    }
}

/// How long the tags and anchors are that the text begins with, and the blanks behind them (YAML 1.2, 6.9).
pub(super) fn properties(text: &str) -> usize {
    let mut rest = text;
    while rest.starts_with(['!', '&']) {
        let blank = rest.find(char::is_whitespace).filter(|length| *length > 1);
        let Some(after) = blank.and_then(|length| rest.get(length..)) else { break };
        rest = after.trim_start();
    }
    text.len() - rest.len()
}

/// The length of the mark of a list item that the text begins with: `-`, `*`, `+`, `•`, `1.` or `1)`, and a blank.
pub(super) fn item_mark(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let marks: &[char] = if digits > 0 { &['.', ')'] } else { &['-', '*', '+', '•'] };
    let rest = text.get(digits..)?.strip_prefix(marks)?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then_some(text.len() - rest.len())
}

/// `text` up to its comment, trimmed.
pub(super) fn without_comment(text: &str) -> &str {
    let bytes = text.as_bytes();
    let comment = memchr::memchr_iter(b'#', bytes)
        .find(|at| *at > 0 && bytes.get(at - 1).is_some_and(|before| b" \t".contains(before)));
    text.get(..comment.unwrap_or(text.len())).unwrap_or(text).trim_end_matches([' ', '\t'])
}
