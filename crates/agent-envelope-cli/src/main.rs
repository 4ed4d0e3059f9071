//! The command `envelope`.

#![forbid(unsafe_code)]

/// Prints a line to standard error. Nobody may be listening, which is no fault.
macro_rules! tell {
    ($($text:tt)*) => {
        drop(std::io::Write::write_all(&mut anstream::stderr(), $crate::print::inert(&format!("{}\n", format_args!($($text)*))).as_bytes()))
    };
}

mod aggregate;
mod args;
mod args_workflow;
mod check;
mod clarify;
mod completions;
mod convert;
mod explain;
mod fmt;
mod hook;
mod input;
mod json;
mod parse;
mod print;
mod progress;
mod prompt;
mod reask;
mod result;
mod schema;
mod scratchpad;
mod snippet;
mod source;
mod workflow;
mod write;

use std::process::ExitCode;

use clap::Parser as _;

use crate::args::{Args, Command};

/// Every message was accepted.
const ACCEPTED: u8 = 0;
/// A message was rejected, or is no success where one is required.
const REJECTED: u8 = 1;
/// The command could not run.
const FAILED: u8 = 2;

/// The exit code of a command whose messages were all accepted, or were not.
fn code(is_accepted: bool) -> u8 {
    if is_accepted { ACCEPTED } else { REJECTED }
}

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            drop(error.print());
            // To the client of a hook 2 means that the agent must go on.
            let is_hook = std::env::args_os().nth(1).is_some_and(|command| command == "hook");
            let failed = if is_hook { REJECTED } else { FAILED };
            return ExitCode::from(if error.use_stderr() { failed } else { ACCEPTED });
        }
    };
    let result = match args.command {
        Command::Check(args) => check::run(&args),
        Command::Parse(args) => parse::run(&args),
        Command::Fmt(args) => fmt::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Aggregate(args) => aggregate::run(&args),
        Command::Json(args) => json::run(&args),
        Command::Clarify(args) => clarify::run(&args),
        Command::Prompt(args) => prompt::run(&args),
        Command::Reask(args) => reask::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Scratchpad(args) => scratchpad::run(&args),
        Command::Hook(args) => Ok(hook::run(&args)),
        Command::Completions(args) => completions::run(&args),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        // A reader that has seen enough, such as `head`, is no fault of the command.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::from(FAILED),
        Err(error) => {
            tell!("error: {error}");
            ExitCode::from(FAILED)
        }
    }
}
