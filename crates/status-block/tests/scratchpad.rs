//! A scratchpad file with several writers, and with writers that are stopped.

#![cfg(feature = "fs")]
#![allow(clippy::disallowed_methods, reason = "a test of files")]

use status_block::fs::{append, note, read};
use status_block::scratchpad::{NewEntry, entries};

#[test]
fn writers_at_the_same_time_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let pad = folder.path().join("pad.md");
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let pad = &pad;
            scope.spawn(move || {
                for round in 0..25 {
                    let output = format!("{writer}/{round}\n").repeat(200);
                    append(pad, &NewEntry::new(writer, "Race", round, "runner", &output)).unwrap();
                }
            });
        }
    });
    let read = entries(&read(&pad).unwrap());
    assert_eq!(read.len(), 100);
    for entry in read {
        let expected = format!("{}/{}\n", entry.gate.unwrap(), entry.attempt.unwrap()).repeat(200);
        assert_eq!(entry.output, Some(expected));
    }
}

#[test]
fn a_writer_stopped_anywhere_spoils_its_own_entry_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let pad = folder.path().join("pad.md");
    append(&pad, &NewEntry::new(1, "Setup", 1, "a", "first ü\n[A OUTPUT ENDS]\n")).unwrap();
    let first = std::fs::read(&pad).unwrap();
    append(&pad, &NewEntry::new(1, "Setup", 2, "b", "zwölf\n[B OUTPUT ENDS]\n### GATE 7: x\n").note("n")).unwrap();
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
    }
}
