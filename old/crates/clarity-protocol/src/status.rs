//! The status words and what they mean (RULINGS, "Status mapping").

use envelope_core::{Mapped, Outcome, Status};
use serde::Serialize;

/// Terminal states of a RESULT line (clarity-protocol, "Status Taxonomy").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "UPPERCASE")]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum ResultStatus {
    /// Completed, no issues found.
    Clean,
    /// Completed, issues enumerated: a success.
    Findings,
    /// Incomplete, partial results available.
    Partial,
    /// Failed entirely.
    Error,
}

envelope_core::word_from_string!(ResultStatus, ResultStatus::ALL, ResultStatus::as_str);

impl Status for ResultStatus {
    const ALL: &'static [Self] = &[Self::Clean, Self::Findings, Self::Partial, Self::Error];

    fn as_str(self) -> &'static str {
        match self {
            Self::Clean => "CLEAN",
            Self::Findings => "FINDINGS",
            Self::Partial => "PARTIAL",
            Self::Error => "ERROR",
        }
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
            Outcome::Completed => Mapped::approximate(Self::Clean, "CLEAN also claims that no issues were found"),
            Outcome::CompletedWithFindings => Mapped::exact(Self::Findings),
            Outcome::Partial => Mapped::exact(Self::Partial),
            Outcome::Blocked => Mapped::approximate(Self::Partial, "that the work waits for something from outside"),
            Outcome::Failed => Mapped::exact(Self::Error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_laws_of_the_mapping() {
        envelope_core::conformance::assert_status::<ResultStatus>();
    }
}
