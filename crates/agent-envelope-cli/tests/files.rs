//! Files and pipes that are not as a command would like them.

#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "a test of files")]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{envelope, run};

const REPORT: &str = "\
STATUS: success

SUMMARY:
  what_i_did: \"Rebuilt the sundial\"
  confidence: high
  iterations_used: 1

FILES:
  created: []
  modified: [\"sundial.md\"]
  read: []

NEXT_ACTION:
  recommended_agent: \"none\"
  reason: \"Nothing is left to do\"
  context_forward: \"The sundial shows noon at noon\"
";

/// Every command that reads a file, with the place of the file; what the codes are for a file that is missing, a folder
/// without files, a device, and zeros beyond the limit.
const COMMANDS: &[(&str, [i32; 4])] = &[
    ("check FILE", [2, 2, 1, 1]),
    ("parse FILE", [2, 2, 1, 1]),
    ("fmt FILE", [2, 2, 1, 1]),
    ("fmt --write FILE", [2, 2, 2, 1]),
    ("convert --to clarity FILE", [2, 2, 1, 1]),
    ("aggregate FILE", [2, 2, 1, 1]),
    ("json FILE", [2, 2, 1, 1]),
    ("reask FILE", [2, 2, 1, 1]),
    ("scratchpad list FILE", [2, 2, 2, 0]),
    ("scratchpad show --entry 1 FILE", [2, 2, 2, 1]),
    ("scratchpad note --text x FILE/x", [2, 0, 2, 2]),
    ("check --dialect FILE FILE", [2, 2, 2, 2]),
    ("check --findings-schema a=FILE FILE", [2, 2, 2, 2]),
];

#[test]
fn what_cannot_be_read_has_a_message_and_a_code() {
    let folder = tempfile::tempdir().unwrap();
    let [missing, empty, zeros] = ["missing", "empty", "zeros"].map(|name| folder.path().join(name));
    fs::create_dir(&empty).unwrap();
    fs::write(&zeros, vec![0; 20 << 20]).unwrap();
    let inputs = [&missing, &empty, Path::new("/dev/zero"), &zeros];
    for (command, codes) in COMMANDS {
        for (input, code) in inputs.into_iter().zip(codes) {
            let path = input.to_str().unwrap();
            let args: Vec<String> = command.split(' ').map(|arg| arg.replace("FILE", path)).collect();
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let output = run(&mut envelope(&args), b"");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(*code), "{args:?}: {errors}");
            let said = output.stdout.len() + output.stderr.len();
            assert!(*code == 0 || said > 0, "{args:?} says nothing");
            assert!(*code != 2 || errors.contains(path), "{args:?}: {errors}");
        }
    }
    assert_eq!(fs::metadata(&zeros).unwrap().len(), 20 << 20);
    assert_eq!(fs::read(empty.join("x")).unwrap(), b"ORCHESTRATOR: x\n");
}

#[test]
fn a_file_that_cannot_be_read_does_not_keep_the_others_from_being_checked() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a"), REPORT).unwrap();
    let socket = folder.path().join("b");
    #[cfg(unix)]
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    let paths = ["a", "b", "missing", "empty", "a"].map(|name| folder.path().join(name));
    let [a, b, missing, empty, c] = paths.each_ref().map(|path| path.to_str().unwrap());
    let output = run(&mut envelope(&["check", a, b, missing, empty, c]), b"");
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!([b, missing, empty].iter().all(|path| errors.contains(&format!("error: {path}: "))), "{errors}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches(": accepted: completed").count(), 2);
}

