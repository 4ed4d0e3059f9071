use std::io::{Error, Result, Write};

use agent_envelope::{AnyValue, Message};

use crate::source::{Source, input};
use crate::{REJECTED, code, write};

/// Prints a message in its canonical form.
///
/// What is rejected is not printed. Exit code: 0 if the message is accepted, 1 if it is rejected or, with `--check`, not in
/// its canonical form, 2 if the command could not run.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope fmt --write report.md")]
pub(crate) struct Fmt {
    #[command(flatten)]
    source: Source,
    /// Print nothing; exit with 1 if the message is not in its canonical form
    #[arg(long, conflicts_with_all = ["write", "any"])]
    check: bool,
    /// Replace the file
    #[arg(long, conflicts_with = "any")]
    write: bool,
    /// Print what could be read of a rejected message, too
    #[arg(long)]
    any: bool,
}

/// Runs `envelope fmt`; gives the exit code.
pub(crate) fn run(args: &Fmt) -> Result<u8> {
    if args.write && args.source.file.as_os_str() == "-" {
        return Err(Error::other("standard input cannot be replaced; leave `--write` out"));
    }
    let bytes = args.source.bytes()?;
    let message = Message::from(bytes.as_slice());
    let parsed = args.source.parse(&message)?;
    let Some(text) = parsed.value(args.any).map(AnyValue::render) else { return Ok(REJECTED) };
    let is_canonical = text == message.text();
    if args.check {
        if !is_canonical {
            tell!("{}: not in the canonical form", input(&args.source.file).name());
        }
        return Ok(code(is_canonical));
    }
    if !args.write {
        write!(anstream::stdout(), "{text}")?;
    } else if !is_canonical {
        write::replace(&args.source.file, text.as_bytes())?;
    }
    Ok(code(parsed.is_accepted()))
}
