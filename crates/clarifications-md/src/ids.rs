//! The ids of items and decisions.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The id of a question (`Q12`), a refinement (`R12.1`) or a sub-refinement (`R12.1a`). A question comes before its
/// refinements, a refinement before its sub-refinements.
///
/// ```
/// use clarifications_md::ItemId;
///
/// let id: ItemId = "R12.10".parse()?;
/// assert!(id > "R12.2b".parse()?);
/// assert_eq!(id.parent(), Some("Q12".parse()?));
/// # Ok::<(), clarifications_md::IdError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String", extend("pattern" = r"^(Q[1-9]\d*|R[1-9]\d*\.[1-9]\d*[a-z]?)$")))]
#[serde(try_from = "String", into = "String")]
pub struct ItemId {
    question: u32,
    refinement: Option<u32>,
    sub: Option<char>,
}

impl ItemId {
    /// Whether it is that of a question.
    pub fn is_question(self) -> bool {
        self.refinement.is_none()
    }

    /// The question that the item belongs to: itself, or the one that it refines.
    #[must_use]
    pub fn question(self) -> Self {
        Self { refinement: None, sub: None, ..self }
    }

    /// The item that it refines.
    pub fn parent(self) -> Option<Self> {
        match self {
            Self { refinement: None, .. } => None,
            Self { sub: None, .. } => Some(self.question()),
            Self { .. } => Some(Self { sub: None, ..self }),
        }
    }

    /// The same number or letter below another parent.
    pub(crate) fn below(self, parent: Self) -> Self {
        match self.sub {
            Some(_) => Self { sub: self.sub, ..parent },
            None => Self { question: parent.question, ..self },
        }
    }

    /// The next id on the same level, such as `R12.2` after `R12.1`; none after `z`, and for a question.
    pub fn next(self) -> Option<Self> {
        match self.sub {
            None => Some(Self { refinement: Some(self.refinement?.checked_add(1)?), ..self }),
            Some(sub) => ('b'..='z').find(|next| *next > sub).map(|next| Self { sub: Some(next), ..self }),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        if let Some(question) = text.strip_prefix('Q') {
            return Some(Self { question: number(question)?, refinement: None, sub: None });
        }
        let (question, rest) = text.strip_prefix('R')?.split_once('.')?;
        let digits = rest.strip_suffix(|letter: char| letter.is_ascii_lowercase()).unwrap_or(rest);
        let sub = rest[digits.len()..].chars().next();
        Some(Self { question: number(question)?, refinement: Some(number(digits)?), sub })
    }
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(refinement) = self.refinement else { return write!(f, "Q{}", self.question) };
        write!(f, "R{}.{refinement}", self.question)?;
        self.sub.map_or(Ok(()), |sub| write!(f, "{sub}"))
    }
}

impl FromStr for ItemId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        Self::parse(text).ok_or(IdError)
    }
}

/// The id of a decision, such as `D3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String", extend("pattern" = r"^D[1-9]\d*$")))]
#[serde(try_from = "String", into = "String")]
pub struct DecisionId(pub(crate) u32);

impl fmt::Display for DecisionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "D{}", self.0)
    }
}

impl FromStr for DecisionId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        text.strip_prefix('D').and_then(number).map(Self).ok_or(IdError)
    }
}

/// A text is no id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an id such as Q1, R1.2, R1.2a or D1")]
#[non_exhaustive]
pub struct IdError;

/// A whole number from 1 without leading zeros.
fn number(digits: &str) -> Option<u32> {
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|_| is_number)
}

macro_rules! text {
    ($id:ty) => {
        impl TryFrom<String> for $id {
            type Error = IdError;

            fn try_from(text: String) -> Result<Self, IdError> {
                text.parse()
            }
        }

        impl From<$id> for String {
            fn from(id: $id) -> Self {
                id.to_string()
            }
        }
    };
}

text!(ItemId);
text!(DecisionId);
