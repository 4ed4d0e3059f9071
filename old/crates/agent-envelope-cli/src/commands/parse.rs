//! `envelope parse`: the typed value as JSON.

use std::path::PathBuf;

use clap::Args;

use crate::args::Asked;
use crate::exit::{Exit, Failure};
use crate::input::Message;
use crate::output::{Out, Snippets, json_pretty};

/// Print the typed value of a message as JSON
///
/// A value that was read without a warning is valid against the schema of its kind. What was accepted with one may
/// hold what the schema refuses, kept as it was written. Where no typed value can be made, what was read is printed as
/// it is; a message of which nothing can be read prints null.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope parse report.md
  envelope parse --protocol status-block - < answer.txt | jq .status

Exit status: 0 accepted, 1 not accepted (the value is printed all the same), 2 the command could not run.")]
pub(crate) struct Parse {
    /// A file, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    asked: Asked,
}

impl Parse {
    pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        let reader = self.asked.reader()?;
        let message = Message::of(&self.file, reader.settings.limits)?;
        let source = message.source();
        let envelope = reader.read(&source);
        out.people(&Snippets::new().all(envelope.diagnostics(), &message.name, &source));
        reader.unchecked(&envelope).tell(out);
        match (envelope.value(), envelope.tree()) {
            (Some(value), _) => out.result(&json_pretty(&value))?,
            (None, tree) => out.result(&json_pretty(&tree))?,
        }
        Ok(Exit::from_accepted(envelope.is_accepted()))
    }
}
