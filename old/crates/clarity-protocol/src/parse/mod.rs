//! Text → types: where the summary line stands, the metadata block behind it, the blocks of the detail section.
//!
//! Summary line, metadata and `---` are scanned by line; the Markdown parser sees those blocks of the detail section only
//! that their lines do not tell (R-C7).

mod detail;
mod finding;
mod fused;
mod keys;
mod locate;
mod metadata;
mod outline;
mod places;
mod table;
mod wrapped;

pub(crate) use detail::{CARRIED_HEADING, is_carried, title};
pub(crate) use keys::{folded, item_id};
pub(crate) use places::scan;
use places::trimmed;

use std::borrow::Cow;

use envelope_core::rules::{CRLF, DECORATION, ECHO_BESIDE, ENVELOPE_HIDDEN, ENVELOPE_IN_FENCE, FENCED_MESSAGE};
use envelope_core::text::{Decorations, bare, is_blank, left_open};
use envelope_core::{Diagnostic, Diagnostics, Severity, Span, note_line_ends};

use crate::line::{KindRead, MARKER, MarkerLine, Pair};
use crate::row::unescape;
use crate::rules::{
    CUT_OFF, ESCAPED_SEPARATOR, INFERRED_TYPE, METADATA_FORM, OPEN_ASIDE, PAIR_ORDER, REPEATED_PAIR, TEXT_BEFORE,
    TIGHT_SEPARATOR, WRAPPED_LINE,
};
use crate::{Block, ClarityResult, Metric, MetricKind, Metrics, ResultType, SummaryLine, TYPE, steps};
use detail::Detail;
use locate::{Chosen, Located, beginning_in, locate};
pub(crate) use metadata::holds_metadata;
use metadata::{MetadataRead, filled_block, find_block, read_metadata, without_rules};
use wrapped::{Wrapped, wrapped};

/// A message taken apart, with the places of its parts.
#[derive(Debug)]
pub(crate) struct Draft<'t> {
    /// Where the line stands that counts, and what it says.
    pub(crate) marker: Option<(Span, MarkerLine<'t>)>,
    /// The typed line, where it could be read.
    pub(crate) summary: Option<SummaryLine>,
    /// The line with those that it goes on in, where there are any.
    joined: Option<String>,
    /// The text before it.
    pub(crate) before: (String, Span),
    /// The metadata block.
    pub(crate) metadata: MetadataRead,
    /// The blocks with their places.
    pub(crate) blocks: Vec<Placed>,
    /// Whether the text ends before the message does.
    pub(crate) truncated: bool,
}

/// A block and where it stands.
#[derive(Debug)]
pub(crate) struct Placed {
    pub(crate) block: Block,
    pub(crate) span: Span,
    /// For a table: whether a row of dashes stands below the header.
    pub(crate) delimited: bool,
    /// For a table: rows that stand apart from it.
    pub(crate) further: Vec<Span>,
}

impl Draft<'_> {
    /// The word that keeps the line from being read: the status, or else the type.
    pub(crate) fn unread_place(&self) -> Option<Span> {
        let (span, line) = self.marker.as_ref().filter(|_| self.summary.is_none())?;
        let kind = line.pairs.iter().find(|pair| pair.key.eq_ignore_ascii_case(TYPE)).map(|pair| pair.raw);
        let word = if line.status().is_some() { kind.unwrap_or(line.status_text) } else { line.status_text };
        Some(Span::of_slice(line.text, word).shifted(span.start()))
    }

    /// The typed value.
    pub(crate) fn into_value(self) -> ClarityResult {
        let unread = match &self.summary {
            Some(_) => None,
            None => self
                .joined
                .as_deref()
                .or(self.marker.as_ref().map(|(_, marker)| marker.text))
                .map(|line| line.trim().to_owned()),
        };
        ClarityResult {
            summary: self.summary,
            unread,
            before: self.before.0,
            metadata: self.metadata.value,
            blocks: self.blocks.into_iter().map(|placed| placed.block).collect(),
        }
    }
}

