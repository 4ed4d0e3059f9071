//! What the text around an envelope says of its success (R-A2).

use crate::text::{denial, shortened};
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
    let Some(found) = Some(at).filter(|_| stated.is_success()).and_then(|at| denial(text, at)) else { return stated };
    let message = format!("`{}` denies the success that the status states", shortened(found.span.of(text), LINE));
    let help = "state one outcome: the one that is true, in the status";
    log.push(Diagnostic::new(rule, found.span, message).help(help));
    stated.lowered(found.outcome)
}
