//! Lines around a block that take back the success which it states: `Overall result: failed`, `success: false` (R-A2).

use envelope_core::json::denies_success;
use envelope_core::text::{denial, fences, flag, hidden_parts};
use envelope_core::{Outcome, Span};

use super::row::{Key, Row, without_comment};

/// How much further in than the block a line is that is shown, and not said.
const SHOWN: usize = 4;
/// In how many fences one inside the other a block is looked for.
const DEEPEST: usize = 4;

/// A line that denies a success.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Denied {
    /// Where it stands.
    pub(crate) span: Span,
    pub(crate) outcome: Outcome,
}

/// The line around the block at `at` that denies its success: under a name for all of the work, else by a flag. What stands
/// in another fence, a quotation, a table, a thought, or further in than the block is shown, not said.
pub(crate) fn denied(text: &str, at: Span) -> Option<Denied> {
    let named = denial(text, at).map(|found| Denied { span: found.span, outcome: found.outcome });
    named.or_else(|| flagged(text, at).map(|span| Denied { span, outcome: Outcome::Failed }))
}

/// The first line that is nothing but a flag which denies the success.
fn flagged(text: &str, at: Span) -> Option<Span> {
    let [before, after] = [text.get(..at.start()), text.get(at.end()..)].map(Option::unwrap_or_default);
    if !rows(before).chain(rows(after)).any(|row| denies(&row)) {
        return None;
    }
    let around = format!("{before}\n{after}");
    let block = before.len();
    let margin = margin(before);
    let (fenced, hidden) = (other_fences(&around, block), thoughts(&around));
    let said = |row: &Row<'_>| !covers(&fenced, row.at) && !covers(&hidden, row.at) && !is_shown(row, margin);
    let found = rows(&around).find(|row| denies(row) && said(row))?.span();
    let behind = found.start() > block;
    Some(if behind { Span::new(found.start() - 1, found.end() - 1).shifted(at.len()) } else { found })
}

/// Whether the line is `success: false` or the like, and nothing else: a sentence may speak of anything.
fn denies(row: &Row<'_>) -> bool {
    let said = without_comment(row.text).rsplit_once([':', '：']).and_then(|(_, value)| flag(value));
    let Some(said) = said else { return false };
    Key::any(row.text, row.at)
        .is_some_and(|key| flag(without_comment(key.value)) == Some(said) && denies_success(&key.name, &said.into()))
}

/// Whether the line quotes something, or is data that is shown: a key in quotes is, further in than the block.
fn is_shown(row: &Row<'_>, margin: usize) -> bool {
    let data = row.text.starts_with(['"', '\'']) && row.indent > margin;
    data || row.indent >= margin + SHOWN || row.text.starts_with(['>', '|', '{'])
}

/// How far the block is indented before which the text stands.
fn margin(before: &str) -> usize {
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    Row::read(line, 0).filter(Row::is_blank).map_or(0, |row| row.indent)
}

/// The fences that do not hold the block, in order; one that nothing closes hides nothing.
fn other_fences(text: &str, block: usize) -> Vec<Span> {
    let mut others = Vec::new();
    let mut region = Span::new(0, text.len());
    for _ in 0..DEEPEST {
        let mut own = None;
        for fence in fences(region.of(text)) {
            let inner = fence.inner.shifted(region.start());
            if inner.start() <= block && block <= inner.end() {
                own = Some(inner);
            } else if fence.closed {
                others.push(fence.span.shifted(region.start()));
            }
        }
        let Some(own) = own else { break };
        region = own;
    }
    others.sort_by_key(|fence| fence.start());
    others
}

/// What is thought or commented out, in order; a tag that nothing closes hides nothing.
fn thoughts(text: &str) -> Vec<Span> {
    hidden_parts(text).iter().filter(|part| part.closed).map(|part| part.span).collect()
}

/// Whether one of the spans, which are in order and apart, holds the place.
fn covers(spans: &[Span], at: usize) -> bool {
    let before = spans.partition_point(|span| span.start() <= at);
    before.checked_sub(1).and_then(|last| spans.get(last)).is_some_and(|span| at < span.end())
}

fn rows(text: &str) -> impl Iterator<Item = Row<'_>> {
    std::iter::successors(Row::read(text, 0), |row| Row::read(text, row.next))
}
