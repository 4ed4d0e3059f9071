//! Reads whatever JSON an agent wrote, from standard input, and says what was wrong with it.
//!
//! `cargo run -q -p envelope-core --example read_json -- status summary < message.txt`: the arguments are the keys that
//! the envelope must have. Exit status 1 when there is no value or an error.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use std::io::Read as _;
use std::process::ExitCode;

use envelope_core::Source;
use envelope_core::json::{JsonRecord, Request};

fn main() -> ExitCode {
    let mut bytes = Vec::new();
    if let Err(error) = std::io::stdin().read_to_end(&mut bytes) {
        eprintln!("standard input cannot be read: {error}");
        return ExitCode::from(2);
    }
    let keys: Vec<String> = std::env::args().skip(1).collect();
    let required: Vec<&str> = keys.iter().map(String::as_str).collect();
    let record = JsonRecord::new(&Source::from_bytes(&bytes), &Request::requiring(&required));
    if let Some(value) = &record.value {
        println!("{value:#}");
    }
    for entry in &record.diagnostics {
        eprintln!("{}:{}: {}: {} [{}]", entry.line, entry.column, entry.severity, entry.message, entry.rule);
    }
    if record.accepted() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
