//! The metadata block (R-C7).

use std::collections::HashMap;

use envelope_core::markdown::{Block, Kind, cells, unescape};
use envelope_core::rules::{CONFLICTING_KEY, REPEATED_KEY};
use envelope_core::text::{
    Lines, excerpt, find_word, is_placeholder, same_name, says_nothing, split_key, strip_decoration,
};
use envelope_core::{Sink, Span};

use crate::findings::is_result_table;
use crate::line::{is_key, starts_value};
use crate::rules::{MISSING_METADATA_FIELD, PROTOCOL_VERSION, UNKNOWN_CONFIDENCE};
use crate::{Confidence, Field, Metadata};

/// The fields, in the order of the specification.
pub(crate) const FIELDS: [&str; 6] = ["Protocol", "Agent", "Assigned", "Scope", "Coverage", "Confidence"];

/// The metadata block, as far as it is there.
#[derive(Debug, Default)]
pub(crate) struct Read {
    pub(crate) metadata: Option<Metadata>,
    /// The place of the coverage.
    pub(crate) coverage: Option<Span>,
    /// Which of the first blocks belong to it.
    pub(crate) taken: Vec<bool>,
    /// Whether a `---` opens it and the text ends before one closes it.
    pub(crate) is_open: bool,
    /// Whether its last field has no value.
    pub(crate) ends_bare: bool,
}

/// Finds the metadata among the blocks below the RESULT line, and reads it.
pub(crate) fn read(text: &str, blocks: &[Block], sink: &mut Sink) -> Read {
    let (taken, is_open) = find(text, blocks);
    let mut reader =
        Reader { text, sink, fields: Default::default(), other: Vec::new(), seen: HashMap::new(), last: None };
    let own = || blocks.iter().zip(&taken).filter(|(_, taken)| **taken).map(|(block, _)| block);
    for block in own() {
        reader.block(block);
    }
    let ends_bare = reader.last.is_some_and(|last| reader.value(last).is_some_and(|entry| entry.value.is_empty()));
    let first = own().find(|block| block.kind != Kind::Break).map(|block| block.text);
    let mut read = Read { is_open, ends_bare, ..Read::default() };
    if let Some(first) = first {
        let (metadata, coverage) = reader.finish(first);
        read.coverage = coverage;
        read.metadata = Some(metadata).filter(|metadata| *metadata != Metadata::default());
    }
    read.taken = taken;
    read
}

/// Which blocks before the first heading or other table are metadata, with the `---` around them, and whether they are
/// opened and not closed.
fn find(text: &str, blocks: &[Block]) -> (Vec<bool>, bool) {
    let mut taken: Vec<bool> = Vec::new();
    let mut opening = None;
    // Whether there is a field behind the last `---`.
    let mut has_field = false;
    let mut is_closed = false;
    let mut is_whole = true;
    for (index, block) in blocks.iter().enumerate() {
        let previous = index.checked_sub(1).and_then(|before| blocks.get(before));
        let is_next = taken.last() == Some(&true)
            && previous.is_some_and(|last| last.kind != Kind::Break && !has_blank_line(text, last, block));
        let is_field = match block.kind {
            Kind::Break => {
                // Behind a block that was closed, `---` is a rule between parts of the text.
                is_closed |= has_field;
                opening = if is_closed { None } else { Some(index) };
                has_field = false;
                taken.push(true);
                continue;
            }
            Kind::Heading(_) => false,
            // What follows without a blank line belongs to the field above: a nested list, a field that was cut off.
            Kind::Row | Kind::Paragraph | Kind::Item if is_next => true,
            _ => has_known_key(text, blocks, index) || opening.is_some() && first_key(text, block).is_some(),
        };
        if !is_field && matches!(block.kind, Kind::Heading(_) | Kind::Table) {
            is_whole = false;
            break;
        }
        has_field |= is_field;
        taken.push(is_field);
    }
    // Text directly below the opening `---` is the beginning of a block, too.
    let behind = opening.and_then(|opening| Some((blocks.get(opening)?, blocks.get(opening + 1)?)));
    let begins = behind.is_none_or(|(line, next)| !has_blank_line(text, line, next));
    (taken, is_whole && opening.is_some() && (has_field || begins))
}

fn has_blank_line(text: &str, previous: &Block, block: &Block) -> bool {
    let between = text.get(previous.span.end()..block.span.start()).unwrap_or_default();
    memchr::memchr_iter(b'\n', between.as_bytes()).count() > 1
}

