use envelope_core::{Mapped, Outcome, Status};
use serde::{Deserialize, Serialize};

/// How far a decision is; the status of a document is that of its worst entry (R-Q14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum DecisionStatus {
    /// A clear answer that nobody has thought through yet.
    Draft,
    /// Decided.
    Resolved,
    /// Decided, after a later answer contradicted the draft.
    ConflictResolved,
    /// A question that must be answered and is not.
    CriticalGap,
    /// Two clear answers that cannot both hold.
    Contradiction,
}

/// The words, in the order of [`Status::ALL`].
pub(crate) const WORDS: [&str; 5] = ["draft", "resolved", "conflict-resolved", "critical-gap", "contradiction"];

impl DecisionStatus {
    /// Whether the entry needs nobody any more.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Resolved | Self::ConflictResolved)
    }
}

impl Status for DecisionStatus {
    const ALL: &'static [Self] =
        &[Self::Draft, Self::Resolved, Self::ConflictResolved, Self::CriticalGap, Self::Contradiction];

    fn as_str(self) -> &'static str {
        WORDS[self as usize]
    }

    fn outcome(self) -> Outcome {
        match self {
            Self::Resolved | Self::ConflictResolved => Outcome::Completed,
            Self::Draft => Outcome::Partial,
            Self::CriticalGap | Self::Contradiction => Outcome::Blocked,
        }
    }

    fn from_outcome(outcome: Outcome) -> Mapped<Self> {
        match outcome {
            Outcome::Completed => Mapped::exact(Self::Resolved),
            Outcome::CompletedWithFindings => Mapped::approximate(Self::Resolved, "`resolved` speaks of no findings"),
            Outcome::Partial => Mapped::exact(Self::Draft),
            Outcome::Blocked => Mapped::exact(Self::CriticalGap),
            Outcome::Failed => Mapped::approximate(Self::CriticalGap, "`critical-gap` does not say that work failed"),
        }
    }
}

/// Where a decisions document stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[allow(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum DocumentStatus {
    /// Its entries are drafts.
    Draft,
    /// Its entries are decided, or wait for a person.
    Final,
}

/// The words of [`DocumentStatus`].
pub(crate) const DOCUMENT_WORDS: [&str; 2] = ["draft", "final"];

impl DocumentStatus {
    /// The variants, in their order.
    pub(crate) const ALL: [Self; 2] = [Self::Draft, Self::Final];

    /// The word.
    pub fn as_str(self) -> &'static str {
        DOCUMENT_WORDS[self as usize]
    }
}
