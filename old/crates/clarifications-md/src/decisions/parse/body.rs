//! The entries: headings, fields over as many lines as they have, and what belongs to neither (R-Q9, R-A3).

use std::collections::HashSet;

use envelope_core::rules::DECORATION;
use envelope_core::text::{Lines, Word, is_blank, read_status};
use envelope_core::{Diagnostic, Path, Span};

use super::Found;
use super::heading::{EntryHeading, Heading, heading, unheaded};
use super::label::{Label, label};
use crate::cut::cut_row;
use crate::decisions::check::other_text;
use crate::decisions::hidden::Hidden;
use crate::decisions::labels::FieldKind;
use crate::decisions::rules::{
    DECISION_HEADING, DECISION_LABEL, DECISIONS_CUT_OFF, OPEN_FENCE, SOURCE_LIST, UNINDENTED,
};
use crate::decisions::stray::{Loose, strays};
use crate::decisions::{Decision, EntryStatus, OtherField, SidedAnswer, SourceRef};
use crate::{DecisionId, DecisionStatus, steps};

/// Reads the body of a document.
pub(super) fn read(text: &str, body: Span, found: Found) -> Found {
    let mut reader = Reader {
        text,
        found,
        part: Part::Preamble,
        field: None,
        blanks: 0,
        loose: Vec::new(),
        answered: HashSet::new(),
        aside: false,
        body,
        known: None,
    };
    let mut hidden = Hidden::default();
    let mut opened = Span::at(body.start());
    for line in Lines::new(body.of(text)) {
        let (start, was_open) = (body.start() + line.span.start(), hidden.is_open());
        reader.line(line.text, start, &mut hidden);
        if hidden.is_open() && !was_open {
            opened = Span::new(start, start + line.text.len());
        }
    }
    if hidden.is_open() {
        reader.found.truncated = true;
        let path = match reader.part {
            Part::Preamble => Some(Path::root().key("preamble")),
            Part::Entry => Some(reader.entry_path().key("other")),
            // The heading without an id stands there already.
            Part::Quarantine => None,
        };
        if let Some(path) = path {
            reader.found.places.insert(path, opened);
        }
    }
    // A field closes its fences with itself, unless the text ends in it.
    if let Some(told) = reader.field.as_ref().filter(|field| field.hides()).map(Open::open_fence) {
        reader.found.truncated = true;
        reader.found.log.push(told);
    }
    if let Some(row) = cut_row(body.of(text)).filter(|_| !reader.found.truncated) {
        reader.found.truncated = true;
        let message = "the decisions end in the middle of this row";
        reader.found.log.push(Diagnostic::new(&DECISIONS_CUT_OFF, row.shifted(body.start()), message));
    }
    reader.end_part();
    reader.found
}

/// What the lines belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Preamble,
    Entry,
    /// An entry without an id.
    Quarantine,
}

/// A field that is being read.
#[derive(Debug)]
struct Open<'a> {
    name: &'a str,
    kind: Option<FieldKind>,
    of: Option<&'a str>,
    lines: Vec<&'a str>,
    span: Span,
    label: Span,
}

impl Open<'_> {
    /// Whether a fence or a comment is open at its end; one may stand behind the mark of a list.
    fn hides(&self) -> bool {
        let mut hidden = Hidden::default();
        for line in &self.lines {
            let item = line.trim_start_matches([' ', '-', '+', '*', '>']);
            let fence = !hidden.is_open() && (item.starts_with("```") || item.starts_with("~~~"));
            hidden.takes(if fence { item } else { line });
        }
        hidden.is_open()
    }

    fn open_fence(&self) -> Diagnostic {
        Diagnostic::new(&OPEN_FENCE, self.span, "nothing closes a code fence or a comment in this field")
    }
}

