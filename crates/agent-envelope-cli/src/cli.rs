//! The commands and how they are dispatched.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{check, clarify, convert, explain, fmt, generate, json, parse, prompt, reask, schema};
use crate::exit::{CLOSED_PIPE, Exit, Failure};
use crate::output::Out;

/// Read, check and convert the reports of agents
///
/// Reads clarity, json-return, status-block, report-contract and clarifications messages as agents really write them,
/// evaluations and decisions, too; says at which byte they deviate, and never calls a failure a success.
#[derive(Debug, Parser)]
#[command(
    name = "envelope",
    version,
    max_term_width = 100,
    after_help = "Exit status: 0 all accepted, 1 something was not accepted, 2 the command could not run.\n\
                  `envelope help COMMAND` shows examples."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Print nothing for people: only results, and the exit status
    #[arg(short, long, global = true)]
    quiet: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Check),
    Parse(parse::Parse),
    Fmt(fmt::Fmt),
    Convert(convert::Convert),
    Json(json::Json),
    Prompt(prompt::Prompt),
    Reask(reask::Reask),
    Schema(schema::Schema),
    Explain(explain::Explain),
    Clarify(clarify::Clarify),
    #[command(hide = true)]
    Completions(generate::Completions),
    #[command(hide = true)]
    Man(generate::Man),
}

/// Runs the command that the arguments name.
pub(crate) fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = Out::new(cli.quiet);
    let done = cli.command.run(&mut out).and_then(|exit| out.finish().map(|()| exit));
    match done {
        Ok(exit) => exit.into(),
        Err(Failure::Closed) => ExitCode::from(CLOSED_PIPE),
        Err(Failure::Message(message)) => {
            out.error(&message);
            ExitCode::from(2)
        }
    }
}

impl Command {
    fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        match self {
            Self::Check(check) => check.run(out),
            Self::Parse(parse) => parse.run(out),
            Self::Fmt(fmt) => fmt.run(out),
            Self::Convert(convert) => convert.run(out),
            Self::Json(json) => json.run(out),
            Self::Prompt(prompt) => prompt.run(out),
            Self::Reask(reask) => reask.run(out),
            Self::Schema(schema) => schema.run(out),
            Self::Explain(explain) => explain.run(out),
            Self::Clarify(clarify) => clarify.run(out),
            Self::Completions(completions) => completions.run(out),
            Self::Man(man) => man.run(out),
        }
    }
}
