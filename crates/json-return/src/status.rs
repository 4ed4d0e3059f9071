use envelope_core::{Mapped, Outcome};
use serde::{Deserialize, Serialize};

/// What became of the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ReturnStatus"))]
#[serde(rename_all = "lowercase")]
#[allow(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum Status {
    /// The task is done, all artifacts are created.
    Completed,
    /// Some artifacts are created; the task can be resumed.
    Partial,
    /// No usable artifacts; the task cannot be resumed.
    Failed,
    /// The task waits for something outside; it can be tried again later.
    Blocked,
}

/// The words, in the order of [`Status::ALL`](envelope_core::Status::ALL).
pub(crate) const WORDS: [&str; 4] = ["completed", "partial", "failed", "blocked"];

impl envelope_core::Status for Status {
    const ALL: &'static [Self] = &[Self::Completed, Self::Partial, Self::Failed, Self::Blocked];

    fn as_str(self) -> &'static str {
        WORDS[self as usize]
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
                Mapped::approximate(Self::Completed, "`completed` does not say that there are findings")
            }
            Outcome::Partial => Mapped::exact(Self::Partial),
            Outcome::Blocked => Mapped::exact(Self::Blocked),
            Outcome::Failed => Mapped::exact(Self::Failed),
        }
    }
}