#[cfg(unix)]
#[test]
fn a_folder_is_read_as_git_sees_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    for name in [".git/config", ".agent/failed.txt", ".failed.txt", "a.txt", "ignored/b.txt"] {
        fs::create_dir_all(file(name).parent().unwrap()).unwrap();
        fs::write(file(name), "STATUS: failed").unwrap();
    }
    fs::write(file(".gitignore"), "/ignored\n/.gitignore\n").unwrap();
    std::os::unix::fs::symlink("a.txt", file("link.txt")).unwrap();
    let checked = |globs: &[&str]| {
        let output = run(envelope(&["check", "--format", "json"]).args(globs).arg(folder.path()), b"");
        let printed = String::from_utf8(output.stdout).unwrap();
        let lines = printed.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        lines.map(|line| line["file"].as_str().unwrap().rsplit_once('/').unwrap().1.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(checked(&[]), ["failed.txt", ".failed.txt", "a.txt", "link.txt"]);
    // A pattern does not bring back what git ignores.
    assert_eq!(checked(&["--glob", "*.txt"]), checked(&[]));
    assert_eq!(checked(&["--glob", "[al]*.txt"]), ["a.txt", "link.txt"]);
    assert_eq!(checked(&["--glob", "!.agent"]), [".failed.txt", "a.txt", "link.txt"]);
}

#[test]
fn results_and_error_log_do_without_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("errors.json");
    let check = |log: &str| envelope(&["check", "--error-log", log, "README.md", "Cargo.toml"]);
    let unlogged = run(&mut check("/dev/zero"), b"");
    assert_eq!(unlogged.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unlogged.stdout).ends_with("2 checked: 0 accepted, 2 rejected\n"));
    assert!(String::from_utf8_lossy(&unlogged.stderr).ends_with("error: /dev/zero: is not a file\n"));
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    assert_eq!(run(check(log.to_str().unwrap()).stdout(writer), b"").status.code(), Some(2));
    assert_eq!(fs::read_to_string(&log).unwrap().matches("\"agent\"").count(), 2);
}

#[test]
fn a_closed_pipe_ends_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.txt");
    fs::write(&report, REPORT).unwrap();
    let file = report.to_str().unwrap();
    let commands = [
        "check FILE",
        "check --format json FILE",
        "parse FILE",
        "fmt FILE",
        "convert --to json-return FILE",
        "aggregate FILE",
        "json FILE",
        "prompt status-block",
        "reask --strict FILE",
        "schema json-return",
        "explain",
        "scratchpad list FILE",
        "completions bash",
        "hook codex",
        "--help",
        "check no-such-file",
    ];
    for command in commands {
        for closes_errors in [false, true] {
            let args: Vec<&str> = command.split(' ').map(|arg| if arg == "FILE" { file } else { arg }).collect();
            let mut command = envelope(&args);
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            command.stdout(writer.try_clone().unwrap());
            if closes_errors {
                command.stderr(writer);
            }
            let output = run(&mut command, b"");
            assert!(output.status.code().is_some_and(|code| code <= 2), "{args:?}: {:?}", output.status);
        }
    }
}

#[test]
fn what_must_not_be_written_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let report = file("report.txt", &REPORT.replace("success", "Success"));
    let questions = file("questions.md", include_str!("../../clarifications-md/src/canonical/mixed.md"));
    let is_root = fs::File::options().append(true).open(&report).is_ok();
    let targets = [(report.as_str(), questions.as_str()), (folder.path().to_str().unwrap(), ".")];
    for (report, questions) in targets {
        let commands = [
            vec!["fmt", "--write", report],
            vec!["clarify", "answer", questions, "Q1", "--text", "No", "--write"],
            vec!["scratchpad", "note", report, "--text", "x"],
            vec!["check", "--strict", "--error-log", report, &targets[0].0],
        ];
        for args in commands {
            let mut command = envelope(&args);
            if is_root {
                // Root may write everything, but for this right.
                command = Command::new("setpriv");
                command.args(["--bounding-set=-dac_override", env!("CARGO_BIN_EXE_envelope")]).args(&args);
                command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            }
            let output = run(&mut command, b"");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
            let target = if args[0] == "clarify" { questions } else { report };
            assert!(errors.contains(&format!("error: {target}: ")), "{args:?}: {errors}");
        }
    }
}

#[test]
fn files_keep_their_permissions_and_links() {
    let folder = tempfile::tempdir().unwrap();
    let [path, link] = ["report.txt", "link.txt"].map(|name| folder.path().join(name));
    fs::write(&path, REPORT.replace("success", "Success")).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert_eq!(run(&mut envelope(&["fmt", "--write", link.to_str().unwrap()]), b"").status.code(), Some(0));
        assert!(link.is_symlink());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read_to_string(&path).unwrap(), REPORT);
    }
}
