//! `envelope clarify tasks`: what each refinement sub-agent gets.

use std::path::PathBuf;

use clap::Args;

use super::{Files, Stop};
use crate::exit::Exit;
use crate::output::json_pretty;

/// Print the tasks of refinement sub-agents
///
/// One for each section with an item that is not clear: the items with their verdicts, the clear answers beside them,
/// and the instruction. Each sub-agent gets the document, too.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope clarify tasks clarifications.md --evaluation e.json | jq -r '.[0].prompt'

Exit status: 0 printed; 1 an input is not accepted, or does not fit the document; 2 the command could not run.")]
pub(super) struct Tasks {
    /// The clarifications document, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The evaluation that says which answers are clear
    #[arg(long, value_name = "E.json")]
    evaluation: PathBuf,
}

impl Tasks {
    pub(super) fn run(&self, files: &mut Files<'_>) -> Result<Exit, Stop> {
        let document = files.document(&self.file)?;
        let evaluation = files.evaluation(&self.evaluation, &document.value)?;
        let tasks = document.value.tasks(Some(&evaluation)).map_err(|refusal| document.refused(refusal))?;
        files.out.result(&json_pretty(&tasks))?;
        Ok(Exit::Accepted)
    }
}
