//! Changing a file in place: all of it or nothing.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use crate::exit::Failure;

/// Writes the text to a temporary file beside `path` and renames it: whoever reads sees the old text or the new one.
/// A link is followed, and the file keeps its permissions, and its owner where that is allowed. A read-only file stays as
/// it is.
pub(crate) fn replace_file(path: &Path, text: &[u8]) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::new(format!("cannot write {}: {error}", path.display()));
    let target = path.canonicalize().map_err(failed)?;
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let temporary = target.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    // A rename would put a new file in the place of one that nobody may write to.
    OpenOptions::new().write(true).open(&target).map_err(failed)?;
    let held = Held::new();
    let written = (|| {
        let mut file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
        let about = fs::metadata(&target)?;
        keep_owner(&temporary, &about);
        file.set_permissions(about.permissions())?;
        file.write_all(text)?;
        file.sync_all()?;
        fs::rename(&temporary, &target)
    })();
    if written.is_err() {
        fs::remove_file(&temporary).ok();
    }
    held.release();
    written.map_err(failed)
}

/// Signals that would end the program, held back so that no temporary file is left behind.
#[cfg(unix)]
struct Held(Vec<(i32, std::sync::Arc<std::sync::atomic::AtomicBool>)>);

#[cfg(unix)]
impl Held {
    fn new() -> Self {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let hold = |signal| {
            let flag = std::sync::Arc::default();
            signal_hook::flag::register(signal, std::sync::Arc::clone(&flag)).ok().map(|_| (signal, flag))
        };
        Self([SIGINT, SIGTERM, SIGHUP].into_iter().filter_map(hold).collect())
    }

    /// Ends the program if a signal for it came.
    fn release(self) {
        for (signal, flag) in self.0 {
            if flag.load(std::sync::atomic::Ordering::Relaxed) {
                signal_hook::low_level::emulate_default_handler(signal).ok();
            }
        }
    }
}

#[cfg(not(unix))]
struct Held;

#[cfg(not(unix))]
impl Held {
    fn new() -> Self {
        Self
    }

    fn release(self) {}
}

/// Root may work on the files of others, and they are to stay theirs; for everybody else this changes nothing or fails.
#[cfg(unix)]
fn keep_owner(path: &Path, about: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, chown};
    chown(path, Some(about.uid()), Some(about.gid())).ok();
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &fs::Metadata) {}
