//! Where a changed document goes.

use std::path::Path;

use agent_envelope::envelope_core::Limits;
use clap::Args;

use super::files::{Document, Files};
use crate::exit::Failure;
use crate::input::{Input, Message};
use crate::output::replace_file;

/// Where a changed document goes: to standard output, or into its file.
#[derive(Args, Debug)]
pub(super) struct Write {
    /// Change the file in place
    #[arg(long)]
    write: bool,
}

impl Write {
    /// Refuses what cannot be changed in place, before anything is read.
    pub(super) fn possible(&self, file: &Path) -> Result<(), Failure> {
        if self.write && Input::new(file) == Input::Stdin {
            return Err(Failure::new("--write needs a file: standard input cannot be changed in place"));
        }
        Ok(())
    }

    /// Prints the text, or puts it in the place of the document; a file that says the same already is not touched, and neither is one that was changed in between.
    pub(super) fn put<T>(
        &self,
        files: &mut Files<'_>,
        file: &Path,
        document: &Document<T>,
        text: &str,
    ) -> Result<(), Failure> {
        if !self.write {
            return files.out.text(text);
        }
        if document.message.bytes() == text.as_bytes() {
            return Ok(());
        }
        // Not a lock, but what a person or an agent wrote while the step was at work is not lost.
        if Message::of(file, Limits::default())?.bytes() != document.message.bytes() {
            return Err(Failure::at(file, "changed by somebody else meanwhile; nothing is written"));
        }
        replace_file(file, text.as_bytes())
    }
}
