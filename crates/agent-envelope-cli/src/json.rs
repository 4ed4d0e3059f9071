use std::io::{Result, Write};
use std::path::PathBuf;

use agent_envelope::envelope_core::json::rules::NO_JSON;
use agent_envelope::{Message, read_json};

use crate::args::Format;
use crate::print::inert_json;
use crate::source::input;
use crate::{code, snippet};

/// Reads any JSON that a model wrote, and prints it.
///
/// Repairs have a warning. What is rejected is not printed. Exit code: 0 if it is accepted, 1 if it is rejected, 2 if the
/// command could not run.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope json --require name answer.txt")]
pub(crate) struct Json {
    /// A file, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Take the object with the most of these keys
    #[arg(long, value_name = "KEY")]
    require: Vec<String>,
    /// Print what could be read of rejected JSON, too
    #[arg(long)]
    any: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Runs `envelope json`; gives the exit code.
pub(crate) fn run(args: &Json) -> Result<u8> {
    let input = input(&args.file);
    let bytes = input.read()?;
    let message = Message::from(bytes.as_slice());
    let required: Vec<&str> = args.require.iter().map(String::as_str).collect();
    let mut read = read_json(&message, &required);
    for missing in read.diagnostics.iter_mut().filter(|found| found.rule.code == NO_JSON.code && !required.is_empty()) {
        missing.message += &format!(" with `{}`", required.join("` or `"));
    }
    let is_accepted = read.is_accepted();
    read.value = read.value.filter(|_| is_accepted || args.any);
    let mut out = anstream::stdout().lock();
    match args.format {
        Format::Human => {
            snippet::print(&read.diagnostics, &input.name(), &message)?;
            if let Some(value) = &read.value {
                writeln!(out, "{}", inert_json(&format!("{value:#}")))?;
            }
        }
        Format::Json => writeln!(out, "{}", inert_json(&serde_json::to_string(&read)?))?,
    }
    Ok(code(is_accepted))
}
