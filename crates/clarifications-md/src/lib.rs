//! Clarifications documents, answer evaluations and decisions (clarifications-md).
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod check;
mod edit;
mod envelope;
mod evaluate;
mod ids;
mod labels;
mod model;
mod parse;
mod prompt;
mod render;
mod report;
pub mod rules;
mod status;

pub use check::check;
pub use edit::{Autofill, Change, Contradiction, EditError, Flagged, Formatted, RefineNote, Refined, Unfilled};
pub use evaluate::{AnswerVerdict, EvaluationRules, Tally, judge};
pub use ids::{DecisionId, InvalidId, ItemId, QuestionId, RefinementId};
pub use labels::CountKey;
pub use model::{
    Choice, Clarifications, Field, Flag, FlagKind, Frontmatter, Item, NeedsClarification, Quarantined, Question,
    Refinement, Section, Sections, Text,
};
pub use parse::parse;
pub use prompt::{PromptKind, prompt};
pub use render::render;
pub use status::{DecisionStatus, EvaluationVerdict};
