//! `errors.json` and what goes wrong around it: processes killed at any moment, links and folders in the way, somebody
//! who does not wait for his turn (R-J1).

use std::fs;
use std::os::unix::fs::symlink;

use json_return::{ErrorLog, LogStep};

use crate::faults::{
    Dice, Scratch, at_once, bound_by_permissions, done, killed_under_way, meanwhile_at, pipe, set_writable,
    this_program,
};
use crate::log::{agents, command, entry};

/// Where the child writes.
const LOG: &str = "JSON_RETURN_FAULT_LOG";
/// What its entries are called.
const ROUND: &str = "JSON_RETURN_FAULT_ROUND";

/// The part of a process that appends until it is killed.
#[test]
fn child() {
    let (Ok(path), Ok(round)) = (std::env::var(LOG), std::env::var(ROUND)) else { return };
    for number in 0..400 {
        let name = format!("r{round}-{number}");
        ErrorLog::new(&path).append(&entry(&name)).unwrap();
        done(&name);
    }
}

#[test]
fn fifty_kills_lose_nothing_that_was_done() {
    let scratch = Scratch::new();
    let path = scratch.path("errors.json");
    let mut dice = Dice::new(20_261_116);
    let mut expected = Vec::new();
    for round in 0..50 {
        let mut command = this_program("log_faults::child");
        command.env(LOG, &path).env(ROUND, round.to_string());
        expected.extend(killed_under_way(command, &mut dice));
        let found = agents(&path);
        // What was under way may be there or not; what was done is, in its order.
        let known: Vec<&String> = found.iter().filter(|agent| expected.contains(agent)).collect();
        assert_eq!(known, expected.iter().collect::<Vec<_>>(), "round {round}");
        assert!(found.len() <= expected.len() + 1, "round {round}");
        expected = found;
        if expected.len() > 200 {
            // A log of thousands of entries makes the rounds slow and shows nothing more.
            fs::remove_file(&path).unwrap();
            expected.clear();
        }
    }
    ErrorLog::new(&path).append(&entry("last")).unwrap();
    assert_eq!(scratch.names(), ["errors.json", "errors.json.lock"], "nothing is left lying around");
}

/// A folder that cannot be written to: a file stands in its place, which binds the superuser, too.
#[test]
fn a_folder_that_cannot_be_written_to_is_an_error() {
    let scratch = Scratch::new();
    fs::write(scratch.path("file"), "x").unwrap();
    assert!(ErrorLog::new(scratch.path("file/errors.json")).append(&entry("a")).is_err());
    fs::create_dir(scratch.path("errors.json")).unwrap();
    assert!(ErrorLog::new(scratch.path("errors.json")).append(&entry("a")).is_err(), "a folder in the log's place");
    fs::create_dir(scratch.path("b.json.tmp")).unwrap();
    fs::write(scratch.path("b.json"), "[]").unwrap();
    assert!(ErrorLog::new(scratch.path("b.json")).append(&entry("a")).is_err(), "a folder in the way");
    assert_eq!(fs::read_to_string(scratch.path("b.json")).unwrap(), "[]");
}

/// Neither waits for somebody at a pipe, nor reads a device without end: in a process of its own, which has to end.
#[test]
fn a_pipe_or_a_device_in_the_way_is_an_error_at_once() {
    for name in ["errors.json", "errors.json.lock"] {
        for to in ["pipe", "/dev/zero"] {
            let scratch = Scratch::new();
            pipe(&scratch.path("pipe"));
            symlink(to, scratch.path(name)).unwrap();
            let said = at_once(command(&scratch.path("errors.json"), "a"));
            assert_eq!(said.status.code(), Some(1), "{name} to {to}: {said:?}");
            let words = String::from_utf8_lossy(&said.stdout).into_owned();
            assert!(words.contains("failed: is no regular file"), "{name} to {to}: {words}");
            assert_eq!(scratch.names(), [name, "pipe"]);
        }
    }
    let scratch = Scratch::new();
    fs::File::create(scratch.path("errors.json")).unwrap().set_len((1 << 28) + 1).unwrap();
    let error = ErrorLog::new(scratch.path("errors.json")).append(&entry("a")).unwrap_err().to_string();
    assert_eq!(error, "the log has more than 268435456 bytes; move it away");
}

/// In a folder that cannot be written to the log stays as it was.
#[test]
fn a_read_only_folder_is_an_error() {
    let scratch = Scratch::new();
    let path = scratch.path("errors.json");
    for first in [true, false] {
        if !first {
            ErrorLog::new(&path).append(&entry("before")).unwrap();
        }
        let before = (scratch.names(), fs::read(&path).ok());
        set_writable(scratch.root(), false);
        let said = bound_by_permissions(&command(&path, "a")).map(|mut command| command.output().unwrap());
        set_writable(scratch.root(), true);
        let Some(said) = said else { return };
        assert_eq!(said.status.code(), Some(1), "{said:?}");
        assert!(String::from_utf8_lossy(&said.stdout).contains("failed: Permission denied"), "{said:?}");
        assert_eq!((scratch.names(), fs::read(&path).ok()), before);
    }
}

/// Another process puts its own log in the place of the one that is being written: it stays, and the entry is refused.
#[test]
fn a_log_that_is_replaced_under_way_is_told() {
    for step in 2..=5 {
        let scratch = Scratch::new();
        let path = scratch.path("errors.json");
        ErrorLog::new(&path).append(&entry("before")).unwrap();
        let (well, said) = meanwhile_at(command(&path, "refused"), step, || {
            fs::write(scratch.path("new"), "[]").unwrap();
            fs::rename(scratch.path("new"), &path).unwrap();
        });
        assert!(!well && said.contains("failed: the log was changed meanwhile"), "step {step}: {said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "[]", "step {step}");
        assert_eq!(scratch.names(), ["errors.json", "errors.json.lock"], "step {step}");
    }
}

#[test]
fn a_link_in_the_way_is_not_written_through() {
    let scratch = Scratch::new();
    let path = scratch.path("errors.json");
    fs::write(scratch.path("precious"), "keep me").unwrap();
    for name in ["errors.json.tmp", "errors.json.lock"] {
        symlink("precious", scratch.path(name)).unwrap();
    }
    ErrorLog::new(&path).append(&entry("a")).unwrap();
    assert_eq!(fs::read_to_string(scratch.path("precious")).unwrap(), "keep me");
    assert_eq!(agents(&path), ["a"]);
    assert!(!fs::symlink_metadata(&path).unwrap().is_symlink());
}

/// Somebody who does not know the lock changes the log at any step: what he wrote stays, and the entry is refused.
#[test]
fn what_somebody_else_wrote_meanwhile_is_not_lost() {
    for step in [LogStep::Created, LogStep::Begun, LogStep::Written, LogStep::Synced] {
        for first in [true, false] {
            let scratch = Scratch::new();
            let path = scratch.path("errors.json");
            if !first {
                ErrorLog::new(&path).append(&entry("before")).unwrap();
            }
            let done = ErrorLog::new(&path).append_watched(&entry("refused"), &mut |at| {
                if at == step {
                    fs::write(scratch.path("new"), "[]")?;
                    fs::rename(scratch.path("new"), &path)?;
                }
                Ok(())
            });
            let error = done.expect_err("the log was changed").to_string();
            assert!(error.contains("changed meanwhile"), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), "[]", "{step:?}");
            assert!(!scratch.path("errors.json.tmp").exists(), "{step:?}");
            ErrorLog::new(&path).append(&entry("again")).unwrap();
            assert_eq!(agents(&path), ["again"]);
        }
    }
}
