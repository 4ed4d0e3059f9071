//! Why an edit is refused.

use std::fmt;

use crate::{ItemId, QuestionId, RefinementId};

/// Why an edit is refused; nothing is changed then (R-Q12).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// No item has this id.
    UnknownItem(ItemId),
    /// Several items have this id.
    AmbiguousItem(ItemId),
    /// The words would be read as something else: a heading, a field, an open fence.
    Misread(ItemId),
    /// With these words the document would not be accepted: they are a placeholder, or look like no answer.
    Unacceptable(ItemId),
    /// The new section or entry would be read as something else.
    MisreadText,
    /// A block holds no refinement.
    NoRefinement {
        /// Which block, from 0.
        block: usize,
    },
    /// A block holds something that is no refinement, such as a question.
    NotRefinements {
        /// Which block, from 0.
        block: usize,
    },
    /// A refinement stands in a block that is headed for another question.
    OtherQuestion {
        /// The refinement.
        id: RefinementId,
        /// The question in the block's head.
        head: QuestionId,
    },
    /// What the refinement refines is neither in the document nor in the blocks.
    UnknownParent(RefinementId),
    /// The id is taken by a refinement with other words.
    Taken(RefinementId),
    /// No number or letter is left.
    NoneLeft(RefinementId),
    /// An entry has no title, no items, or a title of several lines.
    IncompleteFlag,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownItem(id) => write!(f, "{id} is not in the document"),
            Self::AmbiguousItem(id) => write!(f, "{id} stands in the document more than once"),
            Self::Misread(id) => {
                write!(
                    f,
                    "the text for {id} would be read as something else: it holds a heading, a label, or an open fence"
                )
            }
            Self::Unacceptable(id) => {
                write!(f, "with this text for {id} the document would not be accepted: it looks like no answer")
            }
            Self::MisreadText => f.write_str("the new text would be read as something else than it says"),
            Self::NoRefinement { block } => {
                write!(f, "block {} holds no refinement; one starts like `##### R6.1: Title`", block + 1)
            }
            Self::NotRefinements { block } => {
                write!(f, "block {} holds something that is no refinement", block + 1)
            }
            Self::OtherQuestion { id, head } => write!(f, "{id} stands in a block headed `Refinements for {head}:`"),
            Self::UnknownParent(id) => write!(f, "{} is not there, so {id} refines nothing", id.parent()),
            Self::Taken(id) => {
                write!(f, "{id} is in the document with other words; renumbering can give it a free number")
            }
            Self::NoneLeft(id) => write!(f, "no free number or letter is left for {id}"),
            Self::IncompleteFlag => f.write_str("an entry needs a title of one line and at least one item"),
        }
    }
}

impl std::error::Error for EditError {}
