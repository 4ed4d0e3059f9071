use envelope_core::Rejected;

use crate::{Clarifications, ItemId};

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
    #[error("the answer to {id} {reason}")]
    Answer {
        /// The item.
        id: ItemId,
        /// What would be read, and what to do.
        reason: String,
    },
    /// A block has no refinement.
    #[error("block {0} has no refinement; begin each with a heading such as `##### R1.1: Title`")]
    NoRefinement(usize),
    /// A block holds a question.
    #[error("block {block} holds {id}, which is no refinement; send refinements only")]
    NoQuestions {
        /// The block, from 1.
        block: usize,
        /// The question.
        id: ItemId,
    },
    /// A refinement stands under `Refinements for …:` of another item.
    #[error("{id} stands under `Refinements for {heading}:`; correct one of the two")]
    OtherParent {
        /// The refinement.
        id: ItemId,
        /// The item that the line names.
        heading: ItemId,
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
    #[error("there is another {0}; give the new one a free number, or let it be renumbered")]
    Taken(ItemId),
    /// There is no free number or letter for a refinement.
    #[error("there is no free id after {0}; correct its id")]
    NoFreeId(ItemId),
    /// The document would be rejected with the edit.
    #[error("the edited document would be {0}; correct what is inserted")]
    Refused(Box<Rejected<Clarifications>>),
    /// The document would not say what it said before.
    #[error("the edited document would say something else in other places; correct what is inserted")]
    Misread,
}
