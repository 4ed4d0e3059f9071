//! `envelope clarify answer`: sets one answer.

use std::path::PathBuf;

use agent_envelope::clarifications_md::ItemId;
use clap::Args;

use super::write::Write;
use super::{Files, Stop};
use crate::exit::Exit;

/// Set one answer
///
/// Only the bytes of the answer change. An older label is rewritten with it; text that would be read as something else,
/// such as a heading, is refused, and so is text with which the document would not be accepted, such as a placeholder.
/// Blank text empties the answer.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope clarify answer clarifications.md Q3 --text 'B, until the survey is done' --write
  envelope clarify answer clarifications.md R3.1 --text \"$(cat answer.txt)\" > new.md

Exit status: 0 set; 1 the document is not accepted, the id is not in it, or the text cannot
stand there; 2 the command could not run.")]
pub(super) struct Answer {
    /// The clarifications document, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The question or refinement, like Q12, R12.1 or R12.1a
    #[arg(value_name = "ID")]
    id: String,
    /// The answer
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    text: String,
    #[command(flatten)]
    write: Write,
}

impl Answer {
    pub(super) fn run(&self, files: &mut Files<'_>) -> Result<Exit, Stop> {
        let _turn = self.write.begin(&self.file)?;
        let document = files.mendable(&self.file)?;
        let id: ItemId = self.id.parse().map_err(|error| document.refused(format!("`{}`: {error}", self.id)))?;
        let change = document.value.set_answer(id, &self.text).map_err(|error| document.refused(error))?;
        let text = change.apply();
        // A document whose only fault was the old answer is mended by the new one; any other is not ours to change.
        if !document.accepted && !Files::accepts(&text) {
            return Err(document.refused("not accepted"));
        }
        self.write.put(files, &self.file, &document, &text)?;
        Ok(Exit::Accepted)
    }
}
