use envelope_core::{Mapped, Outcome, Status};
use serde::{Deserialize, Serialize};

/// How well the items of a document are answered (R-Q6); the status of a clarifications document and of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[allow(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum Verdict {
    /// All are clear.
    Sufficient,
    /// Some are clear.
    Mixed,
    /// None is clear.
    Insufficient,
}

/// The words, in the order of [`Status::ALL`].
pub(crate) const WORDS: [&str; 3] = ["sufficient", "mixed", "insufficient"];

impl Verdict {
    /// The verdict over items of which so many are clear.
    pub(crate) fn of(clear: u64, total: u64) -> Self {
        match clear {
            0 => Self::Insufficient,
            clear if clear == total => Self::Sufficient,
            _ => Self::Mixed,
        }
    }
}

impl Status for Verdict {
    const ALL: &'static [Self] = &[Self::Sufficient, Self::Mixed, Self::Insufficient];

    fn as_str(self) -> &'static str {
        WORDS[self as usize]
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
                Mapped::approximate(Self::Sufficient, "`sufficient` does not say that there are findings")
            }
            Outcome::Partial => Mapped::exact(Self::Mixed),
            Outcome::Blocked => Mapped::exact(Self::Insufficient),
            Outcome::Failed => Mapped::approximate(Self::Insufficient, "`insufficient` does not say that work failed"),
        }
    }
}
