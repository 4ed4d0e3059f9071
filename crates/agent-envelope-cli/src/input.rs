//! The inputs of a command: files, directories, standard input.

#![allow(clippy::disallowed_methods, reason = "the command reads files")]

use std::io::{Error, Read, Result};
use std::path::{Path, PathBuf};

use agent_envelope::MAX_INPUT;
use ignore::WalkBuilder;

/// Where a message comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Input {
    Stdin,
    File(PathBuf),
}

impl Input {
    /// The name in results and diagnostics.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdin => "-".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }

    /// The bytes; of an input over the size limit just enough to reject it.
    pub(crate) fn read(&self) -> Result<Vec<u8>> {
        self.read_unless(|_| false)
    }

    /// The same, but all bytes of an input that may be large by how it begins.
    pub(crate) fn read_unless(&self, is_unlimited: impl Fn(&[u8]) -> bool) -> Result<Vec<u8>> {
        let read = |input: &mut dyn Read| {
            let mut bytes = Vec::new();
            input.take(MAX_INPUT as u64 + 1).read_to_end(&mut bytes)?;
            if is_unlimited(&bytes) {
                input.read_to_end(&mut bytes)?;
            }
            Ok(bytes)
        };
        match self {
            Self::Stdin => read(&mut std::io::stdin().lock()),
            Self::File(path) => std::fs::File::open(path).and_then(|mut file| read(&mut file)).map_err(name(path)),
        }
    }
}

/// All inputs that the paths name: a directory stands for its files, in the order of their names.
pub(crate) fn inputs(paths: &[PathBuf]) -> Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.push(Input::Stdin);
        } else if std::fs::metadata(path).map_err(name(path))?.is_dir() {
            inputs.extend(files(path)?);
        } else {
            inputs.push(Input::File(path.clone()));
        }
    }
    Ok(inputs)
}

fn files(directory: &Path) -> Result<Vec<Input>> {
    let mut files = Vec::new();
    for entry in WalkBuilder::new(directory).sort_by_file_path(Ord::cmp).build() {
        let entry = entry.map_err(Error::other)?;
        if entry.file_type().is_some_and(|kind| kind.is_file()) {
            files.push(Input::File(entry.into_path()));
        }
    }
    Ok(files)
}

/// Adds the path to an error.
fn name(path: &Path) -> impl Fn(Error) -> Error {
    move |error| Error::new(error.kind(), format!("{}: {error}", path.display()))
}
