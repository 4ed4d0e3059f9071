//! What the caller expects of an evaluation or of decisions: that they belong to a document (R-Q9, R-Q10).

use std::sync::Arc;

use crate::Clarifications;

/// What the caller expects of an evaluation or of a decisions document.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Expectations {
    /// The clarifications that it is about; its ids are looked up there.
    pub clarifications: Option<Arc<Clarifications>>,
}

impl Expectations {
    /// It is about this document.
    pub fn clarifications(document: impl Into<Arc<Clarifications>>) -> Self {
        Self { clarifications: Some(document.into()) }
    }
}
