//! How the program ends when somebody ends it: quietly, by the signal, and with no file half written.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "the tests run the command")]

mod alone;

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::iter::successors;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use alone::alone;

const INTERRUPT: i32 = 2;
/// As a shell shows the end by the signal for a closed pipe.
const CLOSED_PIPE: i32 = 141;

fn envelope(arguments: &[&str], folder: &Path) -> Command {
    let mut command = alone(Command::new(env!("CARGO_BIN_EXE_envelope")));
    command.args(arguments).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ends").join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn fixture(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)).expect("a fixture")
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status();
    assert!(sent.is_ok(), "the signal can be sent");
}

/// Everything that is left on a stream.
fn rest(mut stream: impl std::io::Read) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("UTF-8");
    text
}

#[test]
fn an_interrupt_ends_the_wait_for_standard_input() {
    for command in [&["check", "-"][..], &["parse", "-"], &["json", "-"], &["aggregate", "-"], &["fmt", "-"]] {
        let mut child = envelope(command, Path::new(".")).spawn().expect("the command starts");
        sleep(Duration::from_millis(300));
        interrupt(&child);
        let (stdout, stderr) = (rest(child.stdout.take().expect("a pipe")), rest(child.stderr.take().expect("a pipe")));
        let status = child.wait().expect("it ends");
        assert_eq!((status.signal(), stdout.as_str(), stderr.as_str()), (Some(INTERRUPT), "", ""), "{command:?}");
    }
}

#[test]
fn an_interrupt_ends_the_work_on_many_files() {
    let folder = folder("many");
    let text = fixture("demo/5-block.txt");
    for number in 0..3000 {
        fs::write(folder.join(format!("{number}.txt")), &text).expect("a message");
    }
    let mut child = envelope(&["check", "--format", "json", "."], &folder).spawn().expect("the command starts");
    // Nobody reads on, so that it is at work, or waiting to write, when the signal comes.
    let mut lines = BufReader::with_capacity(1, child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    lines.read_line(&mut first).expect("a line");
    assert!(first.starts_with("{\"file\":"), "{first}");
    interrupt(&child);
    let status = child.wait().expect("it ends");
    let stderr = rest(child.stderr.take().expect("a pipe"));
    assert_eq!((status.signal(), stderr.as_str()), (Some(INTERRUPT), ""));
}

#[test]
fn an_interrupt_leaves_the_old_file_or_the_new_one_and_nothing_beside() {
    let folder = folder("write");
    let old = fixture("clarifications/deviating/older-label.md");
    let path = folder.join("clarifications.md");
    let mut seen = [false, false];
    // A moment later each time; a machine that has much to do gets more time, until the work was done once.
    let later = successors(Some(40), |wait| (*wait < 20_000).then_some(wait * 2));
    for round in (0..40).chain(later) {
        if round >= 40 && seen[1] {
            break;
        }
        fs::write(&path, &old).expect("a document");
        let child = envelope(&["fmt", "--write", "clarifications.md"], &folder).spawn().expect("the command starts");
        sleep(Duration::from_millis(round));
        interrupt(&child);
        let status = child.wait_with_output().expect("it ends").status;
        assert!(status.signal() == Some(INTERRUPT) || status.code() == Some(0), "{status}");
        let now = fs::read_to_string(&path).expect("the document is there");
        let new =
            now == old.replace("**Answer**:", "**Answer:**").replace("**Recommendation**:", "**Recommendation:**");
        assert!(new || now == old, "round {round}: {now}");
        seen[usize::from(new)] = true;
        let names = fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("an entry").file_name());
        assert_eq!(names.collect::<Vec<_>>(), ["clarifications.md"], "round {round}");
    }
    assert!(seen[1], "the last rounds are long enough");
}

#[test]
fn a_full_disk_is_told_and_a_closed_pipe_is_not() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for arguments in
        [&["explain"][..], &["--help"], &["-h"], &["--version"], &["help", "check"], &["check", "--help"], &["help"]]
    {
        if let Ok(full) = File::options().write(true).open("/dev/full") {
            let output = envelope(arguments, &root).stdout(full).output().expect("the command runs");
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            assert!(output.stderr.starts_with(b"error: cannot write: "), "{arguments:?}");
        }
        assert_ends_quietly(arguments, &root);
    }
}

