//! The unfinished aggregation as JSON lines (R-C13): a header, then one input a line.
//!
//! Both ways are streamed a line at a time. Concatenated states are a state: a header may stand anywhere and holds for
//! the lines behind it. Besides inputs there are lines `{"expect":"unit"}`. What cannot be read, a header of another version
//! included, is kept as an input that counts as unparseable, its line in quarantine, so that it is neither lost nor
//! taken for a result.

use std::fmt;

use envelope_core::{Diagnostic, Diagnostics, Limits, Span};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::input::Input;
use super::rules::{STATE_LINE, STATE_VERSION};
use super::{Aggregate, Text};

/// The version that is written and read.
const VERSION: u64 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    envelope_state: Value,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    expect: Text,
}

/// The name of a state that was given none.
const UNNAMED: &str = "state";

/// Longer lines are no headers.
const SHORT: usize = 4096;

impl Aggregate {
    /// The lines of the state, without line ends; each is made when it is asked for.
    pub fn state(&self) -> impl Iterator<Item = String> {
        let json = |line: serde_json::Result<String>| line.unwrap_or_default();
        let header =
            std::iter::once_with(move || json(serde_json::to_string(&Header { envelope_state: VERSION.into() })));
        let expected =
            self.expected.iter().map(move |unit| json(serde_json::to_string(&Expect { expect: unit.clone() })));
        header.chain(expected).chain(self.inputs.iter().map(Input::line))
    }

    /// Writes the state, a line at a time.
    pub fn write_state(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.state().try_for_each(|line| writeln!(out, "{line}"))
    }

    /// Reads a whole state, or several that were put together.
    ///
    /// ```
    /// use clarity_protocol::aggregate::{Aggregate, Fingerprint};
    /// let message = "RESULT: CLEAN | Type: digest";
    /// let mut aggregate = Aggregate::new();
    /// aggregate.add("a.md", Fingerprint::of(message.as_bytes()), &clarity_protocol::parse(message));
    /// let mut text = String::new();
    /// aggregate.write_state(&mut text).unwrap();
    /// let (read, diagnostics) = Aggregate::from_state(&text);
    /// assert!(diagnostics.is_empty());
    /// assert_eq!(read.finish(), aggregate.finish());
    /// ```
    pub fn from_state(text: &str) -> (Self, Vec<Diagnostic>) {
        let mut reader = StateReader::new();
        text.split_inclusive('\n').for_each(|line| reader.line(line.as_bytes()));
        reader.finish()
    }
}

/// Reads a state line by line (R-C13).
#[derive(Debug)]
pub struct StateReader {
    /// The name under which damaged lines stand in the report: their own are not known.
    name: Text,
    aggregate: Aggregate,
    diagnostics: Diagnostics,
    version: Version,
    at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    NoHeader,
    Known,
    Unknown,
}

impl Default for StateReader {
    fn default() -> Self {
        Self::new()
    }
}

impl StateReader {
    /// A reader that has seen nothing yet.
    pub fn new() -> Self {
        Self::named(UNNAMED)
    }

    /// The same for the state in this file: what cannot be read of it stands under that name in the report.
    pub fn named(file: &str) -> Self {
        Self {
            name: file.into(),
            aggregate: Aggregate::new(),
            diagnostics: Diagnostics::new(Limits::default()),
            version: Version::NoHeader,
            at: 0,
        }
    }

    /// Whether a text begins as a state does, by its first line.
    pub fn is_header(line: &[u8]) -> bool {
        header(line).is_some()
    }

    /// Takes the next line as it was read, its line end included; spans of diagnostics count these bytes.
    pub fn line(&mut self, line: &[u8]) {
        let start = self.at;
        self.at += line.len();
        let text = line.trim_ascii();
        if text.is_empty() {
            return;
        }
        let start = start + (line.len() - line.trim_ascii_start().len());
        let span = Span::new(start, start + text.len());
        if let Some(header) = header(text) {
            self.header(&header, text, span);
            return;
        }
        match self.version {
            Version::Known => self.content(text, span),
            Version::Unknown => self.damaged(text, "a line of a state of another version"),
            Version::NoHeader => {
                let message = "a line stands before any header of a state";
                let help = format!("the first line is `{{\"envelope_state\":{VERSION}}}`");
                self.diagnostics.push(Diagnostic::new(&STATE_VERSION, span, message).help(help));
                self.damaged(text, message);
            }
        }
    }

    /// What was read, and what was wrong with it.
    pub fn finish(self) -> (Aggregate, Vec<Diagnostic>) {
        (self.aggregate, self.diagnostics.finish())
    }

    fn header(&mut self, header: &Header, text: &[u8], span: Span) {
        self.version = if header.envelope_state == VERSION { Version::Known } else { Version::Unknown };
        if self.version == Version::Unknown {
            let message = format!("version {} of a state is not known, its lines are not read", header.envelope_state);
            let help = format!("version {VERSION} is read here");
            // A state that is refused whole has no other line that would tell of it.
            self.damaged(text, &message);
            self.diagnostics.push(Diagnostic::new(&STATE_VERSION, span, message).help(help));
        }
    }

    fn content(&mut self, text: &[u8], span: Span) {
        // An input is no such line by its first member: this look is short.
        let is_object = text.trim_ascii_start().starts_with(b"{");
        if let Some(Expect { expect }) = serde_json::from_slice(text).ok().filter(|_| is_object) {
            self.aggregate.expect([&*expect]);
            return;
        }
        let (message, column) = match serde_json::from_slice::<Input>(text) {
            Ok(input) if input.is_sound() => {
                self.aggregate.inputs.push(input);
                return;
            }
            Ok(_) => ("it contradicts itself".to_owned(), 1),
            Err(error) => (error.to_string(), error.column()),
        };
        let place = Span::new((span.start() + column.saturating_sub(1)).min(span.end()), span.end());
        self.diagnostics.report(&STATE_LINE, place, || format!("a line of the state is damaged: {message}"));
        self.damaged(text, "a damaged line of a state");
    }

    fn damaged(&mut self, text: &[u8], reason: &str) {
        self.aggregate.inputs.push(Input::damaged(&self.name, &String::from_utf8_lossy(text), reason));
    }
}

/// The header that a line is. A list of one would be read as one, too, and is a message.
fn header(text: &[u8]) -> Option<Header> {
    let is_object = text.trim_ascii_start().starts_with(b"{");
    (text.len() < SHORT && is_object).then(|| serde_json::from_slice(text).ok()).flatten()
}
