//! The parts that touch the disk (feature `fs`): artifacts below a root, and the error log.

#![allow(clippy::disallowed_methods, reason = "this is the file that does I/O")]

use std::fs::{self, File, Permissions};
use std::io::{self, Error, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use same_file::Handle;
use serde_json::Value;
use tempfile::NamedTempFile;

use crate::reject::LogEntry;

/// Why an artifact is not there.
pub(crate) fn missing_artifact(root: &Path, path: &str) -> Option<&'static str> {
    let Ok(root) = root.canonicalize() else { return Some("cannot be looked for: the root does not exist") };
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

/// Adds entries to an error log, a JSON array; an empty file is one without entries. The log is replaced as a whole, and
/// writers at the same time wait for each other. What a damaged log holds is copied to a file beside it, which is returned.
pub fn log(path: &Path, entries: &[LogEntry]) -> io::Result<Option<PathBuf>> {
    let named = |error: Error| Error::new(error.kind(), format!("{}: {error}", path.display()));
    let mut log = lock(path).map_err(named)?;
    let unchanged = |error: Error| named(Error::new(error.kind(), format!("{error}; the file is unchanged")));
    add(&mut log, path, entries).map_err(unchanged)
}

/// Opens and locks a log. Who waited for a writer has a file that was replaced, and waits for the new one.
fn lock(path: &Path) -> io::Result<Handle> {
    loop {
        let file = File::options().read(true).append(true).create(true).open(path)?;
        if !file.metadata()?.is_file() {
            return Err(Error::new(ErrorKind::InvalidInput, "is not a file"));
        }
        file.lock()?;
        let handle = Handle::from_file(file)?;
        if Handle::from_path(path).is_ok_and(|found| found == handle) {
            return Ok(handle);
        }
    }
}

fn add(log: &mut Handle, path: &Path, entries: &[LogEntry]) -> io::Result<Option<PathBuf>> {
    // The log itself is replaced, not a link to it.
    let path = path.canonicalize()?;
    let mut old = Vec::new();
    log.as_file_mut().read_to_end(&mut old)?;
    let permissions = log.as_file().metadata()?.permissions();
    let (mut all, copy) = match serde_json::from_slice::<Vec<Value>>(&old) {
        Ok(all) => (all, None),
        Err(_) if old.is_empty() => (Vec::new(), None),
        Err(_) => {
            let mut names = (1..).map(|number: u32| with_ending(&path, &format!(".damaged-{number}")));
            let copy = names.find(|name| !name.exists()).ok_or(ErrorKind::AlreadyExists)?;
            temporary(&path, &old, permissions.clone())?.persist_noclobber(&copy)?;
            (Vec::new(), Some(copy))
        }
    };
    for entry in entries {
        all.push(serde_json::to_value(entry)?);
    }
    let mut new = serde_json::to_vec_pretty(&all)?;
    new.push(b'\n');
    temporary(&path, &new, permissions)?.persist(&path)?;
    Ok(copy)
}

/// A file beside another, to take its place.
fn temporary(path: &Path, contents: &[u8], permissions: Permissions) -> io::Result<NamedTempFile> {
    // The error of `tempfile` names a file that nobody knows.
    let unnamed = |error: Error| Error::new(error.kind(), format!("a new file beside it: {}", error.kind()));
    let mut file = NamedTempFile::new_in(path.parent().unwrap_or(Path::new("."))).map_err(unnamed)?;
    file.as_file_mut().write_all(contents)?;
    file.as_file().set_permissions(permissions)?;
    file.as_file().sync_all()?;
    Ok(file)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
