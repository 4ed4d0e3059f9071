//! Folders: every file in them, but for those that git ignores.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use ignore::overrides::OverrideBuilder;

use crate::exit::Failure;

/// The files under a folder as they are found, those of each folder in order; `.git` and ignored files are left out,
/// hidden ones are not, links are not followed. A folder that cannot be read is a failure, and the others go on.
pub(crate) fn walk(
    folder: &Path,
    globs: &[String],
) -> Result<impl Iterator<Item = Result<PathBuf, Failure>> + Send + use<>, Failure> {
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
        // By bytes: to compare paths takes them apart every time.
        .sort_by_file_path(|one, other| one.as_os_str().as_encoded_bytes().cmp(other.as_os_str().as_encoded_bytes()));
    Ok(builder.build().filter_map(|entry| match entry {
        // A link or a pipe in a folder is not what anybody meant; a folder is walked.
        Ok(entry) => entry.file_type().is_some_and(|kind| kind.is_file()).then(|| Ok(entry.into_path())),
        Err(error) => Some(Err(Failure::new(error))),
    }))
}
