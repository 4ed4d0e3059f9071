//! Laws of the scratchpad: what is copied comes back byte for byte, and nothing can forge an entry (R-S7).

use agent_envelope::status_block::scratchpad::{NewEntry, Pad, closing, note};

use super::pieces;
use super::reading::steps;

/// The first piece is a pad as somebody left it, the second an agent's output, the third a note.
pub(crate) fn check(bytes: &[u8]) {
    let pieces = pieces(bytes, 3);
    let (old, output) = (pieces[0], pieces.get(1).copied().unwrap_or_default());
    let words = String::from_utf8_lossy(pieces.get(2).copied().unwrap_or_default());
    check_pad(old);
    let before = Pad::read(old).entries().len();

    let mut pad = old.to_vec();
    pad.extend(NewEntry::new(7, "Review", 2).agent("reviewer").output(output).after(words.as_ref()).to_bytes(&pad));
    pad.extend(note(&pad, &words));
    let read = Pad::read(&pad);
    assert!(pad.starts_with(old), "append-only");
    assert!(!read.torn_tail(), "a whole entry reads as torn");
    assert_eq!(read.entries().len(), before + 1, "one entry more");
    let last = read.entries().last().expect("the new entry");
    assert_eq!((last.gate, last.attempt, last.torn), (Some(7), Some(2), false));
    assert_eq!(read.output(last).as_deref(), Some(output), "the output comes back byte for byte");
    check_pad(&pad);
    for cut in [pad.len() / 3, pad.len() / 2, pad.len().saturating_sub(2)] {
        check_pad(&pad[..cut]);
    }
}

fn check_pad(bytes: &[u8]) {
    let length = String::from_utf8_lossy(bytes).len().max(bytes.len());
    steps::start();
    let pad = Pad::read(bytes);
    steps::assert_linear(length);
    for found in pad.diagnostics() {
        assert!(found.span.end() <= length, "{}: {} of {length}", found.rule.code(), found.span);
    }
    for entry in pad.entries() {
        steps::start();
        let parsed = pad.parsed(entry);
        steps::assert_linear(String::from_utf8_lossy(&bytes[entry.span.range()]).len());
        if let Some(parsed) = parsed {
            assert!(!parsed.outcome().is_success() || !entry.torn, "a torn output states no success");
        }
        let _ = pad.output(entry);
    }
    for gate in pad.gates() {
        steps::start();
        let _ = pad.last_status(gate.number);
        steps::assert_linear(length);
        let _ = pad.attempt_results(gate.number);
        steps::assert_linear(length);
    }
    let closed = [bytes, &closing(bytes)].concat();
    assert!(!Pad::read(&closed).torn_tail(), "what closes a torn tail leaves none");
}
