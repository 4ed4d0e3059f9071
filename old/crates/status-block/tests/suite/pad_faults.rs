//! A scratchpad and what goes wrong around it: kills at any moment, a full disk, links, a pad that is replaced (R-S7).

use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use status_block::fs;
use status_block::scratchpad::{NewEntry, Pad};

use crate::faults::{
    Dice, Scratch, at_once, bound_by_permissions, done, failed, killed_under_way, on_a_full_disk, pipe, set_writable,
    this_program,
};

const PAD: &str = "STATUS_BLOCK_FAULT_PAD";
const ROUND: &str = "STATUS_BLOCK_FAULT_ROUND";
const COUNT: &str = "STATUS_BLOCK_FAULT_COUNT";

fn entry(round: u32, attempt: u32) -> NewEntry {
    let output = format!("STATUS: success\n\nSUMMARY:\n  what_i_did: \"{}\"\n", "x".repeat(3_000));
    NewEntry::new(round, "Round", attempt).agent("worker").output(output)
}

/// The part of a process that appends until it is killed, or so many entries.
#[test]
fn child() {
    let (Ok(pad), Ok(round)) = (std::env::var(PAD), std::env::var(ROUND)) else { return };
    let round: u32 = round.parse().unwrap();
    let count = std::env::var(COUNT).ok().and_then(|count| count.parse().ok()).unwrap_or(400);
    for attempt in 1..=count {
        if let Err(error) = fs::append(Path::new(&pad), &entry(round, attempt)) {
            failed(&error);
            std::process::exit(27);
        }
        done(&attempt.to_string());
    }
}

fn whole(pad: &Pad<'_>, round: u32) -> Vec<u32> {
    let attempts: Vec<_> = pad.attempts(round).filter(|found| !found.torn).collect();
    for found in &attempts {
        assert_eq!(pad.output(found).unwrap().as_ref(), entry(round, 1).output.unwrap());
    }
    attempts.into_iter().filter_map(|found| found.attempt).collect()
}

#[test]
fn fifty_kills_lose_nothing_that_was_done() {
    let scratch = Scratch::new();
    let mut dice = Dice::new(20_261_116);
    for round in 0..50 {
        // A pad of its own for every ten kills: each append goes through all of it.
        let pad = scratch.path(&format!("pad-{}.md", round / 10));
        let mut command = this_program("pad_faults::child");
        command.env(PAD, &pad).env(ROUND, round.to_string());
        let told: Vec<u32> = killed_under_way(command, &mut dice).iter().map(|it| it.parse().unwrap()).collect();
        fs::close_torn(&pad).unwrap();
        let bytes = fs::read(&pad).unwrap();
        let found = whole(&Pad::read(&bytes), round);
        assert!(found.starts_with(&told), "round {round}: {told:?} were done, {found:?} are there");
        assert!(found.len() <= told.len() + 1, "round {round}");
    }
}

#[test]
fn a_full_disk_leaves_the_pad_as_it_was() {
    let scratch = Scratch::new();
    let pad = scratch.path("pad.md");
    let mut command = this_program("pad_faults::child");
    command.env(PAD, &pad).env(ROUND, "1").env(COUNT, "9");
    // Eight blocks are 4 or 8 KB, in which one entry fits or two do, and a part of the next.
    let ran = on_a_full_disk(&command, 8).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(ran.status.code(), Some(27), "the limit was met: {ran:?}");
    assert!(said.contains("failed: File too large"), "{said}");
    let told: Vec<u32> = said.lines().filter_map(|line| line.strip_prefix("done ")?.parse().ok()).collect();
    let bytes = fs::read(&pad).unwrap();
    assert!(!told.is_empty() && bytes.len() < 4096 * told.len(), "the part that fitted was taken back");
    assert_eq!(whole(&Pad::read(&bytes), 1), told);
    assert!(!fs::append(&pad, &entry(2, 1)).unwrap().closed_torn);
    let bytes = fs::read(&pad).unwrap();
    assert_eq!((whole(&Pad::read(&bytes), 1), whole(&Pad::read(&bytes), 2)), (told, vec![1]));
}

