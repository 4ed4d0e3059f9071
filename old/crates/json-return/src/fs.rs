//! The disk: artifacts under a root, and `errors.json` (json-return, "Validation Rules"; R-J1, R-J7).
#![expect(clippy::disallowed_methods, reason = "the specification asks for the disk, and this is the one place for it")]

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use envelope_core::fs::{open_regular, read_regular};

use crate::log::{LogEntry, append_entry};
use crate::{ArtifactProbe, Found};

/// The files under a folder, opened by the operating system's own means: between looking and opening there is no
/// moment in which a link could be put in the way (R-J7).
///
/// On Linux the kernel resolves the whole path beneath the root and refuses to leave it; nothing is read and nothing
/// waits, not even at a pipe. A link with an absolute target counts as leaving, wherever it leads. On other Unix systems,
/// and on kernels without that call, every part of the path is opened by itself and links are resolved here, with the
/// same result; elsewhere no link is followed.
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

    use rustix::fs::{FileType, Mode, OFlags, fstat, open, openat, readlinkat};
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
            let opened = if follow { self.beneath(path) } else { self.part_by_part(path, false) };
            match opened.and_then(fstat) {
                Ok(stat) => match FileType::from_raw_mode(stat.st_mode) {
                    FileType::RegularFile => Found::File { bytes: u64::try_from(stat.st_size).unwrap_or(0) },
                    _ => Found::NotAFile,
                },
                Err(Errno::NOENT | Errno::NOTDIR) => Found::Missing,
                Err(Errno::ISDIR) => Found::NotAFile,
                Err(Errno::XDEV) => Found::LeavesRoot,
                Err(Errno::LOOP) => Found::Unknown("a symbolic link is not followed".to_owned()),
                Err(error) => Found::Unknown(io::Error::from(error).to_string()),
            }
        }

        #[cfg(target_os = "linux")]
        fn beneath(&self, path: &str) -> Result<OwnedFd, Errno> {
            use rustix::fs::{ResolveFlags, openat2};
            let stay = ResolveFlags::BENEATH.union(ResolveFlags::NO_MAGICLINKS);
            for _ in 0..MOST_TRIES {
                match openat2(&self.0, path, LOOK, Mode::empty(), stay) {
                    // The kernel asks to try again when something was renamed meanwhile.
                    Err(Errno::AGAIN | Errno::INTR) => {}
                    // Kernels before 5.6, and sandboxes that do not know the call.
                    Err(Errno::NOSYS | Errno::PERM) => break,
                    opened => return opened,
                }
            }
            self.part_by_part(path, true)
        }

        #[cfg(not(target_os = "linux"))]
        fn beneath(&self, path: &str) -> Result<OwnedFd, Errno> {
            self.part_by_part(path, true)
        }

        /// Opens each part by itself, below the folder that was opened before it. `..` goes back to a folder that is open
        /// already, and the parts of a link take the place of its name, so that nothing outside is ever opened. Where
        /// links are not followed, they are resolved all the same, to tell those that leave the root.
        fn part_by_part(&self, path: &str, follow: bool) -> Result<OwnedFd, Errno> {
            let mut open: Vec<OwnedFd> = Vec::new();
            let mut ahead: Vec<Vec<u8>> = parts(path.as_bytes()).collect();
            let (mut links, mut last_is_file) = (0, false);
            while let Some(part) = ahead.pop() {
                if last_is_file {
                    return Err(Errno::NOTDIR);
                }
                if part == b".." {
                    open.pop().ok_or(Errno::XDEV)?;
                    continue;
                }
                if part.is_empty() || part == b"." {
                    continue;
                }
                let here: BorrowedFd<'_> = open.last().map_or_else(|| self.0.as_fd(), |fd| fd.as_fd());
                match look(here, &part)? {
                    Looked::Link(target) => {
                        links += 1;
                        if target.first() == Some(&b'/') {
                            return Err(Errno::XDEV);
                        }
                        if links > MOST_LINKS {
                            return Err(Errno::LOOP);
                        }
                        ahead.extend(parts(&target));
                    }
                    Looked::Folder(next) => open.push(next),
                    Looked::Other(next) => {
                        last_is_file = true;
                        open.push(next);
                    }
                }
            }
            match open.pop() {
                _ if links > 0 && !follow => Err(Errno::LOOP),
                None => Err(Errno::ISDIR),
                Some(opened) => Ok(opened),
            }
        }
    }

    /// How often the kernel is asked again, and how many links are followed.
    const MOST_TRIES: usize = 64;
    const MOST_LINKS: usize = 40;

    /// The parts of a path, the last one first.
    fn parts(path: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
        path.split(|byte| *byte == b'/').rev().map(<[u8]>::to_vec)
    }

    /// What stands in a folder under a name.
    enum Looked {
        Folder(OwnedFd),
        /// A file, or something that is none.
        Other(OwnedFd),
        /// A link, and where it leads.
        Link(Vec<u8>),
    }

    /// Opens the name itself, not what a link of that name leads to, and looks at what was opened.
    #[cfg(target_os = "linux")]
    fn look(here: BorrowedFd<'_>, part: &[u8]) -> Result<Looked, Errno> {
        let opened = openat(here, part, LOOK.union(OFlags::NOFOLLOW), Mode::empty())?;
        Ok(match FileType::from_raw_mode(fstat(&opened)?.st_mode) {
            FileType::Symlink => Looked::Link(readlinkat(&opened, "", Vec::new())?.into_bytes()),
            FileType::Directory => Looked::Folder(opened),
            _ => Looked::Other(opened),
        })
    }

    /// The same where a link cannot be opened: it is read by its name.
    #[cfg(not(target_os = "linux"))]
    fn look(here: BorrowedFd<'_>, part: &[u8]) -> Result<Looked, Errno> {
        match openat(here, part, LOOK.union(OFlags::NOFOLLOW), Mode::empty()) {
            Ok(opened) => Ok(match FileType::from_raw_mode(fstat(&opened)?.st_mode) {
                FileType::Directory => Looked::Folder(opened),
                _ => Looked::Other(opened),
            }),
            Err(error) => readlinkat(here, part, Vec::new()).map(|to| Looked::Link(to.into_bytes())).map_err(|_| error),
        }
    }
}

