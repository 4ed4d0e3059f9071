//! What a conversion loses, said out loud (R-A15).

use serde::{Deserialize, Serialize};

/// Something that a conversion could not keep as it was (R-A15).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Loss {
    /// The field of the neutral report, such as `confidence` or `problems.kind`.
    pub field: String,
    /// What happened to it.
    pub kind: LossKind,
    /// What exactly, for a person.
    pub note: String,
}

impl Loss {
    /// A loss of `field`.
    pub fn new(field: impl Into<String>, kind: LossKind, note: impl Into<String>) -> Self {
        Self { field: field.into(), kind, note: note.into() }
    }
}

/// What can happen to a field on the way (R-A15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "the rulings know three kinds of losses")]
pub enum LossKind {
    /// It is gone.
    Dropped,
    /// It became something near.
    Approximated,
    /// The target demands a value that the source does not have, so one was made up.
    Invented,
}
