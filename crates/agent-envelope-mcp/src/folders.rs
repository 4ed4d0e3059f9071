//! The folders that may be read.

#![allow(clippy::disallowed_methods, reason = "the server reads files")]

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use agent_envelope::MAX_INPUT;
use walkdir::{DirEntry, WalkDir};

/// The folders given with `--root`, absolute. They are looked up in each call, so that they may come and go.
#[derive(Debug)]
pub(crate) struct Roots(pub(crate) Vec<PathBuf>);

impl Roots {
    /// Reads the files in a folder and the folders in it, by name and without hidden ones: the path below the folder, and
    /// the bytes, which are one too many for a message over the size limit.
    pub(crate) fn read(
        &self,
        folder: &str,
        mut add: impl FnMut(&str, &[u8]) -> Result<(), String>,
    ) -> Result<(), String> {
        let folder = self.find(folder)?;
        // Files that git ignores are read, too: what it ignores is written in files that may be outside of the roots.
        let is_shown = |entry: &DirEntry| entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".");
        for entry in WalkDir::new(&folder).sort_by_file_name().into_iter().filter_entry(is_shown) {
            let entry = entry.map_err(|error| error.to_string())?;
            if entry.file_type().is_file() {
                let name = entry.path().strip_prefix(&folder).unwrap_or(entry.path()).to_string_lossy();
                let mut bytes = Vec::new();
                let file = File::open(entry.path());
                let read = file.and_then(|file| file.take(MAX_INPUT as u64 + 1).read_to_end(&mut bytes));
                read.map_err(|error| format!("`{name}` cannot be read: {error}"))?;
                add(&name, &bytes)?;
            }
        }
        Ok(())
    }

    /// The folder that is meant, without touching anything outside of the roots.
    fn find(&self, folder: &str) -> Result<PathBuf, String> {
        let meant = self.meant(Path::new(folder));
        let found: Vec<&PathBuf> = meant.iter().flatten().collect();
        let problems: Vec<&str> = meant.iter().filter_map(|meant| Some(meant.as_ref().err()?.as_str())).collect();
        Err(match (found.as_slice(), problems.as_slice()) {
            ([found], _) => return Ok(PathBuf::clone(found)),
            ([], []) if self.0.is_empty() => "this server reads no folder: it was started without `--root`".to_owned(),
            ([], []) => format!("`{folder}` is outside of the roots of this server: {:?}", self.0),
            ([], problems) => format!("the folder `{folder}` cannot be read: {}", problems.join("; ")),
            (found, _) => format!("`{folder}` may be one of several folders; give one of {found:?}"),
        })
    }

    /// The folders that may be meant, or why they cannot be read. A relative path begins at a root, or where the server runs.
    fn meant(&self, folder: &Path) -> BTreeSet<Result<PathBuf, String>> {
        let here = std::env::current_dir().unwrap_or_default().join(folder);
        let mut meant = BTreeSet::new();
        for root in &self.0 {
            let real = root.canonicalize().unwrap_or_else(|_| root.clone());
            for (path, base) in [(&root.join(folder), root), (&here, root), (&here, &real)] {
                let Ok(below) = path.strip_prefix(base) else { continue };
                if below.components().all(|part| matches!(part, Component::Normal(_))) {
                    let problem = |error| format!("{}: {error}", root.join(below).display());
                    meant.insert(find_below(root, below).map_err(problem));
                }
            }
        }
        meant
    }
}

/// A folder below a root. A root may be a link; below it a link could lead out of it, so none is followed.
fn find_below(root: &Path, below: &Path) -> io::Result<PathBuf> {
    let mut path = root.canonicalize()?;
    for part in std::iter::once(OsStr::new("")).chain(below) {
        path.push(part);
        let kind = fs::symlink_metadata(&path)?.file_type();
        if !kind.is_dir() {
            let problem = if kind.is_symlink() { "links are not followed" } else { "it is no folder" };
            return Err(io::Error::other(problem));
        }
    }
    Ok(path)
}