/// A message to take apart: the copied instruction beside the report is blanked out, so that what stands around it is read
/// as it will be when it is written without it (R-A5).
pub(crate) struct Message<'t> {
    text: Cow<'t, str>,
    /// The lines that are blanked out.
    left_out: Vec<Span>,
}

impl<'t> Message<'t> {
    pub(crate) fn new(text: &'t str, found: &mut Diagnostics) -> Self {
        let text = with_line_feeds(text, found);
        // Beside a line that counts there is another with the word.
        let word = MARKER.get(1..).unwrap_or(MARKER);
        let several = || memchr::memmem::find_iter(text.as_bytes(), word).nth(1).is_some();
        let small = || memchr::memmem::find(text.as_bytes(), word.to_ascii_lowercase().as_bytes()).is_some();
        if !several() && !small() {
            return Self { text, left_out: Vec::new() };
        }
        let left_out: Vec<Span> = locate(&text).echoes.iter().map(|echo| trimmed(&text, *echo)).collect();
        if left_out.is_empty() {
            return Self { text, left_out };
        }
        let mut blanked = String::with_capacity(text.len());
        for echo in &left_out {
            blanked.push_str(text.get(blanked.len()..echo.start()).unwrap_or_default());
            blanked.extend(std::iter::repeat_n(' ', echo.len()));
        }
        blanked.push_str(text.get(blanked.len()..).unwrap_or_default());
        Self { text: Cow::Owned(blanked), left_out }
    }

