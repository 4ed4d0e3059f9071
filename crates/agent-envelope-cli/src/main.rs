//! The command `envelope`.

#![forbid(unsafe_code)]

mod aggregate;
mod args;
mod check;
mod input;
mod json;
mod snippet;

use std::process::ExitCode;

use clap::Parser as _;

use crate::args::{Args, Command};

/// Every message was accepted.
const ACCEPTED: u8 = 0;
/// A message was rejected, or is no success where one is required.
const REJECTED: u8 = 1;
/// The command could not run.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    let result = match Args::parse().command {
        Command::Check(args) => check::run(&args),
        Command::Aggregate(args) => aggregate::run(&args),
        Command::Json(args) => json::run(&args),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        // A reader that has seen enough, such as `head`, is no fault of the command.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::from(FAILED),
        Err(error) => {
            anstream::eprintln!("error: {error}");
            ExitCode::from(FAILED)
        }
    }
}
