//! `envelope clarify merge`: the final decisions.

use std::path::PathBuf;

use agent_envelope::clarifications_md::{Judgement, decisions};
use clap::Args;

use super::write::Write;
use super::{Files, Stop};
use crate::exit::Exit;

/// Make the final decisions.md from a draft and a judgement on every entry
///
/// No entry passes through unchanged, and no gap is settled without an answer. On any fault every reason is told and
/// nothing is made.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope clarify merge decisions.md --clarifications clarifications.md --judgements j.json
  envelope clarify merge d.md --clarifications c.md --judgements j.json --write  # in place

Judgements: [{\"decision\": \"D1\", \"judgement\": \"supported\", \"reasoning\": \"…\", \"implication\": \"…\"}]
  judgement: supported, contradicted, no-new-information, partly-changed
  decision_text: what is decided, where the draft is contradicted or a gap is settled
  a new decision has \"source\": [\"R6.1\"] and \"title\" in place of \"decision\"

Exit status: 0 made; 1 an input is not accepted, or a judgement does not fit; 2 the command could not run.")]
pub(super) struct Merge {
    /// The draft, or `-` for standard input
    #[arg(value_name = "DECISIONS.md")]
    decisions: PathBuf,
    /// The clarifications document that it was drafted from
    #[arg(long, value_name = "FILE")]
    clarifications: PathBuf,
    /// A judgement on every entry
    #[arg(long, value_name = "J.json")]
    judgements: PathBuf,
    #[command(flatten)]
    write: Write,
}

impl Merge {
    pub(super) fn run(&self, files: &mut Files<'_>) -> Result<Exit, Stop> {
        files.ahead([&self.clarifications, &self.judgements])?;
        let _turn = self.write.begin(&self.decisions)?;
        let draft = files.decisions(&self.decisions)?;
        let document = files.document(&self.clarifications)?;
        let judgements: Vec<Judgement> = files.list(&self.judgements)?;
        let merged = draft.value.merge(&document.value, &judgements).map_err(|refusal| draft.refused(refusal))?;
        self.write.put(files, &self.decisions, &draft, &decisions::render(&merged))?;
        Ok(Exit::Accepted)
    }
}
