//! The status words and what they mean (RULINGS, "Status mapping").

use envelope_core::{Mapped, Outcome, Status};
use serde::Serialize;

/// What a subagent says of its task (json-return, "status (required)").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum ReturnStatus {
    /// The task is done, all artifacts created.
    Completed,
    /// Some artifacts created, can resume.
    Partial,
    /// No usable artifacts, cannot resume.
    Failed,
    /// Waits for something outside, can retry later.
    Blocked,
}

envelope_core::word_from_string!(ReturnStatus, ReturnStatus::ALL, ReturnStatus::as_str);

impl ReturnStatus {
    /// The words, in the order of the specification.
    pub const WORDS: &'static [&'static str] =
        &[Self::Completed.word(), Self::Partial.word(), Self::Failed.word(), Self::Blocked.word()];
    /// The words that are successes.
    pub(crate) const SUCCESSES: &'static [&'static str] = &[Self::Completed.word()];

    const fn word(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Partial => "partial",
            Self::Failed => "failed",
            Self::Blocked => "blocked",
        }
    }
}

impl Status for ReturnStatus {
    const ALL: &'static [Self] = &[Self::Completed, Self::Partial, Self::Failed, Self::Blocked];

    fn as_str(self) -> &'static str {
        self.word()
    }

    fn outcome(self) -> Outcome {
        match self {
            Self::Completed => Outcome::Completed,
            Self::Partial => Outcome::Partial,
            Self::Failed => Outcome::Failed,
            Self::Blocked => Outcome::Blocked,
        }
    }

    fn from_outcome(outcome: Outcome) -> Mapped<Self> {
        match outcome {
            Outcome::Completed => Mapped::exact(Self::Completed),
            Outcome::CompletedWithFindings => {
                Mapped::approximate(Self::Completed, "that the work brought issues to light")
            }
            Outcome::Partial => Mapped::exact(Self::Partial),
            Outcome::Blocked => Mapped::exact(Self::Blocked),
            Outcome::Failed => Mapped::exact(Self::Failed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_laws_of_the_mapping() {
        envelope_core::conformance::assert_status::<ReturnStatus>();
    }

    #[test]
    fn the_words_are_the_same_everywhere() {
        for (status, word) in ReturnStatus::ALL.iter().zip(ReturnStatus::WORDS) {
            assert_eq!(status.as_str(), *word);
            assert_eq!(serde_json::to_value(status).unwrap(), *word);
            assert_eq!(status.outcome().is_success(), ReturnStatus::SUCCESSES.contains(word));
        }
    }
}