    /// The text, byte for byte as long as the original.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// Takes a message apart; what is wrong with its form goes to `found`.
pub(crate) fn draft<'t>(message: &'t Message<'_>, found: &mut Diagnostics) -> Draft<'t> {
    let Message { text, left_out } = message;
    let text: &str = text;
    let Located { fenced, chosen, segments, before, hidden, several, .. } = locate(text);
    if let Some(span) = fenced {
        found.push(Diagnostic::new(&FENCED_MESSAGE, span, "the whole message is in a code fence"));
    }
    for span in left_out {
        found.push(Diagnostic::new(&ECHO_BESIDE, *span, "the instruction, copied back beside the report, is left out"));
    }
    if let Some(span) = several {
        let message = "more than one code fence holds a summary line, so none counts";
        found.push(Diagnostic::new(&ENVELOPE_IN_FENCE, span, message));
    }
    if let Some(Chosen { fence: Some(span), .. }) = &chosen {
        found.push(Diagnostic::new(&ENVELOPE_IN_FENCE, *span, "the report stands in a code fence"));
    }
    if let Some(Chosen { hidden: Some(part), .. }) = &chosen {
        let message = format!("the report stands {}", part.place());
        found.push(Diagnostic::new(&ENVELOPE_HIDDEN, part.tag, message).help("report outside of it"));
    }
    let reported_there = chosen.as_ref().is_some_and(|chosen| chosen.hidden.is_some());
    if let Some(part) = left_open(&hidden, text).filter(|_| !reported_there) {
        found.push(Diagnostic::new(&OPEN_ASIDE, part.tag, part.open_message()).help("close it where it ends"));
    }
    let (marker, others) =
        chosen.map_or((None, Vec::new()), |chosen| (Some((chosen.span, chosen.line)), chosen.others));
    let mut segments = segments.into_iter();
    let mut first = segments.next().unwrap_or_default();
    let further = marker.as_ref().and_then(|(_, line)| wrapped(text, first, line));
    let mut line_end = marker.as_ref().map_or(0, |(span, _)| span.end());
    if let Some((span, line)) = &marker {
        note_line(*span, line, further.is_some(), found);
    }
    if let Some(Wrapped { span, .. }) = &further {
        let message = "the summary line goes on in the next line";
        found.push(Diagnostic::new(&WRAPPED_LINE, trimmed(text, *span), message).help("write it as one line"));
        line_end = span.end();
        first = Span::new(span.end(), first.end());
    }
    let (summary, joined) = match further {
        Some(Wrapped { summary, line, .. }) => (summary, Some(line)),
        None => (marker.as_ref().and_then(|(_, line)| line.summary()), None),
    };
    let (mut metadata, rest) = read_metadata(text, first, marker.is_some(), found);
    let mut segments: Vec<Span> = std::iter::once(rest).chain(segments).collect();
    if marker.is_some() && metadata.value.is_empty() && metadata.cut_off.is_none() {
        // A block that is there and empty says that there is none; one behind it that says something contradicts it.
        if metadata.span.is_empty() {
            metadata = further_down(text, &mut segments, found).unwrap_or(metadata);
        }
        if metadata.value.is_empty()
            && let Some(at) = segments.iter().find_map(|segment| filled_block(text, *segment))
        {
            let message = "a metadata block behind an empty one";
            found.push(Diagnostic::new(&REPEATED_PAIR, at, message).help("leave the empty one out"));
        }
    }
    let head = Span::new(0, rest.start());
    note_line_ends(&filled(head.of(text), left_out), found);
    note_returns(text, rest.start(), found);
    let hidden: Vec<Span> = hidden.into_iter().map(|part| part.span).collect();
    let mut detail = Detail::new(text, &hidden, left_out);
    let ahead = without_rules(text, before);
    let mut told = marker.is_some() && detail.read_before(&[ahead]);
    if told && metadata.value.is_empty() {
        // Written again, it stands behind the line; so a metadata block in it is one.
        let (read, rest) = read_metadata(text, ahead, true, found);
        let mut parts = vec![without_rules(text, rest)];
        metadata = if read.value.is_empty() { further_down(text, &mut parts, found).unwrap_or(read) } else { read };
        detail = Detail::new(text, &hidden, left_out);
        told = detail.read_before(&parts) || !metadata.value.is_empty();
    }
    if told {
        let message = "what stands before the summary line is read as details";
        found.push(Diagnostic::new(&TEXT_BEFORE, before, message).help("begin with `RESULT: …`"));
    }
    for segment in segments {
        if let Ok(at) = others.binary_search_by_key(&segment.start(), |line| line.end()) {
            others.get(at).into_iter().for_each(|line| detail.result_line(*line));
        }
        detail.read(segment);
    }
    let cut = detail.cut_off().or(metadata.cut_off).or_else(|| line_cut_off(text, line_end, summary.as_ref()));
    if let Some(span) = cut {
        let message = "the text ends before the message does";
        found.push(Diagnostic::new(&CUT_OFF, span, message).help("send the whole message again"));
    }
    let blocks = detail.finish(found);
    let before =
        if told { (String::new(), before) } else { (kept(before.of(text), left_out, before).into_owned(), before) };
    Draft { marker, summary, joined, before, metadata, blocks, truncated: cut.is_some() }
}

/// What stands around the line's words, and how its pairs are separated and ordered.
fn note_line(span: Span, line: &MarkerLine<'_>, goes_on: bool, found: &mut Diagnostics) {
    let place = |part: &str| Span::of_slice(line.text, part).shifted(span.start());
    let status = place(line.status_text);
    note_decorations(
        line.decorations,
        trimmed(line.text, Span::new(0, status.start() - span.start())).shifted(span.start()),
        found,
    );
    note_decorations(line.status_decorations, status, found);
    if line.status().is_none() {
        return;
    }
    if line.escaped {
        let message = "the pairs are separated by an escaped pipe";
        found.push(Diagnostic::new(&ESCAPED_SEPARATOR, span, message).help("write ` | ` between pairs"));
    }
    for pair in &line.pairs {
        note_decorations(pair.decorations, place(pair.key), found);
        note_figure(pair, line.kind.kind(), place(pair.raw), found);
        if pair.tight {
            found.tally(&TIGHT_SEPARATOR, "", place(pair.key), "a pipe without blanks separates this pair");
        }
    }
    if let KindRead::Stated(_, decorations) = line.kind {
        let stated = line.pairs.iter().find(|pair| pair.key.eq_ignore_ascii_case(TYPE));
        let at = stated.map_or(span, |pair| place(pair.raw));
        note_decorations(decorations, at, found);
        if line.pairs.first().is_some_and(|pair| !pair.key.eq_ignore_ascii_case(TYPE)) {
            let at = stated.map_or(span, |pair| place(pair.key));
            found.push(Diagnostic::new(&PAIR_ORDER, at, "the type stands behind other pairs").help("write it first"));
        }
    }
    if let KindRead::Inferred(kind) = line.kind
        && !goes_on
    {
        let message = format!("no type is stated; the keys are those of {kind}");
        found.push(
            Diagnostic::new(&INFERRED_TYPE, place(line.status_text), message).help(format!("write `Type: {kind}`")),
        );
    }
}

/// What stands around the figures of a metric.
fn note_figure(pair: &Pair<'_>, kind: Option<ResultType>, at: Span, found: &mut Diagnostics) {
    if pair.raw.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/') {
        return;
    }
    let figures = |metric: &&Metric| matches!(metric.value, MetricKind::Count | MetricKind::Ratio);
    let Some(metric) = kind.and_then(|kind| Metric::find(kind, pair.key)).filter(figures) else { return };
    if !Metrics::new(metric.of).set(metric.key, &unescape(pair.raw)) {
        return;
    }
    let parts = [pair.raw].into_iter().chain(bare(pair.raw).text.split('/'));
    let decorations = parts.fold(Decorations::new(), |all, part| all.union(bare(part).decorations));
    if decorations.is_empty() {
        found.tally(&DECORATION, "blanks", at, "read through blanks in a figure");
    }
    note_decorations(decorations, at, found);
}

