//! The lines of a text that say something themselves: outside of fences, thoughts and comments (R-A12).

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
