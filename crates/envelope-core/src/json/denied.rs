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
    let help = "state one outcome: the one that is true, in the status";
    log.push(Diagnostic::new(rule, found.span, denial_message(found.span.of(text))).help(help));
    stated.lowered(found.outcome)
}

/// What is said of a key or a line that takes a success back; the same in every protocol.
///
/// ```
/// let message = envelope_core::json::denial_message("Outcome: blocked");
/// assert_eq!(message, "`Outcome: blocked` denies the success that the status states");
/// ```
pub fn denial_message(said: &str) -> String {
    format!("`{}` denies the success that the status states", shortened(said, LINE))
}
