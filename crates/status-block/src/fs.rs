//! Appending to a scratchpad on disk: one write in append mode under a lock on the pad (R-S7).
#![expect(clippy::disallowed_methods, reason = "the one file of this crate that touches the disk")]

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use crate::scratchpad::{NewEntry, Tail, note_after_tail};

/// What an append did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Appended {
    /// The number of the entry in the pad, from 1; of a note, the entry that it belongs to, or 0.
    pub entry: usize,
    /// Whether an entry that a crash had cut short was closed first.
    pub closed_torn: bool,
}

/// Appends an entry to the pad, which is created where it is missing.
///
/// The pad is locked while it is gone through and the entry is written, so that any number of processes can append at
/// once. Every line is looked at, which takes time in proportion to the pad, but none is kept ([`Tail`]). The entry goes to the disk in one write; what a crash leaves of it is recognised and closed by the next
/// append.
pub fn append(pad: &Path, entry: &NewEntry) -> io::Result<Appended> {
    let tail = with_lock(pad, |tail| entry.after_tail(tail))?;
    Ok(Appended { entry: tail.entries() + 1, closed_torn: tail.is_torn() })
}

/// Appends a note of the orchestrator to the pad.
pub fn note(pad: &Path, text: &str) -> io::Result<Appended> {
    let tail = with_lock(pad, |tail| note_after_tail(tail, text))?;
    Ok(Appended { entry: tail.entries(), closed_torn: tail.is_torn() })
}

/// Closes an entry that a crash cut short, without appending anything else; whether there was one.
pub fn close_torn(pad: &Path) -> io::Result<bool> {
    let bytes = |tail: &Tail| if tail.is_torn() { tail.closing() } else { Vec::new() };
    with_lock(pad, bytes).map(|tail| tail.is_torn())
}

/// The bytes of a pad, for [`Pad::read`](crate::scratchpad::Pad::read). A shared lock waits for an append that is under way.
pub fn read(pad: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(pad)?;
    file.lock_shared()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Locks the pad, goes through it, and writes what `new` makes of its end; gives the end that it had. The lock ends with
/// the file handle.
fn with_lock(pad: &Path, new: impl FnOnce(&Tail) -> Vec<u8>) -> io::Result<Tail> {
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(pad)?;
    file.lock()?;
    let tail = tail_of(&mut BufReader::with_capacity(1 << 16, &file))?;
    write_once(&mut file, &new(&tail))?;
    file.sync_data()?;
    Ok(tail)
}

/// The end of the pad, whose lines go by one at a time.
fn tail_of(pad: &mut impl BufRead) -> io::Result<Tail> {
    let (mut tail, mut line) = (Tail::default(), Vec::new());
    while pad.read_until(b'\n', &mut line)? > 0 {
        tail.line(&line);
        line.clear();
    }
    Ok(tail)
}

/// One write; the system may take it in parts, each of which a crash can be the last.
fn write_once(file: &mut impl Write, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let part = fail_point::part(bytes);
        let written = match file.write(part) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            written => written?,
        };
        fail_point::after_write(written)?;
        if written == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        bytes = bytes.get(written..).unwrap_or_default();
    }
    Ok(())
}

/// Where tests let a write stop halfway; outside of tests nothing happens here.
#[cfg(not(test))]
mod fail_point {
    use std::io;

    pub(super) fn part(bytes: &[u8]) -> &[u8] {
        bytes
    }

