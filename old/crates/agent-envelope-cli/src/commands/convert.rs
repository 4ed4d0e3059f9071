//! `envelope convert`: from one protocol to another, losses said out loud.

use std::path::PathBuf;

use agent_envelope::{Protocol, convert};
use clap::{Args, ValueEnum};

use crate::args::{Asked, protocols};
use crate::exit::{Exit, Failure};
use crate::input::Message;
use crate::output::{Out, Snippets, json_line, visible};

/// Convert a message to another protocol
///
/// What has no natural place in the target travels in an object `carried`, which the way back reads; what cannot be
/// kept as it was is listed on standard error. A message that is not accepted converts with its fallback outcome.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope convert block.txt --to json-return
  envelope convert return.json --to clarity --deny-loss
  envelope convert report.md --to report-contract --format json | jq .losses

Exit status: 0 converted, 1 the message was not accepted (or, with --deny-loss, something is lost), 2 the command could not run.")]
pub(crate) struct Convert {
    /// A file, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The protocol to convert to
    #[arg(long, value_name = "P", value_parser = protocols(Protocol::targets()))]
    to: Protocol,
    /// How the result is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write no message and exit 1 if anything is lost; JSON says both all the same
    #[arg(long)]
    deny_loss: bool,
    #[command(flatten)]
    asked: Asked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The message in the other protocol; the losses on standard error
    Text,
    /// Both together as one JSON object
    Json,
}

impl Convert {
    pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        let reader = self.asked.reader()?;
        let message = Message::of(&self.file, reader.settings.limits)?;
        let source = message.source();
        let envelope = reader.read(&source);
        let conversion = convert(&envelope, self.to).map_err(Failure::new)?;
        if !envelope.is_accepted() {
            out.people(&Snippets::new().all(envelope.diagnostics(), &message.name, &source));
        }
        reader.unchecked(&envelope).tell(out);
        let denied = self.deny_loss && !conversion.losses.is_empty();
        if self.format == Format::Json {
            out.result(&json_line(&conversion))?;
        } else {
            if let Some(text) = conversion.text.as_ref().filter(|_| !denied) {
                out.text(text)?;
            }
            for loss in &conversion.losses {
                out.people(&format!("{}: {}: {}\n", loss.kind, visible(&loss.field), visible(&loss.note)));
            }
            if conversion.text.is_none() {
                out.people(&format!(
                    "{}: nothing of it can be read, so nothing was converted\n",
                    visible(&message.name)
                ));
            }
        }
        Ok(Exit::from_accepted(envelope.is_accepted() && conversion.text.is_some() && !denied))
    }
}
