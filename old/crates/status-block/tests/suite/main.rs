//! The laws of the status block and its scratchpad, from outside.
#![expect(clippy::disallowed_methods, reason = "tests read fixtures, write scratch files and start processes")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod convert;
mod cuts;
#[cfg(all(feature = "fs", unix))]
#[path = "../../../../testing/faults.rs"]
mod faults;
mod laws;
mod oracle;
#[cfg(all(feature = "fs", unix))]
mod pad_faults;
mod pads;
#[cfg(feature = "fs")]
mod processes;
mod reading;
mod values;
mod verdicts;
