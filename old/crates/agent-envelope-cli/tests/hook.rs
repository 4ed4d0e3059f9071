//! The hook as clients run it: real processes, a state on the disk, long transcripts.
#![allow(clippy::disallowed_methods, reason = "the test runs the program on files")]
#![allow(clippy::unwrap_used, reason = "a test may stop at what it does not expect")]

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

const REPORT: &str = "STATUS: failed\n\nSUMMARY:\n  what_i_did: \"Looked\"\n  confidence: low\n  iterations_used: 1\n\n\
    FILES:\n  created: []\n  modified: []\n  read: []\n\n\
    NEXT_ACTION:\n  recommended_agent: \"orchestrator\"\n  reason: \"none\"\n  context_forward: \"look at line 45\"\n\n\
    ERRORS:\n  message: \"no key\"\n  details: \"none\"\n  can_retry: false\n";

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("envelope-hook-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn start(&self, arguments: &[&str], input: &[u8]) -> Child {
        start(&self.0, arguments, input)
    }

    fn run(&self, arguments: &[&str], input: &Value) -> Output {
        self.start(arguments, input.to_string().as_bytes()).wait_with_output().unwrap()
    }

    /// The files that count tries.
    fn states(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.0.join("agent-envelope/hooks")) else { return Vec::new() };
        let paths = entries.map(|entry| entry.unwrap().path());
        paths.filter(|path| path.file_name().unwrap() != "lock").collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn start(cache: &Path, arguments: &[&str], input: &[u8]) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_envelope"))
        .arg("hook")
        .args(arguments)
        .env("XDG_CACHE_HOME", cache)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A whole input as a client sends it.
fn input(name: &str) -> Value {
    serde_json::from_slice(&fs::read(root().join("fixtures/hook").join(name)).unwrap()).unwrap()
}

/// The same with some members changed; they must be there.
fn changed(name: &str, members: &[(&str, Value)]) -> Value {
    let mut input = input(name);
    for (member, value) in members {
        *input.get_mut(member).unwrap() = value.clone();
    }
    input
}

fn refused(agent: &str, active: bool) -> Value {
    changed("claude-refused.json", &[("agent_id", agent.into()), ("stop_hook_active", active.into())])
}

#[track_caller]
fn assert_blocked(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["decision"], "block");
    assert_eq!(answer.as_object().unwrap().len(), 2);
    answer["reason"].as_str().unwrap().to_owned()
}

/// The agent may stop; the words are on standard error, or nothing where there are none.
#[track_caller]
fn assert_allowed(output: &Output, stdout: &str, words: &str) {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said.is_empty(), words.is_empty(), "{said}");
    assert!(said.contains(words), "{said}");
}

#[test]
fn three_blocks_and_the_fourth_stop_is_allowed() {
    let scratch = Scratch::new("budget");
    let arguments = ["claude-code", "--protocol", "status-block"];
    assert_blocked(&scratch.run(&arguments, &refused("a", false)));
    assert_blocked(&scratch.run(&arguments, &refused("a", true)));
    assert_eq!(scratch.states().len(), 1);
    // Another agent of the session has tries of its own.
    assert_blocked(&scratch.run(&arguments, &refused("b", true)));
    assert_blocked(&scratch.run(&arguments, &refused("a", true)));
    assert_allowed(&scratch.run(&arguments, &refused("a", true)), "", "it was asked 3 times");
    assert_eq!(scratch.states().len(), 2, "that its tries are spent is kept");
    assert_allowed(&scratch.run(&arguments, &refused("a", true)), "", "it was asked 3 times");
    // The same agent called again begins anew.
    assert_blocked(&scratch.run(&arguments, &refused("a", false)));
    let accepted = changed("claude-accepted.json", &[("agent_id", "a".into()), ("stop_hook_active", true.into())]);
    assert_allowed(&scratch.run(&arguments, &accepted), "", "");
    assert_eq!(scratch.states().len(), 1, "the one whose report was accepted is forgotten");
}

