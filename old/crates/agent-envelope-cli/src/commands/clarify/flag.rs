//! `envelope clarify flag`: contradictions and critical gaps under `## Needs Clarification`.

use std::path::PathBuf;

use agent_envelope::clarifications_md::Contradiction;
use clap::Args;

use super::write::Write;
use super::{Files, Stop};
use crate::exit::Exit;

/// Write contradictions and critical gaps under `## Needs Clarification`
///
/// A critical gap is a question that must be answered and is not. An entry that is there already is not written again.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope clarify flag clarifications.md --evaluation e.json --write
  envelope clarify flag clarifications.md --evaluation e.json --contradictions found.json

Exit status: 0 done, even if there is nothing to write; 1 an input is not accepted, or does not
fit the document; 2 the command could not run.")]
pub(super) struct Flag {
    /// The clarifications document, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The evaluation that says what is not answered
    #[arg(long, value_name = "E.json")]
    evaluation: PathBuf,
    /// Answers that conflict
    #[arg(long, value_name = "C.json")]
    contradictions: Option<PathBuf>,
    #[command(flatten)]
    write: Write,
}

impl Flag {
    pub(super) fn run(&self, files: &mut Files<'_>) -> Result<Exit, Stop> {
        files.ahead([&self.evaluation].into_iter().chain(&self.contradictions))?;
        let _turn = self.write.begin(&self.file)?;
        let document = files.document(&self.file)?;
        let evaluation = files.evaluation(&self.evaluation, &document.value)?;
        let found: Option<Vec<Contradiction>> =
            self.contradictions.as_deref().map(|path| files.list(path)).transpose()?;
        let gaps = document.value.critical_gaps_by(&evaluation).map_err(|refusal| document.refused(refusal))?;
        let done = document.value.flag(&found.unwrap_or_default(), &gaps).map_err(|error| document.refused(error))?;
        self.write.put(files, &self.file, &document, &done.change.apply())?;
        files.out.people(&format!("{} written, {} there already\n", done.written, done.known));
        Ok(Exit::Accepted)
    }
}
