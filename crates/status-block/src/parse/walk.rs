//! The walk over the lines of the block: finds the sections, collects the fields of the known ones.

use envelope_core::rules::{CONFLICTING_KEY, REPEATED_KEY, TEXT_AROUND};
use envelope_core::text::{Line, Lines, MarkerPlace, Region, Regions, same_name, split_key, strip_decoration};
use envelope_core::{Sink, Span};
use serde_json::{Map, Value as Json};

use super::value::{Value, dedent, read, without_comment};
use crate::fields::{ERRORS, SECTIONS, Section};
use crate::rules::{EXTENSION, UNCLOSED};

/// The block, before its fields are typed.
#[derive(Debug, Default)]
pub(super) struct Block<'a> {
    /// The known sections, as in [`SECTIONS`].
    pub(super) sections: [Option<RawSection<'a>>; 4],
    pub(super) extensions: Map<String, Json>,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
}

/// A known section.
#[derive(Debug)]
pub(super) struct RawSection<'a> {
    /// Which one, as in [`SECTIONS`].
    pub(super) index: usize,
    pub(super) name: Span,
    /// The known fields, as in [`Section::fields`].
    pub(super) fields: [Option<Field<'a>>; 3],
    pub(super) extra: Map<String, Json>,
    /// Text in place of the fields.
    pub(super) text: Option<(String, Span)>,
    /// The indentation of its fields.
    indent: Option<usize>,
}

/// A known field.
#[derive(Debug)]
pub(super) struct Field<'a> {
    pub(super) value: Value<'a>,
    pub(super) span: Span,
}

/// The section that a line is the name of, and what stands behind the name.
pub(super) fn known_section<'a>(line: &Line<'a>) -> Option<(usize, &'a str, &'a str)> {
    let (key, rest) = split_header(line);
    let find = |name: &str| SECTIONS.iter().position(|section| same_name(section.name, name));
    let index = find(key).or_else(|| key.eq_ignore_ascii_case("ERROR").then_some(ERRORS))?;
    Some((index, key, rest))
}

/// The name on a line, without decoration, and what stands behind its colon.
fn split_header<'a>(line: &Line<'a>) -> (&'a str, &'a str) {
    let content = line.content();
    let (key, rest) = split_key(content).map_or((content, ""), |(key, at)| (key, &content[at..]));
    let rest = if key.starts_with(['*', '_', '`']) { rest.trim_start_matches(['*', '_', '`']) } else { rest };
    (strip_decoration(key), without_comment(rest).trim_ascii())
}

/// Walks over the region of the marker.
pub(super) fn walk<'a>(text: &'a str, place: &MarkerPlace, sink: &mut Sink) -> Block<'a> {
    let start = block_start(text, place);
    let lines = Lines::new(text, Span::new(start, place.region.end()));
    let mut walk = Walk {
        text,
        place,
        lines,
        regions: Regions::default(),
        block: Block::default(),
        current: Current::None,
        stray: Vec::new(),
        content_end: text.trim_ascii_end().len(),
        sink,
    };
    let end = walk.run();
    walk.end_extension();
    walk.bare_section_at_end();
    walk.finish(start, end)
}

/// Where the block begins: at STATUS, or at the first section before it from which the block goes on up to there, unless
/// another marker stands before (R-S3).
fn block_start(text: &str, place: &MarkerPlace) -> usize {
    let marker = place.marker.line.start();
    let has_earlier = place.others.first().is_some_and(|other| other.line.start() < marker);
    if has_earlier || place.fence.is_some() {
        return marker;
    }
    let mut regions = Regions::default();
    let (mut start, mut after_blank) = (None, false);
    for line in Lines::new(text, Span::new(place.region.start(), marker)) {
        let is_open = regions.next(&line) == Region::Open;
        if line.is_blank() {
            after_blank = true;
            continue;
        }
        if is_open && line.indent == place.marker.indent && known_section(&line).is_some() {
            start.get_or_insert(line.start);
        } else if line.indent <= place.marker.indent && after_blank {
            start = None;
        }
        after_blank = false;
    }
    start.unwrap_or(marker)
}

