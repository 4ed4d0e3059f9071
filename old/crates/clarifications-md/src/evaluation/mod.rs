//! Answer evaluations: `answer-evaluation.json` (clarifications-md, "answer-evaluator"; R-Q5 to R-Q7).

mod against;
mod check;
mod envelope;
mod make;
mod model;
mod parse;
mod prompt;
mod report;
pub mod rules;
#[cfg(feature = "schemars")]
mod schema;
mod table;
mod verdict_map;
mod word;

pub use make::Pass;
pub use model::{Evaluation, QuestionVerdict};
pub use parse::{REQUIRED, parse};
pub use table::{EVALUATION_FIELDS, VERDICT_FIELDS};
pub use word::ItemVerdict;

pub(crate) use against::{Verdicts, verdicts};
pub(crate) use check::rules_on;
pub(crate) use prompt::prompt;

/// Applies every rule to an evaluation.
pub fn check(value: &Evaluation, expectations: &crate::Expectations) -> Vec<envelope_core::Issue> {
    check::rules_on(value, expectations.clarifications.as_deref())
}

/// The canonical text of an evaluation: JSON, two blanks to a level, members in the order of the specification.
pub fn render(value: &Evaluation) -> String {
    // Writing these types to a string cannot fail: keys are strings and numbers are finite.
    serde_json::to_string_pretty(value).map(|text| text + "\n").unwrap_or_default()
}
