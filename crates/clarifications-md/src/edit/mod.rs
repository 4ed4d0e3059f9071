//! Changing a document by splices: every byte outside them stays (R-Q4).
//!
//! What an edit makes is read again before it is given out: it must be accepted, and what was inserted must read back as
//! it is. Then no line of it was read as something else, and what stands around it is read as before.

mod answer;
mod blocks;
mod flag;
mod fmt;
mod refine;

pub use answer::{Autofill, answer, autofill};
pub use flag::flag;
pub use fmt::{Formatted, fmt};
pub use refine::{Refined, refine};

use envelope_core::Rejected;

use crate::syntax::Syntax;
use crate::{Clarifications, ItemId, parse};

/// An accepted document, and where its parts are.
struct Document<'a> {
    text: &'a str,
    value: Clarifications,
    syntax: Syntax,
}

impl<'a> Document<'a> {
    fn open(text: &'a str) -> Result<Self, EditError> {
        let value = parse(text).into_result().map_err(|rejected| EditError::Rejected(Box::new(rejected)))?;
        Ok(Self { text, value, syntax: Syntax::read(text) })
    }
}

/// What an edited text says, if it is accepted.
fn accepted(text: &str) -> Result<Clarifications, EditError> {
    parse(text).into_result().map_err(|rejected| EditError::Refused(Box::new(rejected)))
}

/// Why an edit is not made. The document stays as it is.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The document is rejected.
    #[error("{0}; correct the document first")]
    Rejected(Box<Rejected<Clarifications>>),
    /// The document has no item with this id.
    #[error("the document has no item {0}; name one of its questions or refinements")]
    UnknownItem(ItemId),
    /// The answer would not be read back as it is.
    #[error(
        "the answer to {id} would be read as `{read}`; put headings and labels into a fence, and close what is open"
    )]
    Answer {
        /// The item.
        id: ItemId,
        /// The beginning of what would be read.
        read: String,
    },
    /// A block does not hold what it should.
    #[error("block {number} {reason}")]
    Block {
        /// The block, from 1.
        number: usize,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// What a refinement refines is neither in the document nor in the blocks.
    #[error("{id} refines {parent}, which does not exist; correct its id")]
    UnknownParent {
        /// The refinement.
        id: ItemId,
        /// What it refines.
        parent: ItemId,
    },
    /// There is another refinement with this id.
    #[error("there is another {0}; give the new one a free number, or allow renumbering (`--renumber`)")]
    Taken(ItemId),
    /// The document would be rejected with the edit.
    #[error("the edited document would be {0}; correct what is inserted")]
    Refused(Box<Rejected<Clarifications>>),
    /// The document would not say what it said before.
    #[error("with the edit the document would be read in another way; correct by hand what is inserted or rewritten")]
    Misread,
}
