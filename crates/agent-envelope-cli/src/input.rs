//! The inputs of a command: files, directories, standard input.

#![allow(clippy::disallowed_methods, reason = "the command reads files")]

use std::io::{Error, Read, Result};
use std::path::{Path, PathBuf};

use agent_envelope::MAX_INPUT;
use agent_envelope::clarity_protocol::aggregate::is_state;
use ignore::WalkBuilder;
use ignore::overrides::{Override, OverrideBuilder};

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

/// All inputs that the paths name: a directory stands for its files, in the order of their names.
pub(crate) fn inputs(paths: &[PathBuf]) -> Result<Vec<Input>> {
    matching(paths, &[])
}

/// The same, but of a directory only the files that match a pattern, as in `.gitignore`.
pub(crate) fn matching(paths: &[PathBuf], globs: &[String]) -> Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.push(Input::Stdin);
        } else if std::fs::metadata(path).map_err(named(path))?.is_dir() {
            inputs.extend(files(path, globs)?);
        } else {
            inputs.push(Input::File(path.clone()));
        }
    }
    Ok(inputs)
}

fn files(directory: &Path, globs: &[String]) -> Result<Vec<Input>> {
    let mut files = Vec::new();
    let mut walk = WalkBuilder::new(directory);
    // As git sees it: hidden files, too, and links to files, but not git's own folder.
    walk.hidden(false).ignore(false).overrides(overrides(directory, globs)?).sort_by_file_path(Ord::cmp);
    for entry in walk.filter_entry(|entry| entry.file_name() != ".git").build() {
        let entry = entry.map_err(Error::other)?;
        let is_link = entry.path_is_symlink() && std::fs::metadata(entry.path()).is_ok_and(|target| target.is_file());
        if is_link || entry.file_type().is_some_and(|kind| kind.is_file()) {
            files.push(Input::File(entry.into_path()));
        }
    }
    if files.is_empty() {
        let what = if globs.is_empty() { "no file" } else { "no file that matches `--glob`" };
        return Err(Error::other(format!("{}: {what} in this directory", directory.display())));
    }
    Ok(files)
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
