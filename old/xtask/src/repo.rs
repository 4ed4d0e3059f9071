//! The repository on disk: where it is, and reading, writing and walking it with messages that name the path.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the workspace's manifest.
pub(crate) fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_path_buf()
}

/// The bytes of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// The text of a file, its line ends made `\n` so that a checkout with CRLF compares equal.
pub(crate) fn read_text(path: &Path) -> Result<String, String> {
    let text = String::from_utf8(read(path)?).map_err(|_| format!("{} is not UTF-8", path.display()))?;
    Ok(text.replace("\r\n", "\n"))
}

/// Writes a file, with the folders that lead to it.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    let failed = |error| format!("cannot write {}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, text).map_err(failed)
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> Result<(), String> {
    fs::remove_file(path).map_err(|error| format!("cannot remove {}: {error}", path.display()))
}

/// Every file below a folder, sorted; none where the folder does not exist.
pub(crate) fn walk(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            files.extend(walk(&path)?);
        } else {
            files.push(path);
        }
    }
    Ok(files)
}

/// What lies directly in a folder, sorted; nothing where it does not exist.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let failed = |error| format!("cannot list {}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// The path below `root`, with `/` on every platform.
pub(crate) fn relative(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}
