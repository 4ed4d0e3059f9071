//! The one message that a command works on.

use std::io::Result;
use std::path::{Path, PathBuf};

use agent_envelope::{AnyParsed, Message, Severity, read};

use crate::args::{self, Expect, Protocol};
use crate::input::Input;
use crate::snippet;

/// A message and how to read it.
#[derive(Debug, clap::Args)]
pub(crate) struct Source {
    /// A file, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The protocol of the message
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = args::protocol())]
    pub(crate) protocol: Protocol,
    /// Reject a message with warnings, too
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) expect: Expect,
}

impl Source {
    /// The bytes of the message.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>> {
        input(&self.file).read()
    }

    /// Reads the message; what is wrong with it goes to standard error.
    pub(crate) fn parse(&self, message: &Message<'_>) -> Result<AnyParsed> {
        let parsed = self.parse_quietly(message);
        let name = input(&self.file).name();
        snippet::print(parsed.diagnostics(), &name, message)?;
        // The diagnostics do not say that warnings reject it.
        let has_error = parsed.diagnostics().iter().any(|found| found.severity() == Severity::Error);
        if !parsed.is_accepted() && !has_error {
            tell!("{name}: {parsed}");
        }
        Ok(parsed)
    }

    /// Reads the message.
    pub(crate) fn parse_quietly(&self, message: &Message<'_>) -> AnyParsed {
        let parsed = read(message, self.protocol.0, &self.expect.options());
        if self.strict { parsed.strict() } else { parsed }
    }
}

/// The input that an argument names.
pub(crate) fn input(file: &Path) -> Input {
    if file == Path::new("-") { Input::Stdin } else { Input::File(file.to_owned()) }
}
