//! Writing files, for all commands.

use std::io::{Result, Write as _};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::input::named;

/// Replaces the contents of a file in one step: whoever reads it sees the old or the new, and so does whoever stops the
/// command. The file keeps its permissions; of a symbolic link the target is replaced.
pub(crate) fn replace(path: &Path, contents: &[u8]) -> Result<()> {
    let write = || {
        let path = path.canonicalize()?;
        // A file that must not be written must not be replaced, either.
        let permissions = std::fs::File::options().append(true).open(&path)?.metadata()?.permissions();
        let mut file = NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
        file.write_all(contents)?;
        file.as_file().set_permissions(permissions)?;
        file.as_file().sync_all()?;
        file.persist(&path)?;
        Ok(())
    };
    write().map_err(named(path))
}
