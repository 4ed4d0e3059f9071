//! What the text around an envelope says of its success (R-A2).

use serde_json::Value;

use super::statuses::failure_in;
use crate::text::{denial, shortened};
use crate::{Diagnostic, Diagnostics, Outcome, Rule, Span, Stated, Status};

/// How much of a line a message shows.
const LINE: usize = 60;

/// An object beside the envelope that says that the work did not succeed. It has at least half of the envelope's keys, as a
/// correction has that repeats only what changed; R-A12 passes it over, and R-A2 lets no success stand beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contrary {
    /// Where it stands.
    pub span: Span,
    /// What it says.
    pub outcome: Outcome,
}

impl Contrary {
    pub(super) fn of(value: &Value, span: Span) -> Option<Self> {
        failure_in(value).map(|outcome| Self { span, outcome })
    }
}

/// What is stated where a line or an object around the envelope at `at` takes its success back: it is reported by `rule`,
/// and lowers it.
pub fn denied<S: Status>(
    text: &str,
    at: Span,
    contrary: Option<Contrary>,
    stated: Stated<S>,
    rule: &'static Rule,
    log: &mut Diagnostics,
) -> Stated<S> {
    if !stated.is_success() {
        return stated;
    }
    let help = "state one outcome: the one that is true, in the status";
    if let Some(Contrary { span, outcome }) = contrary {
        let message = "another object says that the work did not succeed";
        log.push(Diagnostic::new(rule, span, message).help(help));
        return stated.lowered(outcome);
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
