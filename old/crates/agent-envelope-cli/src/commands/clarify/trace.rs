//! `envelope clarify trace`: what came of each question.

use std::path::PathBuf;

use agent_envelope::clarifications_md::{Clarifications, Decisions, EvaluationRules, Expectations, trace};
use clap::{Args, ValueEnum};

use super::{Files, Stop};
use crate::exit::Exit;
use crate::output::{json_pretty, visible};

/// Show which question led to which refinement and decision
///
/// With what leads nowhere, and ids that are named and not there. A document that is not accepted is traced as far as
/// it can be read.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope clarify trace clarifications.md --decisions decisions.md
  envelope clarify trace clarifications.md --decisions decisions.md --format mermaid > trace.mmd

Exit status: 0 printed; 1 an input is not accepted (what can be read of it is traced all the
same); 2 the command could not run.")]
pub(super) struct Trace {
    /// The clarifications document, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What was decided, draft or final
    #[arg(long, value_name = "D.md")]
    decisions: Option<PathBuf>,
    /// How the graph is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// An indented list
    Text,
    /// `{"nodes", "edges", "orphans", "dangling"}`
    Json,
    /// A Mermaid flow chart
    Mermaid,
}

impl Trace {
    pub(super) fn run(&self, files: &mut Files<'_>) -> Result<Exit, Stop> {
        let (message, document) = files.judged::<Clarifications>(&self.file, EvaluationRules::default(), &())?;
        let mut refused = Vec::new();
        if !document.verdict().accepted() {
            refused.push(message.name.clone());
        }
        let mut decided = None;
        if let Some(path) = &self.decisions {
            let (message, decisions) = files.judged::<Decisions>(path, (), &Expectations::default())?;
            if !decisions.verdict().accepted() {
                refused.push(message.name);
            }
            decided = Some(decisions);
        }
        for name in &refused {
            files.out.people(&format!("{}: not accepted\n", visible(name)));
        }
        let Some(document) = document.read() else {
            if self.format == Format::Json {
                files.out.result("null\n")?;
            }
            return Ok(Exit::Refused);
        };
        let traced = trace(document, None, decided.as_ref().and_then(|decisions| decisions.read()));
        match self.format {
            Format::Text => files.out.text(&traced.to_text())?,
            Format::Json => files.out.result(&json_pretty(&traced))?,
            Format::Mermaid => files.out.text(&traced.to_mermaid())?,
        }
        Ok(Exit::from_accepted(refused.is_empty()))
    }
}
