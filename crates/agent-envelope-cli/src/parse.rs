use std::io::{Result, Write};

use agent_envelope::{AnyValue, Message};

use crate::code;
use crate::print::inert_json;
use crate::source::Source;

/// Prints the value of a message as JSON.
///
/// The schemas describe it (`envelope schema`). What is rejected is not printed. Exit code: 0 if the message is accepted,
/// 1 if it is rejected, 2 if the command could not run.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope parse report.md | jq .summary")]
pub(crate) struct Parse {
    #[command(flatten)]
    source: Source,
    /// Print what could be read of a rejected message, too
    #[arg(long)]
    any: bool,
}

/// Runs `envelope parse`; gives the exit code.
pub(crate) fn run(args: &Parse) -> Result<u8> {
    let bytes = args.source.bytes()?;
    let message = Message::from(bytes.as_slice());
    let parsed = args.source.parse(&message)?;
    let value = parsed.value(args.any).map(AnyValue::to_json);
    if let Some(value) = value.or_else(|| parsed.raw_json(&message).filter(|_| args.any)) {
        writeln!(anstream::stdout(), "{}", inert_json(&format!("{value:#}")))?;
    }
    Ok(code(parsed.is_accepted()))
}
