//! What a conversion loses, said out loud (R-A15).

use std::fmt;

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
///
/// ```
/// use envelope_core::LossKind;
/// for kind in LossKind::ALL {
///     assert_eq!(serde_json::to_value(kind)?, kind.as_str(), "one word in text and in JSON");
/// }
/// # Ok::<(), serde_json::Error>(())
/// ```
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

impl LossKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Dropped, Self::Approximated, Self::Invented];

    /// The word used on the command line and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Dropped => "dropped",
            Self::Approximated => "approximated",
            Self::Invented => "invented",
        }
    }
}

impl fmt::Display for LossKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
