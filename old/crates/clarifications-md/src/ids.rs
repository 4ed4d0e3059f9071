//! The ids of questions, refinements and decisions; the parent is part of the id (clarifications-md, "Three levels").

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The text is no id of the kind that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidId {
    expected: &'static str,
}

impl fmt::Display for InvalidId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl std::error::Error for InvalidId {}

/// The serde and schema side of an id: a string that is parsed, with the pattern of its kind.
macro_rules! textual {
    ($name:ident, $pattern:literal, $doc:literal) => {
        impl TryFrom<String> for $name {
            type Error = InvalidId;

            fn try_from(text: String) -> Result<Self, InvalidId> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.to_string()
            }
        }

        #[cfg(feature = "schemars")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({"type": "string", "pattern": $pattern, "description": $doc})
            }
        }
    };
}

/// The id of a top-level question, `Q1` (clarifications-md, "Three levels").
///
/// ```
/// use clarifications_md::QuestionId;
/// let mut ids: Vec<QuestionId> = ["Q10", "Q2"].iter().map(|id| id.parse()).collect::<Result<_, _>>()?;
/// ids.sort();
/// assert_eq!(ids[0].to_string(), "Q2");
/// # Ok::<(), clarifications_md::InvalidId>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct QuestionId(u32);

textual!(QuestionId, "^Q[1-9][0-9]{0,8}$", "The id of a top-level question, like Q12.");

impl QuestionId {
    /// The id with this number; `None` for 0 and for numbers of ten digits or more.
    pub const fn new(number: u32) -> Option<Self> {
        if number == 0 || number > MOST { None } else { Some(Self(number)) }
    }

    /// The number after the `Q`.
    pub const fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Q{}", self.0)
    }
}

impl FromStr for QuestionId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let number = text.strip_prefix('Q').and_then(whole);
        number.map(Self).ok_or(InvalidId { expected: "the id of a question, like `Q12`" })
    }
}

/// The id of a refinement, `R12.1`, or of a sub-refinement, `R12.1a` (clarifications-md, "Three levels").
///
/// ```
/// use clarifications_md::{ItemId, RefinementId};
/// let sub: RefinementId = "R12.1a".parse()?;
/// assert!("R12.1".parse::<RefinementId>()? < sub && sub < "R12.2".parse()? && sub < "R12.10".parse()?);
/// assert_eq!(sub.parent().to_string(), "R12.1");
/// assert_eq!(sub.parent().parent().map(|id| id.to_string()).as_deref(), Some("Q12"));
/// # Ok::<(), clarifications_md::InvalidId>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RefinementId {
    question: QuestionId,
    number: u32,
    /// Absent sorts before every letter, so that a sub-refinement follows its parent.
    letter: Option<char>,
}

textual!(
    RefinementId,
    "^R[1-9][0-9]{0,8}\\.[1-9][0-9]{0,8}[a-z]?$",
    "The id of a refinement, like R12.1, or of a sub-refinement, like R12.1a."
);

impl RefinementId {
    /// Refinement `number` of a question; `None` for 0 and for numbers of ten digits or more.
    pub const fn new(question: QuestionId, number: u32) -> Option<Self> {
        if number == 0 || number > MOST { None } else { Some(Self { question, number, letter: None }) }
    }

    /// The sub-refinement `letter` (`a` to `z`) of the same refinement.
    #[must_use]
    pub const fn sub(self, letter: char) -> Option<Self> {
        if letter.is_ascii_lowercase() { Some(Self { letter: Some(letter), ..self }) } else { None }
    }

    /// The question that it refines in the end.
    pub const fn question(self) -> QuestionId {
        self.question
    }

    /// The number after the dot.
    pub const fn number(self) -> u32 {
        self.number
    }

    /// The letter of a sub-refinement.
    pub const fn letter(self) -> Option<char> {
        self.letter
    }

    /// The refinement of a sub-refinement, else the question.
    pub const fn parent(self) -> ItemId {
        match self.letter {
            Some(_) => ItemId::Refinement(Self { letter: None, ..self }),
            None => ItemId::Question(self.question),
        }
    }
}

impl fmt::Display for RefinementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R{}.{}", self.question.0, self.number)?;
        self.letter.map_or(Ok(()), |letter| write!(f, "{letter}"))
    }
}

impl FromStr for RefinementId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let read = || {
            let (question, rest) = text.strip_prefix('R')?.split_once('.')?;
            let letter = rest.chars().next_back().filter(char::is_ascii_lowercase);
            let number = if letter.is_some() { rest.get(..rest.len() - 1)? } else { rest };
            Some(Self { question: QuestionId(whole(question)?), number: whole(number)?, letter })
        };
        read().ok_or(InvalidId { expected: "the id of a refinement, like `R12.1` or `R12.1a`" })
    }
}

/// The id of anything that can be answered: a question, a refinement or a sub-refinement.
///
/// The order is that of a canonical document: `Q1`, `R1.1`, `R1.1a`, `R1.2`, `Q2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[expect(clippy::exhaustive_enums, reason = "the specification knows these levels")]
pub enum ItemId {
    /// A top-level question.
    Question(QuestionId),
    /// A refinement or sub-refinement.
    Refinement(RefinementId),
}

textual!(
    ItemId,
    "^(Q[1-9][0-9]{0,8}|R[1-9][0-9]{0,8}\\.[1-9][0-9]{0,8}[a-z]?)$",
    "The id of a question, a refinement or a sub-refinement, like Q12, R12.1 or R12.1a."
);

