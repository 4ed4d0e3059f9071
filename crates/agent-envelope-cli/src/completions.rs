use std::io::{Result, Write as _};

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::ACCEPTED;
use crate::args::Args;

/// Prints a script that completes the command in a shell.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope completions bash > ~/.local/share/bash-completion/completions/envelope")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs `envelope completions`; gives the exit code.
pub(crate) fn run(args: &Completions) -> Result<u8> {
    // clap panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "envelope", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(ACCEPTED)
}
