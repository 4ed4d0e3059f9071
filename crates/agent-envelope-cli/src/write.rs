//! Writing files, for all commands.

use std::fs::{File, Permissions};
use std::io::{Error, ErrorKind, Read as _, Result, Write as _};
use std::path::Path;

use agent_envelope::MAX_INPUT;
use same_file::Handle;
use tempfile::NamedTempFile;

use crate::input::{Input, named};
use crate::print::document;
use crate::source::input;

/// The help of `--write`.
pub(crate) const HELP: &str = "Replace the file instead of printing it

The file is replaced in one step and keeps its permissions. Commands that write it at the same time wait for each other, and \
none undoes what another did. One that is killed may leave a file `.tmp…` beside it.";

/// Prints what `change` makes of an input, or with `--write` replaces the file by it. Where it makes nothing, nothing is
/// printed or written.
pub(crate) fn edit(file: &Path, write: bool, change: impl FnOnce(&[u8]) -> Result<Option<String>>) -> Result<()> {
    let input = input(file);
    match (&input, write) {
        (Input::Stdin, true) => Err(Error::other("standard input cannot be replaced; leave `--write` out")),
        (Input::File(path), true) => update(path, change),
        (_, false) => change(&input.read()?)?.map_or(Ok(()), |text| document(&text)),
    }
}

/// Replaces the contents of a file by what `change` makes of them; where it makes nothing, the file stays.
///
/// Writers at the same time wait for each other, so that each changes what the one before it wrote. Whoever reads the file
/// sees the old or the new, and so does whoever stops the command. The file keeps its permissions; of a symbolic link the
/// target is replaced. Of a file over the size limit `change` gets just enough to reject it.
pub(crate) fn update(path: &Path, change: impl FnOnce(&[u8]) -> Result<Option<String>>) -> Result<()> {
    let file = lock(path).map_err(named(path))?;
    let mut old = Vec::new();
    file.as_file().take(MAX_INPUT as u64 + 1).read_to_end(&mut old).map_err(named(path))?;
    let Some(new) = change(&old)?.filter(|new| new.as_bytes() != old) else { return Ok(()) };
    let replaced = file.as_file().metadata().and_then(|old| replace(path, new.as_bytes(), old.permissions()));
    let unchanged = |error: Error| Error::new(error.kind(), format!("{error}; the file is unchanged"));
    replaced.map_err(unchanged).map_err(named(path))
}

/// Opens and locks a file. Who waited for a writer has a file that was replaced, and waits for the new one.
fn lock(path: &Path) -> Result<Handle> {
    loop {
        // A file that must not be written must not be replaced, either.
        let file = File::options().read(true).append(true).open(path)?;
        if !file.metadata()?.is_file() {
            return Err(Error::new(ErrorKind::InvalidInput, "is not a file"));
        }
        file.lock()?;
        let handle = Handle::from_file(file)?;
        if Handle::from_path(path)? == handle {
            return Ok(handle);
        }
    }
}

fn replace(path: &Path, contents: &[u8], permissions: Permissions) -> Result<()> {
    let path = path.canonicalize()?;
    // The error of `tempfile` names a file that nobody knows.
    let unnamed = |error: Error| Error::new(error.kind(), format!("a new file beside it: {}", error.kind()));
    let mut file = NamedTempFile::new_in(path.parent().unwrap_or(Path::new("."))).map_err(unnamed)?;
    file.as_file_mut().write_all(contents)?;
    file.as_file().set_permissions(permissions)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
