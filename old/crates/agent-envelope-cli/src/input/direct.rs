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
    let (start, mut at) = (bytes.len(), 0);
    while at < most {
        make_room(at, most, bytes);
        let read = retry_on_intr(|| match pread(&file, spare_capacity(bytes), at as u64) {
            // Pipes and terminals have no places.
            Err(Errno::SPIPE) => read(&file, spare_capacity(bytes)),
            counted => counted,
        })?;
        if read == 0 {
            break;
        }
        at += read;
    }
    bytes.truncate(start.saturating_add(most));
    Ok(())
}

/// Room for the usual message, and for as much again of a larger one, but not for what nobody wants: all room is read into.
fn make_room(at: usize, most: usize, bytes: &mut Vec<u8>) {
    if at == 0 {
        bytes.reserve(USUAL);
    } else if bytes.len() == bytes.capacity() {
        bytes.reserve_exact(at.min(most - at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults::Scratch;

    #[test]
    fn what_is_too_large_is_not_read_to_the_end() {
        let scratch = Scratch::new();
        std::fs::write(scratch.path("large"), vec![b'x'; 1 << 20]).unwrap();
        for most in [1, 10, USUAL - 1, USUAL, USUAL + 1, 5 * USUAL, 100_001] {
            let mut bytes = Vec::new();
            append(&scratch.path("large"), most, &mut bytes).unwrap();
            assert_eq!(bytes.len(), most);
            assert!(bytes.capacity() <= most.max(USUAL), "room for {} of {most}", bytes.capacity());
        }
    }
}
