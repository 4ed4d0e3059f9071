//! Appending to a scratchpad on disk: one write in append mode under a lock on the pad (R-S7).
#![expect(clippy::disallowed_methods, reason = "the one file of this crate that touches the disk")]

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use envelope_core::fs::open_regular;

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
    let file = open_regular(pad, OpenOptions::new().read(true))?;
    file.lock_shared()?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    fits(bytes.len() as u64)?;
    Ok(bytes)
}

/// The most that a pad holds. What is larger was never written here, and would not fit into memory to be read.
const MOST_BYTES: u64 = 1 << 30;

fn fits(bytes: u64) -> io::Result<()> {
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, format!("a pad has at most {MOST_BYTES} bytes"));
    if bytes > MOST_BYTES { Err(too_large()) } else { Ok(()) }
}

/// Locks the pad, goes through it, and writes what `new` makes of its end; gives the end that it had. The lock ends with
/// the file handle. On an error the pad is as it was.
fn with_lock(pad: &Path, new: impl FnOnce(&Tail) -> Vec<u8>) -> io::Result<Tail> {
    let mut file = locked(pad)?;
    fits(file.metadata()?.len())?;
    let tail = tail_of(&mut BufReader::with_capacity(1 << 16, &file))?;
    let (new, before, mut written) = (new(&tail), file.metadata()?.len(), 0);
    fits(before.saturating_add(new.len() as u64))?;
    let done = write_once(&mut file, &new, &mut written).and_then(|()| file.sync_data());
    if let Err(error) = done {
        take_back(&file, before, written);
        return Err(error);
    }
    if is_at(pad, &file) { Ok(tail) } else { Err(io::Error::other("the pad was replaced while it was written to")) }
}

/// Opens the pad and locks it. Who waited for the lock may hold a pad whose place another file has taken meanwhile; what
/// is written there nobody reads, so it is opened again.
fn locked(pad: &Path) -> io::Result<File> {
    for _ in 0..MOST_TRIES {
        let file = open_regular(pad, OpenOptions::new().read(true).append(true).create(true))?;
        file.lock()?;
        if is_at(pad, &file) {
            return Ok(file);
        }
    }
    Err(io::Error::other("the pad is replaced again and again"))
}

/// How often a pad is opened again.
const MOST_TRIES: usize = 64;

/// Whether the path still leads to this file.
#[cfg(unix)]
fn is_at(pad: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let same = |one: std::fs::Metadata, other: std::fs::Metadata| (one.dev(), one.ino()) == (other.dev(), other.ino());
    std::fs::metadata(pad).and_then(|path| Ok(same(path, file.metadata()?))).unwrap_or(false)
}

/// An open file keeps its place here.
#[cfg(not(unix))]
fn is_at(_: &Path, _: &File) -> bool {
    true
}

/// Takes away the part of an entry that was written before the disk was full; nothing that somebody else wrote.
fn take_back(file: &File, before: u64, written: u64) {
    let only_ours = || file.metadata().is_ok_and(|now| now.len() == before.saturating_add(written));
    if written > 0 && !fail_point::is_set() && only_ours() {
        // Where even this fails, the next append finds the torn entry and closes it.
        let _ = file.set_len(before);
    }
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
fn write_once(file: &mut impl Write, mut bytes: &[u8], total: &mut u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let part = fail_point::part(bytes);
        let written = match file.write(part) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            written => written?,
        };
        *total = total.saturating_add(written as u64);
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

    pub(super) const fn is_set() -> bool {
        false
    }
}

#[cfg(test)]
mod fail_point {
    use std::cell::Cell;
    use std::io;

    /// In processes that die after a step, a write is taken in parts of this size.
    const PART: usize = 7;

    thread_local! {
        /// How many bytes are written before the process "dies".
        static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
    }

    pub(super) fn set(bytes: Option<usize>) {
        LEFT.set(bytes);
    }

    pub(super) fn part(bytes: &[u8]) -> &[u8] {
        let parts = crate::faults::is_watched().then_some(PART);
        LEFT.get().or(parts).map_or(bytes, |left| &bytes[..left.min(bytes.len())])
    }

    /// Whether a test plays a crash: then nothing is taken back.
    pub(super) fn is_set() -> bool {
        LEFT.get().is_some()
    }

