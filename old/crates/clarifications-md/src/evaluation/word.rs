//! The words of an evaluator for one answer (clarifications-md, "answer-evaluator"; R-Q7).

use serde::Serialize;

use crate::AnswerVerdict;

/// What an evaluator says of one answer.
///
/// The first three are the specification's; the others are a later evaluator's, read with a warning (R-Q7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "snake_case")]
#[expect(clippy::exhaustive_enums, reason = "the ruling closes the list")]
pub enum ItemVerdict {
    /// Substantive and specific.
    Clear,
    /// Empty, or only the word that the recommendation was accepted.
    NotAnswered,
    /// Too short, or only stock phrases.
    Vague,
    /// Answered, but a follow-up is needed; counts as answered (R-Q7).
    NeedsRefinement,
    /// At odds with another answer; does not count as answered (R-Q7).
    Contradictory,
}

envelope_core::word_from_string!(ItemVerdict, ItemVerdict::ALL, ItemVerdict::as_str);

impl ItemVerdict {
    /// Every word, the specification's first.
    pub const ALL: [Self; 5] =
        [Self::Clear, Self::NotAnswered, Self::Vague, Self::NeedsRefinement, Self::Contradictory];
    /// The words, in the same order.
    pub const WORDS: &'static [&'static str] = &[
        Self::Clear.as_str(),
        Self::NotAnswered.as_str(),
        Self::Vague.as_str(),
        Self::NeedsRefinement.as_str(),
        Self::Contradictory.as_str(),
    ];

    /// The word as it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Clear => AnswerVerdict::Clear.as_str(),
            Self::NotAnswered => AnswerVerdict::NotAnswered.as_str(),
            Self::Vague => AnswerVerdict::Vague.as_str(),
            Self::NeedsRefinement => "needs_refinement",
            Self::Contradictory => "contradictory",
        }
    }

    /// Whether the specification knows it; others are a later evaluator's (R-Q7).
    pub const fn is_specified(self) -> bool {
        matches!(self, Self::Clear | Self::NotAnswered | Self::Vague)
    }

    /// Whether it claims that something was answered (R-Q7).
    pub const fn is_answered(self) -> bool {
        matches!(self, Self::Clear | Self::NeedsRefinement)
    }
}

impl From<AnswerVerdict> for ItemVerdict {
    fn from(verdict: AnswerVerdict) -> Self {
        match verdict {
            AnswerVerdict::Clear => Self::Clear,
            AnswerVerdict::NotAnswered => Self::NotAnswered,
            AnswerVerdict::Vague => Self::Vague,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_the_same_everywhere() {
        for (verdict, word) in ItemVerdict::ALL.iter().zip(ItemVerdict::WORDS) {
            assert_eq!(verdict.as_str(), *word);
            assert_eq!(serde_json::to_value(verdict).unwrap(), *word);
        }
    }
}
