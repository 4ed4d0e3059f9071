use std::path::PathBuf;

use agent_envelope::{AnyProtocol, PROTOCOLS, find};
use clap::{Parser, Subcommand, ValueEnum};

/// Reads the reports of agents: finds the protocol, checks every rule, and says at which byte something is wrong.
#[derive(Debug, Parser)]
#[command(name = "envelope", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Check),
}

/// Checks messages.
///
/// Exit code: 0 if all are accepted, 1 if one is rejected or, with `--require-success`, is no success, 2 if the command
/// could not run.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// Files, directories (without what git ignores), or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// The protocol of the messages: a name, or `auto`
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = protocol)]
    pub(crate) protocol: Protocol,
    /// Reject messages with warnings, too
    #[arg(long)]
    pub(crate) strict: bool,
    /// Exit with 1 unless every outcome is a success
    #[arg(long)]
    pub(crate) require_success: bool,
    /// How to print the results
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
}

/// A named protocol, or none for detection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Protocol(pub(crate) Option<&'static AnyProtocol>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    Human,
    /// One JSON object a line
    Json,
}

fn protocol(name: &str) -> Result<Protocol, String> {
    if name == "auto" {
        return Ok(Protocol(None));
    }
    let names: Vec<&str> = PROTOCOLS.iter().map(|protocol| protocol.info.name).collect();
    find(name).map(|found| Protocol(Some(found))).ok_or_else(|| format!("expected auto or {}", names.join(", ")))
}
