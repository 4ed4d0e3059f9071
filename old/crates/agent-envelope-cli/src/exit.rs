//! How the program ends: 0 all accepted, 1 something was not, 2 it could not run.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// What became of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// All accepted, or there was nothing to accept.
    Accepted,
    /// Something was not accepted.
    Refused,
    /// An input could not be read; the others were.
    Unreadable,
}

impl Exit {
    /// 0 or 1.
    pub(crate) fn from_accepted(accepted: bool) -> Self {
        if accepted { Self::Accepted } else { Self::Refused }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Accepted => Self::SUCCESS,
            Exit::Refused => Self::from(1),
            Exit::Unreadable => Self::from(2),
        }
    }
}

/// Why the command could not run.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// It was called wrongly, or an input cannot be read.
    Message(String),
    /// Nobody reads the output any more. The program ends as one that the signal for it had ended.
    Closed,
}

/// 128 and the number of the signal for a closed pipe, as a shell shows it.
pub(crate) const CLOSED_PIPE: u8 = 141;

impl Failure {
    /// A message for the person who called it; no full stop.
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        Self::Message(message.to_string())
    }

    /// The same for a file.
    pub(crate) fn at(path: &std::path::Path, error: impl fmt::Display) -> Self {
        Self::Message(format!("{}: {error}", path.display()))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::new(format!("cannot write: {error}"))
        }
    }
}
