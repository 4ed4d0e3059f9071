//! What maintainers run: `cargo xtask schemas|fixtures|docs|interop|bench|ci`.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::print_stderr, reason = "a tool for maintainers")]

mod bench;
mod ci;
mod docs;
mod files;
mod fixtures;
mod interop;
mod schemas;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::files::{Files, Mode};

/// An error is a message that names the command that mends it.
type Result<T = ()> = std::result::Result<T, String>;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "What maintainers of agent-envelope run")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Write the JSON Schemas in schemas/
    Schemas {
        /// Only compare
        #[arg(long)]
        check: bool,
    },
    /// Check that the fixtures are read as expected, and that accepted values fit their schemas
    Fixtures {
        /// Write the expectation of this fixture, such as `status-block/success`; read it before you commit it
        #[arg(long, value_name = "CASE")]
        bless: Vec<String>,
    },
    /// Write docs/rules.md and the tables of the README
    Docs {
        /// Only compare
        #[arg(long)]
        check: bool,
    },
    /// Let Python and JavaScript validate the schemas and read the fixtures with their own tools (interop/)
    Interop,
    /// Measure what docs/speed.md says, ours and the libraries beside it
    Bench,
    /// Run everything that must be green before a change is taken
    Ci,
}

fn main() -> ExitCode {
    let mode = |check| if check { Mode::Check } else { Mode::Write };
    let result = match Args::parse().task {
        Task::Schemas { check } => Files::new(mode(check), "cargo xtask schemas").and_then(schemas::run),
        Task::Fixtures { bless } => fixtures::run(&bless),
        Task::Docs { check } => Files::new(mode(check), "cargo xtask docs").and_then(docs::run),
        Task::Interop => interop::run(),
        Task::Bench => bench::run(),
        Task::Ci => ci::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
