//! Opening what has to be a file (feature `fs`): a pipe would let us wait, and a device may never end.
#![expect(clippy::disallowed_methods, reason = "the one file of this crate that touches the disk")]

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

/// Opens a regular file without waiting for anybody; a link is followed. Anything else is an error at once.
pub fn open_regular(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let file = without_waiting(options).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("is no regular file")) }
}

/// The bytes of a regular file, at most one more than `most`: then it is known to be larger, however large it is.
pub fn read_regular(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let file = open_regular(path, OpenOptions::new().read(true))?;
    let mut bytes = Vec::new();
    file.take(u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed())
}

#[cfg(not(unix))]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}
