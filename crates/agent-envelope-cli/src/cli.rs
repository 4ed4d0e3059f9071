//! The commands and how they are dispatched.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{
    aggregate, check, clarify, convert, explain, fmt, generate, hook, json, parse, prompt, reask, schema, scratchpad,
};
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
    Aggregate(aggregate::Aggregation),
    Clarify(clarify::Clarify),
    Scratchpad(scratchpad::Scratchpad),
    Hook(hook::Hook),
    #[command(hide = true)]
    Completions(generate::Completions),
    #[command(hide = true)]
    Man(generate::Man),
}

/// Runs the command that the arguments name.
pub(crate) fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let status = if error.use_stderr() { could_not_run(hook::is_meant()) } else { ExitCode::SUCCESS };
            error.print().ok();
            return status;
        }
    };
    let mut out = Out::new(cli.quiet);
    let done = cli.command.run(&mut out).and_then(|exit| out.finish().map(|()| exit));
    match done {
        Ok(exit) => exit.into(),
        Err(Failure::Closed) => ExitCode::from(CLOSED_PIPE),
        Err(Failure::Message(message)) => {
            out.error(&message);
            could_not_run(matches!(cli.command, Command::Hook(_)))
        }
    }
}

/// Clients of a hook read 2 as the wish to go on, so a hook that could not run ends with 1.
fn could_not_run(hook: bool) -> ExitCode {
    ExitCode::from(if hook { 1 } else { 2 })
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
            Self::Aggregate(aggregation) => aggregation.run(out),
            Self::Clarify(clarify) => clarify.run(out),
            Self::Scratchpad(scratchpad) => scratchpad.run(out),
            Self::Hook(hook) => hook.run(out),
            Self::Completions(completions) => completions.run(out),
            Self::Man(man) => man.run(out),
        }
    }
}
