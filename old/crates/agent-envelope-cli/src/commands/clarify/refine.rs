//! `envelope clarify refine`: inserts sub-agents' refinement blocks.

use std::path::PathBuf;

use agent_envelope::clarifications_md::RefineNote;
use clap::Args;

use super::write::Write;
use super::{Files, Stop};
use crate::exit::Exit;
use crate::output::visible;

/// Insert the refinement blocks of sub-agents
///
/// They go under their questions in the order of their ids, and the counts follow. Standard error lists what was
/// inserted and what a person may want to look at.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope clarify refine clarifications.md --with block-1.md --with block-2.md --write
  envelope clarify refine clarifications.md --with block.md --renumber  # where ids are taken

Exit status: 0 inserted; 1 the document is not accepted, or a block is not fit for it; 2 the command could not run.")]
pub(super) struct Refine {
    /// The clarifications document, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// A block as a sub-agent wrote it; may be repeated
    #[arg(long, value_name = "BLOCK.md", required = true)]
    with: Vec<PathBuf>,
    /// Give a refinement whose id is taken by other words the next free number
    #[arg(long)]
    renumber: bool,
    #[command(flatten)]
    write: Write,
}

impl Refine {
    pub(super) fn run(&self, files: &mut Files<'_>) -> Result<Exit, Stop> {
        let blocks = self.with.iter().map(|path| files.text(path)).collect::<Result<Vec<_>, _>>()?;
        let _turn = self.write.begin(&self.file)?;
        let document = files.document(&self.file)?;
        let blocks: Vec<&str> = blocks.iter().map(String::as_str).collect();
        let done = document.value.refine(&blocks, self.renumber).map_err(|error| document.refused(error))?;
        self.write.put(files, &self.file, &document, &done.change.apply())?;
        for id in &done.inserted {
            files.out.people(&format!("{id}: inserted\n"));
        }
        for note in &done.notes {
            files.out.people(&(told(note) + "\n"));
        }
        Ok(Exit::Accepted)
    }
}

fn told(note: &RefineNote) -> String {
    match note {
        RefineNote::Dropped(id) => format!("{id}: there already, word for word; not inserted again"),
        RefineNote::Renumbered { from, to } => format!("{from}: the id is taken; inserted as {to}"),
        RefineNote::SameTitle { id, other } => format!("{id}: has the same title as {other}; both are kept"),
        RefineNote::Prose(text) => format!("outside of the refinements and not inserted: {}", visible(text)),
        RefineNote::Answered(id) => format!("{id}: comes with an answer that no person gave"),
        RefineNote::CountLeft => "the count of refinements was wrong or missing before, and is left".to_owned(),
        other => format!("{other:?}"),
    }
}
