use crate::Outcome;

/// The status words of a protocol and the outcome that each one means.
///
/// The laws that `conformance` tests: every status has a distinct word; an outcome that some status means exactly maps
/// to such a status; what is not a success never maps to one.
pub trait Status: Copy + Eq + std::fmt::Debug + 'static {
    /// All statuses, in the order of the specification.
    const ALL: &'static [Self];

    /// The word of the protocol.
    fn as_str(self) -> &'static str;

    /// What the status means.
    fn outcome(self) -> Outcome;

    /// The status to write for an outcome.
    fn from_outcome(outcome: Outcome) -> Mapped<Self>;
}

/// A status that stands for an outcome, and what is lost by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mapped<S> {
    /// The status.
    pub status: S,
    /// What the status does not say, or says beyond the outcome; `None` if it says exactly the same.
    pub note: Option<&'static str>,
}

impl<S> Mapped<S> {
    /// A status that says exactly what the outcome says.
    pub const fn exact(status: S) -> Self {
        Self { status, note: None }
    }

    /// A status that says something else, and what.
    pub const fn approximate(status: S, note: &'static str) -> Self {
        Self { status, note: Some(note) }
    }
}
