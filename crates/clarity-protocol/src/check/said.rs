//! The lines of a text that say something themselves: outside of fences, thoughts and comments (R-A12).

use envelope_core::Span;
use envelope_core::text::{Fences, LineRole, Lines, hidden_parts};

/// Every line that is neither fenced nor hidden.
pub(super) fn said_lines(text: &str) -> impl Iterator<Item = &str> {
    let hidden: Vec<Span> = hidden_parts(text).iter().map(|part| part.span).collect();
    let mut fences = Fences::new();
    Lines::new(text).filter_map(move |line| {
        let next = hidden.partition_point(|part| part.end() <= line.span.start());
        if hidden.get(next).is_some_and(|part| part.start() <= line.span.start()) {
            return None;
        }
        (fences.classify(line.text) == LineRole::Text).then_some(line.text)
    })
}
