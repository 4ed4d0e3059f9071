//! The five outcomes that every protocol's status maps to (R-A1).

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// What became of a piece of work, whatever protocol reported it (R-A1).
///
/// The order is from best to worst, so that [`Outcome::worst`] is the maximum. The type is exhaustive on purpose:
/// a mapping that forgets an outcome must not compile.
///
/// ```
/// use envelope_core::Outcome;
/// assert!(Outcome::CompletedWithFindings.is_success());
/// assert_eq!(Outcome::Completed.worst(Outcome::Blocked), Outcome::Blocked);
/// assert_eq!("partial".parse(), Ok(Outcome::Partial));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(clippy::exhaustive_enums, reason = "every mapping of outcomes must be total")]
pub enum Outcome {
    /// The work is done and nothing was found wrong.
    Completed,
    /// The work is done, and its result is a list of issues.
    CompletedWithFindings,
    /// Some of the work is done.
    Partial,
    /// The work cannot go on without help from outside.
    Blocked,
    /// The work was tried and did not succeed.
    Failed,
}

crate::word_from_string!(Outcome, Outcome::ALL, Outcome::as_str);

impl Outcome {
    /// All outcomes, best first.
    pub const ALL: [Self; 5] =
        [Self::Completed, Self::CompletedWithFindings, Self::Partial, Self::Blocked, Self::Failed];

    /// The word used on the command line and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::CompletedWithFindings => "completed_with_findings",
            Self::Partial => "partial",
            Self::Blocked => "blocked",
            Self::Failed => "failed",
        }
    }

    /// Whether the work was done: completed, with or without findings.
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Completed | Self::CompletedWithFindings)
    }

    /// The worse of two outcomes.
    #[must_use]
    pub fn worst(self, other: Self) -> Self {
        self.max(other)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is none of the five words of [`Outcome`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownOutcome;

impl fmt::Display for UnknownOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected one of")?;
        Outcome::ALL.iter().try_for_each(|outcome| write!(f, " `{outcome}`"))
    }
}

impl std::error::Error for UnknownOutcome {}

impl FromStr for Outcome {
    type Err = UnknownOutcome;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|outcome| outcome.as_str() == word).ok_or(UnknownOutcome)
    }
}