    pub(super) fn after_write(_: usize) -> io::Result<()> {
        crate::faults::passed();
        if LEFT.get().is_some() { Err(io::Error::other("the fail point")) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults;
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

    /// The pad of a process that dies after a write.
    const PAD: &str = "STATUS_BLOCK_FAULT_PAD";

    /// What it does there, if it does not append.
    const DOES: &str = "STATUS_BLOCK_FAULT_DOES";
    const NOTE: &str = "proceeding to validation";

    /// The part of that process.
    #[test]
    fn child() {
        let Ok(pad) = std::env::var(PAD) else { return };
        let pad = Path::new(&pad);
        let done = match std::env::var(DOES).as_deref() {
            Ok("note") => note(pad, NOTE).map(drop),
            Ok("close") => close_torn(pad).map(drop),
            _ => append(pad, &entry(2)).map(drop),
        };
        if let Err(error) = done {
            faults::failed(&error);
            std::process::exit(27);
        }
    }

    fn does(what: &str, pad: &Path) -> std::process::Command {
        let mut command = faults::this_program("fs::tests::child");
        command.env(PAD, pad).env(DOES, what);
        command
    }

    /// The notes behind the first entry, which is whole, and so is the third.
    fn notes_of_the_first(pad: &Path, step: u32) -> Vec<String> {
        let bytes = read(pad).unwrap();
        let found = Pad::read(&bytes);
        let whole: Vec<_> = found.entries().iter().filter(|it| !it.torn).collect();
        let attempts: Vec<_> = whole.iter().map(|it| it.attempt).collect();
        assert_eq!(attempts, [Some(1), Some(3)], "step {step}: {}", String::from_utf8_lossy(&bytes));
        for it in &whole {
            assert_eq!(found.output(it).unwrap().as_ref(), entry(1).output.unwrap());
        }
        whole[0].after.clone()
    }

    /// A process dies after any write of a note.
    #[test]
    fn a_note_that_is_cut_off_harms_nothing() {
        let scratch = Scratch::new("dies-noting");
        append(&scratch.0, &entry(1)).unwrap();
        let deaths = faults::killed_after_each_step(
            || does("note", &scratch.0),
            |step, died| {
                append(&scratch.0, &entry(3)).unwrap();
                let notes = notes_of_the_first(&scratch.0, step);
                assert_eq!(notes[0], "three", "step {step}");
                // What was noted is there; of what was not, at most its beginning.
                let told = notes.last().is_some_and(|last| last.contains("was cut off"));
                let last = notes[1..notes.len() - usize::from(told)].join("\n");
                assert!(NOTE.starts_with(&last) && (died || last == NOTE), "step {step}: {notes:?}");
                assert!(told || last.is_empty() || last == NOTE, "step {step}: {notes:?}");
                std::fs::remove_file(&scratch.0).unwrap();
                append(&scratch.0, &entry(1)).unwrap();
            },
        );
        assert!(deaths > 3, "{deaths}");
    }

    /// A process dies after any write of what closes the entry that another left torn.
    #[test]
    fn a_torn_tail_whose_closing_is_cut_off_is_closed_by_the_next() {
        let torn = |pad: &Path| {
            append(pad, &entry(1)).unwrap();
            fail_point::set(Some(90));
            append(pad, &entry(2)).expect_err("the fail point stops it");
            fail_point::set(None);
        };
        for what in ["close", "note"] {
            let scratch = Scratch::new(&format!("dies-closing-{what}"));
            torn(&scratch.0);
            let deaths = faults::killed_after_each_step(
                || does(what, &scratch.0),
                |step, _| {
                    append(&scratch.0, &entry(3)).unwrap();
                    assert_eq!(notes_of_the_first(&scratch.0, step), ["three"], "step {step}");
                    let bytes = read(&scratch.0).unwrap();
                    let found = Pad::read(&bytes);
                    assert!(found.entries().iter().any(|it| it.torn) && !found.torn_tail(), "step {step}");
                    std::fs::remove_file(&scratch.0).unwrap();
                    torn(&scratch.0);
                },
            );
            assert!(deaths > 3, "{what}: {deaths}");
        }
    }

    /// Another process puts a pad in the place of the one that is written to: who wrote is told, and both pads stand.
    #[test]
    fn a_pad_that_is_replaced_at_any_write_is_told() {
        for (what, step) in [("append", 1), ("append", 9), ("note", 2)] {
            let scratch = Scratch::new(&format!("replaced-{what}-{step}"));
            append(&scratch.0, &entry(1)).unwrap();
            let old = scratch.0.with_file_name("old.md");
            let new = entry(3).to_bytes(b"");
            let (well, said) = faults::meanwhile_at(does(what, &scratch.0), step, || {
                std::fs::rename(&scratch.0, &old).unwrap();
                std::fs::write(&scratch.0, &new).unwrap();
            });
            assert!(!well && said.contains("failed: the pad was replaced while it was written to"), "{what}: {said}");
            assert_eq!(read(&scratch.0).unwrap(), new, "{what} {step}");
            assert!(read(&old).unwrap().starts_with(&entry(1).to_bytes(b"")), "{what} {step}");
        }
    }

    /// A pad of more bytes than can be read is refused before anything is read or written.
    #[test]
    fn a_pad_without_end_is_an_error() {
        let scratch = Scratch::new("endless");
        File::create(&scratch.0).unwrap().set_len(MOST_BYTES + 1).unwrap();
        for error in [append(&scratch.0, &entry(1)).unwrap_err(), note(&scratch.0, NOTE).unwrap_err()] {
            assert_eq!(error.to_string(), "a pad has at most 1073741824 bytes");
        }
        assert_eq!(File::open(&scratch.0).unwrap().metadata().unwrap().len(), MOST_BYTES + 1);
    }

    /// A real process dies after its first write, after its second, and so on: the entry before stays, and the next one
    /// is whole.
    #[test]
    fn a_process_that_dies_after_any_write_harms_nothing() {
        let pad = std::cell::RefCell::new(Scratch::new("dies"));
        append(&pad.borrow().0, &entry(1)).unwrap();
        let start = || {
            let mut command = faults::this_program("fs::tests::child");
            command.env(PAD, &pad.borrow().0);
            command
        };
        let deaths = faults::killed_after_each_step(start, |step, died| {
            let path = pad.borrow().0.clone();
            append(&path, &entry(3)).unwrap();
            let bytes = read(&path).unwrap();
            let found = Pad::read(&bytes);
            let whole = |attempt| found.entries().iter().filter(|it| it.attempt == Some(attempt) && !it.torn).count();
            assert_eq!((whole(1), whole(3)), (1, 1), "step {step}: {}", String::from_utf8_lossy(&bytes));
            assert!(died || whole(2) == 1, "step {step}");
            std::fs::remove_file(&path).unwrap();
            append(&path, &entry(1)).unwrap();
        });
        assert!(deaths > 20, "{deaths}");
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
        write_once(&mut Told(vec![interrupted(), Ok(1), interrupted(), Ok(2)]), b"abc", &mut 0).unwrap();
        let full = write_once(&mut Told(vec![Ok(1), Ok(0)]), b"abc", &mut 0).unwrap_err();
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
