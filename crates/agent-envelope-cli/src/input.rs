//! The inputs of a command: files, directories, standard input.

#![allow(clippy::disallowed_methods, reason = "the command reads files")]

use std::io::{Error, Read, Result};
use std::path::{Path, PathBuf};

use agent_envelope::MAX_INPUT;
use agent_envelope::clarity_protocol::aggregate::is_state;
use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder};

use crate::source::input;

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
        Ok(self.open_and_read()?.0)
    }

    /// All bytes of a state, which has no limit; of a message as [`read`](Self::read).
    pub(crate) fn read_any(&self) -> Result<Vec<u8>> {
        let (mut bytes, mut rest) = self.open_and_read()?;
        if bytes.len() > MAX_INPUT && is_state(&bytes) {
            rest.read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    }

    /// The text of an input that is no message.
    pub(crate) fn text(&self) -> Result<String> {
        let bytes = self.read()?;
        if bytes.len() > MAX_INPUT {
            return Err(Error::other(format!("{}: has more than {MAX_INPUT} bytes", self.name())));
        }
        String::from_utf8(bytes).map_err(|error| Error::other(format!("{}: {error}", self.name())))
    }

    /// The bytes up to the limit, and where to read on.
    fn open_and_read(&self) -> Result<(Vec<u8>, Box<dyn Read>)> {
        let open = || -> Result<_> {
            let mut from: Box<dyn Read> = match self {
                Self::Stdin => Box::new(std::io::stdin()),
                Self::File(path) => Box::new(std::fs::File::open(path)?),
            };
            // Room for a whole report, so that it is read at once.
            let mut bytes = Vec::with_capacity(16 << 10);
            from.by_ref().take(MAX_INPUT as u64 + 1).read_to_end(&mut bytes)?;
            Ok((bytes, from))
        };
        open().map_err(named(Path::new(&self.name())))
    }
}

/// An input, or why there is none: the others are read all the same.
pub(crate) type Found = std::result::Result<Input, String>;

/// All inputs that the paths name: a directory stands for its files, in the order of their names.
pub(crate) fn inputs(paths: &[PathBuf]) -> Result<Vec<Found>> {
    matching(paths, &[])
}

/// The same, but of a directory only the files that match a pattern, as in `.gitignore`.
pub(crate) fn matching(paths: &[PathBuf], globs: &[String]) -> Result<Vec<Found>> {
    let mut inputs = Vec::new();
    for path in paths {
        if path.is_dir() {
            inputs.extend(files(path, globs)?);
        } else {
            inputs.push(Ok(input(path)));
        }
    }
    Ok(inputs)
}

fn files(directory: &Path, globs: &[String]) -> Result<Vec<Found>> {
    let mut walk = WalkBuilder::new(directory);
    // As git sees it: hidden files, too, and links to files, but not git's own folder.
    walk.hidden(false).ignore(false).sort_by_file_path(Ord::cmp);
    // The walk itself would take files that match and that git ignores.
    let asked = overrides(directory, globs)?;
    walk.filter_entry(move |entry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        entry.file_name() != ".git" && !asked.matched(entry.path(), is_folder).is_ignore()
    });
    let mut files: Vec<Found> = walk.build().filter_map(file).collect();
    if files.is_empty() {
        let what = if globs.is_empty() { "no file" } else { "no file that matches `--glob`" };
        files.push(Err(format!("{}: {what} in this directory", directory.display())));
    }
    Ok(files)
}

/// The file that a step of a walk comes to, if it is one.
fn file(entry: std::result::Result<DirEntry, ignore::Error>) -> Option<Found> {
    let entry = match entry {
        Ok(entry) => entry,
        // The error around it names the folder once more.
        Err(error) => return Some(Err(error.io_error().map_or_else(|| error.to_string(), Error::to_string))),
    };
    let is_link = entry.path_is_symlink() && std::fs::metadata(entry.path()).is_ok_and(|target| target.is_file());
    let is_file = is_link || entry.file_type().is_some_and(|kind| kind.is_file());
    is_file.then(|| Ok(Input::File(entry.into_path())))
}

fn overrides(directory: &Path, globs: &[String]) -> Result<Override> {
    let mut builder = OverrideBuilder::new(directory);
    for glob in globs {
        builder.add(glob).map_err(Error::other)?;
    }
    builder.build().map_err(Error::other)
}

/// Adds the path to an error.
pub(crate) fn named(path: &Path) -> impl Fn(Error) -> Error {
    move |error| Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_cannot_be_listed_is_named_once() {
        let error = WalkBuilder::new("no/such/folder").build().find_map(std::result::Result::err);
        let found = error.and_then(|error| file(Err(error)));
        assert!(found.is_some_and(|found| found.is_err_and(|text| text.matches("no/such/folder").count() == 1)));
    }
}