#[test]
fn the_number_of_tries_can_be_set() {
    let scratch = Scratch::new("retries");
    let arguments = ["codex", "--retries", "1"];
    assert_blocked(&scratch.run(&arguments, &input("codex-refused.json")));
    let again = changed("codex-refused.json", &[("stop_hook_active", true.into())]);
    assert_allowed(&scratch.run(&arguments, &again), "{}\n", "it was asked once");
}

#[test]
fn without_a_state_only_the_first_stop_is_blocked() {
    let scratch = Scratch::new("unwritable");
    let file = scratch.0.join("file");
    fs::write(&file, "").unwrap();
    // No folder can be made below a file, whoever runs the test.
    let run = |active: bool| {
        start(&file, &["claude-code"], refused("a", active).to_string().as_bytes()).wait_with_output().unwrap()
    };
    assert_blocked(&run(false));
    assert_allowed(&run(true), "", "its tries cannot be counted");
    assert_blocked(&run(false));

    // The same where the state is there and broken.
    assert_blocked(&scratch.run(&["claude-code"], &refused("a", false)));
    fs::write(&scratch.states()[0], "{").unwrap();
    assert_allowed(&scratch.run(&["claude-code"], &refused("a", true)), "", "its tries cannot be counted");
    assert_allowed(&scratch.run(&["claude-code"], &refused("a", true)), "", "its tries cannot be counted");
    assert_blocked(&scratch.run(&["claude-code"], &refused("a", false)));
}

#[test]
fn hooks_at_once_count_every_try() {
    let scratch = Scratch::new("at-once");
    // Four agents at once, each of which stops eight times at once: of each, three are blocked.
    let children: Vec<(u8, Child)> = (0..32)
        .map(|number: u8| {
            let input = refused(&format!("a{}", number % 4), true).to_string();
            (number % 4, scratch.start(&["claude-code"], input.as_bytes()))
        })
        .collect();
    let mut blocked = [0; 4];
    for (agent, child) in children {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        if !output.stdout.is_empty() {
            assert_blocked(&output);
            blocked[usize::from(agent)] += 1;
        }
    }
    assert_eq!(blocked, [3; 4]);
    assert_eq!(scratch.states().len(), 4, "no temporary file is left: {:?}", scratch.states());
}

/// Two hooks at each stop, or a hook of somebody else that keeps the agent going: the tries do not begin anew.
#[test]
fn two_hooks_a_stop_do_not_trap_an_agent() {
    let scratch = Scratch::new("two-hooks");
    let stop = |active: bool| [(); 2].map(|()| scratch.run(&["claude-code"], &refused("a", active)));
    for output in &stop(false) {
        drop(assert_blocked(output));
    }
    for output in &stop(true) {
        drop(assert_blocked(output));
    }
    for _ in 0..4 {
        for output in &stop(true) {
            assert_allowed(output, "", "it was asked 3 times");
        }
    }
    for output in &stop(false) {
        drop(assert_blocked(output));
    }
}

/// Two hooks for two protocols: what one refuses does not spend the tries of the other, and what one accepts does not
/// give the other its tries back.
#[test]
fn each_protocol_counts_its_own_tries() {
    let scratch = Scratch::new("protocols");
    let report = |active: bool| changed("claude-accepted.json", &[("stop_hook_active", active.into())]);
    for round in 0..3 {
        assert_allowed(&scratch.run(&["claude-code", "--protocol", "status-block"], &report(round > 0)), "", "");
        assert_blocked(&scratch.run(&["claude-code", "--protocol", "json-return"], &report(round > 0)));
    }
    assert_eq!(scratch.states().len(), 1);
    assert_allowed(&scratch.run(&["claude-code", "--protocol", "status-block"], &report(true)), "", "");
    let spent = scratch.run(&["claude-code", "--protocol", "json-return"], &report(true));
    assert_allowed(&spent, "", "it was asked 3 times");
    // The protocol that counts is that of the agent's type.
    let arguments = ["claude-code", "--protocol", "clarity", "--agent", "surveyor=json-return"];
    assert_allowed(&scratch.run(&arguments, &report(true)), "", "it was asked 3 times");
    assert_blocked(&scratch.run(&["claude-code", "--protocol", "clarity"], &report(true)));
}

