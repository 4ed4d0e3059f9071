//! How much a report says (report-contract, section 3).

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// How much a report says; the order is from little to much (report-contract, section 3; R-P2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum Verbosity {
    /// Outcomes and conclusions only.
    Summary,
    /// Key findings and references; what is meant where nothing is said.
    #[default]
    Detailed,
    /// Everything, logs and whole files included.
    Comprehensive,
}

envelope_core::word_from_string!(Verbosity, Verbosity::ALL, Verbosity::as_str);

impl Verbosity {
    /// All levels, in the order of the specification.
    pub const ALL: [Self; 3] = [Self::Summary, Self::Detailed, Self::Comprehensive];
    /// Their words.
    pub const WORDS: &'static [&'static str] =
        &[Self::Summary.as_str(), Self::Detailed.as_str(), Self::Comprehensive.as_str()];

    /// The word as the specification writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Detailed => "detailed",
            Self::Comprehensive => "comprehensive",
        }
    }
}

impl fmt::Display for Verbosity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text is none of the three words of [`Verbosity`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownVerbosity;

impl fmt::Display for UnknownVerbosity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected one of `{}`", Verbosity::WORDS.join("`, `"))
    }
}

impl std::error::Error for UnknownVerbosity {}

impl FromStr for Verbosity {
    type Err = UnknownVerbosity;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|level| level.as_str() == word).ok_or(UnknownVerbosity)
    }
}
