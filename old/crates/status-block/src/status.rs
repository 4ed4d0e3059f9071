//! The status words and what they mean (RULINGS, "Status mapping").

use envelope_core::{Mapped, Outcome, Status};
use serde::Serialize;

/// What an agent says of its task (status-block, "Status Definitions").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum BlockStatus {
    /// The task is done.
    Success,
    /// Cannot go on without intervention.
    Blocked,
    /// Tried and failed; trying again may help.
    Failed,
}

envelope_core::word_from_string!(BlockStatus, BlockStatus::ALL, BlockStatus::as_str);

impl BlockStatus {
    /// When an agent uses it, for the prompt (R-A17).
    pub(crate) const fn asks(self) -> &'static str {
        match self {
            Self::Success => "the task is done, all of it",
            Self::Blocked => "you cannot go on until somebody else does something",
            Self::Failed => "you tried and it did not work",
        }
    }
}

impl Status for BlockStatus {
    const ALL: &'static [Self] = &[Self::Success, Self::Blocked, Self::Failed];

    fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Blocked => "blocked",
            Self::Failed => "failed",
        }
    }

    fn outcome(self) -> Outcome {
        match self {
            Self::Success => Outcome::Completed,
            Self::Blocked => Outcome::Blocked,
            Self::Failed => Outcome::Failed,
        }
    }

    fn from_outcome(outcome: Outcome) -> Mapped<Self> {
        match outcome {
            Outcome::Completed => Mapped::exact(Self::Success),
            Outcome::CompletedWithFindings => {
                Mapped::approximate(Self::Success, "that the work brought issues to light")
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
        envelope_core::conformance::assert_status::<BlockStatus>();
    }
}
