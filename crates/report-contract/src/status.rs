use envelope_core::{Mapped, Outcome};
use serde::{Deserialize, Serialize};

/// The final status of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ContractStatus"))]
#[serde(rename_all = "lowercase")]
#[allow(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum Status {
    /// The task is done.
    Completed,
    /// The task waits for a dependency or for a person.
    Blocked,
    /// An unexpected error prevented it.
    Failed,
}

/// The words, in the order of [`Status::ALL`](envelope_core::Status::ALL).
pub(crate) const WORDS: [&str; 3] = ["completed", "blocked", "failed"];

impl envelope_core::Status for Status {
    const ALL: &'static [Self] = &[Self::Completed, Self::Blocked, Self::Failed];

    fn as_str(self) -> &'static str {
        WORDS[self as usize]
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
                Mapped::approximate(Self::Completed, "`completed` does not say that there are findings")
            }
            Outcome::Partial => {
                Mapped::approximate(Self::Blocked, "`blocked` does not say that part of the work is done")
            }
            Outcome::Blocked => Mapped::exact(Self::Blocked),
            Outcome::Failed => Mapped::exact(Self::Failed),
        }
    }
}

/// How much a report says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[allow(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum Verbosity {
    /// Outcomes and conclusions only.
    Summary,
    /// Key findings, conclusions and references to artifacts.
    Detailed,
    /// Everything, logs and whole files included.
    Comprehensive,
}

/// The words, in the order of [`Verbosity::ALL`].
pub(crate) const LEVELS: [&str; 3] = ["summary", "detailed", "comprehensive"];

impl Verbosity {
    /// All levels, least first.
    pub const ALL: [Self; 3] = [Self::Summary, Self::Detailed, Self::Comprehensive];

    /// The word.
    pub fn as_str(self) -> &'static str {
        LEVELS[self as usize]
    }

    /// The level of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        LEVELS.iter().position(|level| *level == word).map(|index| Self::ALL[index])
    }

    /// What the level asks for.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Self::Summary => "only the outcome and the most important conclusions",
            Self::Detailed => "key findings, conclusions, and references to what they rest on",
            Self::Comprehensive => "everything: logs, whole files and diagnostics, too",
        }
    }
}
