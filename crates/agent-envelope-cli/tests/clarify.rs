//! `envelope clarify --write` replaces the file in one step, or leaves it alone.

#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "a test of files")]

use std::fs;
use std::process::{Command, Output};

const DOCUMENT: &str = include_str!("cmd/clarify.in/fleet.md");

fn clarify(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_envelope")).arg("clarify").args(args).output().unwrap()
}

#[test]
fn edits_replace_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fleet.md");
    let file = path.to_str().unwrap();
    fs::write(&path, DOCUMENT).unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    #[cfg(unix)]
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o640);
    fs::set_permissions(&path, permissions).unwrap();
    let permissions = fs::metadata(&path).unwrap().permissions();
    let block = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/clarify.in/block.md");
    let commands: [&[&str]; 3] = [
        &["answer", file, "Q2", "--text", "A\n", "--write"],
        &["autofill", file, "--write"],
        &["refine", file, "--with", block, "--write"],
    ];
    for command in commands {
        let printed = clarify(&command[..command.len() - 1]);
        let written = clarify(command);
        assert_eq!((written.status.code(), written.stdout.len()), (Some(0), 0), "{written:?}");
        assert_eq!((fs::read(&path).unwrap(), written.stderr), (printed.stdout, printed.stderr));
    }
    assert_eq!(fs::metadata(&path).unwrap().permissions(), permissions);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn on_an_error_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fleet.md");
    let file = path.to_str().unwrap();
    fs::write(&path, DOCUMENT).unwrap();
    let modified = fs::metadata(&path).unwrap().modified().unwrap();
    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/clarify.in/other.md");
    let commands: [(&[&str], i32); 3] = [
        (&["answer", file, "Q2", "--text", "A\n```", "--write"], 1),
        (&["refine", file, "--with", other, "--write"], 1),
        (&["refine", file, "--with", "no-such-file.md", "--write"], 2),
    ];
    for (command, code) in commands {
        let output = clarify(command);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(code), 0), "{output:?}");
        assert!(!output.stderr.is_empty());
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), DOCUMENT);
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), modified);
}

#[test]
fn flags_are_written_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clarifications.md");
    let file = path.to_str().unwrap();
    let document = include_str!("cmd/workflow.in/clarifications.md");
    fs::write(&path, document).unwrap();
    let input = |name: &str| format!("{}/tests/cmd/workflow.in/{name}", env!("CARGO_MANIFEST_DIR"));
    let flag = |evaluation: &str| {
        let (evaluation, contradictions) = (input(evaluation), input("contradictions.json"));
        clarify(&["flag", file, "--evaluation", &evaluation, "--contradictions", &contradictions, "--write"])
    };
    let refused = flag("other-evaluation.json");
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(1), 0), "{refused:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), document);
    let written = flag("evaluation.json");
    assert_eq!((written.status.code(), written.stdout.len()), (Some(0), 0), "{written:?}");
    let flagged = fs::read_to_string(&path).unwrap();
    assert!(
        flagged.starts_with(document.trim_end()) && flagged.contains("### Critical Gap: Opening Hours\n**Items:** Q4")
    );
}
