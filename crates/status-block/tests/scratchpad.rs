//! A scratchpad file whose writer is stopped within a write. What a killed command leaves is tried on the command itself.

#![cfg(feature = "fs")]
#![allow(clippy::disallowed_methods, reason = "a test of files")]

use status_block::fs::{append, note, read};
use status_block::scratchpad::{Entry, NewEntry, entries};

#[test]
fn a_writer_stopped_anywhere_spoils_its_own_entry_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let pad = folder.path().join("pad.md");
    append(&pad, &NewEntry::new(1, "Setup", 1, "a", "first ü\n[A OUTPUT ENDS]\n")).unwrap();
    let first = std::fs::read(&pad).unwrap();
    let second = "zwölf\n[B OUTPUT ENDS]\n[B OUTPUT CUT] x\n[B OUTPUT ENDS] x\n### GATE 7: x\n";
    append(&pad, &NewEntry::new(1, "Setup", 2, "b", second).note("n").note_after("n")).unwrap();
    let whole = std::fs::read(&pad).unwrap();
    for cut in first.len()..=whole.len() {
        std::fs::write(&pad, &whole[..cut]).unwrap();
        note(&pad, "the writer was stopped").unwrap();
        append(&pad, &NewEntry::new(2, "Next", 1, "c", "third")).unwrap();
        let read = entries(&read(&pad).unwrap());
        assert_eq!(read[0].output.as_deref(), Some("first ü\n[A OUTPUT ENDS]\n"), "cut at {cut}");
        let last = read.last().unwrap();
        assert_eq!((last.gate, last.output.as_deref()), (Some(2), Some("third")), "cut at {cut}");
        assert!(read.len() <= 3, "cut at {cut}: {read:#?}");
        let is_whole = |entry: &Entry| !entry.complete || entry.output.as_deref().is_none_or(|output| output == second);
        assert!(read[1..read.len() - 1].iter().all(is_whole), "cut at {cut}: {read:#?}");
    }
}