/// Neither waits for somebody at a pipe, nor reads a device without end: in a process of its own, which has to end.
#[test]
fn a_pipe_or_a_device_in_the_way_is_an_error_at_once() {
    let scratch = Scratch::new();
    pipe(&scratch.path("pipe"));
    symlink("pipe", scratch.path("to-pipe")).unwrap();
    symlink("/dev/zero", scratch.path("to-zero")).unwrap();
    for name in ["pipe", "to-pipe", "to-zero"] {
        let mut command = this_program("pad_faults::child");
        command.env(PAD, scratch.path(name)).env(ROUND, "1").env(COUNT, "1");
        let said = at_once(command);
        assert_eq!(said.status.code(), Some(27), "{name}: {said:?}");
        assert!(String::from_utf8_lossy(&said.stdout).contains("failed: is no regular file"), "{name}: {said:?}");
        assert_eq!(fs::read(&scratch.path(name)).unwrap_err().to_string(), "is no regular file");
        assert!(fs::note(&scratch.path(name), "x").is_err() && fs::close_torn(&scratch.path(name)).is_err());
    }
}

/// In a folder that cannot be written to a pad can grow, and none can be made.
#[test]
fn a_read_only_folder() {
    let scratch = Scratch::new();
    fs::append(&scratch.path("pad.md"), &entry(1, 1)).unwrap();
    set_writable(scratch.root(), false);
    let run = |name: &str| {
        let mut command = this_program("pad_faults::child");
        command.env(PAD, scratch.path(name)).env(ROUND, "2").env(COUNT, "1");
        bound_by_permissions(&command).map(|mut command| command.output().unwrap())
    };
    let (old, new) = (run("pad.md"), run("new.md"));
    set_writable(scratch.root(), true);
    let (Some(old), Some(new)) = (old, new) else { return };
    assert!(old.status.success(), "{old:?}");
    assert_eq!(new.status.code(), Some(27), "{new:?}");
    assert!(String::from_utf8_lossy(&new.stdout).contains("failed: Permission denied"), "{new:?}");
    let bytes = fs::read(&scratch.path("pad.md")).unwrap();
    let pad = Pad::read(&bytes);
    assert_eq!((whole(&pad, 1), whole(&pad, 2), scratch.names()), (vec![1], vec![1], vec!["pad.md".to_owned()]));
}

#[test]
fn what_is_no_pad_is_an_error() {
    let scratch = Scratch::new();
    std::fs::write(scratch.path("file"), "x").unwrap();
    assert!(fs::append(&scratch.path("file/pad.md"), &entry(1, 1)).is_err(), "no folder can be there, for anybody");
    assert!(fs::append(scratch.root(), &entry(1, 1)).is_err(), "a folder");
    symlink("loop", scratch.path("loop")).unwrap();
    assert!(fs::append(&scratch.path("loop"), &entry(1, 1)).is_err());
    // A link to a pad is followed, one to nowhere makes the pad that it names.
    symlink("real.md", scratch.path("link.md")).unwrap();
    fs::append(&scratch.path("link.md"), &entry(1, 1)).unwrap();
    fs::append(&scratch.path("link.md"), &entry(1, 2)).unwrap();
    let bytes = fs::read(&scratch.path("real.md")).unwrap();
    assert_eq!(whole(&Pad::read(&bytes), 1), [1, 2]);
}

/// Another program puts new pads in the place of the old one while entries are appended: an entry that was done is in
/// the pad of then, which that program kept, or in the last one.
#[test]
fn a_pad_that_is_replaced_under_way_loses_nothing() {
    let scratch = Scratch::new();
    let pad = scratch.path("pad.md");
    let stop = AtomicBool::new(false);
    let (kept, done) = std::thread::scope(|scope| {
        let replacing = scope.spawn(|| {
            let mut kept = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                let old = scratch.path(&format!("old-{}.md", kept.len()));
                if std::fs::rename(&pad, &old).is_ok() {
                    kept.push(old);
                }
                std::thread::sleep(std::time::Duration::from_micros(300));
            }
            kept
        });
        let mut done = Vec::new();
        for attempt in 1..=200 {
            match fs::append(&pad, &entry(1, attempt)) {
                Ok(_) => done.push(attempt),
                Err(error) => assert!(error.to_string().contains("replaced"), "{error}"),
            }
        }
        stop.store(true, Ordering::Relaxed);
        (replacing.join().unwrap(), done)
    });
    let pads = kept.iter().chain([&pad]).filter(|pad| pad.exists());
    let found: Vec<u32> = pads.flat_map(|pad| whole(&Pad::read(&fs::read(pad).unwrap()), 1)).collect();
    let lost: Vec<&u32> = done.iter().filter(|attempt| !found.contains(attempt)).collect();
    assert!(lost.is_empty(), "{lost:?}");
    assert!(!kept.is_empty() && !done.is_empty(), "both were met");
}
