//! Changing a file in place: all of it or nothing, and one after the other.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::signals::Held;
use crate::exit::Failure;
use crate::fail_point::passed;
use crate::input::{open_regular, read_regular};

/// A file's turn to be changed: programs of ours that want to change the same file wait until it ends.
#[derive(Debug)]
pub(crate) struct Turn {
    _lock: Option<File>,
}

impl Turn {
    /// Waits for the turn; to be taken before the file is read. A pipe or a device cannot be changed in place.
    ///
    /// What cannot be opened has no turn, and reading it will say why. A file system that knows no locks has none either:
    /// to change nothing there would help nobody, and [`replace_file`] leaves alone what somebody else has changed.
    pub(crate) fn wait(path: &Path) -> Result<Self, Failure> {
        if fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
            return Err(Failure::new(format!("cannot write {}: is no regular file", path.display())));
        }
        Ok(Self { _lock: locked(path).ok() })
    }
}

/// Who waited for the lock may hold a file whose place the one before has given to another; then it is opened again.
#[cfg(unix)]
fn locked(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::MetadataExt as _;
    const MOST_TRIES: usize = 1_000;
    let identity = |about: fs::Metadata| (about.dev(), about.ino());
    for _ in 0..MOST_TRIES {
        let file = open_regular(path, OpenOptions::new().read(true))?;
        file.lock()?;
        if identity(fs::metadata(path)?) == identity(file.metadata()?) {
            return Ok(file);
        }
    }
    Err(io::ErrorKind::InvalidInput.into())
}

/// Elsewhere a lock would keep the file from being read.
#[cfg(not(unix))]
fn locked(_: &Path) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Writes the text to a temporary file beside `path` and renames it: whoever reads sees the old text or the new one. A
/// file that no longer reads `old` was changed by somebody who does not wait for his turn, and is left alone.
/// A link is followed, and the file keeps its permissions, and its owner where that is allowed. A read-only file stays as
/// it is.
pub(crate) fn replace_file(path: &Path, old: &[u8], new: &[u8]) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::new(format!("cannot write {}: {error}", path.display()));
    let target = path.canonicalize().map_err(failed)?;
    let temporary = temporary_for(&target);
    // A rename would put a new file in the place of one that nobody may write to.
    open_regular(&target, OpenOptions::new().read(true).write(true)).map_err(failed)?;
    let held = Held::new();
    let written = (|| {
        // One that a killed process left behind; of a link, the link itself.
        match fs::remove_file(&temporary) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = private(OpenOptions::new().write(true).create_new(true)).open(&temporary)?;
        passed();
        let about = fs::metadata(&target)?;
        keep_owner(&temporary, &about);
        file.set_permissions(about.permissions())?;
        passed();
        let (begin, rest) = new.split_at(new.len() / 2);
        file.write_all(begin)?;
        passed();
        file.write_all(rest)?;
        passed();
        file.sync_all()?;
        passed();
        if read_regular(&target, old.len())? != old {
            return Ok(false);
        }
        fs::rename(&temporary, &target)?;
        passed();
        Ok(true)
    })();
    if !matches!(written, Ok(true)) {
        fs::remove_file(&temporary).ok();
    }
    held.release();
    match written {
        Ok(true) => Ok(()),
        Ok(false) => Err(Failure::at(path, "changed by somebody else meanwhile; nothing is written")),
        Err(error) => Err(failed(error)),
    }
}

/// The name of the file is taken as it is: no two files share a temporary one, whatever their bytes.
fn temporary_for(target: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(".envelope-tmp");
    target.with_file_name(name)
}

/// The owner's alone until it has the permissions of the file that it is to replace.
#[cfg(unix)]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(0o600)
}

