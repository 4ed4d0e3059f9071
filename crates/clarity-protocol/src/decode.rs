//! From text to the value: locate the RESULT line, read it, the metadata and the detail section, then apply the rules
//! between them.

use envelope_core::markdown::{self, Kind, blocks, cells};
use envelope_core::rules::{CONTRADICTION, FENCED, REPEATED_STATUS, TEXT_AROUND};
use envelope_core::text::{MarkerPlace, excerpt, find_word, is_placeholder, locate_marker, strip_decoration};
use envelope_core::{Decoded, Info, Located, Message, Outcome, Protocol, Sink, Span, Status as _};

use crate::check::{check, clean_with_issues};
use crate::detail::{self, Facts};
use crate::line::{self, Line, stated};
use crate::metadata;
use crate::rules::{INFO, MISSING_RESULT, UNKNOWN_TYPE};
use crate::status::WORDS;
use crate::{ClarityResult, ResultType, Status, SummaryLine};

/// What the caller expects.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct Options {
    /// The type that the result must have.
    pub result_type: Option<ResultType>,
}

impl Protocol for ClarityResult {
    const INFO: &'static Info = &INFO;
    type Status = Status;
    type Options = Options;
    /// The RESULT line; without one, finding tables are still read (R-C1).
    type Place = Option<MarkerPlace>;

    fn locate(message: &Message<'_>) -> Located<Self::Place> {
        match locate_result(message) {
            Located::At(place) => Located::At(Some(place)),
            Located::Absent => Located::At(None),
            Located::Hidden(span) => Located::Hidden(span),
            Located::Several(first, second) => Located::Several(first, second),
            Located::Rejected(rule, span, message) => Located::Rejected(rule, span, message),
        }
    }

    /// A RESULT marker (R-A18).
    fn detect(message: &Message<'_>) -> Option<Span> {
        match locate_result(message) {
            Located::At(place) => Some(place.marker.line),
            Located::Hidden(span) | Located::Several(span, _) => Some(span),
            Located::Absent | Located::Rejected(..) => None,
        }
    }

    fn decode(message: &Message<'_>, place: Self::Place, options: &Options, sink: &mut Sink) -> Decoded<Self> {
        match place {
            Some(place) => decode(message.text(), &place, *options, sink),
            None => Decoded { value: Some(without_line(message.text(), sink)), status: None, worst: None },
        }
    }

    fn status(&self) -> Status {
        self.summary.status
    }

    fn render(&self) -> String {
        crate::render::render(self)
    }
}

fn locate_result(message: &Message<'_>) -> Located<MarkerPlace> {
    locate_marker(message.text(), "RESULT", &WORDS, stated)
}

/// The value of a message without a RESULT line (R-C1): its tables, but for those in fences, thoughts and quotations.
pub(crate) fn without_line(text: &str, sink: &mut Sink) -> ClarityResult {
    sink.report(&MISSING_RESULT, Span::at(0));
    let (blocks, _) = detail::read(text, &blocks(text, Span::new(0, text.len())), None, sink);
    let reason = Some("no summary line".to_owned());
    let summary = SummaryLine { status: Status::Partial, metrics: None, coverage: None, reason, other: Vec::new() };
    ClarityResult { summary, metadata: None, before: None, blocks }
}

fn decode(text: &str, place: &MarkerPlace, options: Options, sink: &mut Sink) -> Decoded<ClarityResult> {
    let line = line::read(text, &place.marker, sink);
    let worst = line.status.map(Status::outcome).max(other_results(text, place, line.status, sink));
    if place.open_fence {
        sink.truncated(text.len(), || "the message ends inside a code fence".to_owned());
    }
    if let (Some(expected), Some(found)) = (options.result_type, line.result_type())
        && expected != found
    {
        let message = || format!("the Type is `{}`, expected `{}`", found.as_str(), expected.as_str());
        sink.push(&UNKNOWN_TYPE, line.span, message);
    }
    let before = before_line(text, Span::new(0, place.fence.unwrap_or(place.marker.line).start()), &line, sink);
    let mut below = blocks(text, Span::new(place.marker.line.end(), place.region.end()));
    let is_alone = below.is_empty();
    let metadata = metadata::read(text, &mut below, sink);
    let has_detail = below.iter().any(|block| !strip_decoration(block.text.of(text)).is_empty());
    if let Some(fence) = place.fence {
        sink.report(&FENCED, fence);
        let after = blocks(text, Span::new(fence.end(), text.len()));
        if let Some(first) = after.first() {
            sink.report(&TEXT_AROUND, first.text);
        }
        below.extend(after);
    }
    let (blocks, facts) = detail::read(text, &below, line.result_type(), sink);
    if !place.open_fence {
        let is_bare = line.ends_bare && is_alone || metadata.is_open;
        if let Some(what) = is_bare.then_some("inside the metadata block").or_else(|| cut(text, &below, &facts, &line))
        {
            sink.truncated(text.len(), || format!("the message ends {what}"));
        }
    }
    check(&line, &metadata, facts, has_detail, sink);
    let Line { status, metrics, coverage, reason, other, .. } = line;
    let coverage = coverage.map(|(coverage, _)| coverage);
    let value = status.zip(metrics).map(|(status, metrics)| ClarityResult {
        summary: SummaryLine { status, metrics: Some(metrics), coverage, reason, other },
        metadata: metadata.metadata,
        before,
        blocks,
    });
    Decoded { status, value, worst }
}