struct Reader<'a> {
    text: &'a str,
    found: Found,
    part: Part,
    field: Option<Open<'a>>,
    /// Blank lines that belong to the field if it goes on.
    blanks: usize,
    /// Lines that belong to no field.
    loose: Vec<&'a str>,
    /// The items whose answers the entry has.
    answered: HashSet<SourceRef>,
    /// Another heading stands above, so that fields belong to no entry.
    aside: bool,
    body: Span,
    /// The ids that have a heading; looked up only where a line may speak of one.
    known: Option<HashSet<DecisionId>>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str, start: usize, hidden: &mut Hidden) {
        steps::count(line.len() + 1);
        let is_open = hidden.is_open();
        if is_blank(line) && !is_open {
            self.blanks += usize::from(self.field.is_some());
            if self.field.is_none() {
                self.loose.push("");
            }
            return;
        }
        if let Some(rest) = continued(line).filter(|_| self.field.is_some() && !is_open) {
            self.go_on(rest, line, start);
            return;
        }
        if hidden.takes(line) {
            self.loose_line(line);
            return;
        }
        match heading(self.text, line) {
            Some(Heading::Entry(found)) => return self.begin(found, line, start),
            Some(Heading::Malformed) => return self.aside(line, start),
            Some(Heading::Other) => {
                self.aside = true;
                return self.loose_line(line);
            }
            None if self.opens_unheaded(line) => return self.aside(line, start),
            None => {}
        }
        if self.part == Part::Entry && !self.aside {
            if let Some(found) = label(line) {
                return self.open(found, start);
            }
            if self.field.is_some() && self.blanks == 0 && !is_rule(line) {
                let span = Span::new(start, start + line.len());
                self.found.log.tally(&UNINDENTED, "", span, "a further line of a field is not indented by two blanks");
                self.go_on(line.trim_start_matches([' ', '\t']), line, start);
                return;
            }
        }
        self.loose_line(line);
    }

    /// What is meant as an entry and cannot be read as one: kept whole.
    fn aside(&mut self, line: &'a str, start: usize) {
        self.end_part();
        self.part = Part::Quarantine;
        self.aside = false;
        let at = self.found.value.quarantine.len();
        self.found.places.insert(Path::root().key("quarantine").index(at), Span::new(start, start + line.len()));
        self.loose.push(line);
    }

    /// Whether the line opens an entry without a heading. Where the id has its heading elsewhere, the line only speaks
    /// of that entry, unless it has the marks of a heading.
    fn opens_unheaded(&mut self, line: &str) -> bool {
        let Some(entry) = unheaded(line) else { return false };
        let (text, body) = (self.text, self.body);
        entry.marked || !self.known.get_or_insert_with(|| headed(text, body)).contains(&entry.id)
    }

    /// A further line of the open field.
    fn go_on(&mut self, rest: &'a str, line: &'a str, start: usize) {
        let blanks = std::mem::take(&mut self.blanks);
        if let Some(field) = &mut self.field {
            field.lines.extend(std::iter::repeat_n("", blanks));
            field.lines.push(rest);
            field.span = Span::new(field.span.start(), start + line.trim_end_matches([' ', '\t']).len());
        }
    }

    /// A line that belongs to no field.
    fn loose_line(&mut self, line: &'a str) {
        if self.field.is_some() {
            self.end_field();
            // What stood before and what stands here are two pieces.
            self.loose.push("");
        }
        if self.part == Part::Entry {
            let at = self.entry_path().key("other");
            self.found.places.insert(at, Span::of_slice(self.text, line));
        }
        self.loose.push(line);
    }

    fn begin(&mut self, found: EntryHeading, line: &str, start: usize) {
        self.end_part();
        self.part = Part::Entry;
        self.aside = false;
        self.answered.clear();
        let span = Span::new(start, start + line.trim_end_matches([' ', '\t']).len());
        let entry = Decision::new(found.id, found.title.of(self.text));
        self.found.value.entries.push(entry);
        let path = self.entry_path();
        self.found.places.insert(path.clone().key("id"), found.id_span);
        let title = if found.title.is_empty() { span } else { found.title };
        self.found.places.insert(path.clone().key("title"), title);
        self.found.places.insert(path.clone(), span);
        if !found.canonical {
            let message = "the heading of an entry is `### D1: Title`";
            self.found.log.push(Diagnostic::new(&DECISION_HEADING, span, message).path(path));
        }
    }

    fn open(&mut self, found: Label<'a>, start: usize) {
        self.end_field();
        let value = Span::of_slice(self.text, found.value.trim_end_matches([' ', '\t']));
        let label = Span::new(start, value.start().max(start));
        let label = Span::new(label.start(), label.start() + label.of(self.text).trim_end_matches([' ', '\t']).len());
        if !found.canonical {
            let message = "a field is written `- **Label:** text`";
            self.found.log.tally(&DECISION_LABEL, "", label, message);
        }
        let Label { name, kind, of, .. } = found;
        self.field = Some(Open { name, kind, of, lines: vec![found.value], span: value, label });
    }

    fn entry_path(&self) -> Path {
        let at = self.found.value.entries.len();
        if at == 0 { Path::root() } else { Path::root().key("entries").index(at - 1) }
    }

    fn end_field(&mut self) {
        self.blanks = 0;
        let Some(open) = self.field.take() else { return };
        let said = text_of(&open.lines);
        let span = if open.span.is_empty() { open.label } else { open.span };
        let path = self.entry_path();
        let Some(entry) = self.found.value.entries.last_mut() else { return };
        let taken = match (open.kind, open.of) {
            (Some(FieldKind::Answer), Some(of)) => {
                let item = SourceRef::from(of);
                if self.answered.insert(item.clone()) {
                    let path = path.clone().key("answers").index(entry.answers.len());
                    self.found.places.insert(path.clone().key("item"), open.label);
                    self.found.places.insert(path, span);
                    entry.answers.push(SidedAnswer { item, text: said });
                    return;
                }
                true
            }
            (Some(FieldKind::Source), _) => !entry.source.is_empty(),
            (Some(FieldKind::Status), _) => entry.status.is_some(),
            (Some(kind), _) => entry.text(kind).is_some(),
            (None, _) => true,
        };
        // Canonical text has it behind the status, where it may be the last.
        let is_behind = taken || open.kind.is_some_and(FieldKind::is_behind_status);
        if is_behind && !self.found.truncated && open.hides() {
            self.found.log.push(open.open_fence());
        }
        if taken {
            let label = open.of.map_or_else(|| open.name.to_owned(), |of| format!("{} ({of})", open.name));
            let place = if open.kind.is_some() { span } else { open.label };
            self.found.places.insert(path.key("fields").index(entry.fields.len()), place);
            entry.fields.push(OtherField { label, text: said });
            return;
        }
        // Blank is absent (R-A8).
        let Some(kind) = open.kind.filter(|_| !said.is_empty()) else { return };
        let path = path.key(kind.member());
        self.found.places.insert(path.clone(), span);
        match kind {
            FieldKind::Source => self.sources(&said, span, &path),
            FieldKind::Status => self.status(&said, span),
            kind => {
                if let Some(slot) = entry.text_mut(kind) {
                    *slot = Some(said);
                }
            }
        }
    }

    fn sources(&mut self, said: &str, span: Span, path: &Path) {
        steps::count(said.len());
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let unified = said.replace([';', '&', '/'], ",").replace(" and ", ", ");
        let parts =
            unified.split(',').map(|part| part.trim_matches([' ', '`', '*', '_'])).filter(|part| !part.is_empty());
        let sources: Vec<SourceRef> = parts.map(SourceRef::from).collect();
        // What does not become ids by it stays as it was.
        let sources = if sources.iter().all(|source| source.id().is_some()) {
            sources
        } else {
            said.split(", ").map(SourceRef::from).collect()
        };
        let canonical = sources.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        if canonical != said {
            let message = "several sources have a comma and a blank between them";
            self.found.log.push(Diagnostic::new(&SOURCE_LIST, span, message).path(path.clone()).help(canonical));
        }
        for at in 0..sources.len() {
            self.found.places.insert(path.clone().index(at), span);
        }
        if let Some(entry) = self.found.value.entries.last_mut() {
            entry.source = sources;
        }
    }

    fn status(&mut self, said: &str, span: Span) {
        let (known, word) = read_status::<DecisionStatus>(said);
        if let (Some(_), Word::Decorated { decorations, .. }) = (known, word) {
            for kind in decorations.iter() {
                self.found.log.tally(&DECORATION, kind.as_str(), span, format!("read through {kind}"));
            }
        }
        if let Some(entry) = self.found.value.entries.last_mut() {
            entry.status = Some(known.map_or_else(|| EntryStatus::Other(said.to_owned()), EntryStatus::Known));
        }
    }

    /// Ends the preamble or the entry.
    fn end_part(&mut self) {
        self.end_field();
        if let Some(first) = self.loose.iter().find(|line| !line.is_empty()).filter(|_| self.part == Part::Preamble) {
            self.found.places.insert(Path::root().key("preamble"), Span::of_slice(self.text, first));
        }
        let lines = std::mem::take(&mut self.loose);
        let loose = text_of(&lines);
        match self.part {
            Part::Preamble => {
                self.strays(&loose, &lines, Loose::Preamble);
                self.found.value.preamble = loose;
            }
            Part::Quarantine => self.found.value.quarantine.push(loose),
            Part::Entry => {
                if let Some(entry) = self.found.value.entries.last_mut() {
                    entry.other.clone_from(&loose);
                }
                self.strays(&loose, &lines, Loose::Entry(self.found.value.entries.len().saturating_sub(1)));
            }
        }
    }

    /// Tells of fields in the loose text, each at its line; the rules on the value know the text alone.
    fn strays(&mut self, loose: &str, lines: &[&str], place: Loose) {
        let first = lines.iter().position(|line| !trimmed(line).is_empty()).unwrap_or_default();
        let mut found = strays(loose, place).peekable();
        if found.peek().is_none() {
            return;
        }
        for (at, issue) in found {
            let line = lines.get(first + at).map_or_else(Span::default, |line| Span::of_slice(self.text, line));
            self.found.log.push(Diagnostic::from_issue(issue, line));
        }
        if let Some(entry) = self.found.value.entries.last().filter(|_| self.part == Part::Entry) {
            let note = other_text(entry, place.path());
            let place = self.found.places.locate(&note.path, false, None);
            self.found.log.push(Diagnostic::from_issue(note, place));
        }
        self.found.told.push(place.path());
    }
}

