//! The inputs of a command: files, directories, standard input.

#![allow(clippy::disallowed_methods, reason = "the command reads files")]

use std::io::{Error, Read as _, Result};
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
        self.read_up_to(MAX_INPUT as u64 + 1)
    }

    /// All bytes.
    pub(crate) fn read_any(&self) -> Result<Vec<u8>> {
        self.read_up_to(u64::MAX)
    }

    fn read_up_to(&self, limit: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self {
            Self::Stdin => std::io::stdin().lock().take(limit).read_to_end(&mut bytes),
            Self::File(path) => {
                std::fs::File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)).map_err(name(path))
            }
        }?;
        Ok(bytes)
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
