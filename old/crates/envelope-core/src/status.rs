//! The trait that ties a protocol's status words to the shared outcomes (RULINGS, "Status mapping").

use std::fmt::Debug;

use crate::Outcome;

/// The closed list of status words of one protocol (RULINGS, "Status mapping").
///
/// Open to outsiders: a further protocol implements it in a crate of its own and runs
/// `conformance::assert_status` (feature `conformance`) in its tests.
///
/// ```
/// use envelope_core::{Mapped, Outcome, Status};
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// enum Light { Green, Red }
///
/// impl Status for Light {
///     const ALL: &'static [Self] = &[Self::Green, Self::Red];
///     fn as_str(self) -> &'static str {
///         match self { Self::Green => "green", Self::Red => "red" }
///     }
///     fn outcome(self) -> Outcome {
///         match self { Self::Green => Outcome::Completed, Self::Red => Outcome::Failed }
///     }
///     fn from_outcome(outcome: Outcome) -> Mapped<Self> {
///         match outcome {
///             Outcome::Completed => Mapped::exact(Self::Green),
///             Outcome::CompletedWithFindings => Mapped::approximate(Self::Green, "that there are findings"),
///             Outcome::Failed => Mapped::exact(Self::Red),
///             _ => Mapped::approximate(Self::Red, "that some of the work is done or can go on"),
///         }
///     }
/// }
///
/// assert_eq!(Light::from_outcome(Outcome::Partial).status(), Light::Red);
/// ```
pub trait Status: Copy + Debug + PartialEq + 'static {
    /// Every status, in the order of the specification.
    const ALL: &'static [Self];

    /// The word as the specification writes it.
    fn as_str(self) -> &'static str;

    /// The one outcome that it means.
    fn outcome(self) -> Outcome;

    /// The status for an outcome, and what is lost where there is no exact word.
    fn from_outcome(outcome: Outcome) -> Mapped<Self>;

    /// The status whose word this is, to the letter.
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|status| status.as_str() == word)
    }
}

/// A status chosen for an outcome, with what the choice loses (RULINGS, "Status mapping").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapped<S> {
    status: S,
    lost: Option<&'static str>,
}

impl<S: Status> Mapped<S> {
    /// The word means this outcome and nothing else.
    pub const fn exact(status: S) -> Self {
        Self { status, lost: None }
    }

    /// The nearest word; `lost` says in words what it does not tell, or what it claims on top.
    pub const fn approximate(status: S, lost: &'static str) -> Self {
        Self { status, lost: Some(lost) }
    }

    /// The status chosen.
    pub const fn status(self) -> S {
        self.status
    }

    /// What is lost, for an approximation.
    pub const fn lost(self) -> Option<&'static str> {
        self.lost
    }

    /// Whether nothing is lost.
    pub const fn is_exact(self) -> bool {
        self.lost.is_none()
    }
}
