//! A file as the kernel gives it, for the many that are read at once.
//!
//! The C library's calls can be cancelled, and in a program with several threads each of them pays for that; a read that
//! moves a shared offset takes a lock. Both cost more than to read a small message, and neither is needed here.

use std::io;
use std::path::Path;

use rustix::buffer::spare_capacity;
use rustix::fs::{Mode, OFlags, open};
use rustix::io::{Errno, pread, read, retry_on_intr};

use super::read::USUAL;

/// Puts the bytes of a file behind those that are there, at most so many. The system is not asked for the size first: most
/// messages are read at once, and to ask costs as much as to read them.
pub(super) fn append(path: &Path, most: usize, bytes: &mut Vec<u8>) -> io::Result<()> {
    let file = retry_on_intr(|| open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()))?;
    let start = bytes.len();
    loop {
        bytes.reserve(USUAL);
        let at = bytes.len() - start;
        let read = retry_on_intr(|| match pread(&file, spare_capacity(bytes), at as u64) {
            // Pipes and terminals have no places.
            Err(Errno::SPIPE) => read(&file, spare_capacity(bytes)),
            counted => counted,
        })?;
        if read == 0 || bytes.len() - start >= most {
            bytes.truncate(start.saturating_add(most));
            return Ok(());
        }
    }
}
