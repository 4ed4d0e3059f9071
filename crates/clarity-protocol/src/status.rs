use envelope_core::{Mapped, Outcome};
use serde::Serialize;

/// What became of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ResultStatus"))]
#[serde(rename_all = "UPPERCASE")]
#[allow(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum Status {
    /// Completed, no issues found.
    Clean,
    /// Completed, issues enumerated: a success.
    Findings,
    /// Incomplete, partial results available.
    Partial,
    /// Failed entirely.
    Error,
}

/// The words, in the order of [`Status::ALL`](envelope_core::Status::ALL).
pub(crate) const WORDS: [&str; 4] = ["CLEAN", "FINDINGS", "PARTIAL", "ERROR"];

/// Words that agents write instead, and the nearest word of the list (R-C16).
pub(crate) const NEAREST: [(&str, &str); 4] =
    [("COMPLETE", "CLEAN"), ("PASS", "CLEAN"), ("SUCCESS", "CLEAN"), ("FAIL", "ERROR")];

impl envelope_core::Status for Status {
    const ALL: &'static [Self] = &[Self::Clean, Self::Findings, Self::Partial, Self::Error];

    fn as_str(self) -> &'static str {
        WORDS[self as usize]
    }

    fn outcome(self) -> Outcome {
        match self {
            Self::Clean => Outcome::Completed,
            Self::Findings => Outcome::CompletedWithFindings,
            Self::Partial => Outcome::Partial,
            Self::Error => Outcome::Failed,
        }
    }

    fn from_outcome(outcome: Outcome) -> Mapped<Self> {
        match outcome {
            Outcome::Completed => Mapped::exact(Self::Clean),
            Outcome::CompletedWithFindings => Mapped::exact(Self::Findings),
            Outcome::Partial => Mapped::exact(Self::Partial),
            Outcome::Blocked => {
                Mapped::approximate(Self::Partial, "`PARTIAL` does not say that the work waits for something")
            }
            Outcome::Failed => Mapped::exact(Self::Error),
        }
    }
}
