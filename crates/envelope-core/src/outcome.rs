use std::fmt;

use serde::{Deserialize, Serialize};

/// What became of a piece of work, whatever protocol reported it; ordered from best to worst (R-A1).
///
/// Exhaustive on purpose: whoever maps outcomes must map all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(clippy::exhaustive_enums, reason = "every mapping of outcomes must be total")]
pub enum Outcome {
    /// The work is done and nothing was found wrong.
    Completed,
    /// The work is done, and its result is a list of issues.
    CompletedWithFindings,
    /// Some of the work is done.
    Partial,
    /// The work cannot go on without help from outside.
    Blocked,
    /// The work was tried and did not succeed; the default, so that nothing succeeds by default.
    #[default]
    Failed,
}

impl Outcome {
    /// All outcomes, best first.
    pub const ALL: [Self; 5] =
        [Self::Completed, Self::CompletedWithFindings, Self::Partial, Self::Blocked, Self::Failed];

    /// The name in JSON, such as `completed_with_findings`.
    pub fn as_str(self) -> &'static str {
        ["completed", "completed_with_findings", "partial", "blocked", "failed"][self as usize]
    }

    /// Whether the work is done: `completed` or `completed_with_findings`.
    pub fn is_success(self) -> bool {
        self <= Self::CompletedWithFindings
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
