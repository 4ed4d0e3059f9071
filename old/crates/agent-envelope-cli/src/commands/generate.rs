//! Hidden commands for packagers: the man pages and the completions of shells.

use std::fmt::Write as _;

use clap::{Arg, Args, Command, CommandFactory as _};
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

/// A call of the command with everything that it takes: options with their values, and what may be repeated.
fn synopsis(command: &Command) -> String {
    let shown = |argument: &&Arg| !argument.is_hide_set();
    let option = |option: &Arg| if option.is_required_set() { option.to_string() } else { format!("[{option}]") };
    let options = command.get_arguments().filter(shown).filter(|argument| !argument.is_positional()).map(option);
    let positionals = command.get_positionals().filter(shown).map(ToString::to_string);
    let below = command.has_subcommands().then(|| "<COMMAND>".to_owned());
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned();
    [name].into_iter().chain(options).chain(positionals).chain(below).collect::<Vec<_>>().join(" ")
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
        // What is hidden from the help of the program has a page, and belongs on the list of them.
        let mut cli = Cli::command().mut_subcommands(|command| command.hide(false));
        cli.build();
        let mut found = &cli;
        for (at, name) in self.command.iter().enumerate() {
            let missing = || Failure::new(format!("no command `{}`", self.command[..=at].join(" ")));
            found = found.find_subcommand(name).ok_or_else(missing)?;
        }
        let mut bytes = Vec::new();
        let source = concat!("envelope ", env!("CARGO_PKG_VERSION"));
        let command = found.clone().override_usage(synopsis(found));
        clap_mangen::Man::new(command).source(source).render(&mut bytes)?;
        out.result(&with_examples(&String::from_utf8_lossy(&bytes)))?;
        Ok(Exit::Accepted)
    }
}
