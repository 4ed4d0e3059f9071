//! `envelope clarify draft`: the draft of the decisions.

use std::path::PathBuf;

use agent_envelope::clarifications_md::{Contradiction, decisions};
use clap::Args;

use super::{Files, Stop};
use crate::exit::Exit;

/// Print the draft of decisions.md
///
/// A decision for each clear answer, then a gap for each question that must be answered and is not, then each
/// contradiction. Without an evaluation the mechanical one counts.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope clarify draft clarifications.md > decisions.md
  envelope clarify draft clarifications.md --evaluation e.json --contradictions found.json

Contradictions: [{\"items\": [\"Q2\", \"Q12\"], \"title\": \"Which clock\", \"note\": \"both sides\"}]

Exit status: 0 printed; 1 an input is not accepted, or does not fit the document; 2 the command could not run.")]
pub(super) struct Draft {
    /// The clarifications document, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The evaluation that says which answers are clear
    #[arg(long, value_name = "E.json")]
    evaluation: Option<PathBuf>,
    /// Answers that conflict
    #[arg(long, value_name = "C.json")]
    contradictions: Option<PathBuf>,
}

impl Draft {
    pub(super) fn run(&self, files: &mut Files<'_>) -> Result<Exit, Stop> {
        let document = files.document(&self.file)?;
        let evaluation = self.evaluation.as_deref().map(|path| files.evaluation(path, &document.value)).transpose()?;
        let found: Option<Vec<Contradiction>> =
            self.contradictions.as_deref().map(|path| files.list(path)).transpose()?;
        let draft = document.value.draft(evaluation.as_ref(), &found.unwrap_or_default());
        let draft = draft.map_err(|refusal| document.refused(refusal))?;
        files.out.text(&decisions::render(&draft))?;
        Ok(Exit::Accepted)
    }
}