/// Whether a block has a field of the specification.
fn has_known_key(text: &str, blocks: &[Block], index: usize) -> bool {
    let Some(block) = blocks.get(index) else { return false };
    match block.kind {
        Kind::Paragraph | Kind::Item => {
            let lines = Lines::new(text, block.text);
            lines.filter_map(|line| field(line.content())).any(|field| known(field.key).is_some())
        }
        Kind::Table => {
            let rows = blocks[index + 1..].iter().take_while(|row| row.kind == Kind::Row);
            let mut rows = std::iter::once(block).chain(rows).peekable();
            let is_known = |row: &Block| {
                let mut cells = cells(text, row.text);
                let key = cells.next().map(|cell| cell.of(text));
                key.is_some_and(|key| known(strip_decoration(key)).is_some()) && cells.count() <= 1
            };
            let names: Vec<&str> = cells(text, block.text).map(|cell| strip_decoration(cell.of(text))).collect();
            // An item of a checklist may have the name of a field.
            names.len() == 2 && !is_result_table(&names) && rows.any(is_known)
        }
        _ => false,
    }
}

fn first_key<'a>(text: &'a str, block: &Block) -> Option<&'a str> {
    let is_text = matches!(block.kind, Kind::Paragraph | Kind::Item);
    let line = Lines::new(text, block.text).next().filter(|_| is_text)?;
    field(line.content()).map(|field| field.key)
}

fn known(key: &str) -> Option<usize> {
    FIELDS.iter().position(|known| same_name(known, key))
}

/// A line `Key: value`.
struct Line<'a> {
    key: &'a str,
    value: &'a str,
}

fn field(content: &str) -> Option<Line<'_>> {
    let (written, at) = split_key(content)?;
    let rest = &content[at..];
    let key = strip_decoration(written);
    if known(key).is_none() && !(is_key(key) && starts_value(rest)) {
        return None;
    }
    // `**Key:** value` closes the bold run behind the colon.
    let signs = ["**", "__", "*", "_", "`"];
    let open = signs.into_iter().find(|sign| written.starts_with(sign) && !written.trim_ascii_end().ends_with(sign));
    let rest = open.and_then(|sign| rest.strip_prefix(sign)).unwrap_or(rest);
    Some(Line { key, value: rest.trim() })
}

/// A value with its place.
#[derive(Clone, Debug)]
struct Entry {
    value: String,
    span: Span,
}

struct Reader<'a, 's> {
    text: &'a str,
    sink: &'s mut Sink,
    fields: [Option<Entry>; 6],
    other: Vec<(String, Entry)>,
    /// The index in `other` of each key that is there.
    seen: HashMap<String, usize>,
    /// The field that a line without a key continues.
    last: Option<Slot>,
}

#[derive(Clone, Copy, Debug)]
enum Slot {
    Known(usize),
    Other(usize),
}