/// One warning per kind and document (R-A6).
fn note_decorations(decorations: Decorations, span: Span, found: &mut Diagnostics) {
    for decoration in decorations.iter() {
        found.tally(&DECORATION, decoration.as_str(), span, format!("read through {decoration}"));
    }
}

/// The same for the words of table cells, where it is a note.
pub(crate) fn note_cell_decorations(seen: &[(envelope_core::text::Decoration, Span, usize)], found: &mut Diagnostics) {
    for (decoration, span, count) in seen {
        let places = if *count > 1 { format!(" ({count} places)") } else { String::new() };
        let message = format!("read through {decoration} in table cells{places}");
        found.push(Diagnostic::new(&DECORATION, *span, message).severity(Severity::Note));
    }
}

/// The text with a line feed for every lone carriage return, byte for byte: the Markdown parser and the line readers
/// then agree on where lines end.
fn with_line_feeds<'t>(text: &'t str, found: &mut Diagnostics) -> Cow<'t, str> {
    let bytes = text.as_bytes();
    let lone = |at: &usize| bytes.get(at + 1) != Some(&b'\n');
    let Some(first) = memchr::memchr_iter(b'\r', bytes).find(lone) else { return Cow::Borrowed(text) };
    found.push(Diagnostic::new(&CRLF, Span::new(first, first + 1), "lines end with a lone carriage return"));
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((line, after)) = rest.split_once('\r') {
        out.push_str(line);
        out.push(if after.starts_with('\n') { '\r' } else { '\n' });
        rest = after;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Carriage returns in the detail section; blanks at a line's end mean something in Markdown and are left alone.
fn note_returns(text: &str, from: usize, found: &mut Diagnostics) {
    for at in memchr::memchr_iter(b'\r', text.as_bytes().get(from..).unwrap_or_default()) {
        let at = from + at;
        if text.as_bytes().get(at + 1) == Some(&b'\n') {
            found.tally(&CRLF, "", Span::new(at, at + 2), "lines end with CRLF");
        }
    }
}

/// A line at the very end of the text, without a line end, that lacks pairs its type has.
fn line_cut_off(text: &str, line_end: usize, summary: Option<&SummaryLine>) -> Option<Span> {
    let missing = summary?.metrics.figures().any(|(_, slot)| slot.text().is_none());
    (missing && line_end == text.len() && !text.ends_with('\n')).then(|| Span::at(text.len()))
}

/// The text with signs in place of what was blanked out: these blanks stand in no line of the original.
fn filled<'t>(text: &'t str, left_out: &[Span]) -> Cow<'t, str> {
    let mut out = String::new();
    for span in left_out.iter().filter(|span| span.end() <= text.len()) {
        out.push_str(text.get(out.len()..span.start()).unwrap_or_default());
        out.extend(std::iter::repeat_n('x', span.len()));
    }
    if out.is_empty() {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(out.len()..).unwrap_or_default());
    Cow::Owned(out)
}

