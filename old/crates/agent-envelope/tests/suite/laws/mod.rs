//! What holds of every message, whatever its bytes: the laws that fuzzing attacks.
//!
//! They stand here once. The mutation test beside them, the replay of what fuzzing found and the targets in `fuzz/`
//! apply them; `fuzz/src/lib.rs` includes this folder, so nothing in it may lean on the rest of the tests. A law that is
//! broken panics and says which.

mod aggregate;
mod convert;
mod edits;
mod hook;
mod json;
mod pad;
pub(crate) mod reading;
mod splices;

use agent_envelope::Protocol;

/// Applies the laws of one target to some bytes.
pub(crate) type Target = fn(&[u8]);

/// The targets by name; each has a file in `fuzz/fuzz_targets`.
pub(crate) const TARGETS: [(&str, Target); 11] = [
    ("json", json::check),
    ("json_return", |bytes| json::check_protocol(Protocol::JsonReturn, bytes)),
    ("report_contract", |bytes| json::check_protocol(Protocol::ReportContract, bytes)),
    ("status_block", |bytes| {
        let (selector, rest) = select(bytes, 2);
        if selector == 0 { reading::check(Protocol::StatusBlock, rest) } else { pad::check(rest) }
    }),
    ("clarity", |bytes| reading::check(Protocol::Clarity, bytes)),
    ("clarifications", |bytes| reading::check(Protocol::Clarifications, bytes)),
    ("evaluation_decisions", |bytes| {
        let (selector, rest) = select(bytes, 2);
        if selector == 0 {
            json::check_protocol(Protocol::Evaluation, rest);
        } else {
            reading::check(Protocol::Decisions, rest);
        }
    }),
    ("convert", |bytes| {
        let (selector, rest) = select(bytes, Protocol::ALL.len());
        convert::check(Protocol::ALL[selector], rest);
    }),
    ("edits", edits::check),
    ("aggregate", aggregate::check),
    ("hook", hook::check),
];

/// The first byte chooses among `many`, `0` the first one; the rest is the message.
fn select(bytes: &[u8], many: usize) -> (usize, &[u8]) {
    let (first, rest) = bytes.split_first().unwrap_or((&b'0', &[]));
    (usize::from(first.wrapping_sub(b'0')) % many, rest)
}

/// The pieces between NUL bytes, at most `many`; the last one takes the rest.
fn pieces(bytes: &[u8], many: usize) -> Vec<&[u8]> {
    bytes.splitn(many, |byte| *byte == 0).collect()
}
