use std::io::{Result, Write};
use std::path::Path;

use agent_envelope::{Message, read_json};

use crate::args::{Format, Json};
use crate::input::Input;
use crate::{ACCEPTED, REJECTED, snippet};

/// Runs `envelope json`; gives the exit code.
pub(crate) fn run(args: &Json) -> Result<u8> {
    let input = if args.file == Path::new("-") { Input::Stdin } else { Input::File(args.file.clone()) };
    let bytes = input.read()?;
    let message = Message::from(bytes.as_slice());
    let required: Vec<&str> = args.require.iter().map(String::as_str).collect();
    let mut read = read_json(&message, &required);
    let is_accepted = read.is_accepted();
    read.value = read.value.filter(|_| is_accepted || args.any);
    let mut out = anstream::stdout().lock();
    match args.format {
        Format::Human => {
            snippet::print(&read.diagnostics, &input.name(), &message)?;
            if let Some(value) = &read.value {
                writeln!(out, "{value:#}")?;
            }
        }
        Format::Json => {
            serde_json::to_writer(&mut out, &read)?;
            writeln!(out)?;
        }
    }
    Ok(if is_accepted { ACCEPTED } else { REJECTED })
}
