use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Result;

/// What to do with a generated file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Write it.
    Write,
    /// Only compare.
    Check,
}

/// Generated files: written, or compared with what is there.
pub(crate) struct Files {
    mode: Mode,
    /// The command that writes them.
    command: &'static str,
    seen: BTreeSet<PathBuf>,
    stale: Vec<String>,
}

impl Files {
    pub(crate) fn new(mode: Mode, command: &'static str) -> Result<Self> {
        std::env::set_current_dir(root()).map_err(|error| error.to_string())?;
        Ok(Self { mode, command, seen: BTreeSet::new(), stale: Vec::new() })
    }

    /// Writes or compares a file; the path is relative to the root.
    pub(crate) fn put(&mut self, path: &str, text: &str) -> Result {
        self.seen.insert(PathBuf::from(path));
        if fs::read_to_string(path).is_ok_and(|current| current == text) {
            return Ok(());
        }
        if self.mode == Mode::Check {
            self.stale.push(path.to_owned());
            return Ok(());
        }
        let parent = Path::new(path).parent().unwrap_or(Path::new("."));
        fs::create_dir_all(parent).and_then(|()| fs::write(path, text)).map_err(|error| format!("{path}: {error}"))?;
        println!("wrote {path}");
        Ok(())
    }

    /// Removes or reports files in a folder that were not put there.
    pub(crate) fn nothing_else_in(&mut self, folder: &str) -> Result {
        for path in files_below(Path::new(folder))? {
            if self.seen.contains(&path) {
                continue;
            }
            if self.mode == Mode::Check {
                self.stale.push(format!("{} (not generated)", path.display()));
            } else {
                fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                println!("removed {}", path.display());
            }
        }
        Ok(())
    }

    /// Fails if a file was not as it should be.
    pub(crate) fn finish(self) -> Result {
        if self.stale.is_empty() {
            return Ok(());
        }
        Err(format!("out of date: {}; run `{}` and commit the result", self.stale.join(", "), self.command))
    }
}

/// The root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// All files below a folder, in order.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            files.extend(files_below(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
