//! `envelope clarify gate`: what may happen next.

use std::path::PathBuf;
use std::sync::Arc;

use agent_envelope::clarifications_md::{Clarifications, Evaluation, EvaluationRules, Expectations, gate};
use clap::Args;

use super::{Files, Stop};
use crate::exit::Exit;
use crate::output::{json_line, visible};

/// Say what may happen after an evaluation
///
/// Prints `{"verdict", "next"}`; both are empty for an evaluation that is not accepted. With the document beside it the
/// evaluation must be about that document, and a document that recommends to narrow its scope offers nothing else.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope clarify gate answer-evaluation.json
  envelope clarify gate answer-evaluation.json --clarifications clarifications.md | jq -r '.next[]'

Exit status: 0 the evaluation is accepted, whatever its verdict; 1 it is not; 2 the command could not run.")]
pub(super) struct Gate {
    /// The evaluation, or `-` for standard input
    #[arg(value_name = "E.json")]
    evaluation: PathBuf,
    /// The document that it is about
    #[arg(long, value_name = "FILE")]
    clarifications: Option<PathBuf>,
}

impl Gate {
    pub(super) fn run(&self, files: &mut Files<'_>) -> Result<Exit, Stop> {
        let mut refused = Vec::new();
        let mut document = None;
        if let Some(path) = &self.clarifications {
            let (message, parsed) = files.judged::<Clarifications>(path, EvaluationRules::default(), &())?;
            document = parsed.into_accepted().map_err(|_| refused.push(message.name)).ok().map(Arc::new);
        }
        let mut expected = Expectations::default();
        expected.clarifications.clone_from(&document);
        let (message, parsed) = files.judged::<Evaluation>(&self.evaluation, (), &expected)?;
        let mut told = gate(&parsed, document.as_deref());
        if !parsed.verdict().accepted() {
            refused.push(message.name);
        }
        if !refused.is_empty() {
            (told.verdict, told.next) = (None, Vec::new());
        }
        for name in &refused {
            files.out.people(&format!("{}: not accepted\n", visible(name)));
        }
        files.out.result(&json_line(&told))?;
        Ok(Exit::from_accepted(refused.is_empty()))
    }
}
