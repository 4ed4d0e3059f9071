//! Decisions documents: `decisions.md`, draft and final (clarifications-md, "Phase 1" and "merge protocol"; R-Q9 to
//! R-Q11, R-Q14).

mod check;
mod draft;
mod envelope;
mod hidden;
mod judgement;
mod labels;
mod merge;
mod model;
mod parse;
mod prompt;
mod render;
mod report;
pub mod rules;
mod stray;

pub use judgement::{Judgement, JudgementWord};
pub use model::{Decision, Decisions, DecisionsFrontmatter, EntryStatus, OtherField, SidedAnswer, SourceRef};
pub use parse::parse;
pub use render::render;

pub(crate) use labels::NOT_ANSWERED;
pub(crate) use prompt::{confirmer, drafter};

/// Keys of the front matter that only a decisions document has.
pub const OWN_KEYS: [&str; 2] = [labels::DECISION_COUNT, labels::CONFLICTS_RESOLVED];

/// Applies every rule to a decisions document.
pub fn check(value: &Decisions, expectations: &crate::Expectations) -> Vec<envelope_core::Issue> {
    check::rules_on(value, expectations.clarifications.as_deref())
}
