//! The status words and what they mean (RULINGS, "Status mapping").

use envelope_core::{Mapped, Outcome, Status};
use serde::Serialize;

/// The final status of a task (report-contract, section 4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum ContractStatus {
    /// The task is done.
    Completed,
    /// Waits for a dependency or for human input.
    Blocked,
    /// An unexpected error prevented it.
    Failed,
}

envelope_core::word_from_string!(ContractStatus, ContractStatus::ALL, ContractStatus::as_str);

impl ContractStatus {
    /// The words, in the order of the specification.
    pub const WORDS: &'static [&'static str] = &[Self::Completed.word(), Self::Blocked.word(), Self::Failed.word()];
    /// The words that are successes.
    pub(crate) const SUCCESSES: &'static [&'static str] = &[Self::Completed.word()];

    const fn word(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Blocked => "blocked",
            Self::Failed => "failed",
        }
    }
}

impl Status for ContractStatus {
    const ALL: &'static [Self] = &[Self::Completed, Self::Blocked, Self::Failed];

    fn as_str(self) -> &'static str {
        self.word()
    }

    fn outcome(self) -> Outcome {
        match self {
            Self::Completed => Outcome::Completed,
            Self::Blocked => Outcome::Blocked,
            Self::Failed => Outcome::Failed,
        }
    }

    fn from_outcome(outcome: Outcome) -> Mapped<Self> {
        match outcome {
            Outcome::Completed => Mapped::exact(Self::Completed),
            Outcome::CompletedWithFindings => {
                Mapped::approximate(Self::Completed, "that the work brought issues to light")
            }
            Outcome::Partial => Mapped::approximate(Self::Blocked, "that some of the work is done"),
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
        envelope_core::conformance::assert_status::<ContractStatus>();
    }

    #[test]
    fn the_words_are_the_same_everywhere() {
        for (status, word) in ContractStatus::ALL.iter().zip(ContractStatus::WORDS) {
            assert_eq!(status.as_str(), *word);
            assert_eq!(serde_json::to_value(status).unwrap(), *word);
            assert_eq!(status.outcome().is_success(), ContractStatus::SUCCESSES.contains(word));
        }
    }
}
