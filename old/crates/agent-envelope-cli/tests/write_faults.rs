//! `--write` and the state of hooks, with the real command: killed, on a full disk, many at once, links in the way.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "the test runs the program on files")]
#![allow(clippy::unwrap_used, reason = "a test may stop at what it does not expect")]

#[path = "../../../testing/faults.rs"]
mod faults;

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use faults::{Dice, Scratch, at_once, bound_by_permissions, on_a_full_disk, pipe, set_writable};

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

/// Every other process is killed as soon as its temporary file is seen, the rest at any moment of the time that a whole
/// run takes. Nearly all of them have to be alive then, and some in the midst of writing.
#[test]
fn fifty_kills_leave_the_old_text_or_the_new_one() {
    let scratch = Scratch::new();
    let (file, temporary) = (scratch.path("a.md"), scratch.path(".a.md.envelope-tmp"));
    let old = document(2_000);
    fs::write(&file, &old).unwrap();
    let answer = ["clarify", "answer", "Q7", "--text", "A"];
    let new = String::from_utf8(envelope(&answer, &file).output().unwrap().stdout).unwrap();
    assert!(new.len() > old.len());
    let since = Instant::now();
    assert!(envelope(&answer, &file).output().unwrap().status.success());
    let whole = u64::try_from(since.elapsed().as_micros()).unwrap();
    let mut dice = Dice::new(20_261_116);
    let (mut killed, mut writing, mut written) = (0, 0, 0);
    for round in 0..50 {
        let mut child = envelope(&answer, &file).arg("--write").spawn().unwrap();
        if round % 2 == 0 {
            std::thread::sleep(Duration::from_micros(dice.below(whole)));
        } else {
            while !temporary.exists() && child.try_wait().unwrap().is_none() {}
        }
        child.kill().unwrap();
        killed += u32::from(child.wait().unwrap().signal().is_some());
        writing += u32::from(temporary.exists());
        let now = fs::read_to_string(&file).unwrap();
        assert!(now == old || now == new, "round {round}");
        if now == new {
            written += 1;
            fs::write(&file, &old).unwrap();
        }
        fs::remove_file(&temporary).ok();
    }
    assert!(killed >= 25 && writing >= 5, "{killed} were alive when they were killed, {writing} were writing");
    fs::write(&temporary, "what a killed one left").unwrap();
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

/// A pipe or a device cannot be changed in place: that is said before anybody is waited for.
#[test]
fn a_pipe_in_the_place_of_the_document_is_refused() {
    let scratch = Scratch::new();
    pipe(&scratch.path("a.md"));
    symlink("/dev/zero", scratch.path("b.md")).unwrap();
    for file in [scratch.path("a.md"), scratch.path("b.md")] {
        let answer = ["clarify", "answer", "Q1", "--text", "A", "--write"];
        assert_failed(&at_once(envelope(&answer, &file)), "is no regular file");
        assert_failed(&at_once(envelope(&["fmt", "--write"], &file)), "is no regular file");
    }
    assert_eq!(scratch.names(), ["a.md", "b.md"]);
}

fn append(pad: &Path) -> Command {
    let arguments = ["scratchpad", "append", "--gate", "1", "--name", "N", "--attempt", "1", "--agent", "a"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_envelope"));
    command.args(arguments).arg(pad).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn a_pipe_or_a_device_in_the_place_of_a_pad_is_refused_at_once() {
    let scratch = Scratch::new();
    pipe(&scratch.path("pipe"));
    symlink("/dev/zero", scratch.path("zero")).unwrap();
    for name in ["pipe", "zero"] {
        let pad = scratch.path(name);
        assert_failed(&at_once(append(&pad)), "is no regular file");
        let note = ["scratchpad", "note", "--text", "x"];
        for arguments in [&note[..], &["scratchpad", "list"], &["scratchpad", "show", "--entry", "1"]] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_envelope"));
            command.args(arguments).arg(&pad).stdin(Stdio::null());
            assert_failed(&at_once(command), "is no regular file");
        }
    }
}

#[test]
fn a_read_only_folder_is_said_and_changes_nothing() {
    let scratch = Scratch::new();
    let file = scratch.path("a.md");
    fs::write(&file, document(1)).unwrap();
    set_writable(scratch.root(), false);
    let write = envelope(&["clarify", "answer", "Q1", "--text", "A", "--write"], &file);
    let said = [write, append(&scratch.path("pad.md"))].map(|command| {
        let bound = bound_by_permissions(&command);
        bound.map(|mut command| command.stdin(Stdio::null()).output().unwrap())
    });
    set_writable(scratch.root(), true);
    for said in said.iter().flatten() {
        assert_failed(said, "Permission denied");
    }
    assert_eq!((fs::read_to_string(&file).unwrap(), scratch.names()), (document(1), vec!["a.md".to_owned()]));
}

/// A hook that is told of a message without a report, with this cache.
fn hook(cache: &Path, active: bool) -> (Command, PathBuf) {
    let input = cache.with_extension("input.json");
    let text = format!(
        "{{\"session_id\":\"s\",\"agent_id\":\"a\",\"last_assistant_message\":\"All done.\",\"stop_hook_active\":{active}}}"
    );
    fs::write(&input, text).unwrap();
    let mut hook = Command::new(env!("CARGO_BIN_EXE_envelope"));
    hook.args(["hook", "claude-code"]).env("XDG_CACHE_HOME", cache);
    (hook, input)
}

/// The first stop is blocked, a later one is allowed because its tries cannot be counted.
#[track_caller]
fn assert_traps_nobody(output: &Output, blocked: bool) {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).contains("\"block\""), blocked, "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr).contains("cannot be counted"), !blocked, "{output:?}");
}

/// A hook whose state does not fit on the disk blocks the first stop and never traps the agent.
#[test]
fn a_hook_on_a_full_disk_traps_nobody() {
    let scratch = Scratch::new();
    for (active, blocked) in [(false, true), (true, false)] {
        let (hook, input) = hook(&scratch.path("cache"), active);
        let output = on_a_full_disk(&hook, 0).stdin(fs::File::open(input).unwrap()).output().unwrap();
        assert_traps_nobody(&output, blocked);
    }
}

#[test]
fn a_hook_whose_cache_is_read_only_traps_nobody() {
    let scratch = Scratch::new();
    let (cache, hooks) = (scratch.path("cache"), scratch.path("cache/agent-envelope/hooks"));
    // Where nothing was counted yet, and where something was.
    fs::create_dir_all(&hooks).unwrap();
    for counted in [false, true] {
        if counted {
            let (mut hook, input) = hook(&cache, false);
            assert_traps_nobody(&hook.stdin(fs::File::open(input).unwrap()).output().unwrap(), true);
        }
        for (active, blocked) in [(false, true), (true, false)] {
            let (hook, input) = hook(&cache, active);
            set_writable(&hooks, false);
            let input = fs::File::open(input).unwrap();
            let output = bound_by_permissions(&hook).map(|mut hook| hook.stdin(input).output().unwrap());
            set_writable(&hooks, true);
            let Some(output) = output else { return };
            assert_traps_nobody(&output, blocked);
        }
    }
}

/// Links to pipes and devices in the place of the state or of the lock: the hook ends at once, and takes the first for
/// a state that cannot be read.
#[test]
fn a_hook_does_not_wait_at_a_pipe() {
    for name in ["state", "lock"] {
        for to in ["pipe", "/dev/zero", "precious"] {
            let scratch = Scratch::new();
            let (cache, hooks) = (scratch.path("cache"), scratch.path("cache/agent-envelope/hooks"));
            let run = |active| {
                let (mut hook, input) = hook(&cache, active);
                hook.stdin(fs::File::open(input).unwrap());
                at_once(hook)
            };
            assert_traps_nobody(&run(false), true);
            let mut names = fs::read_dir(&hooks).unwrap().map(|entry| entry.unwrap().path());
            let path = names.find(|path| (path.file_name().unwrap() == "lock") == (name == "lock")).unwrap();
            pipe(&hooks.join("pipe"));
            fs::write(hooks.join("precious"), "keep me").unwrap();
            fs::remove_file(&path).unwrap();
            symlink(to, &path).unwrap();
            if (name, to) == ("lock", "precious") {
                // It is a file that can be locked, and the tries go on being counted.
                assert_traps_nobody(&run(true), true);
            } else {
                assert_traps_nobody(&run(true), false);
                assert_traps_nobody(&run(false), true);
            }
            assert_eq!(fs::read_to_string(hooks.join("precious")).unwrap(), "keep me");
        }
    }
}
