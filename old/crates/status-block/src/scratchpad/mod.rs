//! The scratchpad: an append-only Markdown file into which an orchestrator copies what agents report (R-S7).
//!
//! ```text
//! ### GATE 3: RED Phase - Attempt 1 <!-- 214 bytes -->
//! ORCHESTRATOR: Delegating to test-writer
//! [AGENT OUTPUT STARTS]
//! STATUS: success
//! …
//! [AGENT OUTPUT ENDS]
//! ORCHESTRATOR: Tests written, proceeding to validation
//! ```
//!
//! What an agent wrote is kept byte for byte between the two marker lines; the line break before the closing marker is
//! not part of it. **Quoting:** a line of the output that reads like a marker, after any number of back-slashes, gets one
//! more back-slash at its start, and reading takes one off. So no output can end its entry or forge another, whatever it
//! says; every other byte is copied as it is. Inside an output headings mean nothing.
//!
//! **Torn tails:** the comment at the end of a heading tells how long the entry is, and every entry ends with a blank
//! line. An entry that a crash cut short is recognised by both, whatever byte it was cut at, and the next append closes
//! it with the line `[AGENT OUTPUT TORN]`. A torn output states no status: a report cut at a line's end may look like a
//! success. A later note that was cut short has no line end, or no blank line behind it; the next append says so in a note
//! of its own, and the entry stays what it was. An editor trims blank lines, and a hand may leave out the last line end, so
//! of a note that lacks no more than that, the note says only that it may have been cut off.
//!
//! Reading takes pads that people wrote or edited by hand: markers with an agent's name in place of AGENT, headings with
//! a state in place of an attempt, `#### Attempt 2` below a gate, headings of any level or in bold, entries without output.
//! What is odd is reported. Of several outputs under one heading the worst counts.

mod cut;
mod heading;
mod marker;
mod pad;
mod read;
mod rules;
mod tail;
mod write;

pub use pad::{Entry, Gate, LastStatus, Output, Pad};
pub(crate) use read::is_pad_line;
pub use rules::RULES;
pub use tail::Tail;
pub use write::{NewEntry, closing, note, note_after_tail};