/// The ids of the entries that have a heading.
fn headed(text: &str, body: Span) -> HashSet<DecisionId> {
    steps::count(body.len());
    let mut hidden = Hidden::default();
    let lines = Lines::new(body.of(text)).filter(|line| !hidden.takes(line.text));
    let entries = lines.filter_map(|line| match heading(line.text, line.text) {
        Some(Heading::Entry(entry)) => Some(entry.id),
        _ => None,
    });
    entries.collect()
}

/// What follows the indentation of a further line of a field.
fn continued(line: &str) -> Option<&str> {
    line.strip_prefix("  ").or_else(|| line.strip_prefix('\t'))
}

/// A line that parts what stands above from what stands below.
fn is_rule(line: &str) -> bool {
    let line = line.trim_matches([' ', '\t']);
    line.len() >= 3 && ["-", "*", "_"].iter().any(|mark| line.chars().all(|c| mark.starts_with(c)))
}

fn trimmed(line: &str) -> &str {
    line.trim_end_matches([' ', '\t', '\r'])
}

/// The lines as a text: no blanks at the ends of lines, no blank lines around it, at most none of its own before it.
fn text_of(lines: &[&str]) -> String {
    steps::count(lines.iter().map(|line| line.len() + 1).sum());
    let lines: Vec<&str> = lines.iter().map(|line| trimmed(line)).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |at| at + 1);
    let text = lines.get(first..last).unwrap_or_default().join("\n");
    text.trim_start_matches([' ', '\t']).to_owned()
}
