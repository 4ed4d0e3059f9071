//! The command `envelope`. Its commands are not there yet; until then it refuses, so that nobody takes silence for success.
#![forbid(unsafe_code)]
#![expect(clippy::print_stderr, reason = "a program for the terminal")]

use std::process::ExitCode;

fn main() -> ExitCode {
    eprintln!("envelope: no command is available in this version; see CHANGELOG.md");
    ExitCode::from(2)
}