#[test]
fn a_state_that_another_process_keeps_locked_traps_nobody() {
    let scratch = Scratch::new("locked");
    assert_blocked(&scratch.run(&["claude-code"], &refused("a", false)));
    let lock = File::options().write(true).open(scratch.0.join("agent-envelope/hooks/lock")).unwrap();
    lock.lock().unwrap();
    assert_blocked(&scratch.run(&["claude-code"], &refused("a", false)));
    assert_allowed(&scratch.run(&["claude-code"], &refused("a", true)), "", "its tries cannot be counted");
}

#[test]
fn a_broken_input_traps_nobody() {
    let scratch = Scratch::new("broken");
    for input in ["", "{", "[]", "\u{0}"] {
        let output = scratch.start(&["codex"], input.as_bytes()).wait_with_output().unwrap();
        assert_allowed(&output, "{}\n", "the hook's input is no JSON");
    }
    let cut = fs::read(root().join("fixtures/hook/claude-cut-off.json")).unwrap();
    let output = scratch.start(&["claude-code"], &cut).wait_with_output().unwrap();
    assert_allowed(&output, "", "the hook's input is no JSON");
    assert_allowed(
        &scratch.run(&["claude-code"], &input("claude-unreadable-transcript.json")),
        "",
        "cannot read the transcript",
    );
    let at = |path: &Path| {
        let path = Value::from(path.to_str());
        changed("claude-no-message.json", &[("agent_transcript_path", path.clone()), ("transcript_path", path)])
    };
    let folder = at(&scratch.0);
    assert_allowed(&scratch.run(&["claude-code"], &folder), "", "is no regular file");
    let empty = scratch.0.join("empty.jsonl");
    fs::write(&empty, "").unwrap();
    let silent = at(&empty);
    assert_allowed(&scratch.run(&["claude-code"], &silent), "", "holds no text of an agent");
}

#[test]
fn an_agent_without_a_session_is_asked_once() {
    let scratch = Scratch::new("no-session");
    let input = |active: bool| {
        changed("claude-refused.json", &[("session_id", "".into()), ("stop_hook_active", active.into())])
    };
    assert_blocked(&scratch.run(&["claude-code"], &input(false)));
    assert_allowed(&scratch.run(&["claude-code"], &input(true)), "", "its tries cannot be counted");
}

/// A transcript of more than 50 MB: the report at its end is found without reading the rest, one at its start by
/// reading all of it, and neither takes the memory of the whole.
#[test]
fn a_transcript_of_fifty_megabytes() {
    let scratch = Scratch::new("long");
    let path = scratch.0.join("long.jsonl");
    // The lines of a real transcript, with other texts.
    let lines = fs::read_to_string(root().join("fixtures/hook/surveyor.jsonl")).unwrap();
    let line = |role: &str, text: &str| {
        let own = |line: &&Value| line["message"]["role"] == role;
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let mut line = lines.iter().find(own).unwrap().clone();
        line["message"]["id"] = text.chars().take(20).collect::<String>().into();
        line["message"]["content"] = json!([{"type": "text", "text": text}]);
        line.to_string()
    };
    let says = |text: &str| line("assistant", text);
    let result = line("user", &"x\n".repeat(30_000));
    let (first, last) = (says(REPORT), says("All is said."));
    let mut file = BufWriter::new(File::create(&path).unwrap());
    writeln!(file, "{first}").unwrap();
    for number in 0..600 {
        writeln!(file, "{}\n{result}", says(&format!("step {number}"))).unwrap();
    }
    writeln!(file, "{last}").unwrap();
    file.into_inner().unwrap().sync_data().unwrap();
    assert!(fs::metadata(&path).unwrap().len() > 50_000_000);
    let input = changed("claude-no-message.json", &[("agent_transcript_path", path.to_str().into())]);
    let arguments = ["claude-code", "--protocol", "status-block"];
    let reason = assert_blocked(&run_within(&scratch, &arguments, &input));
    assert!(reason.contains("An earlier message of yours holds one that is accepted"), "{reason}");

    let mut file = File::options().append(true).open(&path).unwrap();
    writeln!(file, "{first}").unwrap();
    assert_allowed(&run_within(&scratch, &arguments, &input), "", "");
}

