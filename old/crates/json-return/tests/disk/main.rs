//! The disk: artifacts under a root, and the log of errors, with real files and real processes.
#![cfg(all(feature = "fs", unix))]
#![expect(clippy::disallowed_methods, reason = "tests of what works on the disk")]

mod artifacts;
#[path = "../../../../testing/faults.rs"]
mod faults;
mod log;
mod log_faults;

use faults::Scratch;