impl ItemId {
    /// The question that it is or refines.
    pub const fn question(self) -> QuestionId {
        match self {
            Self::Question(id) => id,
            Self::Refinement(id) => id.question(),
        }
    }

    /// What it refines; `None` for a question.
    pub const fn parent(self) -> Option<Self> {
        match self {
            Self::Question(_) => None,
            Self::Refinement(id) => Some(id.parent()),
        }
    }

    fn key(self) -> (QuestionId, Option<RefinementId>) {
        match self {
            Self::Question(id) => (id, None),
            Self::Refinement(id) => (id.question(), Some(id)),
        }
    }
}

impl PartialOrd for ItemId {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ItemId {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl From<QuestionId> for ItemId {
    fn from(id: QuestionId) -> Self {
        Self::Question(id)
    }
}

impl From<RefinementId> for ItemId {
    fn from(id: RefinementId) -> Self {
        Self::Refinement(id)
    }
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Question(id) => id.fmt(f),
            Self::Refinement(id) => id.fmt(f),
        }
    }
}

impl FromStr for ItemId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let question = text.parse().map(Self::Question);
        question
            .or_else(|_| text.parse().map(Self::Refinement))
            .map_err(|_: InvalidId| InvalidId { expected: "the id of an item, like `Q12`, `R12.1` or `R12.1a`" })
    }
}

/// The id of a decision, `D1` (clarifications-md, "Phase 1").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DecisionId(u32);

textual!(DecisionId, "^D[1-9][0-9]{0,8}$", "The id of a decision, like D12.");

impl DecisionId {
    /// The id with this number; `None` for 0 and for numbers of ten digits or more.
    pub const fn new(number: u32) -> Option<Self> {
        if number == 0 || number > MOST { None } else { Some(Self(number)) }
    }

    /// The number after the `D`.
    pub const fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Display for DecisionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "D{}", self.0)
    }
}

impl FromStr for DecisionId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let number = text.strip_prefix('D').and_then(whole);
        number.map(Self).ok_or(InvalidId { expected: "the id of a decision, like `D12`" })
    }
}

/// The largest number of an id: nine digits, which every pattern and every 32-bit reader takes.
const MOST: u32 = 999_999_999;

/// A number from 1 without leading zeros; ids print as they were written, so there is one way to write each.
fn whole(digits: &str) -> Option<u32> {
    let plain = !digits.starts_with('0') && digits.len() <= 9 && digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}

/// The ids that stand as words of their own in a text.
pub(crate) fn ids_in(text: &str) -> impl Iterator<Item = ItemId> + '_ {
    id_words(text).map(|(id, _)| id)
}

/// The same, each with the word that it is.
pub(crate) fn id_words(text: &str) -> impl Iterator<Item = (ItemId, &str)> + '_ {
    crate::steps::count(text.len());
    let word = |c: char| !(c.is_ascii_alphanumeric() || c == '.');
    text.split(word).map(|word| word.trim_end_matches('.')).filter_map(|word| Some((word.parse().ok()?, word)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_no_id_is_refused() {
        for text in ["", "Q", "Q0", "Q01", "q1", "Q1a", "Q-1", "Q1 ", "Q+1", "Q1234567890", "Q１", "R1.1"] {
            assert!(text.parse::<QuestionId>().is_err(), "{text}");
        }
        for text in ["R", "R1", "R1.", "R.1", "R1.0", "R1.1A", "R1.1ab", "R1.1.1", "R1.a", "R1.1é", "Q1", "r1.1"] {
            assert!(text.parse::<RefinementId>().is_err(), "{text}");
        }
        for text in ["D0", "D", "Q1", "D1.1"] {
            assert!(text.parse::<DecisionId>().is_err(), "{text}");
        }
        assert!(QuestionId::new(0).is_none() && QuestionId::new(MOST + 1).is_none());
        let first = QuestionId::new(1).and_then(|question| RefinementId::new(question, 1)).unwrap();
        assert!(first.sub('A').is_none() && first.sub('a').is_some());
    }

    #[test]
    fn ids_sort_as_a_document_runs() {
        let sorted = ["Q2", "R2.1", "R2.1a", "R2.1b", "R2.2", "R2.10", "Q10", "R10.1", "R12.1", "R12.1a", "R12.2"];
        let ids: Vec<ItemId> = sorted.iter().map(|id| id.parse().unwrap()).collect();
        let mut shuffled: Vec<ItemId> = ids.iter().rev().copied().collect();
        shuffled.sort_unstable();
        assert_eq!(shuffled, ids);
    }

    proptest! {
        #[test]
        fn ids_are_printed_as_they_are_read(question in 1..=MOST, number in 1..=MOST, letter in proptest::option::of(proptest::char::range('a', 'z'))) {
            let question = QuestionId::new(question).unwrap();
            let refinement = RefinementId::new(question, number).unwrap();
            let refinement = letter.and_then(|letter| refinement.sub(letter)).unwrap_or(refinement);
            for id in [ItemId::from(question), ItemId::from(refinement)] {
                prop_assert_eq!(id.to_string().parse(), Ok(id));
                let json = serde_json::to_string(&id).unwrap();
                prop_assert_eq!(serde_json::from_str::<ItemId>(&json).unwrap(), id);
            }
            prop_assert_eq!(refinement.parent().question(), question);
            prop_assert!(refinement.parent() < ItemId::from(refinement));
        }
    }
}
