//! `errors.json` under two writers, crashes, a full disk and damage (R-J1): with real processes, which are this very
//! test program started again.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};

use json_return::{ErrorLog, LogEntry, LogStep};

use crate::faults::{Scratch, failed, on_a_full_disk, passed, this_program};

pub(crate) fn entry(agent: &str) -> LogEntry {
    let parsed = json_return::parse("prose");
    json_return::reject(&parsed, agent, "sess_1735460684_a1b2c3").expect("refused").entry
}

pub(crate) fn agents(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a log");
    let entries: Vec<LogEntry> = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    entries.into_iter().map(|entry| entry.agent).collect()
}

/// The part of another process: appends entries, and dies after a step where it is told to.
#[test]
fn child() {
    let Ok(path) = std::env::var("JSON_RETURN_LOG") else { return };
    let variable = |name: &str| std::env::var(name).ok();
    let name = variable("JSON_RETURN_AGENT").unwrap_or_default();
    let count: usize = variable("JSON_RETURN_COUNT").and_then(|count| count.parse().ok()).unwrap_or(1);
    let die_after = variable("JSON_RETURN_DIE_AFTER");
    for index in 0..count {
        let done = ErrorLog::new(&path).append_watched(&entry(&format!("{name}-{index}")), &mut |step| {
            passed();
            if die_after.as_deref() == Some(&format!("{step:?}")) {
                // As if the power went: nothing is cleaned up.
                std::process::abort();
            }
            Ok(())
        });
        if let Err(error) = done {
            failed(&error);
            std::process::exit(if error.kind() == io::ErrorKind::FileTooLarge { 27 } else { 1 });
        }
    }
}

pub(crate) fn command(path: &Path, name: &str) -> Command {
    let mut command = this_program("log::child");
    command.env("JSON_RETURN_LOG", path).env("JSON_RETURN_AGENT", name);
    command
}

fn run(mut command: Command) -> ExitStatus {
    command.status().expect("a process")
}

#[test]
fn entries_of_many_writers_all_survive() {
    let scratch = Scratch::new();
    let path = scratch.path("errors.json");
    let mut children: Vec<_> = (0..8)
        .map(|writer| {
            let mut command = command(&path, &format!("w{writer}"));
            command.env("JSON_RETURN_COUNT", "25").spawn().expect("a process")
        })
        .collect();
    assert!(children.iter_mut().all(|child| child.wait().expect("its end").success()));
    let found = agents(&path);
    assert_eq!(found.len(), 200);
    assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), 200, "each once");
    for writer in 0..8 {
        let own: Vec<_> = found.iter().filter(|agent| agent.starts_with(&format!("w{writer}-"))).collect();
        let expected: Vec<_> = (0..25).map(|index| format!("w{writer}-{index}")).collect();
        assert_eq!(own, expected.iter().collect::<Vec<_>>(), "in the order of its writer");
    }
}

#[test]
fn a_crash_after_any_step_loses_nothing() {
    for damaged in [false, true] {
        for step in LogStep::ALL {
            let scratch = Scratch::new();
            let path = scratch.path("errors.json");
            if damaged {
                fs::write(&path, "[{\"agent\": \"before").unwrap();
            } else {
                ErrorLog::new(&path).append(&entry("before")).unwrap();
            }
            let old = fs::read(&path).unwrap();
            let mut command = command(&path, "dies");
            let status =
                run(std::mem::replace(command.env("JSON_RETURN_DIE_AFTER", format!("{step:?}")), Command::new("true")));
            let reached = damaged || step != LogStep::KeptAside;
            assert_eq!(status.success(), !reached, "{step:?} {damaged}");
            let now = fs::read(&path).unwrap();
            let renamed = step == LogStep::Renamed || !reached;
            assert_eq!(now != old, renamed, "{step:?}: the log is the old one or the new one, whole");
            // The next writer is not kept out, and finds everything.
            ErrorLog::new(&path).append(&entry("after")).unwrap();
            let mut expected = if damaged { Vec::new() } else { vec!["before"] };
            expected.extend(renamed.then_some("dies-0"));
            expected.push("after");
            assert_eq!(agents(&path), expected, "{step:?} {damaged}");
            if damaged {
                assert_eq!(fs::read(scratch.path("errors.json.damaged-1")).unwrap(), old, "{step:?}");
            }
            assert!(!scratch.path("errors.json.tmp").exists(), "{step:?}");
        }
    }
}

