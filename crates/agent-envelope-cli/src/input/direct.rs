//! A file as the kernel gives it, for the many that are read at once.
//!
//! The C library's calls can be cancelled, and in a program with several threads each of them pays for that; a read that
//! moves a shared offset takes a lock. Both cost more than to read a small message, and neither is needed here.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rustix::fs::{Mode, OFlags, open};
use rustix::io::{Errno, pread, read, retry_on_intr};

/// A file that is read from its start on.
#[derive(Debug)]
pub(super) struct Direct {
    file: File,
    at: u64,
}

impl Direct {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let opened = retry_on_intr(|| open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()))?;
        Ok(Self { file: opened.into(), at: 0 })
    }
}

impl Read for Direct {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = match pread(&self.file, &mut *buffer, self.at) {
            // Pipes and terminals have no places.
            Err(Errno::SPIPE) => read(&self.file, buffer),
            counted => counted,
        }?;
        self.at += count as u64;
        Ok(count)
    }
}
