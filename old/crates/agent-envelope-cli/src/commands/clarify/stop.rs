//! Why a step ends before its work is done.

use std::fmt::{self, Write as _};

use crate::exit::Failure;
use crate::output::visible;

/// Why a step ends before its work is done.
#[derive(Debug)]
pub(super) enum Stop {
    /// An input is refused: the reasons for people, a line each. Exit status 1.
    Refused(String),
    /// The command cannot run. Exit status 2.
    Failed(Failure),
}

impl Stop {
    /// Refused for reasons that have to do with the file of this name; each line of `reasons` is one.
    pub(super) fn refused(name: &str, reasons: impl fmt::Display) -> Self {
        let mut lines = String::new();
        for reason in reasons.to_string().lines() {
            let _ = writeln!(lines, "{}: {}", visible(name), visible(reason));
        }
        Self::Refused(lines)
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}
