use std::io::{Result, Write};

use agent_envelope::{AnyProtocol, Message, Unconverted, convert, find};

use crate::args::{self, Format};
use crate::code;
use crate::print::{document, inert_json};
use crate::source::{Source, input};

/// Converts a message to another protocol.
///
/// What has no place there, is only similar or had to be invented is listed on standard error. The text is read back, and
/// not printed if its protocol rejects it. Exit code: 0 if the message is converted, 1 if it or its conversion is
/// rejected, 2 if the command could not run.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope convert report.md --to json-return")]
pub(crate) struct Convert {
    #[command(flatten)]
    source: Source,
    /// The protocol to convert to
    #[arg(long, value_name = "NAME", value_parser = args::one_of(args::names(AnyProtocol::is_target), find))]
    to: &'static AnyProtocol,
    /// Convert what could be read of a rejected message, too, with the outcome of a rejected one
    #[arg(long)]
    any: bool,
    /// Print nothing and exit with 1 if something is lost
    #[arg(long)]
    deny_loss: bool,
    /// How to print the result: the text, or one JSON object with text and losses. If the text in it is null, the reason is
    /// on standard error
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Runs `envelope convert`; gives the exit code.
pub(crate) fn run(args: &Convert) -> Result<u8> {
    let bytes = args.source.bytes()?;
    let message = Message::from(bytes.as_slice());
    let is_json = args.format == Format::Json;
    let parsed = if is_json { args.source.parse_quietly(&message) } else { args.source.parse(&message)? };
    let mut conversion = convert(&parsed, args.to, args.any);
    let name = input(&args.source.file).name();
    let is_denied = args.deny_loss && !conversion.losses.is_empty();
    if is_denied {
        (conversion.text, conversion.status, conversion.outcome) = (None, None, None);
    }
    if !is_json {
        for loss in &conversion.losses {
            tell!("{name}: {loss}");
        }
    }
    match &conversion.rejection {
        Some(Unconverted::Rejected) if !is_json => {}
        Some(rejection) => tell!("{name}: not converted: {rejection}"),
        None if is_denied => tell!("{name}: not converted: something would be lost"),
        None => {}
    }
    if is_json {
        writeln!(anstream::stdout(), "{}", inert_json(&serde_json::to_string(&conversion)?))?;
    } else if let Some(text) = &conversion.text {
        document(text)?;
    }
    Ok(code(parsed.is_accepted() && conversion.text.is_some()))
}