/// What the lines at hand belong to.
#[derive(Debug)]
enum Current<'a> {
    None,
    Known(usize),
    Extension { name: &'a str, span: Span, rest: &'a str, lines: Lines<'a>, end: usize },
}

struct Walk<'a, 's> {
    text: &'a str,
    place: &'s MarkerPlace,
    lines: Lines<'a>,
    regions: Regions,
    block: Block<'a>,
    current: Current<'a>,
    /// Lines that belong to nothing.
    stray: Vec<Line<'a>>,
    /// Where the last line that is not blank ends.
    content_end: usize,
    sink: &'s mut Sink,
}

impl<'a> Walk<'a, '_> {
    /// Walks up to the end of the block; gives where that is.
    fn run(&mut self) -> usize {
        let mut markers = self.place.others.iter().map(|other| other.line.start()).peekable();
        let mut after_blank = false;
        while let Some(line) = self.lines.next() {
            let region = self.regions.next(&line);
            if line.is_blank() {
                after_blank = true;
                continue;
            }
            while markers.next_if(|marker| *marker < line.start).is_some() {}
            let is_marker = line.start == self.place.marker.line.start() || markers.peek() == Some(&line.start);
            if is_marker && region != Region::Thought {
                self.end_extension();
            } else if !self.line(&line, region, after_blank) {
                return line.start;
            }
            after_blank = false;
        }
        self.place.region.end()
    }

    /// Takes a line that is not a marker; `false` if the block ends before it.
    fn line(&mut self, line: &Line<'a>, region: Region, after_blank: bool) -> bool {
        let is_outer = line.indent <= self.place.marker.indent;
        if region == Region::Open {
            if line.indent == self.place.marker.indent && self.header(line) {
                return true;
            }
            let is_comment = line.content().starts_with("# ") && !is_outer;
            if matches!(self.current, Current::Known(_)) && (is_comment || self.field(line, is_outer)) {
                return true;
            }
        }
        if is_outer && after_blank && !matches!(region, Region::Fence | Region::Thought) {
            return false;
        }
        match &mut self.current {
            Current::Extension { end, .. } => *end = line.end(),
            Current::Known(index) if region != Region::Thought => {
                let index = *index;
                self.no_field(index, line, after_blank);
            }
            Current::Known(_) | Current::None => self.stray.push(*line),
        }
        true
    }

    /// Begins a section if the line is the name of one.
    fn header(&mut self, line: &Line<'a>) -> bool {
        if let Some((index, name, rest)) = known_section(line) {
            let is_first = self.block.sections[index].is_none();
            if is_first || name.bytes().all(|byte| !byte.is_ascii_lowercase()) {
                self.end_extension();
                self.known_header(line, index, rest);
                return true;
            }
        }
        let (name, rest) = split_header(line);
        let is_upper = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
        let is_name = name.len() > 1 && name.bytes().all(is_upper) && name.as_bytes()[0].is_ascii_uppercase();
        if !is_name || split_key(line.content()).is_none() {
            return false;
        }
        self.end_extension();
        let end = line.end();
        self.current = Current::Extension { name, span: line.span(), rest, lines: self.lines.clone(), end };
        true
    }

    fn known_header(&mut self, line: &Line<'a>, index: usize, rest: &'a str) {
        let section = &SECTIONS[index];
        let content = line.content();
        let is_plain = content.strip_prefix(section.name).is_some_and(|rest| rest.starts_with(':'));
        if !is_plain {
            self.sink.decoration(line.span());
        }
        let raw = self.block.sections[index].get_or_insert_with(|| RawSection {
            index,
            name: line.span(),
            fields: [None, None, None],
            extra: Map::new(),
            text: None,
            indent: None,
        });
        if !rest.is_empty() {
            add_text(&mut raw.text, rest, line.span());
        }
        self.current = Current::Known(index);
    }

    /// Reads a field if the line is one of the section at hand.
    fn field(&mut self, line: &Line<'a>, is_outer: bool) -> bool {
        let Current::Known(index) = self.current else { return false };
        let Some(raw) = &mut self.block.sections[index] else { return false };
        // At the indentation of the section names, only where all fields of the section are.
        if is_outer && raw.indent.is_some_and(|indent| indent != line.indent) {
            return false;
        }
        let Some((key, rest, start)) = split_field(line, &SECTIONS[index]) else { return false };
        raw.indent.get_or_insert(line.indent);
        let read = read(rest, start, line.indent, &mut self.lines);
        let key_span = Span::new(line.start + line.indent, line.start + line.indent + key.written.len());
        if key.decorated {
            self.sink.decoration(key_span);
        }
        let at_end = self.lines.offset() >= self.content_end;
        if at_end && (read.open || read.value == Value::Empty) {
            self.sink.truncated(self.text.len(), || format!("the message ends inside `{}`", key.name));
        } else if read.open {
            self.sink.push(&UNCLOSED, read.span, || format!("`{}` has a quote or list that is not closed", key.name));
        }
        add_field(raw, &key, Field { value: read.value, span: read.span }, key_span, self.sink);
        true
    }

    /// A line in a known section that is no field: text in place of the fields, or a line that belongs to nothing.
    fn no_field(&mut self, index: usize, line: &Line<'a>, after_blank: bool) {
        let Some(raw) = &mut self.block.sections[index] else { return };
        // Without a field above, only the beginning of a field's name is one that was cut off.
        let begins_name = |field: &crate::fields::Field| field.name.starts_with(line.content());
        let is_name = match raw.indent {
            Some(indent) => indent == line.indent,
            None => SECTIONS[index].fields.iter().any(begins_name),
        };
        if line.end() >= self.content_end && !after_blank && is_name {
            self.sink.truncated(self.text.len(), || "the message ends inside a field name".to_owned());
        }
        if raw.indent.is_none() && SECTIONS[index].text_field.is_some() {
            add_text(&mut raw.text, line.content(), line.span());
        } else {
            self.stray.push(*line);
        }
    }

    fn end_extension(&mut self) {
        let current = std::mem::replace(&mut self.current, Current::None);
        let Current::Extension { name, span, rest, lines, end } = current else { return };
        if end >= self.content_end {
            self.extension_at_end(rest, lines.clone().take_while(|line| line.start < end).last());
        }
        let mut text = dedent(lines.take_while(|line| line.start < end));
        if !rest.is_empty() {
            text.insert_str(0, if text.is_empty() { "" } else { "\n" });
            text.insert_str(0, rest);
        }
        self.sink.push(&EXTENSION, span, || format!("the section `{name}` is kept as text"));
        add_extra(&mut self.block.extensions, name, text.into(), span, self.sink);
    }

    /// Looks at the last line of an extension that ends the message: a bare name, or an open quote or list (R-A10).
    fn extension_at_end(&mut self, rest: &'a str, last: Option<Line<'a>>) {
        let content = last.map_or(rest, |line| line.content());
        let value = split_key(content).map_or(content, |(_, at)| content[at..].trim_ascii());
        let value = value.strip_prefix("- ").unwrap_or(value);
        let is_open = value.starts_with(['"', '\'', '[']) && read(value, 0, 0, &mut Lines::new("", Span::at(0))).open;
        if value.is_empty() || is_open {
            self.sink.truncated(self.text.len(), || "the message ends inside a section".to_owned());
        }
    }

    /// A section name at the very end; a bare ERRORS is a value (R-A10).
    fn bare_section_at_end(&mut self) {
        let last = self.block.sections.iter().flatten().max_by_key(|section| section.name);
        let is_bare = |section: &&RawSection<'_>| section.name.end() >= self.content_end && section.text.is_none();
        if last.filter(is_bare).is_some_and(|section| section.index != ERRORS) {
            self.sink.truncated(self.text.len(), || "the message ends behind a section name".to_owned());
        }
    }

    /// Keeps the text around the block.
    fn finish(mut self, start: usize, end: usize) -> Block<'a> {
        let fence = self.place.fence;
        if let Some(before) = trimmed(self.text, 0, fence.map_or(start, Span::start)) {
            self.sink.report(&TEXT_AROUND, before);
            self.block.before = Some(before.of(self.text).to_owned());
        }
        let inner = trimmed(self.text, end, self.place.region.end());
        let outer = fence.and_then(|fence| trimmed(self.text, fence.end(), self.text.len()));
        let rest = inner.into_iter().chain(outer);
        if let Some(first) = self.stray.iter().map(Line::span).chain(rest.clone()).next() {
            self.sink.report(&TEXT_AROUND, first);
            let lines = self.stray.iter().map(|line| line.text.trim_ascii_end());
            let parts: Vec<&str> = lines.chain(rest.map(|span| span.of(self.text))).collect();
            self.block.after = Some(parts.join("\n"));
        }
        self.block
    }
}

