//! The status words and what they mean (RULINGS, "Status mapping").

use envelope_core::{Mapped, Outcome, Status};

/// The final status of a task (report-contract, section 4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum ContractStatus {
    /// The task is done.
    Completed,
    /// Waits for a dependency or for human input.
    Blocked,
    /// An unexpected error prevented it.
    Failed,
}

impl Status for ContractStatus {
    const ALL: &'static [Self] = &[Self::Completed, Self::Blocked, Self::Failed];

    fn as_str(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Blocked => "blocked",
            Self::Failed => "failed",
        }
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
}
