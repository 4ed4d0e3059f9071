//! Changing a document by splices: every byte outside them stays (R-Q4).
//!
//! What an edit makes is read again before it is given out: it must be accepted, and say what the document said with the
//! change and nothing else.

mod answer;
mod autofill;
mod blocks;
mod counts;
mod error;
mod fmt;
mod refine;

pub use answer::answer;
pub use autofill::{Autofill, autofill};
pub use error::EditError;
pub use fmt::{Formatted, fmt};
pub use refine::{Refined, refine};

use envelope_core::Edit;
use envelope_core::edit::apply;

use crate::syntax::Syntax;
use crate::{Clarifications, parse};

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

    /// The text after the edits, if it is accepted and says what it should.
    fn apply(&self, edits: Vec<Edit>, is_right: impl FnOnce(&mut Clarifications) -> bool) -> Result<String, EditError> {
        let text = apply(self.text, edits);
        let mut value = parse(&text).into_result().map_err(|rejected| EditError::Refused(Box::new(rejected)))?;
        if is_right(&mut value) { Ok(text) } else { Err(EditError::Misread) }
    }
}
