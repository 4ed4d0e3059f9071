//! `errors.json` and what goes wrong around it: processes killed at any moment, links and folders in the way, somebody
//! who does not wait for his turn (R-J1).

use std::fs;
use std::os::unix::fs::symlink;

use json_return::{ErrorLog, LogStep};

use crate::faults::{Dice, Scratch, done, killed_under_way, this_program};
use crate::log::{agents, entry};

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
