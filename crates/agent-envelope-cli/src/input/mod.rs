//! What is read: files, folders, or standard input.

mod backwards;
mod read;
mod regular;
mod walk;

use std::fmt;
use std::io::{IsTerminal as _, stdin};
use std::path::{Component, Path, PathBuf};

pub(crate) use backwards::Backwards;
pub(crate) use read::{Message, text_of, up_to};
pub(crate) use regular::{open_regular, read_regular};
pub(crate) use walk::Links;
use walk::walk;

use crate::exit::Failure;

/// The name that stands for standard input.
pub(crate) const STDIN: &str = "-";

/// One input, not yet read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Input {
    /// The input that an argument names.
    pub(crate) fn new(path: &Path) -> Self {
        if path == Path::new(STDIN) { Self::Stdin } else { Self::File(path.to_owned()) }
    }

    /// The name as it was given or found, in its plainest spelling: without `./` and doubled slashes, so that one file
    /// named twice is one. Not yet fit for a terminal.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdin => STDIN.to_owned(),
            Self::File(path) => path
                .components()
                .filter(|part| *part != Component::CurDir)
                .collect::<PathBuf>()
                .to_string_lossy()
                .into_owned(),
        }
    }
}

/// An input that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unreadable {
    /// Its name.
    pub(crate) name: String,
    /// What the system says.
    pub(crate) reason: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read {}: {}", self.name, self.reason)
    }
}

impl From<Unreadable> for Failure {
    fn from(unreadable: Unreadable) -> Self {
        Self::new(unreadable)
    }
}

/// Inputs, or why one cannot be read.
pub(crate) type Inputs = Box<dyn Iterator<Item = Result<Input, Unreadable>> + Send>;

/// Every input that the arguments name, in their order; folders are walked as the inputs are drawn, and
/// the links in them counted. No argument is standard input.
pub(crate) fn collect(paths: &[PathBuf], globs: &[String], links: &Links) -> Result<Inputs, Failure> {
    if paths.is_empty() {
        if stdin().is_terminal() {
            return Err(Failure::new("no input: name a file, a folder, or `-` for standard input"));
        }
        return Ok(Box::new(std::iter::once(Ok(Input::Stdin))));
    }
    if paths.iter().filter(|path| path.as_path() == Path::new(STDIN)).count() > 1 {
        return Err(Failure::new("standard input (`-`) can be read once only"));
    }
    let mut inputs: Inputs = Box::new(std::iter::empty());
    for path in paths {
        inputs = match Input::new(path) {
            Input::File(path) if path.is_dir() => {
                Box::new(inputs.chain(walk(&path, globs, links)?.map(|path| path.map(Input::File))))
            }
            input => Box::new(inputs.chain(std::iter::once(Ok(input)))),
        };
    }
    Ok(inputs)
}

/// What is said when there is no input at all.
pub(crate) fn nothing_found() -> Failure {
    Failure::new("no input found: the folders hold no file that is not ignored and fits the globs")
}
