//! The exact path: a canonical block straight into the typed value (R-A4, "Strict first, repair after").
//!
//! It may answer one thing only: clean. Whatever is not written as the renderer writes it, sections and keys in any
//! order aside, is left to the line reader, which gives the same value for what passes here (a law in the tests).

use envelope_core::{Count, Status};
use memchr::{memchr, memchr3};

use super::quoted::{closing, unquote};
use crate::fields::{CONFIDENCE, FLAGS, STATUS};
use crate::{BlockStatus, Errors, Files, Iterations, NextAction, Section, StatusBlock, Summary};

/// The value of a message that is a canonical block and nothing else.
pub(super) fn read(text: &str) -> Option<StatusBlock> {
    // A lone carriage return would break a line for the line reader.
    if !text.starts_with(STATUS) || memchr(b'\r', text.as_bytes()).is_some() {
        return None;
    }
    let mut cursor = Cursor { text, at: STATUS.len() };
    let mut block = StatusBlock::new(BlockStatus::from_word(cursor.word_after(": ")?)?);
    loop {
        cursor.skip_empty_lines();
        if cursor.at == text.len() {
            return Some(block);
        }
        let section = Section::ALL.into_iter().find(|section| cursor.named(section.marker(), ":\n"))?;
        if block.has(section) {
            return None;
        }
        cursor.section(section, &mut block)?;
    }
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn take(&mut self, start: &str) -> Option<()> {
        self.rest().starts_with(start).then(|| self.at += start.len())
    }

    /// The end of a line, or of the text.
    fn end_of_line(&mut self) -> Option<()> {
        if self.at == self.text.len() { Some(()) } else { self.take("\n") }
    }

    fn skip_empty_lines(&mut self) {
        while self.take("\n").is_some() {}
    }

    fn word(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        self.at += length;
        rest.get(..length).filter(|word| !word.is_empty())
    }

    /// The word between `before` and the end of the line.
    fn word_after(&mut self, before: &str) -> Option<&'a str> {
        self.take(before)?;
        let word = self.word()?;
        self.end_of_line().map(|()| word)
    }

    /// Steps over `name` and what follows it, if they stand here.
    fn named(&mut self, name: &str, after: &str) -> bool {
        let here = self.rest().strip_prefix(name).is_some_and(|rest| rest.starts_with(after));
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
        while self.take("  ").is_some() {
            let at = section.fields().iter().position(|field| self.named(field.name, ": "))?;
            field(self, at)?;
            self.end_of_line()?;
            any = true;
        }
        any.then_some(())
    }

    /// Text in double quotes on this line, without anything odd.
    fn quoted(&mut self) -> Option<String> {
        self.take("\"")?;
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let stop = memchr3(b'"', b'\\', b'\n', bytes)?;
        match bytes.get(stop) {
            Some(b'"') => {
                self.at += stop + 1;
                return rest.get(..stop).map(str::to_owned);
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
        (!odd).then(|| meant.text.into_owned())
    }

    /// Quoted paths in brackets.
    fn list(&mut self) -> Option<Vec<String>> {
        self.take("[")?;
        let mut list = Vec::new();
        if self.take("]").is_some() {
            return Some(list);
        }
        list.reserve(8);
        loop {
            list.push(self.quoted()?);
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
