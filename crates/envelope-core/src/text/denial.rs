//! Lines beside an envelope that take back the success which it states (R-A2).

use super::{Fences, LineRole, Lines, hidden_parts, marker_line, split_key, trim_blank};
use crate::json::{is_failing_result, states_failure};
use crate::{Outcome, Span};

/// Names under which people state how all of it went, and what may stand before them; a verdict may be on something else.
/// A result may also be what was found.
const OVERALL: [(&str, States); 3] =
    [("status", states_failure), ("result", is_failing_result), ("outcome", states_failure)];
type States = fn(&str) -> bool;
const WHOLE: [&str; 3] = ["overall ", "final ", "task "];

/// A line such as `**Status:** FAILED`: the sign of no protocol, and yet not to be passed over beside a success (R-A2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Denial {
    /// Where it stands.
    pub span: Span,
    /// What it states: the outcome that it names, else a failure.
    pub outcome: Outcome,
}

/// The first line in these parts of a message that states under the name of a status, a result or an outcome that the
/// work is not done. What stands in a fence, a quotation, a table, an indented line or a thought is shown, not said.
///
/// ```
/// use envelope_core::{Outcome, Span, text::denial};
/// let text = "{}\n\n**Overall status:** blocked, no access\n";
/// let found = denial(text, &[Span::new(2, text.len())]).unwrap();
/// assert_eq!((found.span.of(text), found.outcome), ("**Overall status:** blocked, no access", Outcome::Blocked));
/// for other in ["> Status: failed", "Status: done", "The status: failed", "Result: not found", "| Status: failed |"] {
///     assert_eq!(denial(other, &[Span::new(0, other.len())]), None);
/// }
/// ```
pub fn denial(text: &str, parts: &[Span]) -> Option<Denial> {
    // What is cut out between two parts neither opens nor closes a fence.
    let mut fences = Fences::new();
    for part in parts {
        let part = part.of(text);
        let hidden = hidden_parts(part);
        for line in Lines::after_bom(part) {
            let next = hidden.partition_point(|hidden| hidden.span.end() <= line.span.start());
            if hidden.get(next).is_some_and(|hidden| hidden.span.start() <= line.span.start()) {
                fences = Fences::new();
            } else if fences.classify(line.text) == LineRole::Text
                && let Some(outcome) = denied(line.text)
            {
                return Some(Denial { span: Span::of_slice(text, trim_blank(line.text)), outcome });
            }
        }
    }
    None
}

/// What a value states of all of the work under this name, where that is no success.
///
/// ```
/// use envelope_core::{Outcome, text::denies};
/// assert_eq!(denies("Task status", "aborted"), Some(Outcome::Failed));
/// assert_eq!((denies("status", "done"), denies("mood", "failed"), denies("Result", "not found")), (None, None, None));
/// ```
pub fn denies(key: &str, value: &str) -> Option<Outcome> {
    let key = key.to_ascii_lowercase();
    let name = WHOLE.iter().find_map(|whole| key.strip_prefix(whole)).unwrap_or(&key);
    let denies = OVERALL.iter().any(|(known, fails)| *known == name && fails(value));
    denies.then(|| named(value).filter(|outcome| !outcome.is_success()).unwrap_or(Outcome::Failed))
}

/// What the line states of all of it, where that is no success.
fn denied(line: &str) -> Option<Outcome> {
    if !line.contains([':', '：']) || ["    ", "\t", "|", ">"].iter().any(|mark| line.starts_with(mark)) {
        return None;
    }
    let pair = split_key(marker_line(line).rest)?;
    denies(pair.key, pair.value)
}

/// The outcome that the first word is.
fn named(value: &str) -> Option<Outcome> {
    let word = value.split(|character: char| !character.is_alphanumeric()).find(|word| !word.is_empty())?;
    word.to_ascii_lowercase().parse().ok()
}
