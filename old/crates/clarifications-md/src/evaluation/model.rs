//! The types of an evaluation (clarifications-md, "answer-evaluator").

use envelope_core::json::{Extra, KeepExtra, OtherStatus, other_statuses};
use envelope_core::{Count, Path, Status as _};
use serde::{Deserialize, Serialize};

use super::ItemVerdict;
use crate::labels::SCOPE;
use crate::{EvaluationVerdict, ItemId};

/// The verdict on the answers of a clarifications document: `answer-evaluation.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(title = "AnswerEvaluation"))]
#[non_exhaustive]
pub struct Evaluation {
    /// Whether the answers suffice to go on.
    pub verdict: EvaluationVerdict,
    /// How many are answered clearly.
    pub answered_count: Count,
    /// How many are not answered.
    pub empty_count: Count,
    /// How many are answered vaguely.
    pub vague_count: Count,
    /// How many are at odds with another answer; a later evaluator counts these apart (R-Q6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contradictory_count: Option<Count>,
    /// How many there are.
    pub total_count: Count,
    /// The counts in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// The verdict on each answer, by the ids of the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_question: Option<Vec<QuestionVerdict>>,
    /// Whether the document was accepted; written only where it was not, and such an evaluation is refused (R-A2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(schema_with = "super::schema::document_accepted"))]
    pub document_accepted: Option<bool>,
    /// Whether the document recommends to narrow its scope first; written only where it does, and then the gate offers
    /// nothing else (R-Q15).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope_recommendation: Option<bool>,
    /// Members that the specification does not know, in the order they were written (R-A3).
    #[serde(flatten)]
    pub extra: Extra,
}

impl Evaluation {
    /// Statuses beside the verdict that say something worse (R-A2). That an evaluation was completed says nothing of the
    /// answers.
    pub(super) fn conflicting(&self) -> impl Iterator<Item = OtherStatus<'_, EvaluationVerdict>> {
        let own = self.verdict.outcome();
        let others = other_statuses(&self.extra, self.verdict, &Path::root());
        others.filter(move |other| {
            other.is_telling() && other.outcome().worst(own) != own && !other.outcome().is_success()
        })
    }

    /// Whether the scope is to be narrowed before anything else. A guard must not fail open: whatever else than `false`
    /// stands there asks for it (R-Q15).
    pub fn narrows_scope(&self) -> bool {
        self.scope_recommendation == Some(true) || self.extra.as_map().contains_key(SCOPE)
    }

    /// The verdicts, none where they are missing.
    pub fn per_question(&self) -> &[QuestionVerdict] {
        self.per_question.as_deref().unwrap_or_default()
    }
}

impl KeepExtra for Evaluation {
    fn extra_at(&mut self, path: &Path) -> Option<&mut Extra> {
        let steps: Vec<String> = path.steps().collect();
        match steps.as_slice() {
            [] => Some(&mut self.extra),
            [name, index] if name == "per_question" => {
                let item = self.per_question.as_mut()?.get_mut(index.parse::<usize>().ok()?)?;
                Some(&mut item.extra)
            }
            _ => None,
        }
    }
}

/// The verdict on one answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct QuestionVerdict {
    /// The id of the question or refinement, as `Q2` or `R2.1`.
    #[cfg_attr(feature = "schemars", schemars(schema_with = "super::schema::question_id"))]
    pub question_id: String,
    /// What the answer is worth.
    pub verdict: ItemVerdict,
    /// Members that the specification does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl QuestionVerdict {
    /// The verdict on the answer of an item.
    pub fn new(id: impl Into<ItemId>, verdict: ItemVerdict) -> Self {
        Self { question_id: id.into().to_string(), verdict, extra: Extra::default() }
    }

    /// The id, if it is one.
    pub fn id(&self) -> Option<ItemId> {
        self.question_id.parse().ok()
    }
}
