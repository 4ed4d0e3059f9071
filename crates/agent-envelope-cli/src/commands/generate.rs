//! Hidden commands for packagers: the man pages and the completions of shells.

use std::fmt::Write as _;

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::cli::Cli;
use crate::exit::{Exit, Failure};
use crate::output::Out;

/// Print the completions for a shell
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  envelope completions bash > /etc/bash_completion.d/envelope")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        let mut bytes = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "envelope", &mut bytes);
        out.result(&String::from_utf8_lossy(&bytes))?;
        Ok(Exit::Accepted)
    }
}

/// The page with what stands behind the help in sections of their own, line by line as it was written: examples can be
/// copied.
fn with_examples(page: &str) -> String {
    const BEHIND: &str = ".SH EXTRA\n";
    const STATUS: &str = "Exit status:";
    let Some((before, behind)) = page.split_once(BEHIND) else { return page.to_owned() };
    let (behind, after) = behind.find("\n.SH ").map_or((behind, ""), |at| behind.split_at(at + 1));
    let (examples, status) = behind.split_at(behind.find(STATUS).unwrap_or(behind.len()));
    let examples = examples.trim_start_matches("Examples:").trim_matches('\n');
    let status = status.trim_start_matches(STATUS).trim();
    let mut page = before.to_owned();
    for (title, text) in [("EXAMPLES", examples), ("EXIT STATUS", status)].iter().filter(|(_, text)| !text.is_empty()) {
        let _ = write!(page, ".SH {title}\n.nf\n{text}\n.fi\n");
    }
    page + after
}

/// Print the man page, or that of a command
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope man > envelope.1
  envelope man check > envelope-check.1
  envelope man clarify evaluate > envelope-clarify-evaluate.1")]
pub(crate) struct Man {
    /// A command, and one of its own
    command: Vec<String>,
}

impl Man {
    pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        let mut cli = Cli::command();
        cli.build();
        let mut found = &cli;
        for (at, name) in self.command.iter().enumerate() {
            let missing = || Failure::new(format!("no command `{}`", self.command[..=at].join(" ")));
            found = found.find_subcommand(name).ok_or_else(missing)?;
        }
        let mut bytes = Vec::new();
        let source = concat!("envelope ", env!("CARGO_PKG_VERSION"));
        clap_mangen::Man::new(found.clone()).source(source).render(&mut bytes)?;
        out.result(&with_examples(&String::from_utf8_lossy(&bytes)))?;
        Ok(Exit::Accepted)
    }
}