/// Compares every other RESULT line with the one that counts (R-A11); gives the worst outcome that they state.
fn other_results(text: &str, place: &MarkerPlace, status: Option<Status>, sink: &mut Sink) -> Option<Outcome> {
    let first = strip_decoration(stated(place.marker.value.of(text)));
    let mut worst = None;
    for other in &place.others {
        let word = stated(other.value.of(text)).trim();
        if is_placeholder(word, &WORDS) {
            continue;
        }
        let known = find_word(word, &WORDS).map(|word| Status::ALL[word.index]);
        worst = worst.max(known.map(Status::outcome));
        let is_same =
            known.map_or_else(|| strip_decoration(word).eq_ignore_ascii_case(first), |known| Some(known) == status);
        let rule = if is_same { &REPEATED_STATUS } else { &CONTRADICTION };
        let message = || format!("a second RESULT line says `{}`", excerpt(word));
        sink.push_pair(rule, other.line, place.marker.line, message);
    }
    worst
}

/// The text before the RESULT line. Findings in it are not those of the report, but they contradict a CLEAN (R-C8).
fn before_line(text: &str, before: Span, line: &Line, sink: &mut Sink) -> Option<String> {
    let shown = before.of(text).trim_start_matches('\u{feff}').trim();
    if shown.is_empty() {
        return None;
    }
    let start = text.find(shown).unwrap_or_default();
    sink.report(&TEXT_AROUND, Span::new(start, start + shown.len()));
    if line.status == Some(Status::Clean) {
        let (_, facts) = detail::read(text, &blocks(text, before), line.result_type(), &mut Sink::default());
        clean_with_issues(&facts.issues, line.word, sink);
    }
    Some(unix_lines(shown))
}

/// The text with `\n` for every end of line, also where several `\r` precede it.
pub(crate) fn unix_lines(text: &str) -> String {
    text.split('\n').map(|line| line.trim_end_matches('\r')).collect::<Vec<_>>().join("\n")
}

/// What the text ends inside of (R-A10).
fn cut(text: &str, blocks: &[markdown::Block], facts: &Facts, line: &Line) -> Option<&'static str> {
    let last = blocks.last()?;
    let last_line = last.span.of(text).trim_end().lines().next_back().unwrap_or_default().trim();
    let is_closed = |row: &str| row.ends_with('|') && !row.ends_with("\\|");
    match last.kind {
        Kind::Heading(_) => Some("with a heading"),
        Kind::Thought { closed: false } => Some("inside a thought"),
        Kind::Paragraph | Kind::Item if last_line.starts_with('|') => Some("inside a table"),
        Kind::Paragraph | Kind::Item if is_open(last.text.of(text)) => Some("inside bold text or code"),
        Kind::Table | Kind::Row => {
            let header = blocks.iter().rev().find(|block| block.kind == Kind::Table)?.text.of(text);
            let counted = |key| line.claim(key).is_some_and(|(value, _)| !value.is_zero());
            let has_no_rows = facts.empty_table.is_some_and(counted);
            // A row that ends before the last column was cut at one of its `|`.
            let columns = |row: &str| cells(row, Span::new(0, row.len())).count();
            let is_cut = is_closed(header) && !is_closed(last_line) || columns(last_line) < columns(header);
            (last.kind == Kind::Table && has_no_rows || is_cut).then_some("inside a table")
        }
        _ => None,
    }
}

/// Whether bold text or code is opened and not closed: the open quotes of Markdown.
fn is_open(text: &str) -> bool {
    ["**", "`"].into_iter().any(|sign| {
        // Signs come in pairs; the last one, if it has none, opens where a word begins.
        let Some((last, _)) = text.rmatch_indices(sign).next().filter(|_| text.matches(sign).count() % 2 == 1) else {
            return false;
        };
        let (before, behind) = (&text[..last], &text[last + sign.len()..]);
        !before.ends_with(|c: char| !c.is_whitespace() && c != '(') && behind.starts_with(|c: char| !c.is_whitespace())
    })
}
