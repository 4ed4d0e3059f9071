//! What stands around a block in a fence, without the fence: written back the block stands in none (R-A12, R-S6).

use envelope_core::Span;
use envelope_core::text::{hidden_parts, whole_message_fence};

use super::row::{Head, Row};

/// The text before the fence, and that behind the block inside and outside of it. `None` where the fence must stay:
/// without it a line around it would be read as a part of the block.
pub(super) fn around(text: &str, before: Span, after: Span) -> Option<(Span, Vec<Span>)> {
    // A fence around both goes, too.
    let (before, after) = match whole_message_fence(text).map(|fence| fence.inner) {
        Some(inner) if inner.start() <= before.end() && after.start() <= inner.end() => {
            (Span::new(inner.start(), before.end()), Span::new(after.start(), inner.end()))
        }
        _ => (before, after),
    };
    let lead = before.of(text).trim_end();
    let opener = lead.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let fence = lead.get(opener..)?.trim_start();
    let mark = fence.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let length = fence.chars().take_while(|sign| *sign == mark).count();
    let outside_before = Span::new(before.start(), before.start() + opener);
    let mut parts = vec![after];
    let mut next = Row::read(text, after.start());
    while let Some(row) = next.filter(|row| row.start < after.end()) {
        if row.text.len() >= length && row.text.chars().all(|sign| sign == mark) {
            parts = vec![
                Span::new(after.start(), row.start.max(after.start())),
                Span::new(row.end, after.end().max(row.end)),
            ];
            break;
        }
        next = Row::read(text, row.next);
    }
    let outside = [Some(outside_before), parts.get(1).copied()];
    let apart = !outside.into_iter().flatten().any(|part| has_head(part.of(text)));
    // Without the end of the fence, a tag that is open there would hide what stands behind it.
    let open =
        parts.first().is_some_and(|inside| hidden_parts(inside.of(text)).last().is_some_and(|part| !part.closed));
    (apart && !open && !are_comments(text, &parts)).then_some((outside_before, parts))
}

/// Whether nothing but comments stands there, which behind a block would be its own.
fn are_comments(text: &str, parts: &[Span]) -> bool {
    let mut said = parts.iter().flat_map(|part| rows(part.of(text))).filter(|row| !row.is_blank()).peekable();
    said.peek().is_some() && said.all(|row| row.is_comment())
}

/// Whether a line of the text would be read as a section or a status.
pub(super) fn has_head(text: &str) -> bool {
    rows(text).any(|row| row.indent == 0 && !matches!(Head::read(&row), Head::Foreign))
}

fn rows(text: &str) -> impl Iterator<Item = Row<'_>> {
    std::iter::successors(Row::read(text, 0), |row| Row::read(text, row.next))
}