/// The metadata block behind other text; what stands around it is left in the segments (R-C7).
fn further_down(text: &str, segments: &mut Vec<Span>, found: &mut Diagnostics) -> Option<MetadataRead> {
    let (index, at) = segments.iter().enumerate().find_map(|(index, span)| Some((index, find_block(text, *span)?)))?;
    let whole = segments.get(index).copied()?;
    let (metadata, behind) = read_metadata(text, Span::new(at, whole.end()), true, found);
    if metadata.value.is_empty() {
        return None;
    }
    let message = "the metadata block stands behind other text";
    let help = "put it directly below the summary line";
    found.push(Diagnostic::new(&METADATA_FORM, Span::at(at), message).help(help));
    let before = Span::new(whole.start(), at);
    let next = behind.of(text).trim_start_matches(['\r', '\n']);
    // Text that would go on with what stands before the block, were it not there, keeps it.
    if !next.starts_with([' ', '\t']) && !before.of(text).contains('<') {
        segments.splice(index..=index, [before, behind]);
    }
    // Lines of dashes would now follow the block, and say nothing.
    if let Some(first) = segments.first_mut() {
        *first = without_rules(text, *first);
    }
    Some(metadata)
}

/// The text of a part without the blank lines around it, with plain line ends, without the copied instruction.
pub(crate) fn kept<'t>(part: &'t str, left_out: &[Span], span: Span) -> Cow<'t, str> {
    let left_out = beginning_in(span, left_out);
    steps::count(part.len() + left_out.len());
    let mut text = Cow::Borrowed(part);
    let mut inside = left_out.iter().filter(|echo| span.contains(**echo)).peekable();
    if inside.peek().is_some() {
        let mut rest = String::with_capacity(part.len());
        let mut at = 0;
        for echo in inside {
            rest.push_str(part.get(at..echo.start() - span.start()).unwrap_or_default());
            at = echo.end() - span.start();
        }
        rest.push_str(part.get(at..).unwrap_or_default());
        text = Cow::Owned(rest);
    }
    if memchr::memchr(b'\r', text.as_bytes()).is_some() {
        text = Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"));
    }
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(trim_lines(text)),
        Cow::Owned(text) => Cow::Owned(trim_lines(&text).to_owned()),
    }
}

/// The text without blank lines before it and blanks after it; the first line keeps its indentation.
pub(crate) fn trim_lines(text: &str) -> &str {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let end = text.as_bytes().iter().rposition(|byte| !blank(byte)).map_or(0, |last| last + 1);
    let mut text = text.get(..end).unwrap_or(text);
    while let Some((line, rest)) = text.split_once('\n').filter(|(line, _)| is_blank(line)) {
        debug_assert!(line.len() < text.len());
        text = rest;
    }
    text
}
