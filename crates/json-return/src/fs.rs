//! The disk: artifacts under a root, and `errors.json` (json-return, "Validation Rules"; R-J1, R-J7).
#![expect(clippy::disallowed_methods, reason = "the specification asks for the disk, and this is the one place for it")]

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::log::{LogEntry, append_entry};
use crate::{ArtifactProbe, Found};

/// The files under a folder, opened by the operating system's own means: between looking and opening there is no
/// moment in which a link could be put in the way (R-J7).
///
/// On Linux the kernel resolves the whole path beneath the root and refuses to leave it; nothing is read and nothing
/// waits, not even at a pipe. A link with an absolute target counts as leaving, wherever it leads. On other systems,
/// and on kernels without that call, every part of the path is opened by itself and no link is followed at all.
#[derive(Debug)]
pub struct DiskArtifacts {
    root: platform::Root,
    follow: bool,
}

impl DiskArtifacts {
    /// The files under `root`; links that stay under it are followed where the system can do that safely.
    pub fn new(root: &Path) -> io::Result<Self> {
        Ok(Self { root: platform::Root::open(root)?, follow: true })
    }

    /// The same, but no link is followed: what every system can do.
    pub fn without_links(root: &Path) -> io::Result<Self> {
        Ok(Self { root: platform::Root::open(root)?, follow: false })
    }
}

impl ArtifactProbe for DiskArtifacts {
    fn probe(&self, path: &str) -> Found {
        self.root.probe(path, self.follow)
    }
}

#[cfg(unix)]
mod platform {
    //! Opening beneath a folder with `openat2` or part by part.

    use std::io;
    use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
    use std::path::Path;

    use rustix::fs::{FileType, Mode, OFlags, fstat, open, openat};
    use rustix::io::Errno;

    use crate::Found;

    #[derive(Debug)]
    pub(super) struct Root(OwnedFd);

    /// Opens something only to look at it: no reading, no waiting, no side effects of a device. A handle of the kind
    /// `PATH` never waits, so it needs no flag for that.
    #[cfg(target_os = "linux")]
    const LOOK: OFlags = OFlags::PATH.union(OFlags::CLOEXEC);
    #[cfg(not(target_os = "linux"))]
    const LOOK: OFlags = OFlags::RDONLY.union(OFlags::CLOEXEC).union(OFlags::NONBLOCK).union(OFlags::NOCTTY);

    impl Root {
        pub(super) fn open(root: &Path) -> io::Result<Self> {
            Ok(Self(open(root, LOOK.union(OFlags::DIRECTORY), Mode::empty())?))
        }

        pub(super) fn probe(&self, path: &str, follow: bool) -> Found {
            let opened = if follow { self.beneath(path) } else { self.part_by_part(path) };
            match opened.and_then(fstat) {
                Ok(stat) => match FileType::from_raw_mode(stat.st_mode) {
                    FileType::RegularFile => Found::File { bytes: u64::try_from(stat.st_size).unwrap_or(0) },
                    FileType::Symlink => Found::Unknown("a symbolic link is not followed".to_owned()),
                    _ => Found::NotAFile,
                },
                Err(Errno::NOENT | Errno::NOTDIR) => Found::Missing,
                Err(Errno::XDEV) => Found::LeavesRoot,
                Err(Errno::LOOP) => Found::Unknown("a symbolic link is not followed".to_owned()),
                Err(error) => Found::Unknown(io::Error::from(error).to_string()),
            }
        }

        #[cfg(target_os = "linux")]
        fn beneath(&self, path: &str) -> Result<OwnedFd, Errno> {
            use rustix::fs::{ResolveFlags, openat2};
            let stay = ResolveFlags::BENEATH.union(ResolveFlags::NO_MAGICLINKS);
            loop {
                match openat2(&self.0, path, LOOK, Mode::empty(), stay) {
                    // The kernel asks to try again when something was renamed meanwhile.
                    Err(Errno::AGAIN | Errno::INTR) => {}
                    // Kernels before 5.6, and sandboxes that do not know the call.
                    Err(Errno::NOSYS | Errno::PERM) => return self.part_by_part(path),
                    opened => return opened,
                }
            }
        }

