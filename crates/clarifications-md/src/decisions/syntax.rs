//! A decisions document by lines, with the places that rules need.

use envelope_core::Span;
use envelope_core::text::{Line, Lines, Region, Regions, same_name, split_key, strip_decoration};

use crate::{DecisionId, ItemId};

/// The entries of a document.
#[derive(Debug, Default)]
pub(super) struct Syntax {
    /// The text before the first entry.
    pub(super) preamble: Text,
    pub(super) entries: Vec<Entry>,
    /// What the last line leaves open (R-A10).
    pub(super) open_end: Option<&'static str>,
}

/// Some lines of the document.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) text: String,
    /// The first of them.
    pub(super) span: Option<Span>,
}

impl Text {
    /// The text without blank lines around it.
    fn lines(&self) -> String {
        self.text.trim_start_matches('\n').trim_end_matches([' ', '\t', '\r', '\n']).to_owned()
    }
}

/// An entry.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) id: DecisionId,
    pub(super) id_span: Span,
    /// How many `#` its heading has.
    pub(super) level: usize,
    pub(super) title: String,
    pub(super) fields: Vec<Field>,
    /// Text that belongs to no field.
    pub(super) other: Text,
}

/// A field.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: FieldName,
    pub(super) name_span: Span,
    /// Whether the name is written in another way.
    pub(super) is_decorated: bool,
    pub(super) value: String,
    pub(super) value_span: Span,
}

/// The name of a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum FieldName {
    /// One of [`FIELDS`].
    Known(&'static str),
    /// `Answer (Q1)`.
    AnswerOf(ItemId),
    Other(String),
}

/// The names, in the order in which they are written.
pub(super) const FIELDS: [&str; 8] =
    ["Source", "Section", "Answer", "Decision", "Reasoning", "Implication", "Status", "Note"];

impl FieldName {
    /// A name of the protocol.
    fn known(name: &str) -> Option<Self> {
        if let Some((answer, id)) = name.strip_suffix(')').and_then(|name| name.split_once('(')) {
            let id = id.trim().parse().ok().filter(|_| same_name(answer.trim_end(), "Answer"));
            return id.map(Self::AnswerOf);
        }
        FIELDS.into_iter().find(|known| same_name(known, name)).map(Self::Known)
    }
}

/// The entry that a heading such as `### D1: Title` begins, at any level.
pub(super) fn heading(line: &Line<'_>) -> Option<Entry> {
    let content = line.content();
    let level = content.bytes().take_while(|byte| *byte == b'#').count();
    let (name, title) = content.get(level..).filter(|_| (1..=6).contains(&level))?.split_once(':')?;
    let start = line.start + line.indent + level + name.len() - trim(name).len();
    let id = trim(name).parse().ok().filter(|_| name.starts_with([' ', '\t']))?;
    let id_span = Span::new(start, start + trim(name).len());
    Some(Entry { id, id_span, level, title: trim(title).to_owned(), fields: Vec::new(), other: Text::default() })
}

/// The field that a line begins.
fn field(line: &Line<'_>) -> Option<Field> {
    let content = line.content();
    let bold = content.strip_prefix("- **").and_then(|rest| rest.split_once(":**"));
    let (name, written, value, is_decorated) = match bold {
        Some((written, value)) if !written.trim().is_empty() && !written.contains("**") => {
            let known = FieldName::known(written);
            let is_exact = FIELDS.contains(&written) || written.starts_with("Answer (");
            let is_decorated = known.is_some() && !is_exact;
            (known.unwrap_or_else(|| FieldName::Other(written.to_owned())), written, value, is_decorated)
        }
        _ => {
            let (key, value) = split_key(content)?;
            let written = strip_decoration(key.trim_start_matches(['-', '+', ' ']));
            // `**Status**: x` and `**Status:** x` are the same.
            (FieldName::known(written)?, written, content[value..].trim_start_matches('*'), true)
        }
    };
    let start = line.start + line.indent;
    let name_start = start + content.find(written)?;
    let (value, end) = (trim(value), start + content.len());
    let value_span = Span::new(end - value.len(), end);
    let name_span = Span::new(name_start, name_start + written.len());
    Some(Field { name, name_span, is_decorated, value: value.to_owned(), value_span })
}

/// Reads the entries in a part of a text.
pub(super) fn scan(text: &str, span: Span) -> Syntax {
    let mut scan = Scan { syntax: Syntax::default(), place: Place::Text, after_blank: true };
    let mut regions = Regions::default();
    for line in Lines::new(text, span) {
        scan.line(&line, &mut regions);
    }
    if regions.in_fence() || regions.in_thought() {
        scan.syntax.open_end = Some("a fence or a thought is not closed");
    }
    scan.finish()
}

/// Where the next line belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The last field, if it is indented.
    Field,
    /// The text beside the fields.
    Text,
}

struct Scan {
    syntax: Syntax,
    place: Place,
    after_blank: bool,
}

impl Scan {
    fn line(&mut self, line: &Line<'_>, regions: &mut Regions) {
        if line.is_blank() {
            self.after_blank = true;
            self.push("", line);
            return;
        }
        let continuation = line.text.strip_prefix("  ").or_else(|| line.text.strip_prefix('\t'));
        if let (Place::Field, Some(rest)) = (self.place, continuation) {
            self.push(rest, line);
        } else if regions.next(line) != Region::Open {
            self.text(line);
        } else if let Some(entry) = heading(line) {
            self.syntax.entries.push(entry);
            (self.place, self.syntax.open_end) = (Place::Text, Some("the last entry has no fields"));
        } else if let Some((entry, field)) = self.syntax.entries.last_mut().zip(field(line)) {
            self.place = Place::Field;
            self.syntax.open_end = field.value.is_empty().then_some("the last field has no value");
            entry.fields.push(field);
        } else {
            let is_like_a_field = line.text.starts_with(['-', '*']) && !self.after_blank && self.place == Place::Field;
            self.text(line);
            if line.text.starts_with('#') {
                self.syntax.open_end = Some("nothing stands below the last heading");
            } else if is_like_a_field {
                self.syntax.open_end = Some("the last line is no whole field");
            }
        }
        self.after_blank = false;
    }

    /// A line that belongs to no field.
    fn text(&mut self, line: &Line<'_>) {
        if self.place == Place::Field {
            self.place = Place::Text;
            // A blank line tells apart what stood in different places.
            self.push("", line);
        }
        self.push(line.text, line);
    }

    /// Adds a line to where it belongs.
    fn push(&mut self, text: &str, line: &Line<'_>) {
        let text = text.trim_end_matches('\r');
        let other = match self.syntax.entries.last_mut() {
            Some(entry) if self.place == Place::Field => {
                if let Some(field) = entry.fields.last_mut() {
                    field.value.push('\n');
                    field.value.push_str(text);
                }
                None
            }
            Some(entry) => Some(&mut entry.other),
            None => Some(&mut self.syntax.preamble),
        };
        if let Some(other) = other {
            if !text.is_empty() {
                other.span.get_or_insert(Span::new(line.start, line.end()));
            }
            other.text.push_str(text);
            other.text.push('\n');
        }
        if !text.is_empty() {
            self.syntax.open_end = None;
        }
    }

    fn finish(mut self) -> Syntax {
        self.syntax.preamble.text = self.syntax.preamble.lines();
        for entry in &mut self.syntax.entries {
            entry.other.text = entry.other.lines();
            for field in &mut entry.fields {
                field.value = trim(&field.value).to_owned();
            }
        }
        self.syntax
    }
}

/// A text without the blanks that lines are told apart by.
fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\r', '\n'])
}
