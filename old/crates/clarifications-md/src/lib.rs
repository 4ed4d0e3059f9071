//! Clarifications documents, answer evaluations and decisions (clarifications-md).
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod check;
mod echo;
mod edit;
mod envelope;
mod evaluate;
mod expect;
mod gate;
mod ids;
mod labels;
mod left_out;
#[cfg(test)]
mod linear;
mod model;
mod parse;
mod prompt;
mod refusal;
mod render;
mod report;
mod second;
mod status;
#[cfg(not(fuzzing))]
mod steps;
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod steps;
mod tasks;
mod trace;

mod cut;
pub mod decisions;
pub mod evaluation;
pub mod rules;

pub use check::check;
pub use decisions::{Decision, Decisions, Judgement, JudgementWord};
pub use edit::{Autofill, Change, Contradiction, EditError, Flagged, Formatted, RefineNote, Refined, Unfilled};
pub use evaluate::{AnswerVerdict, EvaluationRules, Tally, judge};
pub use evaluation::{Evaluation, ItemVerdict, Pass, QuestionVerdict};
pub use expect::Expectations;
pub use gate::{Gate, GateStep, gate};
pub use ids::{DecisionId, InvalidId, ItemId, QuestionId, RefinementId};
pub use labels::CountKey;
pub use model::{
    Choice, Clarifications, Field, Flag, FlagKind, Frontmatter, Item, NeedsClarification, Quarantined, Question,
    Refinement, Section, Sections, Text,
};
pub use parse::parse;
pub use prompt::{PromptKind, prompt};
pub use refusal::{Reason, Refusal};
pub use render::render;
pub use status::{DecisionStatus, EvaluationVerdict};
pub use tasks::{ClearAnswer, OpenItem, Task};
pub use trace::{Dangling, EdgeKind, NodeKind, Orphan, OrphanReason, Trace, TraceEdge, TraceNode, trace};
