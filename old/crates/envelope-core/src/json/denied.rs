//! What the text around an envelope says of its success (R-A2).

use crate::text::{denial, shortened};
use crate::{Diagnostic, Diagnostics, Rule, Span, Stated, Status};

/// How much of a line a message shows.
const LINE: usize = 60;

/// What is stated where a line around the envelope at `at` takes its success back, or an object behind it (`contrary`): it
/// is reported by `rule`, and a line lowers it.
pub fn denied<S: Status>(
    text: &str,
    at: Span,
    contrary: Option<Span>,
    stated: Stated<S>,
    rule: &'static Rule,
    log: &mut Diagnostics,
) -> Stated<S> {
    if !stated.is_success() {
        return stated;
    }
    let help = "state one outcome: the one that is true, in the status";
    if let Some(span) = contrary {
        let message = "another object says that the work did not succeed";
        log.push(Diagnostic::new(rule, span, message).help(help));
        return stated;
    }
    let Some(found) = denial(text, at) else { return stated };
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