/// What a tool gave back may be longer than any line that is read; what the agent said behind it is known all the same.
#[test]
fn a_line_that_is_too_long_does_not_undo_the_message_behind_it() {
    let scratch = Scratch::new("long-line");
    let path = scratch.0.join("long-line.jsonl");
    for id in [Value::Null, "m1".into()] {
        let mut file = BufWriter::new(File::create(&path).unwrap());
        writeln!(file, "{}", json!({"type": "user", "message": {"role": "user", "content": "x".repeat(68_000_000)}}))
            .unwrap();
        let said = json!({"role": "assistant", "id": id, "content": "All done, everything works!"});
        writeln!(file, "{}", json!({"type": "assistant", "message": said})).unwrap();
        file.flush().unwrap();
        let input = changed("claude-no-message.json", &[("agent_transcript_path", path.to_str().into())]);
        assert_blocked(&scratch.run(&["claude-code", "--protocol", "status-block"], &input));
    }
}

/// An agent without an id is known by its transcript, and a path may be longer than a file name.
#[test]
fn tries_of_an_agent_with_a_long_path_are_counted() {
    let scratch = Scratch::new("long-path");
    let stop = |path: &str, active: bool| {
        let members = [("agent_id", "".into()), ("stop_hook_active", active.into())];
        let mut input = changed("claude-refused.json", &members);
        input["agent_transcript_path"] = path.into();
        scratch.run(&["claude-code", "--protocol", "status-block"], &input)
    };
    let path = format!("/{}agent.jsonl", "folder/".repeat(100));
    for round in 0..3 {
        assert_blocked(&stop(&path, round > 0));
    }
    assert_allowed(&stop(&path, true), "", "it was asked 3 times");
    assert_blocked(&stop(&format!("{path}2"), true));
}

/// Runs the hook with an address space that has no room for the whole transcript beside the program itself, which takes
/// some 40 MB of it where it is not optimised.
fn run_within(scratch: &Scratch, arguments: &[&str], input: &Value) -> Output {
    if !cfg!(target_os = "linux") {
        return scratch.run(arguments, input);
    }
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v 65000; exec \"$0\" hook \"$@\"", env!("CARGO_BIN_EXE_envelope")])
        .args(arguments)
        .env("XDG_CACHE_HOME", &scratch.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.to_string().as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_hook_that_is_called_wrongly_never_ends_with_2() {
    let scratch = Scratch::new("usage");
    let wrong: [&[&str]; 8] = [
        &[],
        &["emacs"],
        &["codex", "--no-such-option"],
        &["codex", "--protocol", "letter"],
        &["codex", "--agent", "reviewer"],
        &["codex", "--agent", "=clarity"],
        &["codex", "--retries", "8"],
        &["codex", "--dialect", "no-such-file"],
    ];
    for arguments in wrong {
        let output = Command::new(env!("CARGO_BIN_EXE_envelope"))
            .arg("hook")
            .args(arguments)
            .env("XDG_CACHE_HOME", &scratch.0)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{arguments:?}: {output:?}");
    }
    let before: [&[&str]; 3] = [&["--quiet", "hook", "emacs"], &["--color", "never", "hook"], &["--color", "hook"]];
    for arguments in before {
        let output = Command::new(env!("CARGO_BIN_EXE_envelope")).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
    }
    let other = Command::new(env!("CARGO_BIN_EXE_envelope")).args(["check", "--color", "hook"]).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
}
