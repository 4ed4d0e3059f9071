//! `--write` and the state of hooks, with the real command: killed, on a full disk, many at once, links in the way.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "the test runs the program on files")]
#![allow(clippy::unwrap_used, reason = "a test may stop at what it does not expect")]

#[path = "../../../testing/faults.rs"]
mod faults;

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use faults::{Dice, Scratch, on_a_full_disk};

/// A document with so many questions, none of which is answered.
fn document(questions: usize) -> String {
    let mut text = format!(
        "---\nquestion_count: {questions}\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n## Tides\n"
    );
    for number in 1..=questions {
        let _ = write!(
            text,
            "\n### Q{number}: Gauge {number}\nWhich zero does the gauge use?\n\nA. Chart datum\nB. Other (please specify)\n\n\
             **Recommendation:** A\n\n**Answer:**\n"
        );
    }
    text
}

fn envelope(arguments: &[&str], file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_envelope"));
    let (first, rest) = arguments.split_at(if arguments[0] == "clarify" { 2 } else { 1 });
    command.args(first).arg(file).args(rest).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[track_caller]
fn assert_failed(output: &Output, words: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains(words), "{said}");
    assert!(output.stdout.is_empty());
}

#[test]
fn fifty_kills_leave_the_old_text_or_the_new_one() {
    let scratch = Scratch::new();
    let file = scratch.path("a.md");
    let old = document(300);
    fs::write(&file, &old).unwrap();
    let answer = ["clarify", "answer", "Q7", "--text", "A"];
    let new = String::from_utf8(envelope(&answer, &file).output().unwrap().stdout).unwrap();
    assert!(new.len() > old.len());
    let mut dice = Dice::new(20_261_116);
    let mut written = 0;
    for round in 0..50 {
        let mut child = envelope(&answer, &file).arg("--write").spawn().unwrap();
        std::thread::sleep(Duration::from_micros(dice.below(60_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = fs::read_to_string(&file).unwrap();
        assert!(now == old || now == new, "round {round}");
        if now == new {
            written += 1;
            fs::write(&file, &old).unwrap();
        }
    }
    assert!(envelope(&answer, &file).arg("--write").status().unwrap().success());
    assert_eq!(fs::read_to_string(&file).unwrap(), new, "the next one is not kept out ({written} were written)");
    assert_eq!(scratch.names(), ["a.md"], "and takes away what was left behind");
}

#[test]
fn a_full_disk_changes_nothing_and_is_said() {
    let scratch = Scratch::new();
    let file = scratch.path("a.md");
    let old = document(100);
    fs::write(&file, &old).unwrap();
    let write = envelope(&["clarify", "answer", "Q7", "--text", "A", "--write"], &file);
    assert_failed(&on_a_full_disk(&write, 4).output().unwrap(), "File too large");
    assert_eq!((fs::read_to_string(&file).unwrap(), scratch.names()), (old.clone(), vec!["a.md".to_owned()]));
    fs::write(&file, old.replace("**Answer:**", "**Answer**:")).unwrap();
    assert_failed(&on_a_full_disk(&envelope(&["fmt", "--write"], &file), 4).output().unwrap(), "File too large");
    assert_eq!((fs::read_to_string(&file).unwrap().len(), scratch.names()), (old.len(), vec!["a.md".to_owned()]));
}

/// A folder in which nothing can be made: its place is taken by a folder of the temporary file's name, which binds the
/// superuser, too.
#[test]
fn a_folder_that_cannot_be_written_to_is_said() {
    let scratch = Scratch::new();
    let file = scratch.path("a.md");
    fs::write(&file, document(2)).unwrap();
    fs::create_dir_all(scratch.path(".a.md.envelope-tmp/full")).unwrap();
    let write = ["clarify", "answer", "Q1", "--text", "A", "--write"];
    assert_failed(&envelope(&write, &file).output().unwrap(), "cannot write");
    assert_eq!(fs::read_to_string(&file).unwrap(), document(2));
    assert_failed(&envelope(&write, &file.join("below.md")).output().unwrap(), "cannot read");
}

#[test]
fn two_to_eight_at_once_lose_no_answer() {
    for count in [2, 8] {
        let scratch = Scratch::new();
        let file = scratch.path("a.md");
        fs::write(&file, document(count)).unwrap();
        let children: Vec<_> = (1..=count)
            .map(|number| {
                let (id, text) = (format!("Q{number}"), format!("A, says process {number}"));
                envelope(&["clarify", "answer", &id, "--text", &text, "--write"], &file).spawn().unwrap()
            })
            .collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        let text = fs::read_to_string(&file).unwrap();
        for number in 1..=count {
            assert!(text.contains(&format!("**Answer:** A, says process {number}\n")), "{number} of {count}: {text}");
        }
        assert_eq!(scratch.names(), ["a.md"]);
    }
}

#[test]
fn links_are_followed_to_the_document_and_never_written_through() {
    let scratch = Scratch::new();
    fs::write(scratch.path("a.md"), document(1)).unwrap();
    fs::write(scratch.path("precious"), "keep me").unwrap();
    symlink("a.md", scratch.path("link.md")).unwrap();
    symlink("precious", scratch.path(".a.md.envelope-tmp")).unwrap();
    let write = ["clarify", "answer", "Q1", "--text", "A", "--write"];
    assert!(envelope(&write, &scratch.path("link.md")).status().unwrap().success());
    assert!(fs::symlink_metadata(scratch.path("link.md")).unwrap().is_symlink());
    assert!(fs::read_to_string(scratch.path("a.md")).unwrap().contains("**Answer:** A\n"));
    assert_eq!(fs::read_to_string(scratch.path("precious")).unwrap(), "keep me");
    assert_eq!(scratch.names(), ["a.md", "link.md", "precious"]);
}

/// A hook whose state does not fit on the disk blocks the first stop and never traps the agent.
#[test]
fn a_hook_on_a_full_disk_traps_nobody() {
    let scratch = Scratch::new();
    for (active, blocked) in [(false, true), (true, false)] {
        let input = scratch.path("input.json");
        let text = format!(
            "{{\"session_id\":\"s\",\"agent_id\":\"a\",\"last_assistant_message\":\"All done.\",\"stop_hook_active\":{active}}}"
        );
        fs::write(&input, text).unwrap();
        let mut hook = Command::new(env!("CARGO_BIN_EXE_envelope"));
        hook.args(["hook", "claude-code"]).env("XDG_CACHE_HOME", scratch.path("cache"));
        let output = on_a_full_disk(&hook, 0).stdin(fs::File::open(input).unwrap()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout).contains("\"block\""), blocked, "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).contains("cannot be counted"), !blocked, "{output:?}");
    }
}