/// The lines of a part of a text without the blank ones around them, if anything is left; a byte order mark is nothing.
fn trimmed(text: &str, start: usize, end: usize) -> Option<Span> {
    let mut lines = Lines::new(text, Span::new(start, end)).filter(|line| !line.is_blank());
    let first = lines.next()?;
    Some(Span::new(first.start, first.start + text.get(first.start..end)?.trim_ascii_end().len()))
}

/// The key of a field.
struct Key<'a> {
    written: &'a str,
    name: &'a str,
    index: Option<usize>,
    decorated: bool,
}

/// Splits a line into a key, what stands behind it, and where that begins. A key is one of the section's, decorated or
/// not, or any one word with a blank behind its colon.
fn split_field<'a>(line: &Line<'a>, section: &Section) -> Option<(Key<'a>, &'a str, usize)> {
    let content = &line.text[line.indent..];
    let (written, at) = split_key(content)?;
    let rest = &content[at..];
    let start = line.start + line.indent + at;
    if let Some(index) = section.fields.iter().position(|field| field.name == written) {
        return Some((Key { written, name: written, index: Some(index), decorated: false }, rest, start));
    }
    let name = strip_decoration(written);
    if let Some(index) = section.fields.iter().position(|field| same_name(field.name, name)) {
        let shown = rest.trim_start_matches(['*', '_', '`']);
        let key = Key { written, name, index: Some(index), decorated: true };
        return Some((key, shown, start + rest.len() - shown.len()));
    }
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let is_key = written.bytes().all(is_word) && written.bytes().any(|byte| byte.is_ascii_alphabetic());
    let is_field = is_key && rest.bytes().next().is_none_or(|next| next.is_ascii_whitespace());
    is_field.then_some((Key { written, name: written, index: None, decorated: false }, rest, start))
}

