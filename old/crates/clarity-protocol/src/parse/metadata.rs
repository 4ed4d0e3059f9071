//! The metadata block, scanned by line (R-C7): bold or plain, as a list, with `---` missing or doubled.

use envelope_core::text::{
    Decoration, Decorations, Fences, Line, LineRole, Lines, Word, is_blank, marker_line, read_word, split_key,
};
use envelope_core::{Diagnostic, Diagnostics, Limits, Span};

use super::note_decorations;
use crate::rules::METADATA_FORM;
use crate::{CONFIDENCE, Confidence, FIELDS, Metadata, steps};

/// The block that was read.
#[derive(Debug, Default)]
pub(crate) struct MetadataRead {
    pub(crate) value: Metadata,
    /// The key of each field as it counts, and where its value stands, in the order of the text.
    pub(crate) fields: Vec<(String, Span)>,
    /// The place of the block.
    pub(crate) span: Span,
    /// Where the text ends inside the block.
    pub(crate) cut_off: Option<Span>,
}

/// A line that gives a field.
struct FieldLine<'t> {
    /// The key as the specification writes it, or as it was written.
    key: &'t str,
    /// The key as it was written.
    written: &'t str,
    value: &'t str,
    known: bool,
    bold: bool,
    /// What was read through; bold is the canonical form.
    decorations: Decorations,
}

impl<'t> FieldLine<'t> {
    fn read(line: &'t str) -> Option<Self> {
        let marked = marker_line(line);
        let split = split_key(marked.rest)?;
        let known = FIELDS.iter().map(|(key, _)| *key).find(|key| key.eq_ignore_ascii_case(split.key));
        let all = marked.decorations.union(split.decorations);
        let bold = all.contains(Decoration::Bold);
        // With marks of emphasis left in it a key could not be written in bold again.
        let plain = !split.key.contains(['*', '`']);
        let shaped =
            plain && split.key.starts_with(char::is_uppercase) && split.key.split_whitespace().nth(3).is_none();
        if known.is_none() && (!shaped || all.contains(Decoration::Heading)) {
            return None;
        }
        let mut decorations: Decorations = all.iter().filter(|kind| *kind != Decoration::Bold).collect();
        if known.is_some_and(|key| key != split.key) {
            decorations.insert(Decoration::Case);
        }
        let (key, written) = (known.unwrap_or(split.key), split.key);
        Some(Self { key, written, value: split.value, known: known.is_some(), bold, decorations })
    }
}

