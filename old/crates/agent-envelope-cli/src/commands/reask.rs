//! `envelope reask`: the message that tells an agent what to fix.

use std::path::PathBuf;

use clap::Args;

use crate::args::Asked;
use crate::exit::{Exit, Failure};
use crate::input::Message;
use crate::output::Out;

/// Print the message that tells an agent what to fix
///
/// It names each place, what was found there and what was expected, and asks for the whole report again. A message that
/// holds no report gets the whole instruction. For one that is accepted nothing is printed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope reask answer.txt
  envelope reask --protocol json-return --session sess_1735460684_a1b2c3 - < answer.txt

Exit status: 0 accepted, nothing to ask; 1 not accepted, the message is printed; 2 the command could not run.")]
pub(crate) struct Reask {
    /// A file, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    asked: Asked,
}

impl Reask {
    pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        let reader = self.asked.reader()?;
        let message = Message::of(&self.file, reader.settings.limits)?;
        let source = message.source();
        let envelope = reader.read(&source);
        reader.unchecked(&envelope).tell(out);
        if let Some(text) = envelope.reask(&source, &reader.settings) {
            out.text(&text)?;
        }
        Ok(Exit::from_accepted(envelope.is_accepted()))
    }
}
