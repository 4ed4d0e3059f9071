use envelope_core::{Mapped, Outcome};
use serde::{Deserialize, Serialize};

/// What an agent says of its task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BlockStatus"))]
#[serde(rename_all = "lowercase")]
#[allow(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum Status {
    /// The task is done.
    Success,
    /// The agent cannot go on without intervention.
    Blocked,
    /// The agent tried and failed; trying again may help.
    Failed,
}

/// The words, in the order of [`Status::ALL`](envelope_core::Status::ALL).
pub(crate) const WORDS: [&str; 3] = ["success", "blocked", "failed"];

impl envelope_core::Status for Status {
    const ALL: &'static [Self] = &[Self::Success, Self::Blocked, Self::Failed];

    fn as_str(self) -> &'static str {
        WORDS[self as usize]
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
                Mapped::approximate(Self::Success, "`success` does not say that there are findings")
            }
            Outcome::Partial => {
                Mapped::approximate(Self::Blocked, "`blocked` does not say that part of the work is done")
            }
            Outcome::Blocked => Mapped::exact(Self::Blocked),
            Outcome::Failed => Mapped::exact(Self::Failed),
        }
    }
}
