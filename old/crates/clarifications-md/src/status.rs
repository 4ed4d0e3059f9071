//! The words of verdicts and decisions and what they mean (RULINGS, "Status mapping").

use envelope_core::{Mapped, Outcome, Status};
use serde::Serialize;

/// The verdict on the answers of a clarifications document (clarifications-md, "answer-evaluator").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum EvaluationVerdict {
    /// Every question is answered clearly.
    Sufficient,
    /// Some are answered, some are not.
    Mixed,
    /// None is answered clearly.
    Insufficient,
}

envelope_core::word_from_string!(EvaluationVerdict, EvaluationVerdict::ALL, EvaluationVerdict::as_str);

impl EvaluationVerdict {
    /// The words, in the order of the specification.
    pub const WORDS: &'static [&'static str] =
        &[Self::Sufficient.word(), Self::Mixed.word(), Self::Insufficient.word()];
    /// The words that are successes.
    pub(crate) const SUCCESSES: &'static [&'static str] = &[Self::Sufficient.word()];

    const fn word(self) -> &'static str {
        match self {
            Self::Sufficient => "sufficient",
            Self::Mixed => "mixed",
            Self::Insufficient => "insufficient",
        }
    }
}

impl Status for EvaluationVerdict {
    const ALL: &'static [Self] = &[Self::Sufficient, Self::Mixed, Self::Insufficient];

    fn as_str(self) -> &'static str {
        self.word()
    }

    fn outcome(self) -> Outcome {
        match self {
            Self::Sufficient => Outcome::Completed,
            Self::Mixed => Outcome::Partial,
            Self::Insufficient => Outcome::Blocked,
        }
    }

    fn from_outcome(outcome: Outcome) -> Mapped<Self> {
        match outcome {
            Outcome::Completed => Mapped::exact(Self::Sufficient),
            Outcome::CompletedWithFindings => {
                Mapped::approximate(Self::Sufficient, "that the work brought issues to light")
            }
            Outcome::Partial => Mapped::exact(Self::Mixed),
            Outcome::Blocked => Mapped::exact(Self::Insufficient),
            Outcome::Failed => Mapped::approximate(Self::Insufficient, "that the work was tried and failed"),
        }
    }
}

/// The status of one decision (clarifications-md, "merge protocol"; R-Q9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum DecisionStatus {
    /// Drafted from a clear answer, not yet reasoned.
    Draft,
    /// Decided.
    Resolved,
    /// Decided anew after an answer contradicted the draft.
    ConflictResolved,
    /// A question that must be answered is not.
    CriticalGap,
    /// Two answers conflict.
    Contradiction,
    /// A person has to look at it.
    NeedsReview,
}

envelope_core::word_from_string!(DecisionStatus, DecisionStatus::ALL, DecisionStatus::as_str);

impl Status for DecisionStatus {
    const ALL: &'static [Self] = &[
        Self::Draft,
        Self::Resolved,
        Self::ConflictResolved,
        Self::CriticalGap,
        Self::Contradiction,
        Self::NeedsReview,
    ];

    fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Resolved => "resolved",
            Self::ConflictResolved => "conflict-resolved",
            Self::CriticalGap => "critical-gap",
            Self::Contradiction => "contradiction",
            Self::NeedsReview => "needs-review",
        }
    }

    fn outcome(self) -> Outcome {
        match self {
            Self::Draft | Self::NeedsReview => Outcome::Partial,
            Self::Resolved | Self::ConflictResolved => Outcome::Completed,
            Self::CriticalGap | Self::Contradiction => Outcome::Blocked,
        }
    }

    fn from_outcome(outcome: Outcome) -> Mapped<Self> {
        match outcome {
            Outcome::Completed => Mapped::exact(Self::Resolved),
            Outcome::CompletedWithFindings => {
                Mapped::approximate(Self::Resolved, "that the work brought issues to light")
            }
            Outcome::Partial => Mapped::exact(Self::Draft),
            Outcome::Blocked => Mapped::exact(Self::CriticalGap),
            Outcome::Failed => Mapped::approximate(Self::CriticalGap, "that the work was tried and failed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_laws_of_the_mapping() {
        envelope_core::conformance::assert_status::<EvaluationVerdict>();
        envelope_core::conformance::assert_status::<DecisionStatus>();
    }

    #[test]
    fn the_words_are_the_same_everywhere() {
        for (verdict, word) in EvaluationVerdict::ALL.iter().zip(EvaluationVerdict::WORDS) {
            assert_eq!(verdict.as_str(), *word);
            assert_eq!(serde_json::to_value(verdict).unwrap(), *word);
            assert_eq!(verdict.outcome().is_success(), EvaluationVerdict::SUCCESSES.contains(word));
        }
        for status in DecisionStatus::ALL {
            assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
        }
    }
}