/// Reads the block at the start of `span` and gives what follows it. Without a summary line before it, a block that
/// is not introduced by `---` does not count.
pub(crate) fn read_metadata(text: &str, span: Span, after_line: bool, found: &mut Diagnostics) -> (MetadataRead, Span) {
    let lines: Vec<Line<'_>> = head_lines(span.of(text));
    let opening = Opening::read(&lines);
    let extent = Extent::read(&lines, opening.at, opening.rules > 0);
    let Some(mut extent) = extent.filter(|_| after_line || opening.rules > 0) else {
        let cut_off = after_line && span.end() == text.len() && ends_in_opening(&lines, &opening);
        let cut_off = cut_off.then(|| Span::at(text.len()));
        return (MetadataRead { cut_off, ..MetadataRead::default() }, span);
    };
    let mut read = MetadataRead::default();
    let inside = lines.get(opening.at..extent.end).unwrap_or_default();
    let base = inside.first().map_or(0, |line| indent(line.text));
    let mut fields: Vec<(FieldLine<'_>, String, Span)> = Vec::new();
    let mut blanks = 0;
    for (line, read) in inside.iter().zip(std::mem::take(&mut extent.fields)) {
        let at = |part: &str| Span::of_slice(text, part);
        let deeper = indent(line.text) > base + 1 && !fields.is_empty();
        match read.filter(|_| !deeper) {
            _ if is_empty(line.text) => {
                blanks += 1;
                continue;
            }
            Some(field) => {
                let value = field.value.to_owned();
                let place = at(field.value);
                fields.push((field, value, place));
            }
            None => {
                if let Some((_, value, place)) = fields.last_mut() {
                    (0..=blanks).for_each(|_| value.push('\n'));
                    value.push_str(dedent(line.text, base + 2).trim_end());
                    *place = place.join(at(line.text));
                }
            }
        }
        blanks = 0;
    }
    let start = span.start() + lines.iter().find(|line| !is_blank(line.text)).map_or(0, |line| line.span.start());
    let end = lines.get(extent.rest).map_or(extent.tail_end, |line| line.span.start()) + span.start();
    read.span = Span::new(start, end);
    note_form(&lines, &opening, &extent, span.start(), found);
    if let Some(line) = lines.iter().take(extent.rest).find(|line| is_other_rule(line.text)) {
        let message = "the metadata block stands between other lines than `---`";
        let at = line.span.shifted(span.start());
        found.push(Diagnostic::new(&METADATA_FORM, at, message).help("put it between two lines `---`"));
    }
    for (field, value, place) in fields {
        let key_at = Span::of_slice(text, field.written);
        note_decorations(field.decorations, key_at, found);
        if !field.bold {
            found.tally(&METADATA_FORM, "plain", key_at, "the name of a metadata field is not bold");
        }
        let value = normal(field.key, value, place, found);
        if !value.trim().is_empty() {
            read.value.set(field.key, value.trim().to_owned());
            read.fields.push((field.key.to_owned(), place));
        }
    }
    if opening.rules > 0
        && extent.closed == 0
        && span.end() == text.len()
        && ends_inside(text.get(end..).unwrap_or_default())
    {
        read.cut_off = Some(Span::at(text.len()));
    }
    (read, Span::new(end, span.end()))
}

/// The part without the `---` lines that it starts with, those behind empty lines too: they say nothing, and behind a
/// metadata block, where the part is written, they would be taken for its end.
pub(crate) fn without_rules(text: &str, span: Span) -> Span {
    let empty = |line: &Line<'_>| is_empty(line.text) || is_dashes(line.text);
    let rules = Lines::new(span.of(text)).take_while(empty).filter(|line| is_dashes(line.text));
    let skipped = rules.last().map_or(0, |line| line.full_span().end());
    Span::new(span.start() + skipped, span.end())
}

/// Whether what follows the last sure line of an opened block, which nothing closes, is part of a line of it (R-A10).
fn ends_inside(behind: &str) -> bool {
    if behind.is_empty() {
        return true;
    }
    let foreign = |line: &Line<'_>| is_blank(line.text) || starts_block(line.text) || opens_fence(line.text);
    let last = behind.trim_start();
    !behind.ends_with('\n')
        && (!Lines::new(behind).any(|line| foreign(&line)) || !last.contains('\n') && begins_field(last))
}

/// Whether the text ends in the line that opens a block, or in its first fields, none of them known yet (R-A10).
fn ends_in_opening(lines: &[Line<'_>], opening: &Opening) -> bool {
    let Some((last, before)) = lines.get(opening.at..).unwrap_or_default().split_last() else {
        // The line of dashes itself opens a block that is not there, or has no line end.
        let opened = || lines.iter().any(|line| is_dashes(line.text)) && opening.rules == 1;
        return opening.rules > 0 && (opened() || lines.last().is_some_and(|line| line.span == line.full_span()));
    };
    let partial = last.span == last.full_span() && !is_blank(last.text);
    let below = opening.at.checked_sub(1).and_then(|at| lines.get(at)).is_some_and(|line| is_rule(line.text));
    let dashes = opening.rules == 0 && before.is_empty() && matches!(last.text, "-" | "--");
    let fields = before.iter().all(|line| FieldLine::read(line.text).is_some());
    partial && (dashes || below && fields && begins_field(last.text))
}

/// Whether a field, or the line that closes the block, may begin with this part of a line.
fn begins_field(part: &str) -> bool {
    let word = marker_line(part).rest.trim_matches(['*', '_', ' ', '-']);
    let begins = |key: &str| key.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    part.starts_with("**") || FIELDS.iter().any(|(key, _)| begins(key)) || FieldLine::read(part).is_some()
}

/// Whether a metadata block would be found in the text of a message that has none, behind a summary line or without one.
pub(crate) fn holds_metadata(text: &str, after_line: bool) -> bool {
    let whole = Span::new(0, text.len());
    let head = || !read_metadata(text, whole, after_line, &mut Diagnostics::new(Limits::default())).0.span.is_empty();
    after_line && find_block(text, whole).is_some() || head()
}

/// Where a block between `---` stands further down: its first line, if a known field directly follows (R-C7).
pub(crate) fn find_block(text: &str, span: Span) -> Option<usize> {
    let mut fences = Fences::new();
    let mut opened = None;
    let mut fields = 0_usize;
    for line in Lines::new(span.of(text)) {
        steps::count(line.text.len() + 1);
        if fences.classify(line.text) != LineRole::Text || starts_block(line.text) {
            opened = None;
        } else if is_rule(line.text) {
            opened = Some(span.start() + line.span.start());
            fields = 0;
        } else if is_blank(line.text) {
            opened = opened.filter(|_| fields == 0);
        } else if let Some(at) = opened {
            match FieldLine::read(line.text) {
                Some(field) if field.known => return Some(at),
                Some(_) => fields += 1,
                None => opened = None,
            }
        }
    }
    None
}

/// Where the first block stands that says something, behind any number of empty ones.
pub(crate) fn filled_block(text: &str, span: Span) -> Option<Span> {
    let mut part = span;
    while let Some(at) = find_block(text, part) {
        let mut untold = Diagnostics::new(Limits::default());
        let (read, rest) = read_metadata(text, Span::new(at, span.end()), true, &mut untold);
        if !read.value.is_empty() {
            return Some(read.span);
        }
        if rest.start() <= at {
            break;
        }
        part = rest;
    }
    None
}

/// The lines that can belong to the block, and the first behind it.
fn head_lines(part: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::with_capacity(12);
    let mut rules = 0;
    // Whether a line of the block was met, and whether a line of dashes follows one.
    let (mut begun, mut closed) = (false, false);
    for line in Lines::new(part) {
        steps::count(line.text.len() + 1);
        lines.push(line);
        if is_empty(line.text) {
            continue;
        }
        if is_rule(line.text) {
            rules += 1;
            closed |= begun;
            continue;
        }
        let field = || FieldLine::read(line.text).is_some();
        let ends = line.text.starts_with('|') || (line.text.starts_with('#') && !is_metadata_heading(line.text));
        if closed || ends && (rules > 1 || !field()) || !begun && !is_metadata_heading(line.text) && !field() {
            break;
        }
        begun |= !is_metadata_heading(line.text);
    }
    lines
}

/// What stands before the first field.
struct Opening {
    /// How many `---` lines.
    rules: usize,
    /// Whether a heading names the block.
    heading: bool,
    /// The first line behind.
    at: usize,
}

impl Opening {
    fn read(lines: &[Line<'_>]) -> Self {
        let mut opening = Self { rules: 0, heading: false, at: 0 };
        for line in lines {
            if is_rule(line.text) {
                opening.rules += 1;
            } else if is_metadata_heading(line.text) && !opening.heading {
                opening.heading = true;
            } else if !is_empty(line.text) {
                break;
            }
            opening.at += 1;
        }
        opening
    }
}

/// How far the block goes.
struct Extent<'t> {
    /// The fields that its lines give, from the first line on.
    fields: Vec<Option<FieldLine<'t>>>,
    /// One past its last line.
    end: usize,
    /// How many `---` lines close it.
    closed: usize,
    /// The first line behind it.
    rest: usize,
    /// Where the lines looked at end, counted from the start of the part.
    tail_end: usize,
}

impl<'t> Extent<'t> {
    fn read(lines: &[Line<'t>], from: usize, opened: bool) -> Option<Self> {
        let mut fields: Vec<Option<FieldLine<'t>>> = Vec::with_capacity(8);
        let mut known = false;
        let mut blank = false;
        let mut end = from;
        let mut at = from;
        let mut closed = 0;
        // The last line that surely belongs to a block which nothing closes, whether a known field is up to there, and
        // whether a blank line stands behind it.
        let mut sure = from;
        let mut sure_known = false;
        let mut parted = false;
        while let Some(line) = lines.get(at) {
            if is_rule(line.text) {
                closed = 1;
                break;
            }
            if is_empty(line.text) {
                fields.push(None);
                blank = true;
                parted = true;
                at += 1;
                continue;
            }
            if opens_fence(line.text) {
                break;
            }
            let indented = indent(line.text) > 1 && end > from;
            let field = FieldLine::read(line.text);
            if let Some(field) = field.as_ref().filter(|_| !indented) {
                let belongs = field.known || (opened && !blank) || (field.bold && !blank);
                if !belongs && !opened {
                    break;
                }
                known |= field.known;
                // A known field makes sure of the lines between it and the last one.
                if belongs && sure == end || field.known && !parted {
                    sure = at + 1;
                    sure_known |= known;
                    parted = false;
                }
            } else if indented {
                sure = if sure == end { at + 1 } else { sure };
            } else if blank || !opened || starts_block(line.text) || end == from {
                break;
            }
            fields.push(field);
            blank = false;
            at += 1;
            end = at;
        }
        if !(if closed > 0 { known } else { sure_known }) {
            return None;
        }
        let mut rest = if closed > 0 { at + 1 } else { sure };
        let end = if closed > 0 { at } else { sure };
        let mut look = rest;
        while let Some(line) =
            lines.get(look).filter(|line| closed > 0 && (is_empty(line.text) || is_dashes(line.text)))
        {
            look += 1;
            if is_dashes(line.text) {
                closed += 1;
                rest = look;
            }
        }
        let tail_end = lines.last().map_or(0, |line| line.full_span().end());
        Some(Self { fields, end, closed, rest, tail_end })
    }
}

/// Says what is wrong with the lines around the block, each at its own place.
fn note_form(lines: &[Line<'_>], opening: &Opening, extent: &Extent<'_>, base: usize, found: &mut Diagnostics) {
    let help = "put the block between two lines `---`, each once";
    let among = |from: usize, to: usize| lines.get(from..to).unwrap_or_default().iter();
    let before = || among(0, opening.at);
    let rule = |line: &&Line<'_>| is_rule(line.text);
    let first = among(opening.at, extent.end).next().map(|line| Span::at(line.span.start()));
    let last = among(opening.at, extent.end).rfind(|line| !is_blank(line.text)).map(|line| Span::at(line.span.end()));
    let said = [
        (opening.rules == 0, first, "no line `---` before the metadata block"),
        (
            opening.rules > 1,
            before().filter(rule).nth(1).map(|line| line.span),
            "more than one line `---` before the metadata block",
        ),
        (extent.closed == 0, last, "no line `---` after the metadata block"),
        (
            extent.closed > 1,
            among(extent.end, extent.rest).filter(rule).nth(1).map(|line| line.span),
            "more than one line `---` after the metadata block",
        ),
        (
            opening.heading,
            before().find(|line| is_metadata_heading(line.text)).map(|line| line.span),
            "a heading before the metadata block",
        ),
    ];
    for (_, place, message) in said.into_iter().filter(|(wrong, ..)| *wrong) {
        let place = place.unwrap_or_default().shifted(base);
        found.push(Diagnostic::new(&METADATA_FORM, place, message).help(help));
    }
}

/// The value with the decoration of its word read through, where the field holds a word.
fn normal(key: &str, value: String, place: Span, found: &mut Diagnostics) -> String {
    let decorations = match key {
        CONFIDENCE => Confidence::read_through(&value).1,
        "Protocol" => match read_word(&value, &[Metadata::PROTOCOL]) {
            Word::Decorated { decorations, .. } => decorations,
            _ => return value,
        },
        _ => return value,
    };
    note_decorations(decorations, place, found);
    if key == CONFIDENCE { value } else { Metadata::PROTOCOL.to_owned() }
}

/// A blank line, or one with nothing but the number that a tool put before it.
fn is_empty(line: &str) -> bool {
    is_blank(line) || line.ends_with('→') && marker_line(line).rest.is_empty()
}

/// A line of stars or underscores, which Markdown takes for the same as dashes.
fn is_other_rule(line: &str) -> bool {
    let line = line.trim_end();
    line.len() > 2 && line.starts_with(['*', '_']) && line.bytes().all(|byte| Some(&byte) == line.as_bytes().first())
}

/// A line that may open or close the block.
fn is_rule(line: &str) -> bool {
    is_dashes(line) || is_other_rule(line)
}

/// A line of dashes.
fn is_dashes(line: &str) -> bool {
    // Further lines of a value are indented, and may be dashes; before others, a quote mark or a number may stand.
    let first = line.as_bytes().get(indent(line));
    if indent(line) > 1 && first == Some(&b'-') || !first.is_some_and(|byte| matches!(byte, b'-' | b'>' | b'0'..=b'9'))
    {
        return false;
    }
    let line = marker_line(line).rest;
    line.len() > 2 && line.bytes().all(|byte| byte == b'-')
}

fn is_metadata_heading(line: &str) -> bool {
    if !line.contains('#') {
        return false;
    }
    let marked = marker_line(line);
    let title = marked.rest.trim_end_matches([':', '*']);
    marked.decorations.contains(Decoration::Heading)
        && ["metadata", "metadata block"].iter().any(|word| word.eq_ignore_ascii_case(title))
}

/// Whether the line starts something that no metadata value holds.
fn starts_block(line: &str) -> bool {
    line.starts_with(['#', '|'])
}

/// Whether a fence begins here, however deep: what it holds is quoted and gives no field (R-A12).
fn opens_fence(line: &str) -> bool {
    (line.contains("```") || line.contains("~~~"))
        && Fences::new().classify(line.trim_start_matches([' ', '\t'])) == LineRole::Opener
}

fn indent(line: &str) -> usize {
    line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

fn dedent(line: &str, by: usize) -> &str {
    line.get(indent(line).min(by)..).unwrap_or(line)
}
