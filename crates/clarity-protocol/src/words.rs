//! The closed lists of words in tables.

use serde::Serialize;

/// Defines an enum of words of a closed list, with a variant for any other word.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[allow(clippy::exhaustive_enums, reason = "the specification closes the list")]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $variant,)*
            /// What the agent wrote instead.
            #[serde(untagged)]
            Other(String),
        }

        impl $name {
            /// The words of the specification.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The word.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $word,)*
                    Self::Other(word) => word,
                }
            }
        }

        impl From<&str> for $name {
            fn from(word: &str) -> Self {
                match word {
                    $($word => Self::$variant,)*
                    other => Self::Other(other.to_owned()),
                }
            }
        }
    };
}
pub(crate) use words;

words! {
    /// How grave a finding is.
    FindingSeverity {
        /// Blocks progress.
        Critical = "critical",
        /// To be fixed before merging.
        Major = "major",
        /// Cosmetic or of low impact.
        Minor = "minor",
    }
}

words! {
    /// What nature a finding has.
    FindingType {
        /// Two places say the contrary of each other.
        Contradiction = "contradiction",
        /// Two names for one thing.
        TerminologyDrift = "terminology-drift",
        /// A reference that leads nowhere.
        BrokenReference = "broken-reference",
        /// Text that time has overtaken.
        StaleContent = "stale-content",
        /// Something that should be treated and is not.
        MissingCoverage = "missing-coverage",
        /// The same thing specified twice.
        RedundantSpec = "redundant-spec",
        /// Details of one layer in another.
        AbstractionLeak = "abstraction-leak",
        /// Something lost on the way from source to copy.
        FidelityLoss = "fidelity-loss",
        /// More than was asked for.
        ScopeViolation = "scope-violation",
        /// Something that worked before.
        Regression = "regression",
    }
}

/// The status words of a checklist.
pub(crate) const ITEM_STATUSES: [&str; 4] = ["applied", "partial", "missing", "not-applicable"];

/// The text without signs at both ends, warning signs included (R-C9).
pub(crate) fn strip_signs(text: &str) -> &str {
    text.trim_matches(|c: char| {
        !c.is_alphanumeric() && (!c.is_ascii() || c.is_ascii_whitespace() || "*_`\"'#-:.!,".contains(c))
    })
}
