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
        [Outcome::Completed, Outcome::CompletedWithFindings, Outcome::Partial, Outcome::Failed][self as usize]
    }

    fn from_outcome(outcome: Outcome) -> Mapped<Self> {
        let waits = "`PARTIAL` does not say that the work waits for something";
        let exact = Self::ALL.iter().find(|status| status.outcome() == outcome);
        exact.map_or(Mapped::approximate(Self::Partial, waits), |status| Mapped::exact(*status))
    }
}
