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

/// The value of a message that is a canonical block and nothing else.
pub(super) fn read(text: &str) -> Option<StatusBlock> {
    // A lone carriage return would break a line for the line reader.
    if !text.starts_with(STATUS) || memchr(b'\r', text.as_bytes()).is_some() {
        return None;
    }
    let mut cursor = Cursor { text, at: STATUS.len(), commented: false };
    let mut block = StatusBlock::new(BlockStatus::from_word(cursor.word_after(": ")?)?);
    let mut next = 0;
    loop {
        cursor.skip_between()?;
        if cursor.at == text.len() {
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
    at: usize,
    /// Whether a comment line was the last thing with content.
    commented: bool,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The same as bytes: whatever is taken by them is ASCII, so that the place stays one between characters.
    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn take(&mut self, start: &str) -> Option<()> {
        self.bytes().starts_with(start.as_bytes()).then(|| self.at += start.len())
    }

    /// The end of a line, or of the text, with a comment before it or without.
    fn end_of_line(&mut self) -> Option<()> {
        self.commented = false;
        match self.bytes().first() {
            None => Some(()),
            Some(b'\n') => {
                self.at += 1;
                Some(())
            }
            Some(b' ') => self.comment().map(drop),
            Some(_) => None,
        }
    }

    /// Blanks and a comment up to the end of the line. One that looks like text is told about, and so are blanks at its
    /// end; a tag there may end a thought (R-A12). All three are left to the line reader.
    fn comment(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let comment = rest.trim_start_matches(' ').strip_prefix('#')?;
        let stop = memchr(b'\n', comment.as_bytes()).unwrap_or(comment.len());
        let (comment, after) = comment.split_at_checked(stop)?;
        let odd =
            comment.starts_with(char::is_alphanumeric) || comment.ends_with(|c: char| c.is_whitespace() || c == '>');
        self.at += rest.len() - after.len() + usize::from(!after.is_empty());
        (!odd).then_some(comment)
    }

    /// Passes over empty lines and lines that are comments.
    fn skip_between(&mut self) -> Option<()> {
        while self.take("\n").is_some() || self.comment_line()? {}
        Some(())
    }

    /// Passes over a comment line, if one stands here. With a colon in it it may be a heading `## SUMMARY:`.
    fn comment_line(&mut self) -> Option<bool> {
        if self.bytes().iter().find(|byte| **byte != b' ') != Some(&b'#') {
            return Some(false);
        }
        let comment = self.comment()?;
        self.commented = true;
        (comment.is_ascii() && memchr(b':', comment.as_bytes()).is_none()).then_some(true)
    }

    fn word(&mut self) -> Option<&'a str> {
        let length = self.bytes().iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let word = self.text.get(self.at..self.at + length);
        self.at += length;
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
        let here = self.bytes().strip_prefix(name.as_bytes()).is_some_and(|rest| rest.starts_with(after.as_bytes()));
        self.at += if here { name.len() + after.len() } else { 0 };
        here
    }

    fn section(&mut self, section: Section, block: &mut StatusBlock) -> Option<()> {
        match section {
            Section::Summary => {
                let mut summary = Summary::default();
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
                block.summary = Some(summary);
            }
            Section::Files => {
                let mut files = Files::default();
                self.fields(section, |cursor, at| {
                    let list = cursor.list()?;
                    match at {
                        0 => set(&mut files.created, list),
                        1 => set(&mut files.modified, list),
                        _ => set(&mut files.read, list),
                    }
                })?;
                block.files = Some(files);
            }
            Section::NextAction => {
                let mut next = NextAction::default();
                self.fields(section, |cursor, at| {
                    let text = cursor.quoted()?;
                    match at {
                        0 => set(&mut next.recommended_agent, text),
                        1 => set(&mut next.reason, text),
                        _ => set(&mut next.context_forward, text),
                    }
                })?;
                block.next_action = Some(next);
            }
            Section::Errors => {
                let mut errors = Errors::default();
                self.fields(section, |cursor, at| match at {
                    0 => set(&mut errors.message, cursor.quoted()?),
                    1 => set(&mut errors.details, cursor.quoted()?),
                    _ => {
                        let word = cursor.word()?;
                        let index = FLAGS.iter().position(|flag| *flag == word)?;
                        set(&mut errors.can_retry, index == 0)
                    }
                })?;
                block.errors = Some(errors);
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
            if !matches!(self.bytes(), [b' ', b' ', b'a'..=b'z', ..]) {
                if self.comment_line()? {
                    continue;
                }
                break;
            }
            self.at += 2;
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
        let bytes = self.bytes();
        let stop = memchr3(b'"', b'\\', b'\n', bytes)?;
        match bytes.get(stop) {
            Some(b'"') => {
                let text = self.text.get(self.at..self.at + stop);
                self.at += stop + 1;
                return text.map(Cow::Borrowed);
            }
            Some(b'\\') => {}
            _ => return None,
        }
        let start = self.at - 1;
        let end = closing(self.text, start)?;
        let raw = self.text.get(start..end)?;
        let meant = unquote(raw);
        let odd = meant.literal || meant.bad_escape.is_some() || memchr(b'\n', raw.as_bytes()).is_some();
        self.at = end;
        (!odd).then_some(meant.text)
    }

    /// Quoted paths in brackets.
    fn list(&mut self) -> Option<Paths> {
        self.take("[")?;
        if self.take("]").is_some() {
            return Some(Paths::new());
        }
        let rest = self.bytes();
        let mut list = Paths::with_room(memchr(b'\n', rest).unwrap_or(rest.len()));
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
