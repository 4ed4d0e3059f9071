//! The word lists of the protocol: each is one table that parser, rules, renderer, prompts and schema share.

use std::fmt;

use envelope_core::text::{Decoration, Decorations, Word, bare, read_word};
use serde::{Deserialize, Deserializer, Serialize};

/// The five kinds of results (clarity-protocol, "Result Types").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum ResultType {
    /// What a document says: sections, terms, decisions, cross-references.
    Digest,
    /// Two documents held against each other.
    Consistency,
    /// A checklist gone through.
    Verification,
    /// A task carried out.
    Implementation,
    /// A screen planned.
    DesignPlan,
}

envelope_core::word_from_string!(ResultType, ResultType::ALL, ResultType::as_str);

impl ResultType {
    /// All types, in the order of the specification.
    pub const ALL: [Self; 5] =
        [Self::Digest, Self::Consistency, Self::Verification, Self::Implementation, Self::DesignPlan];
    /// Their words, in the same order.
    pub const WORDS: [&'static str; 5] = ["digest", "consistency", "verification", "implementation", "design-plan"];

    /// The word on the line.
    pub const fn as_str(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// The type whose word this is, to the letter.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

impl fmt::Display for ResultType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A list of words that agents leave now and then: what is outside of it is kept as it was written.
macro_rules! open_words {
    ($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $variant:ident = $word:literal),+ $(,)? }
        affirms [$($affirms:ident),*]) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[expect(clippy::exhaustive_enums, reason = "the specification closes the list, and `Other` holds the rest")]
        pub enum $name {
            $($(#[$word_doc])* #[serde(rename = $word)] $variant,)+
            /// A word outside the list, as it was written.
            #[serde(untagged)]
            Other(String),
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = <String as Deserialize>::deserialize(deserializer)?;
                let known = Self::KNOWN.iter().find(|known| known.as_str() == word).cloned();
                Ok(known.unwrap_or(Self::Other(word)))
            }
        }

        impl $name {
            /// The known words, in the order of the specification.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
            const KNOWN: &'static [Self] = &[$(Self::$variant),+];
            /// Words that a sign of doubt or failure contradicts (R-A2).
            const AFFIRM: &'static [Self] = &[$(Self::$affirms),*];

            /// The word.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $word,)+
                    Self::Other(word) => word,
                }
            }

            /// The place in the list; `None` for a word outside of it.
            pub fn rank(&self) -> Option<usize> {
                Self::KNOWN.iter().position(|known| known == self)
            }

            /// Reads a word; what is not in the list is kept as it is.
            pub fn read(text: &str) -> Self {
                Self::read_through(text).0
            }

            /// Reads a word and tells what was read through to find it (R-A6).
            pub(crate) fn read_through(text: &str) -> (Self, Decorations) {
                let (index, decorations) = match read_word(text, Self::WORDS) {
                    Word::Exact(index) => (index, Decorations::new()),
                    Word::Decorated { index, decorations } => (index, decorations),
                    _ => return (Self::Other(text.to_owned()), Decorations::new()),
                };
                let doubtful = decorations.contains(Decoration::DoubtfulSign);
                let known = Self::KNOWN.get(index).filter(|known| !doubtful || !Self::AFFIRM.contains(known)).cloned();
                match known {
                    Some(known) => (known, decorations),
                    None => (Self::Other(text.to_owned()), Decorations::new()),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

open_words! {
    /// How grave a finding is (clarity-protocol, "Finding Table Format").
    FindingSeverity {
        /// Blocks progress.
        Critical = "critical",
        /// To be fixed before merging.
        Major = "major",
        /// Cosmetic or of low impact.
        Minor = "minor",
    }
    affirms []
}

open_words! {
    /// What nature a finding has (clarity-protocol, "Finding type taxonomy").
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
    affirms []
}

open_words! {
    /// What became of an item of a checklist (clarity-protocol, "Template: verification").
    ItemStatus {
        /// It is there.
        Applied = "applied",
        /// Some of it is there.
        Partial = "partial",
        /// It is not there.
        Missing = "missing",
        /// It does not apply.
        NotApplicable = "not-applicable",
    }
    affirms [Applied, NotApplicable]
}

open_words! {
    /// How sure the agent is (clarity-protocol, "Metadata Block"; R-C7).
    Confidence {
        /// Sure.
        High = "high",
        /// Fairly sure.
        Medium = "medium",
        /// Not sure.
        Low = "low",
    }
    affirms [High]
}

impl FindingSeverity {
    /// The place in the order: an unknown word sorts as `major` would (R-C9).
    pub fn order(&self) -> usize {
        self.rank().unwrap_or(1)
    }

    /// Whether the finding needs a discussion (clarity-protocol, "Finding Table Format").
    pub fn needs_discussion(&self) -> bool {
        matches!(self, Self::Critical | Self::Major)
    }
}

/// What stands in a cell, an item or a value to say that there is nothing.
const NOTHING: [&str; 9] = ["-", "--", "---", "—", "–", "none", "nothing", "n/a", "nil"];

/// Whether the text says that there is nothing: a dash, `none`, `n/a`.
pub(crate) fn says_none(text: &str) -> bool {
    let word = bare(text).text.trim_end_matches('.');
    NOTHING.iter().any(|nothing| nothing.eq_ignore_ascii_case(word))
}

/// The same in a phrase: `No findings`, `None found`, `no open gaps were identified`.
pub(crate) fn says_none_found(text: &str) -> bool {
    const LONGEST: usize = 60;
    let phrase = bare(text).text.trim_end_matches('.');
    let words = phrase.split_whitespace().count();
    let starts = |word: &str| phrase.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let ends = |word: &&str| phrase.len() < LONGEST && phrase.to_ascii_lowercase().ends_with(*word);
    let found = || ["found", "identified", "detected", "reported", "known"].iter().any(ends);
    says_none(text) || starts("no ") && (words == 2 || found()) || starts("none ") && found()
}

/// What an item in a list of findings may call them.
const FINDING_NOUNS: [&str; 13] = [
    "finding",
    "issue",
    "inconsistenc",
    "contradiction",
    "problem",
    "conflict",
    "discrepanc",
    "mismatch",
    "drift",
    "error",
    "concern",
    "violation",
    "regression",
];

const THERE: [&str; 4] = ["there are ", "there is ", "there were ", "there was "];

/// Words that take part of what was said back.
const LIMITS: [&str; 9] = ["but", "except", "however", "although", "though", "apart", "besides", "until", "unless"];

/// Whether a text in small letters takes part of what it says back.
pub(crate) fn is_limited(lower: &str) -> bool {
    lower.split(|c: char| !c.is_alphanumeric()).any(|word| LIMITS.contains(&word))
}

/// Whether an item in a list of findings says that there is none: `Critical: 0`, `0 findings`, `There are no issues`, `No
/// contradictions in the retry policy`. What it says behind a `but` is said all the same.
pub(crate) fn tells_of_none(item: &str) -> bool {
    let lower = bare(item).text.to_lowercase();
    let zero = |value: &str| says_none(value) || bare(value).text.trim_end_matches('.') == "0";
    let split = lower.split_once(": ").map(|(name, value)| (name.split_whitespace().count(), value));
    if says_none_found(item) || split.is_some_and(|(words, value)| words < 4 && zero(value.trim_start_matches('*'))) {
        return true;
    }
    let said = THERE.iter().find_map(|lead| lower.strip_prefix(lead)).unwrap_or(&lower);
    let mut words = said.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let none = words.next().is_some_and(|word| ["no", "0", "zero"].contains(&word));
    let named = words.take(3).any(|word| FINDING_NOUNS.iter().any(|noun| word.starts_with(noun)));
    none && named && !is_limited(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_said_in_many_ways() {
        for text in ["None", "**none**", "—", "N/A", "none.", "No findings", "No inconsistencies found.", "None found"]
        {
            assert!(says_none_found(text), "{text}");
        }
        for text in
            ["", "F1", "No retry is made when the store is down", "nonesuch", "none of the tests ran", "not found"]
        {
            assert!(!says_none_found(text), "{text}");
        }
        assert!(!says_none("No findings"), "may be the name of a criterion");
    }

    #[test]
    fn items_tell_of_none() {
        let none = "Critical: 0 ¦ **Critical**: none ¦ 0 findings ¦ There are no inconsistencies. ¦ No issues found in either \
                    document. ¦ No contradictions in retry policy ¦ No terminology drift";
        for item in none.split('¦').map(str::trim) {
            assert!(tells_of_none(item), "{item}");
        }
        let some = "Critical: 1 ¦ No retry is made when the store is down ¦ No issues but one: the quota ¦ 10 findings ¦ The \
                    quota is 0 ¦ Retry: no";
        for item in some.split('¦').map(str::trim) {
            assert!(!tells_of_none(item), "{item}");
        }
    }

    #[test]
    fn words_are_read_through_decoration_and_kept_otherwise() {
        assert_eq!(FindingSeverity::read("**Critical**"), FindingSeverity::Critical);
        assert_eq!(FindingSeverity::read("blocker"), FindingSeverity::Other("blocker".to_owned()));
        assert_eq!(FindingSeverity::read("blocker").order(), FindingSeverity::Major.order());
        assert_eq!(ItemStatus::read("not-applicable"), ItemStatus::NotApplicable);
        assert_eq!(ItemStatus::read("❌ missing"), ItemStatus::Missing);
        assert_eq!(
            ItemStatus::read("❌ applied"),
            ItemStatus::Other("❌ applied".to_owned()),
            "sign and word disagree"
        );
        assert_eq!(FindingSeverity::read("🔴 critical"), FindingSeverity::Critical);
        assert_eq!(ResultType::from_word("design-plan"), Some(ResultType::DesignPlan));
        assert_eq!(serde_json::to_string(&FindingType::read("x y")).ok().as_deref(), Some("\"x y\""));
        assert_eq!(serde_json::from_str::<FindingType>("\"regression\"").ok(), Some(FindingType::Regression));
    }
}
