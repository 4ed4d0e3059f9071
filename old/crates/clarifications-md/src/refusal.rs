//! Why a step of the workflow is refused; then nothing is written.

use std::fmt;

use envelope_core::{Envelope, Severity};

use crate::{DecisionId, ItemId, QuestionId, RefinementId};

/// A step that was refused, with every reason that was found. Nothing is written then.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// What stands against it, at least one.
    pub reasons: Vec<Reason>,
}

impl Refusal {
    /// Refuses if there is any reason to.
    pub(crate) fn unless_empty(reasons: Vec<Reason>) -> Result<(), Self> {
        if reasons.is_empty() { Ok(()) } else { Err(Self { reasons }) }
    }
}

impl From<Vec<Reason>> for Refusal {
    fn from(reasons: Vec<Reason>) -> Self {
        Self { reasons }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, reason) in self.reasons.iter().enumerate() {
            let line = if at == 0 { "" } else { "\n" };
            write!(f, "{line}{reason}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

/// One reason to refuse a step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The clarifications document breaks a rule.
    Document(String),
    /// The evaluation breaks a rule, or is about another document (R-Q10).
    Evaluation(String),
    /// The evaluation has no `per_question`, so that nobody knows which answers are clear.
    NoVerdicts,
    /// The decisions break a rule.
    Decisions(String),
    /// A contradiction or a new decision names an item that is not in the document.
    UnknownItem(ItemId),
    /// A contradiction has no title, no items, or a title of several lines.
    IncompleteContradiction,
    /// No judgement on this entry: none passes through unchanged (R-Q11).
    NotJudged(DecisionId),
    /// The judgement is on an entry that is not there.
    UnknownDecision(DecisionId),
    /// Two judgements on one entry.
    JudgedTwice(DecisionId),
    /// A judgement names neither an entry nor sources with a title, or both.
    Unaddressed {
        /// Which judgement, from 0.
        judgement: usize,
    },
    /// A judgement without its word, or a new decision that is called contradicted.
    NoWord {
        /// Which judgement, from 0.
        judgement: usize,
    },
    /// A judgement without reasoning or implication.
    Unreasoned {
        /// Which judgement, from 0.
        judgement: usize,
    },
    /// The entry would be settled without the text of a decision (R-Q11).
    NoDecisionText(DecisionId),
    /// The entry would be settled though none of its sources, nor their refinements, is answered (R-Q11).
    NothingAnswered(DecisionId),
    /// A new decision rests on no clear answer.
    NewWithoutAnswer {
        /// Which judgement, from 0.
        judgement: usize,
    },
    /// An answered refinement that no decision covers (R-Q11).
    UncoveredRefinement(RefinementId),
    /// A question that must be answered and that no decision covers.
    UncoveredQuestion(QuestionId),
    /// The result would be read as something else than it says.
    Misread,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(message) => write!(f, "the document is not accepted: {message}"),
            Self::Evaluation(message) => write!(f, "the evaluation is not accepted: {message}"),
            Self::NoVerdicts => {
                f.write_str("the evaluation has no `per_question`: which answers are clear is not known")
            }
            Self::Decisions(message) => write!(f, "the decisions are not accepted: {message}"),
            Self::UnknownItem(id) => write!(f, "{id} is not in the document"),
            Self::IncompleteContradiction => {
                f.write_str("a contradiction needs a title of one line and at least one item")
            }
            Self::NotJudged(id) => write!(f, "no judgement on {id}: no entry passes through unchanged"),
            Self::UnknownDecision(id) => write!(f, "{id} is not in the draft"),
            Self::JudgedTwice(id) => write!(f, "two judgements on {id}"),
            Self::Unaddressed { judgement } => {
                write!(f, "judgement {}: name a `decision`, or for a new one `source` and `title`", judgement + 1)
            }
            Self::NoWord { judgement } => write!(
                f,
                "judgement {}: `judgement` is `supported`, `contradicted`, `no-new-information` or `partly-changed`, and \
                 nothing contradicts a new decision",
                judgement + 1
            ),
            Self::Unreasoned { judgement } => {
                write!(f, "judgement {}: `reasoning` and `implication` are needed", judgement + 1)
            }
            Self::NoDecisionText(id) => write!(f, "{id} cannot be settled without the text of the decision"),
            Self::NothingAnswered(id) => {
                write!(f, "{id} cannot be settled: none of its sources, nor their refinements, is answered")
            }
            Self::NewWithoutAnswer { judgement } => {
                write!(f, "judgement {}: none of its sources is answered clearly", judgement + 1)
            }
            Self::UncoveredRefinement(id) => write!(f, "{id} is answered, and no decision covers it"),
            Self::UncoveredQuestion(id) => write!(f, "{id} must be answered, and no decision covers it"),
            Self::Misread => f.write_str("the result would be read as something else than it says"),
        }
    }
}

/// The errors that the rules find in a value.
pub(crate) fn errors<T: Envelope>(value: &T, expectations: &T::Expectations) -> impl Iterator<Item = String> {
    let issues = value.check(expectations).into_iter();
    issues.filter(|issue| issue.severity == Severity::Error).map(|issue| issue.message)
}
