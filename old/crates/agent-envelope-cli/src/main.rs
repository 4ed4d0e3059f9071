//! The command `envelope`: arguments, files, terminal. What messages mean is for the library to say.
#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, reason = "the command is where files are read and written")]

mod args;
mod cli;
mod commands;
mod examples;
mod exit;
mod fail_point;
#[cfg(test)]
mod faults;
mod input;
mod output;
mod parallel;
mod schemas;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
