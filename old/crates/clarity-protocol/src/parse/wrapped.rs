//! A summary line that goes on in the lines directly below it: read as one, so that no count is lost (R-C3).

use envelope_core::Span;
use envelope_core::text::{
    BAD_SIGNS, Decoration, Lines, is_blank, marker_line, names_all_of_it, split_key, trim_blank,
};

use crate::line::{MarkerLine, Pair, is_unknown_key, known_key, split_pairs};
use crate::row::{is_closed, is_delimiter};
use crate::{FIELDS, Metric, MetricKind, ResultType, SummaryLine, TYPE};

/// The lines put together.
#[derive(Debug)]
pub(crate) struct Wrapped {
    /// What they say; `None` where status or type cannot be read in them (R-A16).
    pub(crate) summary: Option<SummaryLine>,
    /// Both as one line.
    pub(crate) line: String,
    /// The further lines, line ends included.
    pub(crate) span: Span,
}

/// Joins the lines at the start of `behind` that go on with `line`: with its pairs, or with its last value and pairs
/// behind that; `None` where there is none.
pub(crate) fn wrapped(text: &str, behind: Span, line: &MarkerLine<'_>) -> Option<Wrapped> {
    line.status()?;
    let plain = |part: &str| if line.escaped { part.replace(" \\| ", " | ") } else { part.to_owned() };
    let kind = line.kind.kind();
    let mut joined = plain(without_last_pipe(line.text));
    let mut open = is_closed(line.text);
    let mut last = Last::of(line.pairs.last(), kind);
    // What goes on with a value is taken only with what shows that it does, further below.
    let (mut end, mut sure) = (0, joined.len());
    let mut lines = Lines::new(behind.of(text)).peekable();
    while let Some(next) = lines.next() {
        // Above a row of dashes it is the header of a table.
        let header = lines.peek().is_some_and(|line| is_delimiter(line.text));
        crate::steps::count(next.text.len() + 1);
        if header || may_deny(next.text) {
            break;
        }
        let waiting = joined.len() > sure;
        let (part, goes_on) = if let Some(pairs) = further_pairs(next.text, open) {
            joined.push_str(" | ");
            let part = plain(without_last_pipe(pairs));
            let goes_on = !waiting || begins_with_pipe(next.text) || holds_pair(&part, kind);
            (part, goes_on)
        } else if let Some(rest) = rest_of_value(next.text) {
            joined.push_str(if open { " | " } else { " " });
            let part = plain(without_last_pipe(rest));
            let figure = last == Last::Missing && !waiting && part.starts_with(|c: char| c.is_ascii_digit());
            let goes_on = figure || holds_pair(&part, kind);
            (part, goes_on)
        } else {
            break;
        };
        joined.push_str(&part);
        if goes_on {
            last = Last::of_part(&part, kind);
            (end, sure) = (next.full_span().end(), joined.len());
        } else if last == Last::Whole {
            break;
        }
        open = is_closed(next.text);
    }
    joined.truncate(sure);
    let summary = (end > 0).then(|| MarkerLine::read(&joined).and_then(|line| line.summary()))?;
    Some(Wrapped { summary, line: joined, span: Span::new(behind.start(), behind.start() + end) })
}

/// Whether the last value of a line may go on in the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    /// The key is known, and nothing stands behind it.
    Missing,
    /// It is a text, which may be of any length.
    Text,
    /// It is a word or a figure.
    Whole,
}

impl Last {
    fn of(pair: Option<&Pair<'_>>, kind: Option<ResultType>) -> Self {
        pair.map_or(Self::Whole, |pair| Self::of_pair(pair.key, pair.raw, kind))
    }

    /// Of lines that go on with the first.
    fn of_part(part: &str, kind: Option<ResultType>) -> Self {
        match split_pairs(part, kind).last() {
            Some(pair) => Self::of(Some(pair), kind),
            None => split_key(part).map_or(Self::Whole, |split| Self::of_pair(split.key, split.value, kind)),
        }
    }

    fn of_pair(key: &str, value: &str, kind: Option<ResultType>) -> Self {
        let figures = |metric: &Metric| matches!(metric.value, MetricKind::Count | MetricKind::Ratio);
        match known_key(key, kind) {
            Some(_) if value.is_empty() => Self::Missing,
            Some(TYPE) => Self::Whole,
            Some(key) if kind.and_then(|kind| Metric::find(kind, key)).is_some_and(figures) => Self::Whole,
            _ => Self::Text,
        }
    }
}

/// Whether a pair whose key is known begins behind a pipe in it.
fn holds_pair(part: &str, kind: Option<ResultType>) -> bool {
    part.contains('|') && split_pairs(part, kind).iter().any(|pair| known_key(pair.key, kind).is_some())
}

/// Whether it may say how all of the work went: inside a value nobody would look for that (R-A2).
fn may_deny(line: &str) -> bool {
    let named = |rest: &str| split_key(rest).is_some_and(|split| names_all_of_it(split.key));
    line.contains(BAD_SIGNS) || !begins_with_pipe(line) && named(marker_line(line).rest)
}

fn begins_with_pipe(line: &str) -> bool {
    line.trim_start().trim_start_matches('\\').starts_with('|')
}

/// A further line as the rest of a value: not a row, a heading, an item, a rule, a fence or a field of the metadata.
fn rest_of_value(line: &str) -> Option<&str> {
    if is_blank(line) || begins_with_pipe(line) {
        return None;
    }
    let marked = marker_line(line);
    let block = [Decoration::Heading, Decoration::List].into_iter().any(|kind| marked.decorations.contains(kind));
    let quoted = marked.decorations.contains(Decoration::Quote);
    let rest = if quoted { marked.rest } else { trim_blank(line) };
    let fence = ["```", "~~~", "<"].into_iter().any(|mark| rest.starts_with(mark));
    let rule = rest.bytes().all(|byte| matches!(byte, b'-' | b'=' | b'*' | b'_' | b' '));
    let field = || split_key(marked.rest).is_some_and(|split| FIELDS.iter().any(|(key, _)| *key == split.key));
    (!(block || fence || rule || field())).then_some(rest)
}

fn without_last_pipe(line: &str) -> &str {
    let line = line.trim_end();
    if is_closed(line) { line.strip_suffix('|').unwrap_or(line).trim_end() } else { line }
}

/// The pairs of a further line: it starts with a pipe (or the line before ends with one) and any key, or with a key that
/// only summary lines have.
fn further_pairs(line: &str, open: bool) -> Option<&str> {
    let trimmed = line.trim_start();
    let behind_pipe = trimmed.strip_prefix("\\|").or_else(|| trimmed.strip_prefix('|'));
    let piped = open || behind_pipe.is_some();
    let pairs = behind_pipe.map_or_else(|| marker_line(line).rest, str::trim_start);
    let split = split_key(pairs).filter(|split| !split.key.contains(['|', '\\']))?;
    let known = known_key(split.key, None).is_some_and(|key| piped || FIELDS.iter().all(|(field, _)| *field != key));
    (known && !split.value.is_empty() || piped && is_unknown_key(split.key)).then_some(pairs)
}