        #[cfg(not(target_os = "linux"))]
        fn beneath(&self, path: &str) -> Result<OwnedFd, Errno> {
            self.part_by_part(path)
        }

        /// Opens each part by itself and follows no link. `..` goes back to a folder that is open already.
        fn part_by_part(&self, path: &str) -> Result<OwnedFd, Errno> {
            let mut open: Vec<OwnedFd> = Vec::new();
            let mut parts = path.split('/').filter(|part| !matches!(*part, "" | ".")).peekable();
            while let Some(part) = parts.next() {
                if part == ".." {
                    open.pop().ok_or(Errno::XDEV)?;
                    continue;
                }
                let here: BorrowedFd<'_> = open.last().map_or_else(|| self.0.as_fd(), |fd| fd.as_fd());
                let folder = if parts.peek().is_some() { OFlags::DIRECTORY } else { OFlags::empty() };
                let next = openat(here, part, LOOK.union(OFlags::NOFOLLOW).union(folder), Mode::empty());
                open.push(next.map_err(|error| if is_link(here, part) { Errno::LOOP } else { error })?);
            }
            open.pop().ok_or(Errno::ISDIR)
        }
    }

    /// Why a part could not be opened as a folder: only for the message, nothing is opened after it.
    fn is_link(here: BorrowedFd<'_>, part: &str) -> bool {
        use rustix::fs::{AtFlags, statat};
        statat(here, part, AtFlags::SYMLINK_NOFOLLOW)
            .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink)
    }
}

#[cfg(not(unix))]
mod platform {
    //! Looking at each part of a path; links are refused. Nothing is opened, so a link put in the way after a part was
    //! looked at can only make the answer stale.

    use std::fs;
    use std::io;
    use std::path::{Path, PathBuf};

    use crate::Found;

    #[derive(Debug)]
    pub(super) struct Root(PathBuf);

    impl Root {
        pub(super) fn open(root: &Path) -> io::Result<Self> {
            fs::canonicalize(root).map(Self)
        }

        pub(super) fn probe(&self, path: &str, _: bool) -> Found {
            let mut at = self.0.clone();
            let mut last = None;
            for part in path.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")) {
                at.push(part);
                match fs::symlink_metadata(&at) {
                    Ok(metadata) if metadata.is_symlink() => {
                        return Found::Unknown("a symbolic link is not followed".to_owned());
                    }
                    Ok(metadata) => last = Some(metadata),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => return Found::Missing,
                    Err(error) => return Found::Unknown(error.to_string()),
                }
            }
            match last {
                Some(metadata) if metadata.is_file() => Found::File { bytes: metadata.len() },
                _ => Found::NotAFile,
            }
        }
    }
}

/// `errors.json`: one JSON array that grows by an entry at a time (R-J1).
///
/// Writers take turns by a lock on a file of its own (`errors.json.lock`), so that the log itself can be replaced while
/// the lock is held. An entry is written to a temporary file beside the log, forced to the disk, and renamed over it:
/// at every moment the log is either the old one or the new one, whole. A log that is no JSON array is kept under the
/// name `errors.json.damaged-1` (the first number that is free) before a new one takes its place.
#[derive(Clone, Debug)]
pub struct ErrorLog {
    path: PathBuf,
}

/// What was done to append an entry, in this order; each step comes after a write to the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LogStep {
    /// The lock file exists and is locked.
    Locked,
    /// The temporary file exists and is empty.
    Created,
    /// A part of the new log is in the temporary file.
    Begun,
    /// All of the new log is in the temporary file.
    Written,
    /// The temporary file is on the disk.
    Synced,
    /// A damaged log has a second name. Left out where the log is sound.
    KeptAside,
    /// The new log has taken the place of the old one.
    Renamed,
}

