use std::io::{Result, Write};
use std::path::Path;

use agent_envelope::{Diagnostic, Message, read_json};
use serde::Serialize;
use serde_json::Value;

use crate::args::{Format, Json};
use crate::input::Input;
use crate::{ACCEPTED, REJECTED, snippet};

/// Runs `envelope json`; gives the exit code.
pub(crate) fn run(args: &Json) -> Result<u8> {
    let input = if args.file == Path::new("-") { Input::Stdin } else { Input::File(args.file.clone()) };
    let bytes = input.read()?;
    let message = Message::from(bytes.as_slice());
    let required: Vec<&str> = args.require.iter().map(String::as_str).collect();
    let read = read_json(&message, &required);
    let is_accepted = read.is_accepted();
    let value = read.value.filter(|_| is_accepted || args.any);
    let mut out = anstream::stdout().lock();
    match args.format {
        Format::Human => {
            snippet::print(&read.diagnostics, &input.name(), &message)?;
            if let Some(value) = value {
                writeln!(out, "{value:#}")?;
            }
        }
        Format::Json => {
            let output = Output { value, truncated: read.truncated, diagnostics: &read.diagnostics };
            serde_json::to_writer(&mut out, &output)?;
            writeln!(out)?;
        }
    }
    Ok(if is_accepted { ACCEPTED } else { REJECTED })
}

/// The line of `--format json`.
#[derive(Serialize)]
struct Output<'a> {
    value: Option<Value>,
    truncated: bool,
    diagnostics: &'a [Diagnostic],
}