#[test]
fn an_error_at_any_step_leaves_the_log_whole() {
    for step in LogStep::ALL {
        let scratch = Scratch::new();
        let path = scratch.path("errors.json");
        ErrorLog::new(&path).append(&entry("before")).unwrap();
        let done = ErrorLog::new(&path).append_watched(&entry("fails"), &mut |at| {
            if at == step { Err(io::Error::from(io::ErrorKind::StorageFull)) } else { Ok(()) }
        });
        assert_eq!(done.is_err(), step != LogStep::KeptAside, "{step:?}");
        let expected: &[&str] =
            if matches!(step, LogStep::Renamed | LogStep::KeptAside) { &["before", "fails"] } else { &["before"] };
        assert_eq!(agents(&path), expected, "{step:?}");
        assert!(!scratch.path("errors.json.tmp").exists(), "{step:?}");
    }
}

#[test]
fn a_full_disk_loses_nothing() {
    let scratch = Scratch::new();
    let path = scratch.path("errors.json");
    // The limit is one block of 512 or 1024 bytes; the log grows past it.
    while fs::metadata(&path).map_or(0, |metadata| metadata.len()) < 3_000 {
        ErrorLog::new(&path).append(&entry("before")).unwrap();
    }
    let old = fs::read(&path).unwrap();
    let limited = command(&path, "full");
    let ran = on_a_full_disk(&limited, 1).output().expect("a shell");
    assert_eq!(ran.status.code(), Some(27), "the limit was met: {ran:?}");
    assert_eq!(fs::read(&path).unwrap(), old);
    assert!(!scratch.path("errors.json.tmp").exists(), "the room is given back");
    ErrorLog::new(&path).append(&entry("after")).unwrap();
    assert_eq!(agents(&path).last().map(String::as_str), Some("after"));
}

#[test]
fn damaged_logs_are_kept_aside_one_by_one() {
    let scratch = Scratch::new();
    let path = scratch.path("errors.json");
    for (number, damage) in [&b"not json"[..], b"{\"agent\": \"x\"}", b"[{}, {\"cut", b"\xff\xfe[]"].iter().enumerate()
    {
        fs::write(&path, damage).unwrap();
        let appended = ErrorLog::new(&path).append(&entry("new")).unwrap();
        let aside = scratch.path(&format!("errors.json.damaged-{}", number + 1));
        assert_eq!(appended.kept_aside.as_ref(), Some(&aside));
        assert_eq!(fs::read(aside).unwrap(), *damage);
        assert_eq!(agents(&path), ["new"]);
    }
}

#[test]
fn a_link_to_the_log_stays_one() {
    let scratch = Scratch::new();
    fs::create_dir_all(scratch.path("real")).unwrap();
    fs::write(scratch.path("real/errors.json"), "").unwrap();
    std::os::unix::fs::symlink("real/errors.json", scratch.path("errors.json")).unwrap();
    ErrorLog::new(scratch.path("errors.json")).append(&entry("a")).unwrap();
    assert!(fs::symlink_metadata(scratch.path("errors.json")).unwrap().is_symlink());
    assert_eq!(agents(&scratch.path("real/errors.json")), ["a"]);
    assert!(ErrorLog::new(scratch.root().join("no/folder/errors.json")).append(&entry("a")).is_err());
}

/// A private log has no moment in which others may read what is to become of it.
#[test]
fn the_temporary_file_is_as_private_as_the_log_from_the_beginning() {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for (own, damaged) in [(0o600, false), (0o640, false), (0o600, true), (0o444, false)] {
        let scratch = Scratch::new();
        let path = scratch.path("errors.json");
        fs::write(&path, if damaged { "[{" } else { "[]" }).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(own)).unwrap();
        let mut seen = Vec::new();
        let appended = ErrorLog::new(&path)
            .append_watched(&entry("a"), &mut |step| {
                if !matches!(step, LogStep::Locked | LogStep::Renamed) {
                    seen.push((step, mode(&scratch.path("errors.json.tmp"))));
                }
                Ok(())
            })
            .unwrap();
        assert_eq!(seen.len(), if damaged { 5 } else { 4 });
        assert!(seen.iter().all(|(_, mode)| *mode == own), "{own:o}: {seen:?}");
        assert_eq!(mode(&path), own);
        assert!(appended.kept_aside.is_none_or(|aside| mode(&aside) == own));
    }
}
