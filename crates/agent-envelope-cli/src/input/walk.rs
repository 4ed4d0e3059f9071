//! Folders: every file in them, but for those that git ignores.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use ignore::overrides::OverrideBuilder;

use crate::exit::Failure;

/// The files under a folder, sorted; `.git` and ignored files are left out, hidden ones are not, links are not followed.
pub(crate) fn walk(folder: &Path, globs: &[String]) -> Result<Vec<PathBuf>, Failure> {
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
        .filter_entry(|entry| entry.file_name() != ".git")
        .sort_by_file_name(Ord::cmp);
    let mut files = Vec::new();
    for entry in builder.build() {
        let entry = entry.map_err(|error| Failure::at(folder, error))?;
        // A link or a pipe in a folder is not what anybody meant; a folder is walked.
        if entry.file_type().is_some_and(|kind| kind.is_file()) {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}
