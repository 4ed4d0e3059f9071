//! The scratchpad as a file (feature `fs`).

#![allow(clippy::disallowed_methods, reason = "this is the file that does I/O")]

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use crate::scratchpad::{self, NewEntry};

/// Reads a pad. A character that a stopped writer cut in two is replaced.
pub fn read(path: &Path) -> io::Result<String> {
    contents(&mut File::open(path)?)
}

/// Appends an entry to a pad; the file is made where there is none.
pub fn append(path: &Path, entry: &NewEntry<'_>) -> io::Result<()> {
    extend(path, |pad| scratchpad::append(pad, entry))
}

/// Appends a line of the orchestrator to a pad.
pub fn note(path: &Path, text: &str) -> io::Result<()> {
    extend(path, |pad| scratchpad::note(pad, text))
}

/// Writers at the same time wait for each other, since what is appended depends on what is there. Nothing that was
/// written is ever changed, so that a writer that is stopped spoils its own entry at most; one that cannot write all takes
/// back its part.
fn extend(path: &Path, addition: impl FnOnce(&str) -> String) -> io::Result<()> {
    let mut file = File::options().read(true).append(true).create(true).open(path)?;
    file.lock()?;
    let length = file.metadata()?.len();
    let pad = contents(&mut file)?;
    if let Err(error) = file.write_all(addition(&pad).as_bytes()).and_then(|()| file.sync_data()) {
        file.set_len(length)?;
        return Err(io::Error::new(error.kind(), format!("{error}; the file is unchanged")));
    }
    Ok(())
}

fn contents(file: &mut File) -> io::Result<String> {
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "is not a file"));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}
