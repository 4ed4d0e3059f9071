//! What the text around an envelope says of its success (R-A2).

use crate::text::{denial, shortened, whole_message_fence};
use crate::{Diagnostic, Diagnostics, Rule, Span, Stated, Status};

/// How much of a line a message shows.
const LINE: usize = 60;

/// What is stated where a line around the envelope at `at` takes its success back: the line is reported by `rule`, and
/// lowers it.
pub fn denied<S: Status>(
    text: &str,
    at: Span,
    stated: Stated<S>,
    rule: &'static Rule,
    log: &mut Diagnostics,
) -> Stated<S> {
    if !stated.is_success() || around(text, at).iter().all(|part| !part.of(text).contains([':', '：'])) {
        return stated;
    }
    let whole = whole_message_fence(text).map_or_else(|| Span::new(0, text.len()), |fence| fence.inner);
    let inside = |part: Span| {
        let start = part.start().clamp(whole.start(), whole.end());
        Span::new(start, part.end().clamp(start, whole.end()))
    };
    let Some(found) = denial(text, &around(text, at).map(inside)) else { return stated };
    let message = format!("`{}` denies the success that the status states", shortened(found.span.of(text), LINE));
    log.push(Diagnostic::new(rule, found.span, message).help("state one outcome: mend this line or leave it out"));
    stated.lowered(found.outcome)
}

fn around(text: &str, at: Span) -> [Span; 2] {
    [Span::new(0, at.start()), Span::new(at.end(), text.len())]
}