impl<'a> Reader<'a, '_> {
    fn block(&mut self, block: &Block) {
        match block.kind {
            Kind::Break => {}
            Kind::Table | Kind::Row => {
                let mut cells = cells(self.text, block.text);
                let key = cells.next().map_or("", |cell| strip_decoration(cell.of(self.text)));
                let values: Vec<_> = cells.map(|cell| unescape(cell.of(self.text))).collect();
                let value = values.join(" ");
                // The header of the table is a field only if it is one of the specification.
                if known(key).is_some() || block.kind == Kind::Row && is_key(key) {
                    self.add(key, value.trim(), block.text);
                } else if block.kind == Kind::Row {
                    self.continued(format!("{key} {value}").trim());
                }
            }
            _ => {
                for line in Lines::new(self.text, block.text).filter(|line| !line.is_blank()) {
                    match field(line.content()) {
                        Some(Line { key, value }) => self.add(key, value, line.span()),
                        None => self.continued(line.content()),
                    }
                }
            }
        }
    }

    fn value(&self, slot: Slot) -> Option<&Entry> {
        match slot {
            Slot::Known(index) => self.fields[index].as_ref(),
            Slot::Other(index) => self.other.get(index).map(|(_, entry)| entry),
        }
    }

    /// Adds a field; the first of two with the same key counts (R-A11).
    fn add(&mut self, key: &'a str, value: &str, span: Span) {
        let entry = Entry { value: value.to_owned(), span };
        let slot = match known(key) {
            Some(index) => Slot::Known(index),
            None => Slot::Other(*self.seen.entry(key.to_ascii_lowercase()).or_insert(self.other.len())),
        };
        if let Slot::Known(index) = slot
            && FIELDS[index] != key
        {
            self.sink.decoration(span);
        }
        if let Some((is_same, first)) = self.value(slot).map(|first| (first.value == entry.value, first.span)) {
            let rule = if is_same { &REPEATED_KEY } else { &CONFLICTING_KEY };
            self.sink.push_pair(rule, span, first, || format!("`{key}` is there twice"));
            if !is_same {
                self.last = Some(Slot::Other(self.other.len()));
                self.other.push((key.to_owned(), entry));
            }
            return;
        }
        match slot {
            Slot::Known(index) => self.fields[index] = Some(entry),
            Slot::Other(_) => self.other.push((key.to_owned(), entry)),
        }
        self.last = Some(slot);
    }

    /// Adds a line to the value above it.
    fn continued(&mut self, line: &str) {
        let entry = match self.last {
            Some(Slot::Known(index)) => self.fields[index].as_mut(),
            Some(Slot::Other(index)) => self.other.get_mut(index).map(|(_, entry)| entry),
            None => None,
        };
        match entry {
            Some(entry) => {
                entry.value.push_str(if entry.value.is_empty() { "" } else { " " });
                entry.value.push_str(line);
            }
            None => {
                self.last = Some(Slot::Other(self.other.len()));
                let entry = Entry { value: line.to_owned(), span: Span::at(0) };
                self.other.push(("Note".to_owned(), entry));
            }
        }
    }

    fn finish(self, place: Span) -> (Metadata, Option<Span>) {
        let Self { fields, other, sink, .. } = self;
        let said = |entry: &Entry| !says_nothing(&entry.value) && !is_placeholder(&entry.value, &[]);
        let is_missing = |entry: &Option<Entry>| !entry.as_ref().is_some_and(said);
        for (name, _) in FIELDS.iter().zip(&fields).filter(|(_, entry)| is_missing(entry)) {
            sink.push(&MISSING_METADATA_FIELD, place, || format!("the metadata have no `{name}`"));
        }
        let fields = fields.map(|entry| entry.filter(|entry| !says_nothing(&entry.value)));
        let [protocol, agent, assigned, scope, coverage, confidence] = fields;
        let protocol = protocol.map(|entry| protocol_version(entry, sink));
        let confidence = confidence.map(|entry| confidence_word(&entry, sink));
        let coverage_place = coverage.as_ref().map(|entry| entry.span);
        let [agent, assigned, scope, coverage] =
            [agent, assigned, scope, coverage].map(|entry| entry.map(|entry| entry.value));
        let other = other.into_iter().map(|(key, entry)| Field { key, value: entry.value }).collect();
        (Metadata { protocol, agent, assigned, scope, coverage, confidence, other }, coverage_place)
    }
}

fn protocol_version(entry: Entry, sink: &mut Sink) -> String {
    match find_word(&entry.value, &["v1"]) {
        Some(word) => {
            if word.decorated {
                sink.decoration(entry.span);
            }
            "v1".to_owned()
        }
        None => {
            sink.push(&PROTOCOL_VERSION, entry.span, || {
                format!("unknown protocol version `{}`", excerpt(&entry.value))
            });
            entry.value
        }
    }
}

fn confidence_word(entry: &Entry, sink: &mut Sink) -> Confidence {
    let Some(word) = find_word(&entry.value, Confidence::WORDS) else {
        sink.push(&UNKNOWN_CONFIDENCE, entry.span, || format!("unknown confidence `{}`", excerpt(&entry.value)));
        return Confidence::from(entry.value.as_str());
    };
    if word.decorated {
        sink.decoration(entry.span);
    }
    Confidence::from(Confidence::WORDS[word.index])
}

/// The percentage that a coverage is: `N%` at its beginning, or full, all, complete (R-C14).
pub fn coverage_percent(coverage: &str) -> Option<f64> {
    if find_word(coverage, &["full", "all", "complete"]).is_some() {
        return Some(100.0);
    }
    let (number, _) = coverage.trim().trim_start_matches(['*', '_', '`']).split_once('%')?;
    let number = number.trim_end();
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let percent: f64 = number.parse().ok().filter(|_| is_number)?;
    (0.0..=100.0).contains(&percent).then_some(percent)
}