#[cfg(not(unix))]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Root may work on the files of others, and they are to stay theirs; for everybody else this changes nothing or fails.
#[cfg(unix)]
fn keep_owner(path: &Path, about: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, chown};
    chown(path, Some(about.uid()), Some(about.gid())).ok();
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &fs::Metadata) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::faults::{Scratch, killed_after_each_step, meanwhile_at, pipe, this_program};

    const FILE: &str = "ENVELOPE_TEST_REPLACED_FILE";

    /// The part of a process that dies while it changes a file.
    #[test]
    fn child() {
        if let Some(path) = std::env::var_os(FILE) {
            assert!(replace_file(Path::new(&path), b"old", &b"new".repeat(1_000)).is_ok(), "not written");
        }
    }

    #[test]
    fn a_process_that_dies_at_any_step_leaves_the_old_text_or_the_new_one() {
        let scratch = Scratch::new();
        let path = scratch.path("a.md");
        fs::write(&path, "old").unwrap();
        let start = || {
            let mut command = this_program("output::replace::tests::child");
            command.env(FILE, &path);
            command
        };
        let deaths = killed_after_each_step(start, |step, died| {
            let now = fs::read(&path).unwrap();
            assert_eq!(now == b"new".repeat(1_000), step >= 6, "step {step}");
            assert!(now == b"old" || step >= 6, "step {step}");
            if step >= 6 {
                fs::write(&path, "old").unwrap();
            }
            assert_eq!(died, step <= 6, "step {step}");
        });
        assert_eq!(deaths, 6);
        // What a killed process left behind is taken away by the next one, even a link.
        std::os::unix::fs::symlink("a.md", scratch.path(".a.md.envelope-tmp")).unwrap();
        assert!(replace_file(&path, b"old", b"newer").is_ok());
        assert_eq!((fs::read(&path).unwrap(), scratch.names()), (b"newer".to_vec(), vec!["a.md".to_owned()]));
    }

    /// Another process puts a file, a pipe or nothing in the place of the one that is being changed: what it put there
    /// stays, and nothing is left beside it.
    #[test]
    fn a_file_that_is_replaced_under_way_is_left_alone() {
        for step in 1..=5 {
            for kind in ["file", "pipe", "nothing"] {
                let scratch = Scratch::new();
                let path = scratch.path("a.md");
                fs::write(&path, "old").unwrap();
                let mut command = this_program("output::replace::tests::child");
                command.env(FILE, &path);
                let (well, said) = meanwhile_at(command, step, || {
                    fs::remove_file(&path).unwrap();
                    match kind {
                        "file" => fs::write(&path, "of somebody else").unwrap(),
                        "pipe" => pipe(&path),
                        _ => {}
                    }
                });
                assert!(!well && said.contains("FAILED"), "{kind} at step {step}: {said}");
                let names = if kind == "nothing" { vec![] } else { vec!["a.md".to_owned()] };
                assert_eq!(scratch.names(), names, "{kind} at step {step}");
                if kind == "file" {
                    assert_eq!(fs::read_to_string(&path).unwrap(), "of somebody else", "step {step}");
                }
            }
        }
    }

    #[test]
    fn a_file_that_was_changed_is_left_alone() {
        let scratch = Scratch::new();
        let path = scratch.path("a.md");
        fs::write(&path, "of somebody else").unwrap();
        assert!(replace_file(&path, b"old", b"new").is_err());
        assert_eq!(
            (fs::read(&path).unwrap(), scratch.names()),
            (b"of somebody else".to_vec(), vec!["a.md".to_owned()])
        );
    }

    #[test]
    fn no_two_files_share_a_temporary_one() {
        use std::os::unix::ffi::OsStrExt as _;
        let temporary = |name: &[u8]| temporary_for(Path::new(std::ffi::OsStr::from_bytes(name)));
        assert_eq!(temporary(b"in/a.md"), Path::new("in/.a.md.envelope-tmp"));
        assert_ne!(temporary(b"in/a\xff.md"), temporary(b"in/a\xfe.md"));
    }

    #[test]
    fn only_files_have_a_turn() {
        let scratch = Scratch::new();
        assert!(locked(scratch.root()).is_err() && locked(Path::new("/dev/null")).is_err());
        fs::write(scratch.path("a.md"), "x").unwrap();
        assert!(locked(&scratch.path("a.md")).is_ok());
    }
}
