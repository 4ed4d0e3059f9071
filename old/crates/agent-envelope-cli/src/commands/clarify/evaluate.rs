//! `envelope clarify evaluate`: the mechanical verdict on the answers.

use std::path::PathBuf;

use agent_envelope::clarifications_md::{Clarifications, EvaluationRules, Pass, evaluation};
use clap::Args;

use super::{Files, Stop};
use crate::exit::Exit;
use crate::output::visible;

/// Evaluate the answers by the mechanical rules
///
/// Prints answer-evaluation.json. For a document that is not accepted it is printed all the same, with
/// `"document_accepted": false`, and `check` and `clarify gate` refuse it then. Where nothing can be read it is null.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope clarify evaluate clarifications.md > answer-evaluation.json
  envelope clarify evaluate clarifications.md --refinements  # the second pass, after refinement

Exit status: 0 the document is accepted, whatever the verdict; 1 it is not; 2 the command could not run.")]
pub(super) struct Evaluate {
    /// The clarifications document, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Judge to the letter of the specification: an answer that only names a choice is too short to be clear
    #[arg(long)]
    literal: bool,
    /// Evaluate refinements, too
    #[arg(long)]
    refinements: bool,
}

impl Evaluate {
    pub(super) fn run(&self, files: &mut Files<'_>) -> Result<Exit, Stop> {
        let rules = if self.literal { EvaluationRules::literal() } else { EvaluationRules::default() };
        let pass = if self.refinements { Pass::Second } else { Pass::First };
        let (message, parsed) = files.judged::<Clarifications>(&self.file, rules, &())?;
        let accepted = parsed.verdict().accepted();
        if !accepted {
            files.out.people(&format!("{}: not accepted\n", visible(&message.name)));
        }
        let text = parsed.read().map(|document| {
            let mut value = document.evaluate(pass);
            if !accepted {
                // The exit status may be lost on the way; the file says it, too, to people and to programs.
                value.document_accepted = Some(false);
                let reasoning = value.reasoning.take().unwrap_or_default();
                value.reasoning = Some(format!("The document is not accepted. {reasoning}"));
            }
            evaluation::render(&value)
        });
        files.out.result(text.as_deref().unwrap_or("null\n"))?;
        Ok(Exit::from_accepted(accepted))
    }
}
