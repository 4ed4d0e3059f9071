//! The lines of a text that say something themselves: outside of fences, thoughts and comments (R-A12).

use std::borrow::Cow;

use envelope_core::Span;
use envelope_core::text::{Fence, Lines, fences, hidden_parts};
use memchr::memmem;

use crate::steps;

/// Every line that is neither fenced nor hidden. A fence that nothing closes hides nothing: where it was meant to end
/// cannot be known, and what follows may tell of a failure (R-A2).
pub(super) fn said_lines(text: &str) -> impl Iterator<Item = &str> {
    steps::count(text.len());
    let quotes = |fence: &Fence| fence.closed || fence.span.end() < text.len();
    let fenced: Vec<Span> =
        match memmem::find(text.as_bytes(), b"```").or_else(|| memmem::find(text.as_bytes(), b"~~~")) {
            Some(_) => fences(text).iter().filter(|fence| quotes(fence)).map(|fence| fence.span).collect(),
            None => Vec::new(),
        };
    let hidden: Vec<Span> = hidden_parts(text).iter().map(|part| part.span).collect();
    let inside = |parts: &[Span], line: Span| {
        let next = parts.partition_point(|part| part.end() <= line.start());
        parts.get(next).is_some_and(|part| part.start() <= line.start())
    };
    Lines::new(text)
        .filter(move |line| !inside(&hidden, line.span) && !inside(&fenced, line.span))
        .map(|line| line.text)
}

/// Whether a colon of either width stands somewhere: without one, nothing has a key.
pub(super) fn has_colon(text: &str) -> bool {
    memchr::memchr(b':', text.as_bytes()).is_some() || text.contains('：')
}

/// The items of an HTML list on this line as lines of a list, or the line itself.
pub(super) fn html_items(line: &str) -> Vec<Cow<'_, str>> {
    const ITEM: &[u8] = b"<li";
    let starts = |at: &usize| {
        let name = line.as_bytes().get(*at..).unwrap_or_default();
        name.get(..ITEM.len()).is_some_and(|name| name.eq_ignore_ascii_case(ITEM))
            && name.get(ITEM.len()).is_none_or(|next| matches!(next, b'>' | b' ' | b'\t'))
    };
    let mut starts: Vec<usize> = memchr::memchr_iter(b'<', line.as_bytes()).filter(starts).collect();
    let Some(first) = starts.first().copied() else { return vec![Cow::Borrowed(line)] };
    starts.push(line.len());
    let items = starts.iter().zip(starts.iter().skip(1)).map(|(from, to)| line.get(*from..*to).unwrap_or_default());
    let items = items.map(|item| Cow::Owned(format!("- {}", without_tags(item).trim())));
    line.get(..first).map(Cow::Borrowed).into_iter().chain(items).collect()
}

/// The line without tags.
pub(super) fn without_tags(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for part in line.split('<') {
        out.push_str(part.split_once('>').map_or(part, |(_, text)| text));
    }
    out
}

/// The line without the marks of quotations.
pub(super) fn unquoted(line: &str) -> &str {
    let inner = line.trim_start_matches([' ', '\t']);
    if inner.starts_with('>') { inner.trim_start_matches(['>', ' ']) } else { line }
}
