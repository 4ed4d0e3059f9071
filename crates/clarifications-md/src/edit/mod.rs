//! Changing a document by splices: every byte outside them stays (R-Q4).
//!
//! What an edit makes is read again before it is given out: it must be accepted, and what was inserted must read back as
//! it is. Then no line of it was read as something else, and what stands around it is read as before.

mod answer;
mod autofill;
mod blocks;
mod error;
mod flag;
mod fmt;
mod refine;

pub use answer::answer;
pub use autofill::{Autofill, autofill};
pub use error::EditError;
pub use flag::flag;
pub use fmt::{Formatted, fmt};
pub use refine::{Refined, refine};

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
}

/// What an edited text says, if it is accepted.
fn accepted(text: &str) -> Result<Clarifications, EditError> {
    parse(text).into_result().map_err(|rejected| EditError::Refused(Box::new(rejected)))
}
