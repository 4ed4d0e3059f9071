//! Every file that the command writes, with a kill at any of its system calls, a full disk, a write that stops half-way,
//! and eight writers at once: nothing is lost, and nothing is half written.

#![cfg(target_os = "linux")]
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "a test of files")]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use agent_envelope::status_block::scratchpad::entries;
use common::{envelope, run};
use serde_json::Value;
use tempfile::TempDir;

/// A command that adds one change to a file.
struct Case {
    name: &'static str,
    /// The arguments of a writer, with its number for `%`.
    args: &'static str,
    /// What it reads from standard input, likewise.
    input: String,
    /// Its exit code if all is well.
    code: i32,
    /// The file, and what it holds before.
    file: PathBuf,
    before: Option<String>,
    /// How many changes the file in a folder holds. Panics if it is half written, or has lost what it held before.
    changes: fn(&Case, &Path) -> usize,
    /// How many changes it can hold.
    most: usize,
}

const COMMAND: &str = env!("CARGO_BIN_EXE_envelope");
/// Runs a command that cannot write a byte to a file.
const NO_ROOM: [&str; 4] = ["sh", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"];
/// A report that `fmt` changes, and that `check --strict` rejects.
const REPORT: &str = include_str!("../../../fixtures/status-block/decorated.md");
const CHECK: &str = "check --strict --agent w% --error-log errors.json report.md";
const APPEND: &str = "scratchpad append pad.md --gate 1 --name Race --attempt % --agent a --note-after end";
const PAD: &str = "### GATE 1: Race - Attempt 99\n[A OUTPUT STARTS]\n99\n\n[A OUTPUT ENDS]\n";
const LOG: &str = r#"[{"agent": "w99", "errors": [{"rule": "x"}]}]"#;
const HOOK: &str = r#"{"session_id": "s", "hook_event_name": "SubagentStop", "agent_id": "a", "agent_type": "t",
    "last_assistant_message": "Done.", "stop_hook_active": true}"#;

fn cases() -> Vec<Case> {
    let case = |name, args, file: &str, before: Option<&str>, changes| {
        let (file, before) = (file.into(), before.map(str::to_owned));
        Case { name, args, input: String::new(), code: 0, file, before, changes, most: usize::MAX }
    };
    let check = |name, before, changes| Case { code: 1, ..case(name, CHECK, "errors.json", before, changes) };
    let pad = |name, before| Case { input: output("%"), ..case(name, APPEND, "pad.md", before, in_pad) };
    let hook = |name, before| Case { input: HOOK.into(), ..case(name, "hook claude-code", "", before, in_count) };
    let mut cases = vec![
        Case { most: 1, ..case("fmt", "fmt --write report.md", "report.md", Some(&report()), in_report) },
        case("answer", "clarify answer e.md Q% --text A --write", "e.md", Some(&questions()), in_questions),
        check("error log", Some(LOG), in_log),
        check("new error log", None, in_log),
        check("damaged error log", Some(&LOG[1..]), in_damaged_log),
        pad("pad", Some(PAD)),
        pad("new pad", None),
        hook("hook", Some("1")),
        hook("new hook", None),
    ];
    // The name of its file is a hash.
    let folder = cases[8].start();
    run(&mut cases[8].command(&folder, &[], 1), HOOK.as_bytes());
    let state = fs::read_dir(folder.path().join("agent-envelope")).unwrap().next().unwrap().unwrap().path();
    for hook in &mut cases[7..] {
        hook.file = state.strip_prefix(folder.path()).unwrap().into();
    }
    cases
}

impl Case {
    /// A folder with the files before.
    fn start(&self) -> TempDir {
        let folder = tempfile::Builder::new().prefix("faults").tempdir().unwrap();
        fs::write(folder.path().join("report.md"), report()).unwrap();
        if let Some(before) = &self.before {
            let file = folder.path().join(&self.file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, before).unwrap();
        }
        folder
    }

