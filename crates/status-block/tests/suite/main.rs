//! The laws of the status block and its scratchpad, from outside.
#![expect(clippy::disallowed_methods, reason = "tests read fixtures, write scratch files and start processes")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod convert;
mod laws;
mod oracle;
mod pads;
#[cfg(feature = "fs")]
mod processes;
mod values;
