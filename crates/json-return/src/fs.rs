//! The parts that touch the disk (feature `fs`): artifacts below a root, and the error log.

#![allow(clippy::disallowed_methods, reason = "this is the file that does I/O")]

use std::fs::{self, File};
use std::io::{self, Error, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::reject::LogEntry;

/// Why an artifact is not there.
pub(crate) fn missing_artifact(root: &Path, path: &str) -> Option<&'static str> {
    let Ok(root) = root.canonicalize() else { return Some("the root does not exist") };
    let Ok(file) = root.join(path).canonicalize() else { return Some("does not exist") };
    if !file.starts_with(&root) {
        return Some("leaves the root through a symbolic link");
    }
    match fs::metadata(&file) {
        Ok(found) if !found.is_file() => Some("is not a file"),
        Ok(found) if found.len() == 0 => Some("is empty"),
        Ok(_) => None,
        Err(_) => Some("cannot be read"),
    }
}

/// Adds an entry to an error log, a JSON array. Writers at the same time wait for each other at the file `.NAME.lock`; the
/// log is replaced as a whole. A damaged log is moved aside; where it went is returned.
pub fn log(path: &Path, entry: &LogEntry) -> io::Result<Option<PathBuf>> {
    let named = |error: Error| Error::new(error.kind(), format!("{}: {error}", path.display()));
    add(path, entry).map_err(named)
}

fn add(path: &Path, entry: &LogEntry) -> io::Result<Option<PathBuf>> {
    // The log itself is replaced, not a link to it, and keeps its permissions.
    let metadata = File::options().create(true).append(true).open(path)?.metadata()?;
    if !metadata.is_file() {
        return Err(Error::new(ErrorKind::InvalidInput, "is not a file"));
    }
    let path = path.canonicalize()?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let lock = File::create(folder.join(format!(".{name}.lock")))?;
    lock.lock()?;
    let (mut entries, moved) = match read(&path) {
        Ok(entries) => (entries, None),
        Err(error) if error.kind() == ErrorKind::InvalidData => (Vec::new(), Some(move_aside(&path)?)),
        Err(error) => return Err(error),
    };
    entries.push(serde_json::to_value(entry)?);
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    serde_json::to_writer_pretty(&mut file, &entries)?;
    file.write_all(b"\n")?;
    file.as_file().set_permissions(metadata.permissions())?;
    file.persist(&path)?;
    Ok(moved)
}

fn read(path: &Path) -> io::Result<Vec<Value>> {
    match fs::read(path)?.as_slice() {
        [] => Ok(Vec::new()),
        bytes => serde_json::from_slice(bytes).map_err(|error| Error::new(ErrorKind::InvalidData, error)),
    }
}

/// Renames a file to the first free name `<name>.damaged-1`, `-2` and so on.
fn move_aside(path: &Path) -> io::Result<PathBuf> {
    let mut names = (1..).map(|number: u32| with_ending(path, &format!(".damaged-{number}")));
    let free = names.find(|name| !name.exists()).ok_or(ErrorKind::AlreadyExists)?;
    fs::rename(path, &free)?;
    Ok(free)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