#[cfg(not(unix))]
mod platform {
    //! Looking at each part of a path; links are refused. Nothing is opened, so a link put in the way after a part was
    //! looked at can only make the answer stale.

    use std::fs;
    use std::io;
    use std::path::{Component, Path, PathBuf};

    use crate::Found;

    #[derive(Debug)]
    pub(super) struct Root(PathBuf);

    impl Root {
        pub(super) fn open(root: &Path) -> io::Result<Self> {
            fs::canonicalize(root).map(Self)
        }

        pub(super) fn probe(&self, path: &str, _: bool) -> Found {
            let mut at = self.0.clone();
            let (mut depth, mut last) = (0_usize, None);
            for part in path.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")) {
                // Pushing a part with a drive would put it in the place of the whole path.
                if part.contains(':') || (part == ".." && depth == 0) {
                    return Found::LeavesRoot;
                }
                if part == ".." {
                    depth -= 1;
                    at.pop();
                    last = fs::symlink_metadata(&at).ok();
                    continue;
                }
                at.push(part);
                match fs::symlink_metadata(&at) {
                    Ok(metadata) if metadata.is_symlink() => return link(&at, depth),
                    Ok(metadata) => last = Some(metadata),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => return Found::Missing,
                    Err(error) => return Found::Unknown(error.to_string()),
                }
                depth += 1;
            }
            match last {
                Some(metadata) if metadata.is_file() => Found::File { bytes: metadata.len() },
                _ => Found::NotAFile,
            }
        }
    }

    /// A link so many folders below the root: whether its target leaves the root by its text.
    fn link(at: &Path, depth: usize) -> Found {
        let Ok(target) = fs::read_link(at) else { return Found::LeavesRoot };
        let mut depth = Some(depth);
        for part in target.components() {
            depth = match (part, depth) {
                (Component::Normal(_), Some(depth)) => Some(depth + 1),
                (Component::CurDir, depth) => depth,
                (Component::ParentDir, Some(depth)) => depth.checked_sub(1),
                _ => None,
            };
        }
        match depth {
            Some(_) => Found::Unknown("a symbolic link is not followed".to_owned()),
            None => Found::LeavesRoot,
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
        // No lock beside what can be no log, such as a device.
        match open_regular(&path, OpenOptions::new().read(true)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut options = OpenOptions::new();
        let lock = options.create(true).truncate(false).read(true).write(true);
        let lock = open_regular(&beside(&path, ".lock"), lock)?;
        lock.lock()?;
        watch(LogStep::Locked)?;
        let old = match read_log(&path) {
            Ok(old) => old,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let new = std::str::from_utf8(&old).ok().and_then(|old| append_entry(old, entry).ok());
        let damaged = new.is_none();
        let new = new.map_or_else(|| append_entry("", entry), Ok).map_err(io::Error::other)?;
        let temporary = beside(&path, ".tmp");
        let done = replace(&path, &temporary, Logs { old: &old, new: &new, damaged }, watch);
        if done.is_err() {
            // Left where it is, it would be taken away by the next writer; a full disk needs the room now.
            let _ = fs::remove_file(&temporary);
        }
        done
    }
}

/// The log as it was found and as it shall be.
#[derive(Clone, Copy)]
struct Logs<'a> {
    old: &'a [u8],
    new: &'a str,
    damaged: bool,
}

fn replace(
    path: &Path,
    temporary: &Path,
    Logs { old, new, damaged }: Logs<'_>,
    watch: &mut dyn FnMut(LogStep) -> io::Result<()>,
) -> io::Result<Appended> {
    match fs::remove_file(temporary) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = create_like(temporary, fs::metadata(path).ok().as_ref())?;
    watch(LogStep::Created)?;
    let (begin, rest) = new.as_bytes().split_at(new.len() / 2);
    file.write_all(begin)?;
    watch(LogStep::Begun)?;
    file.write_all(rest)?;
    watch(LogStep::Written)?;
    file.sync_all()?;
    watch(LogStep::Synced)?;
    let kept_aside = if damaged { Some(keep_aside(path)?) } else { None };
    if kept_aside.is_some() {
        watch(LogStep::KeptAside)?;
    }
    if !reads(path, old)? {
        return Err(io::Error::other("the log was changed meanwhile by a program that did not wait for its turn"));
    }
    fs::rename(temporary, path)?;
    watch(LogStep::Renamed)?;
    sync_folder(path)?;
    Ok(Appended { kept_aside })
}

/// Makes a file that was not there. In the place of another one it begins as its owner's alone and takes the permissions
/// of the other before anything is written, so that a private log is at no moment open to others.
fn create_like(path: &Path, other: Option<&Metadata>) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let Some(other) = other else { return options.open(path) };
    let file = private(&mut options).open(path)?;
    file.set_permissions(other.permissions())?;
    Ok(file)
}

#[cfg(unix)]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(0o600)
}

#[cfg(not(unix))]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Whether the log still reads as it did. The lock binds only those who take it; this sees what others did, but for the
/// moment until the rename.
fn reads(path: &Path, old: &[u8]) -> io::Result<bool> {
    match read_log(path) {
        Ok(now) => Ok(now == old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(old.is_empty()),
        Err(error) => Err(error),
    }
}

/// The most that a log holds: it is read into memory for every entry.
const MOST_BYTES: usize = 1 << 28;

/// The bytes of the log, which has to be a regular file of a size that can be read.
fn read_log(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = read_regular(path, MOST_BYTES)?;
    if bytes.len() > MOST_BYTES {
        let why = format!("the log has more than {MOST_BYTES} bytes; move it away");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
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
            Err(_) => match create_like(&aside, fs::metadata(path).ok().as_ref()) {
                Ok(mut copy) => {
                    io::copy(&mut open_regular(path, OpenOptions::new().read(true))?, &mut copy)?;
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
