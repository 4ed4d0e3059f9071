use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{ItemId, Verdict};

/// How well the questions of a clarifications document are answered (`answer-evaluation.json`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Evaluation {
    /// Over all items.
    pub verdict: Verdict,
    /// How many are clear.
    pub answered_count: u64,
    /// How many are empty.
    pub empty_count: u64,
    /// How many are vague.
    pub vague_count: u64,
    /// How many contradict others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contradictory_count: Option<u64>,
    /// How many there are.
    pub total_count: u64,
    /// The counts in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// The items, one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_question: Option<Vec<ItemVerdict>>,
    /// Further keys, in order.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// How well one item is answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct ItemVerdict {
    /// The item.
    pub question_id: ItemId,
    /// How well it is answered.
    pub verdict: AnswerVerdict,
    /// Further keys, in order.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// How well an answer says what is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum AnswerVerdict {
    /// Substantive and specific.
    Clear,
    /// Empty.
    NotAnswered,
    /// Too short, or only a stock phrase.
    Vague,
    /// Answered, but a refinement is needed; an older word that counts as answered.
    NeedsRefinement,
    /// It contradicts another answer; an older word.
    Contradictory,
}

/// The words, in the order of the variants.
pub(crate) const ANSWER_WORDS: [&str; 5] = ["clear", "not_answered", "vague", "needs_refinement", "contradictory"];

impl AnswerVerdict {
    /// The variants, in their order.
    pub(crate) const ALL: [Self; 5] =
        [Self::Clear, Self::NotAnswered, Self::Vague, Self::NeedsRefinement, Self::Contradictory];

    /// The word.
    pub fn as_str(self) -> &'static str {
        ANSWER_WORDS[self as usize]
    }
}

impl Evaluation {
    /// The verdicts by item.
    pub fn verdicts(&self) -> HashMap<ItemId, AnswerVerdict> {
        self.per_question.iter().flatten().map(|item| (item.question_id, item.verdict)).collect()
    }
}

/// How many items are answered, empty, vague and contradictory; one that needs a refinement is answered (R-Q7).
pub(crate) fn count(items: &[ItemVerdict]) -> [u64; 4] {
    let mut counts = [0; 4];
    for item in items {
        counts[[0, 1, 2, 0, 3][item.verdict as usize]] += 1;
    }
    counts
}
