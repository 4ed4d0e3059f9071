//! Clarifications: questions, their choices and answers, in `clarifications.md`; their evaluation; the decisions that
//! follow.
//!
//! ```
//! use clarifications_md::{EvaluateOptions, Outcome, Verdict, evaluate, parse};
//!
//! let parsed = parse(include_str!("canonical/mixed.md"));
//! assert_eq!(parsed.outcome(), Outcome::Partial);
//! let document = parsed.into_result()?;
//! assert_eq!(document.item("Q1".parse()?).unwrap().answer.as_deref(), Some("A — the pilot tells the ships"));
//! assert_eq!(evaluate(&document, &EvaluateOptions::default()).verdict, Verdict::Mixed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The README describes the formats. The status of a document is the verdict over its answers: a document whose questions
//! and refinements are not all clear is never a success, and neither is one that is rejected.

#![forbid(unsafe_code)]

pub mod decisions;
mod decode;
mod edit;
mod evaluate;
pub mod evaluation;
mod frontmatter;
mod ids;
mod locate;
mod model;
mod prompt;
mod read;
mod render;
mod report;
mod rules;
mod status;
mod syntax;
mod trace;
mod workflow;

pub use decisions::{Decision, DecisionStatus, Decisions};
pub use edit::{Autofill, EditError, Formatted, Refined, answer, autofill, flag, fmt, refine};
pub use envelope_core::{
    Diagnostic, Loss, Message, Outcome, Parsed, Protocol, Rejected, Report, Severity, Span, ToReport, check,
};
pub use evaluate::{EvaluateOptions, answer_verdict, evaluate};
pub use evaluation::{AnswerVerdict, Evaluation, ItemVerdict};
pub use ids::{DecisionId, IdError, ItemId};
pub use locate::Place;
pub use model::{Choice, Clarifications, Flag, FlagKind, Frontmatter, Item, Section};
pub use prompt::{Topic, prompt};
pub use rules::RULES;
pub use status::Verdict;
pub use trace::{Node, Trace, trace};
pub use workflow::{
    Contradiction, Gate, Judgement, JudgementWord, Next, StepError, Task, TaskItem, draft, gate, merge, tasks,
};

/// What the caller knows beside an evaluation or a decisions document.
#[derive(Clone, Debug, Default)]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct Context {
    /// The clarifications that it belongs to.
    pub clarifications: Option<std::sync::Arc<Clarifications>>,
}

/// Parses a document, from `&str` or `&[u8]`. Never fails: what is wrong is in the result.
pub fn parse<'a>(message: impl Into<Message<'a>>) -> Parsed<Clarifications> {
    parse_with(message, &())
}

/// The same with options, of which this protocol has none.
pub fn parse_with<'a>(message: impl Into<Message<'a>>, options: &()) -> Parsed<Clarifications> {
    envelope_core::parse(&message.into(), options)
}

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct ReadmeDoctests;
