//! `answer-evaluation.json`.

mod decode;
mod fit;
mod model;
mod prompt;
mod report;
mod rules;

use std::sync::Arc;

use envelope_core::{Message, Parsed};

use crate::Clarifications;
pub use fit::Misfit;
pub(crate) use fit::{check_fit, is_empty};
pub use model::{AnswerVerdict, Evaluation, ItemVerdict};
pub use prompt::prompt;
pub use rules::RULES;

/// What the caller knows beside an evaluation or a decisions document.
#[derive(Clone, Debug, Default)]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct Context {
    /// The clarifications that it belongs to.
    pub clarifications: Option<Arc<Clarifications>>,
}

/// Parses an evaluation, from `&str` or `&[u8]`. Never fails: what is wrong is in the result.
pub fn parse<'a>(message: impl Into<Message<'a>>) -> Parsed<Evaluation> {
    parse_with(message, &Context::default())
}

/// The same with the document that was evaluated.
pub fn parse_with<'a>(message: impl Into<Message<'a>>, context: &Context) -> Parsed<Evaluation> {
    envelope_core::parse(&message.into(), context)
}

/// Checks an evaluation that a program built.
pub fn check(evaluation: &Evaluation, context: &Context) -> Parsed<Evaluation> {
    envelope_core::check(evaluation, context)
}
