//! Artifacts below a root, and the error log.

#![cfg(feature = "fs")]
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "the tests of the disk")]

use std::fs;
use std::path::Path;

use json_return::reject::{Call, LogEntry, reject};
use json_return::{Options, parse, parse_with};

const COMPLETED: &str = include_str!("../src/canonical/completed.json");
const PATH: &str = "specs/031_harbour_map/plans/plan-001.md";

#[track_caller]
fn check(root: &Path, text: &str, expected: &[&str]) {
    let options = Options { root: Some(root.to_owned()), ..Options::default() };
    let parsed = parse_with(text, &options);
    let messages: Vec<String> = parsed.diagnostics().iter().map(ToString::to_string).collect();
    assert_eq!(messages.len(), expected.len(), "{messages:?}");
    for (message, expected) in messages.iter().zip(expected) {
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn artifacts_exist_below_the_root() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("project");
    let file = root.join(PATH);
    check(&root, COMPLETED, &["the root does not exist"]);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    check(&root, COMPLETED, &["does not exist"]);
    fs::write(&file, "").unwrap();
    check(&root, COMPLETED, &["is empty"]);
    fs::write(&file, "# Plan\n").unwrap();
    check(&root, COMPLETED, &[]);
    check(&root, &COMPLETED.replace("/plan-001.md", ""), &["is not a file"]);
    let partial = include_str!("../src/canonical/partial.json");
    check(&root, partial, &["warning: `src/berths.rs` does not exist", "does not exist"]);
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_does_not_leave_the_root() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("project");
    fs::create_dir_all(root.join(PATH).parent().unwrap()).unwrap();
    fs::write(folder.path().join("outside.md"), "# Plan\n").unwrap();
    std::os::unix::fs::symlink(folder.path().join("outside.md"), root.join(PATH)).unwrap();
    check(&root, COMPLETED, &["leaves the root through a symbolic link"]);
}

fn entry(agent: &str) -> LogEntry {
    let call = Call { agent, session_id: "sess_1", delegation_path: &[], time: "2026-11-18T19:00:00Z" };
    reject(parse("no JSON").diagnostics(), &call).entry
}

fn agents(log: &Path) -> Vec<String> {
    let entries: Vec<serde_json::Value> = serde_json::from_slice(&fs::read(log).unwrap()).unwrap();
    entries.iter().map(|entry| entry["agent"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_a_damaged_log_holds_is_copied() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("errors.json");
    fs::write(&log, "[{\"agent\": ").unwrap();
    let copy = json_return::fs::log(&log, &[entry("planner"), entry("tester")]).unwrap().unwrap();
    assert_eq!(fs::read_to_string(&copy).unwrap(), "[{\"agent\": ");
    assert_eq!(agents(&log), ["planner", "tester"]);
    fs::write(&log, "{}").unwrap();
    assert_ne!(json_return::fs::log(&log, &[entry("tester")]).unwrap().unwrap(), copy);
    assert_eq!(agents(&log), ["tester"]);
    fs::write(&log, "").unwrap();
    assert_eq!(json_return::fs::log(&log, &[entry("planner")]).unwrap(), None);
    assert_eq!(agents(&log), ["planner"]);
}
