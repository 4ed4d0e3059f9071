//! Which members an evaluation has and of what type (clarifications-md, "answer-evaluator"; R-Q7).
//!
//! The decoder, the rules, the prompt and the tests of the schema all go by these tables.

use envelope_core::json::{Field, Shape};

use super::ItemVerdict;
use crate::EvaluationVerdict;
use crate::labels::SCOPE;

/// The member that tells of a document that was refused.
pub(super) const DOCUMENT_ACCEPTED: &str = "document_accepted";

/// The member that has the verdict on each answer.
pub(super) const PER_QUESTION: &str = "per_question";
/// The member that counts answers at odds with another one.
pub(super) const CONTRADICTORY_COUNT: &str = "contradictory_count";

/// The members of an evaluation.
pub static EVALUATION_FIELDS: &[Field] = &[
    Field::required(
        "verdict",
        Shape::Status { words: EvaluationVerdict::WORDS, successes: EvaluationVerdict::SUCCESSES },
    ),
    Field::required("answered_count", Shape::Count),
    Field::required("empty_count", Shape::Count),
    Field::required("vague_count", Shape::Count),
    Field::optional(CONTRADICTORY_COUNT, Shape::Count),
    Field::required("total_count", Shape::Count),
    Field::optional("reasoning", Shape::Text),
    Field::optional(PER_QUESTION, Shape::List(&Shape::Object(VERDICT_FIELDS))),
    Field::optional(DOCUMENT_ACCEPTED, Shape::Bool),
    Field::optional(SCOPE, Shape::Bool),
];

/// The members of the verdict on one answer.
pub static VERDICT_FIELDS: &[Field] =
    &[Field::required("question_id", Shape::Text), Field::required("verdict", Shape::Word(ItemVerdict::WORDS))];
