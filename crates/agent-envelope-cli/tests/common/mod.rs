#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests run the command")]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// The command, to be run.
pub(crate) fn envelope(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_envelope"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command with an input.
pub(crate) fn run(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.spawn().unwrap();
    // A command that does not read closes the pipe.
    drop(child.stdin.take().unwrap().write_all(input));
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("panicked"), "{command:?}: {errors}");
    output
}
