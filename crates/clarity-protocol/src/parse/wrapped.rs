//! A summary line that goes on in the lines directly below it: read as one, so that no count is lost (R-C3).

use envelope_core::Span;
use envelope_core::text::{Lines, marker_line, split_key};

use crate::line::{MarkerLine, is_unknown_key, known_key};
use crate::row::{is_closed, is_delimiter};
use crate::{FIELDS, SummaryLine};

/// The lines put together.
#[derive(Debug)]
pub(crate) struct Wrapped {
    /// What they say.
    pub(crate) summary: SummaryLine,
    /// The further lines, line ends included.
    pub(crate) span: Span,
}

/// Joins the lines at the start of `behind` that go on with the pairs of `line`; `None` where there is none.
pub(crate) fn wrapped(text: &str, behind: Span, line: &MarkerLine<'_>) -> Option<Wrapped> {
    line.status()?;
    let plain = |part: &str| if line.escaped { part.replace(" \\| ", " | ") } else { part.to_owned() };
    let mut joined = plain(without_last_pipe(line.text));
    let mut open = is_closed(line.text);
    let mut end = 0;
    let mut lines = Lines::new(behind.of(text)).peekable();
    while let Some(next) = lines.next() {
        // Above a row of dashes it is the header of a table.
        let header = lines.peek().is_some_and(|line| is_delimiter(line.text));
        crate::steps::count(next.text.len() + 1);
        let Some(pairs) = further_pairs(next.text, open).filter(|_| !header) else { break };
        joined.push_str(" | ");
        joined.push_str(&plain(without_last_pipe(pairs)));
        open = is_closed(next.text);
        end = next.full_span().end();
    }
    let summary = (end > 0).then(|| MarkerLine::read(&joined).and_then(|line| line.summary())).flatten()?;
    Some(Wrapped { summary, span: Span::new(behind.start(), behind.start() + end) })
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
