//! A temporary folder for one test, removed when the test ends.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::repo;

/// The folder.
#[derive(Debug)]
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// A fresh, empty folder; `name` only helps to recognise it.
    pub(crate) fn new(name: &str) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("xtask-{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary folder can be written");
        Self(path)
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file in it.
    pub(crate) fn write(&self, path: &str, text: &str) {
        repo::write(&self.0.join(path), text).expect("the temporary folder can be written");
    }

    /// Reads a file in it.
    pub(crate) fn read(&self, path: &str) -> String {
        repo::read_text(&self.0.join(path)).expect("the test wrote this file")
    }

    /// Removes a file in it.
    pub(crate) fn remove(&self, path: &str) {
        repo::remove(&self.0.join(path)).expect("the test wrote this file");
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A leftover in the temporary folder is no reason to fail a test.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
