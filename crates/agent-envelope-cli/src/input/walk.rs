//! Folders: every file in them, but for those that git ignores.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ignore::WalkBuilder;
use ignore::overrides::OverrideBuilder;

use super::{Unreadable, shown};
use crate::exit::Failure;

/// What git and its kin keep in folders for themselves: no agent's message.
const HOUSEKEEPING: &[&str] = &[".git", ".gitignore", ".gitattributes", ".gitmodules", ".gitkeep", ".ignore"];

/// How many links were met in folders; folders are walked on whichever thread draws the next input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links(Arc<AtomicUsize>);

impl Links {
    /// What is said of the links that were not followed; nothing where there were none.
    pub(crate) fn left_alone(&self) -> String {
        match self.0.load(Ordering::Relaxed) {
            0 => String::new(),
            1 => "1 link not followed\n".to_owned(),
            count => format!("{count} links not followed\n"),
        }
    }
}

/// The files under a folder as they are found, those of each folder in order; what git keeps for itself and what it
/// ignores are left out, hidden files are not, links are not followed. A folder that cannot be read is a failure, and
/// the others go on.
pub(crate) fn walk(
    folder: &Path,
    globs: &[String],
    links: &Links,
) -> Result<impl Iterator<Item = Result<PathBuf, Unreadable>> + Send + use<>, Failure> {
    let mut overrides = OverrideBuilder::new(folder);
    for glob in globs {
        overrides.add(glob).map_err(|error| Failure::new(format!("--glob {glob}: {error}")))?;
    }
    let overrides = overrides.build().map_err(|error| Failure::new(format!("--glob: {error}")))?;
    let mut builder = WalkBuilder::new(folder);
    builder
        .hidden(false)
        .require_git(false)
        .overrides(overrides)
        .filter_entry(|entry| entry.depth() == 0 || !HOUSEKEEPING.iter().any(|name| entry.file_name() == *name))
        // By bytes: to compare paths takes them apart every time.
        .sort_by_file_path(|one, other| one.as_os_str().as_encoded_bytes().cmp(other.as_os_str().as_encoded_bytes()));
    let (folder, links) = (folder.to_owned(), links.clone());
    Ok(builder.build().filter_map(move |entry| match entry {
        // A link or a pipe in a folder is not what anybody meant; a folder is walked.
        Ok(entry) => {
            let kind = entry.file_type();
            links.0.fetch_add(usize::from(kind.is_some_and(|kind| kind.is_symlink())), Ordering::Relaxed);
            kind.is_some_and(|kind| kind.is_file()).then(|| Ok(entry.into_path()))
        }
        Err(error) => Some(Err(unreadable(&folder, &error))),
    }))
}

/// The innermost path and reason that the walk gives.
fn unreadable(folder: &Path, error: &ignore::Error) -> Unreadable {
    let (mut path, mut inner) = (folder, error);
    loop {
        inner = match inner {
            ignore::Error::WithPath { path: at, err } => {
                path = at;
                err
            }
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => err,
            _ => break,
        };
    }
    // The system's own words: the walk wraps them in the operation and the path once more.
    let reason = inner.io_error().map_or_else(|| inner.to_string(), |error| error.kind().to_string());
    Unreadable { name: shown(path), reason }
}