    /// A writer, run by another program.
    fn command(&self, folder: &TempDir, runner: &[&str], writer: usize) -> Command {
        let args = self.args.replace('%', &writer.to_string());
        let mut words = runner.iter().copied().chain([COMMAND]).chain(args.split(' '));
        let mut command = Command::new(words.next().unwrap());
        command.args(words).current_dir(folder).env("XDG_CACHE_HOME", folder.path()).env("RAYON_NUM_THREADS", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, folder: &TempDir, runner: &[&str], writer: usize) -> Output {
        run(&mut self.command(folder, runner, writer), self.input.replace('%', &writer.to_string()).as_bytes())
    }

    fn changes(&self, folder: &TempDir) -> usize {
        (self.changes)(self, folder.path())
    }

    fn text(&self, folder: &Path) -> String {
        fs::read_to_string(folder.join(&self.file)).unwrap_or_default()
    }

    /// Lets something happen to a writer: its change is in the file or not, and the next writer adds its own.
    fn try_fault(&self, runner: &[&str]) -> Output {
        let folder = self.start();
        let before = self.changes(&folder);
        let output = self.run(&folder, runner, 1);
        let after = self.changes(&folder);
        let what = format!("{}, {runner:?}: {output:?}, {:?}", self.name, self.text(folder.path()));
        assert!((before..=before + 1).contains(&after), "{what}");
        let errors = String::from_utf8_lossy(&output.stderr);
        let is_told = output.status.code() != Some(self.code) || errors.contains("not counted");
        assert!(after == before + 1 || is_told, "not told: {what}");
        if output.status.signal().is_none() {
            let left = fs::read_dir(folder.path()).unwrap().any(|file| is_temporary(&file.unwrap().path()));
            assert!(!left && !errors.contains(".tmp"), "{what}");
            let is_unchanged = self.text(folder.path()) == self.before.as_deref().unwrap_or_default();
            assert!(after > before || is_unchanged, "half written: {what}");
        }
        let next = self.run(&folder, &[], 2);
        assert_eq!(next.status.code(), Some(self.code), "{what}, then {next:?}");
        assert_eq!(self.changes(&folder), self.most.min(after + 1), "{what}, then {next:?}");
        output
    }

    /// The system calls of a writer that take a file, and how often its thread makes each.
    fn calls(&self) -> BTreeMap<String, usize> {
        let folder = self.start();
        let output = self.run(&folder, &["strace", "-f", "-qq", "-o", "trace", "-e", "trace=%file,%desc"], 1);
        assert_eq!(output.status.code(), Some(self.code), "strace cannot trace here: {output:?}");
        let mut counts: BTreeMap<_, usize> = BTreeMap::new();
        for line in fs::read_to_string(folder.path().join("trace")).unwrap().lines() {
            let start = line.split_once('(').map_or(line, |(start, _)| start);
            // Other lines are about signals, and calls that take up again.
            let words: Vec<&str> = start.split_whitespace().collect();
            if let [thread, call] = words[..] {
                *counts.entry((thread.to_owned(), call.to_owned())).or_default() += 1;
            }
        }
        let mut calls = BTreeMap::new();
        for ((_, call), count) in counts {
            let most = calls.entry(call).or_default();
            *most = count.max(*most);
        }
        calls
    }
}

fn is_temporary(path: &Path) -> bool {
    path.file_name().unwrap().to_string_lossy().starts_with(".tmp")
}

/// Longer than the limit of a half write.
fn report() -> String {
    REPORT.replace("Measured", &"Measured ".repeat(300))
}

fn in_report(case: &Case, folder: &Path) -> usize {
    let text = case.text(folder);
    if text == report() {
        return 0;
    }
    assert!(text.as_bytes() == run(&mut envelope(&["fmt", "-"]), report().as_bytes()).stdout, "half written: {text}");
    1
}

fn questions() -> String {
    let question = |n| format!("### Q{n}: Ship {n}\nDoes it sail?\n\nA. Yes\nB. No\n\n**Answer:**\n\n");
    let counts = "question_count: 9\nsections: 1\nrefinement_count: 0\nduplicates_removed: 0";
    let questions: String = (1..=9).map(question).collect();
    format!("---\n{counts}\n---\n\n# Clarifications\n\n## Fleet\n\n{questions}")
}

fn in_questions(case: &Case, folder: &Path) -> usize {
    let text = case.text(folder);
    assert_eq!(text.replace("**Answer:** A", "**Answer:**"), questions(), "half written");
    text.matches("**Answer:** A").count()
}

fn in_log(case: &Case, folder: &Path) -> usize {
    let text = case.text(folder);
    let entries: Vec<Value> = if text.is_empty() { Vec::new() } else { serde_json::from_str(&text).unwrap() };
    let mut agents: Vec<&str> = entries.iter().map(|entry| entry["agent"].as_str().unwrap()).collect();
    agents.sort_unstable();
    agents.dedup();
    assert_eq!(agents.len(), entries.len(), "twice: {text}");
    assert!(case.name != "error log" || agents.contains(&"w99"), "lost: {text}");
    agents.len()
}

fn in_damaged_log(case: &Case, folder: &Path) -> usize {
    let before = case.before.as_ref().unwrap();
    if case.text(folder) == *before {
        return 0;
    }
    assert_eq!(&fs::read_to_string(folder.join("errors.json.damaged-1")).unwrap(), before, "lost");
    in_log(case, folder)
}

/// The output of an agent: longer than the limit of a half write, with lines that are like markers.
fn output(attempt: &str) -> String {
    format!("[A OUTPUT ENDS]\n[B OUTPUT CUT] {attempt}\n{}", format!("{attempt}\n").repeat(1500))
}

fn in_pad(case: &Case, folder: &Path) -> usize {
    let text = case.text(folder);
    let mut whole = entries(&text);
    whole.retain(|entry| entry.complete && entry.output.is_some());
    for entry in &whole {
        let attempt = entry.attempt.unwrap().to_string();
        let expected = if attempt == "99" { "99\n".to_owned() } else { output(&attempt) };
        assert!(entry.output.as_ref() == Some(&expected), "half written: {entry:?}");
    }
    assert!(case.before.is_none() || text.starts_with(PAD), "lost: {text}");
    whole.len()
}

fn in_count(case: &Case, folder: &Path) -> usize {
    let text = case.text(folder);
    if text.is_empty() { 0 } else { text.parse().unwrap() }
}

/// Runs a test on all cases at the same time.
fn for_all(test: impl Fn(&Case) + Sync) {
    let cases = cases();
    std::thread::scope(|scope| {
        for case in &cases {
            scope.spawn(|| test(case));
        }
    });
}

fn needs_strace() {
    let strace = Command::new("strace").arg("-V").stdout(Stdio::null()).status();
    assert!(strace.is_ok(), "this test needs strace: install it with `apt-get install strace`, or run `.ci/run`");
}

#[test]
fn a_kill_at_any_system_call() {
    needs_strace();
    for_all(|case| {
        let mut kills = 0;
        for (call, count) in case.calls() {
            for at in 1..=count {
                let inject = format!("inject={call}:signal=KILL:when={at}");
                let output = case.try_fault(&["strace", "-f", "-qq", "-o", "/dev/null", "-e", &inject]);
                kills += usize::from(output.status.signal() == Some(9));
            }
        }
        assert!(kills > 30, "{}: only {kills} kills", case.name);
    });
}

#[test]
fn a_full_disk() {
    needs_strace();
    let needs_room = ["write", "openat", "mkdir", "mkdirat", "fsync", "fdatasync", "rename", "renameat", "renameat2"];
    for_all(|case| {
        for (call, count) in case.calls().into_iter().filter(|(call, _)| needs_room.contains(&call.as_str())) {
            for at in 1..=count {
                let inject = format!("inject={call}:error=ENOSPC:when={at}");
                case.try_fault(&["strace", "-f", "-qq", "-o", "/dev/null", "-e", &inject]);
            }
        }
    });
}

/// The system stops a write at a limit, with a signal that kills or an error.
#[test]
fn half_a_write() {
    for_all(|case| {
        for signal in ["", "trap '' XFSZ;"] {
            for limit in 0..10 {
                case.try_fault(&["sh", "-c", &format!("{signal} ulimit -f {limit}; exec \"$@\""), "sh"]);
            }
        }
        let output = case.try_fault(&NO_ROOM);
        let (errors, file) = (String::from_utf8_lossy(&output.stderr), case.file.to_str().unwrap());
        assert!(errors.contains(file) && errors.contains("the file is unchanged"), "{}: {errors}", case.name);
    });
}

#[test]
fn eight_at_once_while_others_fail() {
    for_all(|case| {
        let folder = case.start();
        let before = case.changes(&folder);
        std::thread::scope(|scope| {
            for writer in 1..=8 {
                let folder = &folder;
                scope.spawn(move || {
                    let output = case.run(folder, &[], writer);
                    assert_eq!(output.status.code(), Some(case.code), "{}: {output:?}", case.name);
                });
                scope.spawn(move || case.run(folder, &NO_ROOM, writer + 8));
            }
        });
        assert_eq!(case.changes(&folder), case.most.min(before + 8), "{}", case.name);
    });
}