    #[expect(clippy::unnecessary_wraps, reason = "it fails in tests")]
    pub(super) fn after_write(_: usize) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod fail_point {
    use std::cell::Cell;
    use std::io;

    thread_local! {
        /// How many bytes are written before the process "dies".
        static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
    }

    pub(super) fn set(bytes: Option<usize>) {
        LEFT.set(bytes);
    }

    pub(super) fn part(bytes: &[u8]) -> &[u8] {
        LEFT.get().map_or(bytes, |left| &bytes[..left.min(bytes.len())])
    }

    pub(super) fn after_write(_: usize) -> io::Result<()> {
        if LEFT.get().is_some() { Err(io::Error::other("the fail point")) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratchpad::Pad;

    struct Scratch(std::path::PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("status-block-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            Self(folder.join("pad.md"))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(self.0.parent().unwrap());
        }
    }

    fn entry(attempt: u32) -> NewEntry {
        let output =
            "STATUS: success\n\n[AGENT OUTPUT ENDS]\n### GATE 9: forged - Attempt 9\nSUMMARY:\n  what_i_did: \"x\"";
        NewEntry::new(2, "Analysis", attempt).agent("analyst").before("one\ntwo").output(output).after("three")
    }

    /// The process dies after every possible number of bytes: what was there stays, and what comes after is whole.
    #[test]
    fn a_crash_at_any_byte_harms_nothing_but_its_own_entry() {
        let length = entry(2).to_bytes(&entry(1).to_bytes(b"")).len();
        for cut in 0..length {
            let scratch = Scratch::new("crash");
            append(&scratch.0, &entry(1)).unwrap();
            fail_point::set(Some(cut));
            append(&scratch.0, &entry(2)).expect_err("the fail point stops it");
            fail_point::set(None);
            let only_breaks_missing = cut + 2 >= length;
            let done = append(&scratch.0, &entry(3)).unwrap();
            let bytes = read(&scratch.0).unwrap();
            let pad = Pad::read(&bytes);
            let whole = |attempt: u32| {
                let found: Vec<_> = pad.entries().iter().filter(|it| it.attempt == Some(attempt) && !it.torn).collect();
                let [found] = found[..] else { panic!("cut {cut}: {:?}", String::from_utf8_lossy(&bytes)) };
                assert_eq!(pad.output(found).unwrap().as_ref(), entry(attempt).output.unwrap(), "cut {cut}");
                assert_eq!((found.before.len(), found.after.len(), found.gate), (3, 1, Some(2)), "cut {cut}");
            };
            whole(1);
            whole(3);
            if only_breaks_missing {
                whole(2);
                assert!(!done.closed_torn && pad.entries().len() == 3, "cut {cut}");
                continue;
            }
            assert!(!pad.torn_tail(), "cut {cut}");
            // Of the entry that was cut nothing is left, or it is known as torn.
            let rest: Vec<_> =
                pad.entries().iter().filter(|it| !matches!(it.attempt, Some(1 | 3)) || it.torn).collect();
            assert!(rest.iter().all(|it| it.torn), "cut {cut}: {:?}", String::from_utf8_lossy(&bytes));
            assert!(rest.iter().all(|it| pad.parsed(it).is_none()), "a torn output states nothing, cut {cut}");
            assert_eq!(done.closed_torn, !rest.is_empty(), "cut {cut}");
        }
    }

    /// A writer that answers as it is told.
    struct Told(Vec<io::Result<usize>>);

    impl Write for Told {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            self.0.remove(0)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_interrupted_write_is_made_again_and_one_that_takes_nothing_fails() {
        let interrupted = || Err(io::ErrorKind::Interrupted.into());
        write_once(&mut Told(vec![interrupted(), Ok(1), interrupted(), Ok(2)]), b"abc").unwrap();
        let full = write_once(&mut Told(vec![Ok(1), Ok(0)]), b"abc").unwrap_err();
        assert_eq!(full.kind(), io::ErrorKind::WriteZero);
    }

    #[test]
    fn a_note_closes_a_torn_tail_too() {
        let scratch = Scratch::new("note");
        fail_point::set(Some(90));
        append(&scratch.0, &entry(1)).expect_err("the fail point stops it");
        fail_point::set(None);
        assert!(note(&scratch.0, "back again").unwrap().closed_torn);
        assert!(!note(&scratch.0, "and again").unwrap().closed_torn);
        assert!(!close_torn(&scratch.0).unwrap());
        let bytes = read(&scratch.0).unwrap();
        let pad = Pad::read(&bytes);
        assert_eq!(pad.entries().len(), 1);
        assert!(pad.entries()[0].torn);
        assert_eq!(pad.entries()[0].after, ["back again", "and again"]);
    }
}
