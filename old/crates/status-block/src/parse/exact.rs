//! The exact path: a canonical block straight into the typed value (R-A4, "Strict first, repair after").
//!
//! It may answer one thing only: clean. Whatever is not written as the renderer writes it, sections and keys in any
//! order and comments aside, is left to the line reader, which gives the same value for what passes here (a law in the tests).

use std::borrow::Cow;

use envelope_core::{Count, Status};
use memchr::{memchr, memchr3};

use super::quoted::{closing, unquote};
use crate::fields::{CONFIDENCE, FLAGS, STATUS};
use crate::{BlockStatus, Errors, Files, Iterations, NextAction, Paths, Section, StatusBlock, Summary};

/// The length of `STATUS: success`.
const SUCCESS_LINE: usize = STATUS.len() + ": success".len();

/// The value of a message that is a canonical block and nothing else.
pub(super) fn read(text: &str) -> Option<StatusBlock> {
    // A lone carriage return would break a line for the line reader.
    if !text.starts_with(STATUS) || memchr(b'\r', text.as_bytes()).is_some() {
        return None;
    }
    let mut cursor = Cursor { text, bytes: text.as_bytes().get(STATUS.len()..)?, commented: false };
    let mut block = StatusBlock::new(BlockStatus::from_word(cursor.word_after(": ")?)?);
    // A comment beside a success is told about.
    if block.status == BlockStatus::Success && !matches!(text.as_bytes().get(SUCCESS_LINE), None | Some(b'\n')) {
        return None;
    }
    let mut next = 0;
    loop {
        cursor.skip_between()?;
        if cursor.bytes.is_empty() {
            // A comment after the last line is prose (R-S6).
            return (!cursor.commented).then_some(block);
        }
        // Most blocks have the order of the table.
        let in_order = Section::ALL.get(next).copied().filter(|section| cursor.named(section.marker(), ":"));
        let any = || Section::ALL.into_iter().find(|section| cursor.named(section.marker(), ":"));
        let section = in_order.or_else(any)?;
        next += 1;
        cursor.end_of_line()?;
        if block.has(section) {
            return None;
        }
        cursor.section(section, &mut block)?;
    }
}

struct Cursor<'a> {
    text: &'a str,
    /// What is left of it. Whatever is taken off is ASCII or a piece of `text`, so that it begins between characters.
    bytes: &'a [u8],
    /// Whether a comment line was the last thing with content.
    commented: bool,
}