/// What did not reach the disk is not told to people as if it had.
#[test]
fn no_summary_claims_what_a_full_disk_has_not_taken() {
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/demo");
    for (arguments, claim) in [
        (&["check", "3-return.json"][..], "accepted"),
        (&["check", "5-block.txt", "3-return.json"], "2 messages"),
        (&["check", "5-block.txt", "no-such-file"], "1 message"),
        (&["check", "."], "accepted,"),
        (&["clarify", "autofill", "../clarify/all-clear/1-questions.md"], "filled"),
    ] {
        let mut command = envelope(arguments, &demo);
        let output = command.stdin(Stdio::null()).stdout(full.try_clone().expect("a file")).output();
        let output = output.expect("the command runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        let last = stderr.lines().last().unwrap_or_default();
        assert!(last.starts_with("error: cannot write: "), "{arguments:?}: {stderr}");
        assert!(!stderr.contains(claim), "{arguments:?}: {stderr}");
    }
}

/// Where nobody reads from the start: what most commands print would fit into a pipe that is closed a moment later.
#[track_caller]
fn assert_ends_quietly(arguments: &[&str], folder: &Path) {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut child =
        envelope(arguments, folder).stdout(writer).stdin(Stdio::null()).spawn().expect("the command starts");
    let status = child.wait().expect("it ends");
    let stderr = rest(child.stderr.take().expect("a pipe"));
    assert_eq!((status.code(), stderr.as_str()), (Some(CLOSED_PIPE), ""), "{arguments:?}");
}

#[test]
fn a_closed_pipe_ends_every_command_that_prints() {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/demo");
    let (message, clear) = ("3-return.json", "../clarify/all-clear/4-answered.md");
    for arguments in [
        &["parse", message][..],
        &["parse", "1-review.md"],
        &["parse", "5-block.txt"],
        &["parse", "7-report.json"],
        &["check", message],
        &["check", "--format", "json", message],
        &["check", "--format", "github", "9-all-done.txt"],
        &["check", "--format", "sarif", message],
        &["fmt", message],
        &["convert", "--to", "status-block", "--format", "json", message],
        &["json", message],
        &["reask", "9-all-done.txt"],
        &["prompt", "status-block"],
        &["schema", "json-return"],
        &["aggregate", "1-review.md"],
        &["clarify", "evaluate", clear],
        &["scratchpad", "show", "../scratchpad/two-attempts.md", "--entry", "1"],
        &["man"],
    ] {
        assert_ends_quietly(arguments, &demo);
    }
}

/// More than a pipe holds, whose reader goes away after the first line.
#[test]
fn a_pipe_closed_in_the_middle_ends_the_work_on_many_files() {
    let folder = folder("closed");
    let text = fixture("demo/5-block.txt");
    for number in 0..2000 {
        fs::write(folder.join(format!("{number:04}.txt")), &text).expect("a message");
    }
    for (format, first) in [("human", "0000.txt: accepted: "), ("json", "{\"file\":\"0000.txt\",")] {
        for threads in ["1", "4"] {
            assert_ends_quietly(&["check", "--format", format, "."], &folder);
            let mut command = envelope(&["check", "--format", format, "."], &folder);
            let mut child = command.env("ENVELOPE_THREADS", threads).spawn().expect("the command starts");
            let mut lines = BufReader::with_capacity(1, child.stdout.take().expect("a pipe"));
            let mut line = String::new();
            lines.read_line(&mut line).expect("a line");
            assert!(line.starts_with(first), "{line}");
            drop(lines);
            let status = child.wait().expect("it ends");
            let stderr = rest(child.stderr.take().expect("a pipe"));
            assert_eq!((status.code(), stderr.as_str()), (Some(CLOSED_PIPE), ""), "{format}, {threads} threads");
        }
    }
}

/// What is said to people is not the result: that nobody reads it changes nothing.
#[test]
fn nobody_need_read_what_is_said_to_people() {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/demo");
    for arguments in [&["check", "."][..], &["check", "--format", "json", "."], &["parse", "2-review-too-clean.md"]] {
        let read = envelope(arguments, &demo).stdin(Stdio::null()).output().expect("the command runs");
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = envelope(arguments, &demo);
        let unread = command.stdin(Stdio::null()).stderr(writer).output().expect("the command runs");
        assert_eq!(read.status.code(), Some(1), "{arguments:?}");
        assert_eq!((unread.status, unread.stdout), (read.status, read.stdout), "{arguments:?}");
    }
}
