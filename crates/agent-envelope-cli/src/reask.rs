use std::io::Result;

use agent_envelope::Message;

use crate::code;
use crate::print::document;
use crate::source::Source;

/// Prints what to tell an agent whose message is rejected, so that it sends a better one.
///
/// Nothing is printed for an accepted message. Exit code: 0 if the message is accepted, 1 if it is rejected, 2 if the
/// command could not run.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope reask report.md || resume-agent")]
pub(crate) struct Reask {
    #[command(flatten)]
    source: Source,
}

/// Runs `envelope reask`; gives the exit code.
pub(crate) fn run(args: &Reask) -> Result<u8> {
    let bytes = args.source.bytes()?;
    let parsed = args.source.parse_quietly(&Message::from(bytes.as_slice()));
    document(&parsed.reask())?;
    Ok(code(parsed.is_accepted()))
}
