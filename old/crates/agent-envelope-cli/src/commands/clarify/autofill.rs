//! `envelope clarify autofill`: recommendations into empty answers.

use std::path::PathBuf;

use clap::Args;

use super::write::Write;
use super::{Files, Stop};
use crate::exit::Exit;

/// Copy recommendations into empty answers
///
/// Each item takes its own recommendation, and no answer is overwritten. Standard error lists what was filled and what
/// could not be.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope clarify autofill clarifications.md --write

Exit status: 0 done, even if nothing could be filled; 1 the document is not accepted; 2 the command could not run.")]
pub(super) struct Autofill {
    /// The clarifications document, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    write: Write,
}

impl Autofill {
    pub(super) fn run(&self, files: &mut Files<'_>) -> Result<Exit, Stop> {
        let _turn = self.write.begin(&self.file)?;
        let document = files.document(&self.file)?;
        let done = document.value.autofill();
        self.write.put(files, &self.file, &document, &done.change.apply())?;
        for id in &done.filled {
            files.out.people(&format!("{id}: filled\n"));
        }
        for (id, why) in &done.unfilled {
            files.out.people(&format!("{id}: not filled: {}\n", why.as_str()));
        }
        Ok(Exit::Accepted)
    }
}
