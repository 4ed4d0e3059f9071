//! `answer-evaluation.json`.

mod decode;
mod fit;
mod model;
mod prompt;
mod report;
mod rules;

use envelope_core::{Message, Parsed};

use crate::Context;
pub use envelope_core::check;
pub(crate) use fit::{faults, is_empty};
pub(crate) use model::count;
pub use model::{AnswerVerdict, Evaluation, ItemVerdict};
pub use prompt::prompt;
pub use rules::RULES;

/// Parses an evaluation, from `&str` or `&[u8]`, with what the caller knows beside it. Never fails: what is wrong is in the
/// result.
pub fn parse_with<'a>(message: impl Into<Message<'a>>, context: &Context) -> Parsed<Evaluation> {
    envelope_core::parse(&message.into(), context)
}