impl<'a> Cursor<'a> {
    /// Where in the text it stands.
    fn at(&self) -> usize {
        self.text.len() - self.bytes.len()
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at()..).unwrap_or_default()
    }

    fn advance(&mut self, length: usize) {
        self.bytes = self.bytes.get(length..).unwrap_or_default();
    }

    fn take(&mut self, start: &str) -> Option<()> {
        self.bytes = self.bytes.strip_prefix(start.as_bytes())?;
        Some(())
    }

    /// The end of a line, or of the text, with a comment before it or without.
    fn end_of_line(&mut self) -> Option<()> {
        self.commented = false;
        match self.bytes {
            [] => Some(()),
            [b'\n', rest @ ..] => {
                self.bytes = rest;
                Some(())
            }
            [b' ', ..] => self.comment().map(drop),
            _ => None,
        }
    }

    /// Blanks and a comment up to the end of the line. One that looks like text is told about, and so are blanks at its
    /// end; a tag there may end a thought (R-A12). All three are left to the line reader.
    fn comment(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let comment = rest.trim_start_matches(' ').strip_prefix('#')?;
        let stop = memchr(b'\n', comment.as_bytes()).unwrap_or(comment.len());
        let (comment, after) = comment.split_at_checked(stop)?;
        // Two signs begin a heading.
        let odd = comment.starts_with(|c: char| c == '#' || c.is_alphanumeric())
            || comment.ends_with(|c: char| c.is_whitespace() || c == '>');
        self.advance(rest.len() - after.len() + usize::from(!after.is_empty()));
        (!odd).then_some(comment)
    }

    /// Passes over empty lines and lines that are comments.
    fn skip_between(&mut self) -> Option<()> {
        while self.take("\n").is_some() || self.comment_line()? {}
        Some(())
    }

    /// Passes over a comment line, if one stands here. With a colon in it it may be a heading `## SUMMARY:`.
    fn comment_line(&mut self) -> Option<bool> {
        if !matches!(self.bytes, [b' ' | b'#', ..]) || self.bytes.iter().find(|byte| **byte != b' ') != Some(&b'#') {
            return Some(false);
        }
        let comment = self.comment()?;
        self.commented = true;
        (comment.is_ascii() && memchr(b':', comment.as_bytes()).is_none()).then_some(true)
    }

    fn word(&mut self) -> Option<&'a str> {
        let other = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'_';
        let length = self.bytes.iter().position(other).unwrap_or(self.bytes.len());
        let at = self.at();
        let word = self.text.get(at..at + length);
        self.advance(length);
        word.filter(|word| !word.is_empty())
    }

    /// The word between `before` and the end of the line.
    fn word_after(&mut self, before: &str) -> Option<&'a str> {
        self.take(before)?;
        let word = self.word()?;
        self.end_of_line().map(|()| word)
    }

    /// Steps over `name` and what follows it, if they stand here.
    fn named(&mut self, name: &str, after: &str) -> bool {
        let rest = self.bytes.strip_prefix(name.as_bytes()).and_then(|rest| rest.strip_prefix(after.as_bytes()));
        self.bytes = rest.unwrap_or(self.bytes);
        rest.is_some()
    }

    fn section(&mut self, section: Section, block: &mut StatusBlock) -> Option<()> {
        match section {
            Section::Summary => {
                let summary = block.summary.insert(Summary::default());
                self.fields(section, |cursor, at| match at {
                    0 => set(&mut summary.what_i_did, cursor.quoted()?),
                    1 => {
                        let word = cursor.word()?;
                        set(&mut summary.confidence, CONFIDENCE.contains(&word).then(|| word.into())?)
                    }
                    _ => {
                        let digits = cursor.word()?;
                        let short = digits.len() < 16 && digits.bytes().all(|byte| byte.is_ascii_digit());
                        let count = digits.parse().ok().filter(|_| short).and_then(Count::new)?;
                        set(&mut summary.iterations_used, Iterations::Count(count))
                    }
                })?;
            }
            Section::Files => {
                let files = block.files.insert(Files::default());
                self.fields(section, |cursor, at| {
                    let list = cursor.list()?;
                    match at {
                        0 => set(&mut files.created, list),
                        1 => set(&mut files.modified, list),
                        _ => set(&mut files.read, list),
                    }
                })?;
            }
            Section::NextAction => {
                let next = block.next_action.insert(NextAction::default());
                self.fields(section, |cursor, at| {
                    let text = cursor.quoted()?;
                    match at {
                        0 => set(&mut next.recommended_agent, text),
                        1 => set(&mut next.reason, text),
                        _ => set(&mut next.context_forward, text),
                    }
                })?;
            }
            Section::Errors => {
                let errors = block.errors.insert(Errors::default());
                self.fields(section, |cursor, at| match at {
                    0 => set(&mut errors.message, cursor.quoted()?),
                    1 => set(&mut errors.details, cursor.quoted()?),
                    _ => {
                        let word = cursor.word()?;
                        let index = FLAGS.iter().position(|flag| *flag == word)?;
                        set(&mut errors.can_retry, index == 0)
                    }
                })?;
            }
        }
        Some(())
    }

    /// The lines of a section, one at least; `field` reads the value of the field at its place in the table.
    fn fields(&mut self, section: Section, mut field: impl FnMut(&mut Self, usize) -> Option<()>) -> Option<()> {
        let mut any = false;
        let mut next = 0;
        loop {
            // Most lines are those of keys.
            let key = |rest: &&[u8]| rest.first().is_some_and(u8::is_ascii_lowercase);
            let Some(rest) = self.bytes.strip_prefix(b"  ").filter(key) else {
                if self.comment_line()? {
                    continue;
                }
                break;
            };
            self.bytes = rest;
            let fields = section.fields();
            let in_order = fields.get(next).is_some_and(|field| self.named(field.name, ": "));
            let at = if in_order { next } else { fields.iter().position(|field| self.named(field.name, ": "))? };
            next = at + 1;
            field(self, at)?;
            self.end_of_line()?;
            any = true;
        }
        any.then_some(())
    }

    /// Text in double quotes on this line, without anything odd.
    fn quoted(&mut self) -> Option<String> {
        self.text_in_quotes().map(Cow::into_owned)
    }

    fn text_in_quotes(&mut self) -> Option<Cow<'a, str>> {
        self.take("\"")?;
        let stop = memchr3(b'"', b'\\', b'\n', self.bytes)?;
        match self.bytes.get(stop) {
            Some(b'"') => {
                let at = self.at();
                let text = self.text.get(at..at + stop);
                self.advance(stop + 1);
                return text.map(Cow::Borrowed);
            }
            Some(b'\\') => {}
            _ => return None,
        }
        if let Some(text) = self.plainly_escaped() {
            return Some(Cow::Owned(text));
        }
        let start = self.at() - 1;
        let end = closing(self.text, start)?;
        let raw = self.text.get(start..end)?;
        let meant = unquote(raw);
        let odd = meant.literal || meant.bad_escape.is_some() || memchr(b'\n', raw.as_bytes()).is_some();
        self.advance(end - start - 1);
        (!odd).then_some(meant.text)
    }

    /// The text up to the closing quote, if it has none but the most common escapes; else the place stays. What may be a
    /// Windows path is not read here, since its back-slashes may mean themselves (R-S2).
    fn plainly_escaped(&mut self) -> Option<String> {
        let mut rest = self.rest();
        if matches!(rest.as_bytes(), [b'\\', ..] | [_, b':', ..]) {
            return None;
        }
        // To look for the end of the line first would be quadratic in a long list of such texts.
        let mut text = String::with_capacity(64);
        loop {
            let stop = memchr3(b'"', b'\\', b'\n', rest.as_bytes())?;
            let (part, after) = rest.split_at_checked(stop)?;
            text.push_str(part);
            let meant = match after.as_bytes() {
                [b'"', ..] => {
                    self.bytes = after.as_bytes().get(1..)?;
                    return Some(text);
                }
                [b'\\', b'n', ..] => '\n',
                [b'\\', b't', ..] => '\t',
                [b'\\', sign @ (b'"' | b'\\'), ..] => char::from(*sign),
                _ => return None,
            };
            text.push(meant);
            rest = after.get(2..)?;
        }
    }

    /// Quoted paths in brackets.
    fn list(&mut self) -> Option<Paths> {
        self.take("[")?;
        if self.take("]").is_some() {
            return Some(Paths::new());
        }
        let mut list = Paths::with_room(memchr(b'\n', self.bytes).unwrap_or(self.bytes.len()));
        loop {
            list.push(&self.text_in_quotes()?);
            if self.take("]").is_some() {
                return Some(list);
            }
            self.take(", ")?;
        }
    }
}

/// Fills a slot that is still empty: a key that stands there twice is not canonical.
fn set<T>(slot: &mut Option<T>, value: T) -> Option<()> {
    slot.replace(value).is_none().then_some(())
}
