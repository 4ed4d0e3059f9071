//! Confidence and coverage: words in one protocol, numbers in another (R-C14, R-P6).

use serde::{Deserialize, Serialize};

use super::LossKind;

/// How sure an agent is of its work: a word or a number from 0 to 1 (R-P6).
///
/// ```
/// use envelope_core::report::{Confidence, LossKind};
/// assert_eq!(Confidence::Word("high".into()).score(), Some((0.9, Some(LossKind::Invented))));
/// assert_eq!(Confidence::Score(0.55).word(), ("medium".to_owned(), Some(LossKind::Approximated)));
/// assert_eq!(Confidence::Word("shaky".into()).score(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[expect(clippy::exhaustive_enums, reason = "a confidence is a word or a number")]
pub enum Confidence {
    /// A number from 0 to 1.
    Score(f64),
    /// `high`, `medium`, `low`, or what the agent wrote instead.
    Word(String),
}

/// The words, the least number that each stands for, and the number that stands for each (R-P6).
const LEVELS: [(&str, f64, f64); 3] = [("high", 0.8, 0.9), ("medium", 0.5, 0.6), ("low", 0.0, 0.3)];

impl Confidence {
    /// As a number, and how it was come by; `None` for a word outside the three.
    pub fn score(&self) -> Option<(f64, Option<LossKind>)> {
        match self {
            Self::Score(score) => Some((*score, None)),
            Self::Word(word) => LEVELS
                .iter()
                .find(|(level, ..)| level.eq_ignore_ascii_case(word))
                .map(|(_, _, score)| (*score, Some(LossKind::Invented))),
        }
    }

    /// As a word, and how it was come by.
    pub fn word(&self) -> (String, Option<LossKind>) {
        match self {
            Self::Word(word) => (word.clone(), None),
            Self::Score(score) => {
                let level = LEVELS.iter().find(|(_, least, _)| score >= least).map_or("low", |(level, ..)| level);
                (level.to_owned(), Some(LossKind::Approximated))
            }
        }
    }
}

/// How much of the scope was covered: a percentage, or a text that may stand for one (R-C14).
///
/// ```
/// use envelope_core::report::Coverage;
/// assert_eq!(Coverage::read("70 %").percent(), Some(70.0));
/// assert_eq!(Coverage::read("Full").percent(), Some(100.0));
/// assert_eq!(Coverage::read("sections 1-4").percent(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[expect(clippy::exhaustive_enums, reason = "a coverage is a percentage or a text")]
pub enum Coverage {
    /// A percentage from 0 to 100.
    Percent(f64),
    /// Anything else, as it was written.
    Text(String),
}

/// Words that mean all of it (R-C14).
const FULL: [&str; 3] = ["full", "all", "complete"];

impl Coverage {
    /// Reads `N%` as a percentage and keeps everything else as it was written.
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        let percent = text.strip_suffix('%').and_then(|number| number.trim_end().parse::<f64>().ok());
        match percent.filter(|percent| (0.0..=100.0).contains(percent)) {
            Some(percent) => Self::Percent(percent),
            None => Self::Text(text.to_owned()),
        }
    }

    /// The percentage, where it is known.
    pub fn percent(&self) -> Option<f64> {
        match self {
            Self::Percent(percent) => Some(*percent),
            Self::Text(text) => FULL.iter().any(|word| word.eq_ignore_ascii_case(text)).then_some(100.0),
        }
    }
}
