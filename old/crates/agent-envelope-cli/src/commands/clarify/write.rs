//! Where a changed document goes.

use std::path::Path;

use clap::Args;

use super::files::{Document, Files};
use crate::exit::Failure;
use crate::input::Input;
use crate::output::{Turn, replace_file};

/// Where a changed document goes: to standard output, or into its file.
#[derive(Args, Debug)]
pub(super) struct Write {
    /// Change the file in place
    #[arg(long)]
    write: bool,
}

impl Write {
    /// Refuses what cannot be changed in place, and waits for the turn to change it, before it is read. The turn
    /// ends with what is given back.
    pub(super) fn begin(&self, file: &Path) -> Result<Option<Turn>, Failure> {
        if self.write && Input::new(file) == Input::Stdin {
            return Err(Failure::new("--write needs a file: standard input cannot be changed in place"));
        }
        self.write.then(|| Turn::wait(file)).transpose()
    }

    /// Prints the text, or puts it in the place of the document; a file that says the same already is not touched, and
    /// neither is one that was changed in between.
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
        replace_file(file, document.message.bytes(), text.as_bytes())
    }
}
