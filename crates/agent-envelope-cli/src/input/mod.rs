//! What is read: files, folders, or standard input.

mod read;
mod walk;

use std::io::{IsTerminal as _, stdin};
use std::path::{Path, PathBuf};

pub(crate) use read::Message;
pub(crate) use walk::walk;

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

    /// The name as it was given or found; not yet fit for a terminal.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdin => STDIN.to_owned(),
            Self::File(path) => path.to_string_lossy().into_owned(),
        }
    }
}

/// Every input that the arguments name, folders walked, in the order of the arguments. No argument is standard input.
pub(crate) fn collect(paths: &[PathBuf], globs: &[String]) -> Result<Vec<Input>, Failure> {
    if paths.is_empty() {
        if stdin().is_terminal() {
            return Err(Failure::new("no input: name a file, a folder, or `-` for standard input"));
        }
        return Ok(vec![Input::Stdin]);
    }
    if paths.iter().filter(|path| path.as_path() == Path::new(STDIN)).count() > 1 {
        return Err(Failure::new("standard input (`-`) can be read once only"));
    }
    let mut inputs = Vec::new();
    for path in paths {
        match Input::new(path) {
            Input::File(path) if path.is_dir() => inputs.extend(walk(&path, globs)?.into_iter().map(Input::File)),
            input => inputs.push(input),
        }
    }
    if inputs.is_empty() {
        return Err(Failure::new("no input found: the folders hold no file that is not ignored and fits the globs"));
    }
    Ok(inputs)
}