fn add_text(text: &mut Option<(String, Span)>, line: &str, span: Span) {
    match text {
        Some((text, whole)) => {
            text.push('\n');
            text.push_str(line);
            *whole = Span::new(whole.start(), span.end());
        }
        None => *text = Some((line.to_owned(), span)),
    }
}

/// Keeps a field; the first of two with the same key counts (R-A11).
fn add_field<'a>(raw: &mut RawSection<'a>, key: &Key<'a>, field: Field<'a>, span: Span, sink: &mut Sink) {
    let Some(slot) = key.index.and_then(|index| raw.fields.get_mut(index)) else {
        return add_extra(&mut raw.extra, key.name, to_json(field.value), span, sink);
    };
    match slot {
        None => *slot = Some(field),
        Some(first) => {
            let rule = if first.value == field.value { &REPEATED_KEY } else { &CONFLICTING_KEY };
            sink.push_pair(rule, span, first.span, || format!("`{}` is there twice", key.name));
        }
    }
}

fn add_extra(extra: &mut Map<String, Json>, key: &str, value: Json, span: Span, sink: &mut Sink) {
    match extra.get(key) {
        None => drop(extra.insert(key.to_owned(), value)),
        Some(first) => {
            let rule = if *first == value { &REPEATED_KEY } else { &CONFLICTING_KEY };
            sink.push(rule, span, || format!("`{key}` is there twice"));
        }
    }
}

/// A value as JSON: a text, or a list of texts. What has more structure is kept as text.
pub(super) fn to_json(value: Value<'_>) -> Json {
    match value {
        Value::Empty => Json::String(String::new()),
        Value::Text { text, .. } => Json::String(text.into_owned()),
        Value::List { nested: Some(text), .. } => Json::String(text),
        Value::List { items, nested: None } => items.into_iter().map(|item| Json::String(item.into_owned())).collect(),
    }
}