impl LogStep {
    /// All steps, in order.
    pub const ALL: [Self; 7] =
        [Self::Locked, Self::Created, Self::Begun, Self::Written, Self::Synced, Self::KeptAside, Self::Renamed];
}

/// What came of appending an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Appended {
    /// Where the damaged log was put that stood in the place of the log.
    pub kept_aside: Option<PathBuf>,
}

impl ErrorLog {
    /// The log at this path; it is made when the first entry is appended. A link to a log is followed.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Appends an entry. On an error the log is as it was; only where the folder cannot be forced to the disk after the
    /// rename does it hold the entry all the same.
    pub fn append(&self, entry: &LogEntry) -> io::Result<Appended> {
        self.append_watched(entry, &mut |_| Ok(()))
    }

    /// The same, telling of each step when it is done; an error given back ends it there. For tests that interrupt it.
    pub fn append_watched(
        &self,
        entry: &LogEntry,
        watch: &mut dyn FnMut(LogStep) -> io::Result<()>,
    ) -> io::Result<Appended> {
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(beside(&path, ".lock"))?;
        lock.lock()?;
        watch(LogStep::Locked)?;
        let old = match fs::read(&path) {
            Ok(old) => old,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let new = std::str::from_utf8(&old).ok().and_then(|old| append_entry(old, entry).ok());
        let damaged = new.is_none();
        let new = new.map_or_else(|| append_entry("", entry), Ok).map_err(io::Error::other)?;
        let temporary = beside(&path, ".tmp");
        let done = replace(&path, &temporary, &new, damaged, watch);
        if done.is_err() {
            // Left where it is, it would be taken away by the next writer; a full disk needs the room now.
            let _ = fs::remove_file(&temporary);
        }
        done
    }
}

fn replace(
    path: &Path,
    temporary: &Path,
    new: &str,
    damaged: bool,
    watch: &mut dyn FnMut(LogStep) -> io::Result<()>,
) -> io::Result<Appended> {
    match fs::remove_file(temporary) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(temporary)?;
    watch(LogStep::Created)?;
    let (begin, rest) = new.as_bytes().split_at(new.len() / 2);
    file.write_all(begin)?;
    watch(LogStep::Begun)?;
    file.write_all(rest)?;
    watch(LogStep::Written)?;
    if let Ok(metadata) = fs::metadata(path) {
        file.set_permissions(metadata.permissions())?;
    }
    file.sync_all()?;
    watch(LogStep::Synced)?;
    let kept_aside = if damaged { Some(keep_aside(path)?) } else { None };
    if kept_aside.is_some() {
        watch(LogStep::KeptAside)?;
    }
    fs::rename(temporary, path)?;
    watch(LogStep::Renamed)?;
    sync_folder(path)?;
    Ok(Appended { kept_aside })
}

/// Gives the damaged log a second name, so that it outlives its place being taken; never one that is in use.
fn keep_aside(path: &Path) -> io::Result<PathBuf> {
    let mut number = 1_u32;
    loop {
        let aside = beside(path, &format!(".damaged-{number}"));
        match fs::hard_link(path, &aside) {
            Ok(()) => return Ok(aside),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            // Some file systems have no second names: a copy does as well.
            Err(_) => match OpenOptions::new().write(true).create_new(true).open(&aside) {
                Ok(mut copy) => {
                    io::copy(&mut File::open(path)?, &mut copy)?;
                    copy.sync_all()?;
                    return Ok(aside);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            },
        }
        number = number.checked_add(1).ok_or(io::ErrorKind::AlreadyExists)?;
    }
}

/// Forces the rename to the disk, where a folder can be opened.
fn sync_folder(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    File::open(folder)?.sync_all()
}

/// The path with something after its name.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
