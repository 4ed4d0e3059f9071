//! The instruction for an evaluator.

use super::model::ANSWER_WORDS;
use crate::status::WORDS;

/// What to tell an agent that is to evaluate the answers of a clarifications document. Holds placeholders only, so that an
/// echo of it is no evaluation.
pub fn prompt() -> String {
    let [clear, not_answered, vague, ..] = ANSWER_WORDS;
    let [sufficient, mixed, insufficient] = WORDS;
    format!(
        include_str!("../prompt/evaluation.md"),
        clear = clear,
        not_answered = not_answered,
        vague = vague,
        sufficient = sufficient,
        mixed = mixed,
        insufficient = insufficient,
    )
}
