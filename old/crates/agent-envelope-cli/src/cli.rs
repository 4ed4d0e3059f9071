//! The commands and how they are dispatched.

use std::io::{self, Write as _, stderr, stdout};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{
    aggregate, check, clarify, convert, explain, fmt, generate, hook, json, parse, prompt, reask, schema, scratchpad,
};
use crate::exit::{CLOSED_PIPE, Exit, Failure};
use crate::input::Seen;
use crate::output::{Out, colour, visible};

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
                  `envelope help COMMAND` shows examples, `envelope man [COMMAND]` prints a man page, and\n\
                  `envelope completions SHELL` the completions of a shell."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Print nothing for people but why a command could not run: only results, and the exit status
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
            let called_wrongly = error.use_stderr();
            let printed = print(&escaped(error));
            if called_wrongly {
                return could_not_run(hook::is_meant());
            }
            return ended(
                printed.map(|()| Exit::Accepted).map_err(Failure::from),
                &mut Out::new(false),
                hook::is_meant(),
            );
        }
    };
    let mut out = Out::new(cli.quiet);
    let seen = Seen::default();
    let done = cli.command.run(&mut out, &seen);
    for remark in seen.remarks(done.is_ok()) {
        out.people(&format!("{}\n", visible(&remark)));
    }
    let done = done.and_then(|exit| out.finish().map(|()| exit));
    ended(done, &mut out, matches!(cli.command, Command::Hook(_)))
}

/// The exit status, after a word about what went wrong; a closed pipe ends quietly.
fn ended(done: Result<Exit, Failure>, out: &mut Out, hook: bool) -> ExitCode {
    match done {
        Ok(exit) => exit.into(),
        Err(Failure::Closed) => ExitCode::from(CLOSED_PIPE),
        Err(Failure::Message(message)) => {
            out.error(&message);
            could_not_run(hook)
        }
    }
}

/// The same error with what the caller wrote made visible: clap quotes arguments as they are.
fn escaped(error: clap::Error) -> clap::Error {
    let arguments: Vec<String> = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let shown: Vec<String> = arguments.iter().map(|argument| visible(argument).into_owned()).collect();
    if !error.use_stderr() || shown == arguments {
        return error;
    }
    Cli::try_parse_from(shown).err().unwrap_or(error)
}

/// Prints a usage error, or what was asked for, in colour where the rest is: clap would go by variables of its own.
fn print(error: &clap::Error) -> io::Result<()> {
    let said = error.render();
    let text = |coloured| if coloured { said.ansi().to_string() } else { said.to_string() };
    if error.use_stderr() {
        stderr().write_all(text(colour(&stderr())).as_bytes())
    } else {
        stdout().write_all(text(colour(&stdout())).as_bytes()).and_then(|()| stdout().flush())
    }
}

/// Clients of a hook read 2 as the wish to go on, so a hook that could not run ends with 1.
fn could_not_run(hook: bool) -> ExitCode {
    ExitCode::from(if hook { 1 } else { 2 })
}

impl Command {
    fn run(&self, out: &mut Out, seen: &Seen) -> Result<Exit, Failure> {
        match self {
            Self::Check(check) => check.run(out, seen),
            Self::Parse(parse) => parse.run(out),
            Self::Fmt(fmt) => fmt.run(out),
            Self::Convert(convert) => convert.run(out),
            Self::Json(json) => json.run(out),
            Self::Prompt(prompt) => prompt.run(out),
            Self::Reask(reask) => reask.run(out),
            Self::Schema(schema) => schema.run(out),
            Self::Explain(explain) => explain.run(out),
            Self::Aggregate(aggregation) => aggregation.run(out, seen),
            Self::Clarify(clarify) => clarify.run(out),
            Self::Scratchpad(scratchpad) => scratchpad.run(out),
            Self::Hook(hook) => hook.run(out),
            Self::Completions(completions) => completions.run(out),
            Self::Man(man) => man.run(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    /// Every call of the program in the examples of a help text, as words.
    fn examples(help: &str) -> Vec<Vec<String>> {
        let calls = help.lines().filter(|line| line.starts_with("  ")).flat_map(|line| line.split(" | "));
        let calls = calls.map(str::trim).filter(|call| call.starts_with("envelope "));
        calls.map(words).collect()
    }

    /// As a shell splits them, up to a redirection or a remark; what is quoted is one word.
    fn words(call: &str) -> Vec<String> {
        let call = call.split(['<', '>', '#']).next().unwrap_or(call);
        let parts = call.split(['\'', '"']).enumerate();
        let split = |(at, part): (usize, &str)| match at % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            _ => vec![part.to_owned()],
        };
        parts.flat_map(split).collect()
    }

    fn check(command: &clap::Command, count: &mut usize) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        for example in examples(&help) {
            *count += 1;
            Cli::try_parse_from(&example).unwrap_or_else(|error| panic!("{example:?}: {error}"));
        }
        command.get_subcommands().for_each(|command| check(command, count));
    }

    #[test]
    fn the_examples_of_every_help_text_can_be_called() {
        let mut count = 0;
        let cli = Cli::command();
        let below = cli.get_subcommands().flat_map(clap::Command::get_subcommands);
        for command in cli.get_subcommands().chain(below) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Examples:"), "{} has no examples", command.get_name());
        }
        check(&cli, &mut count);
        assert!(count > 40, "{count} examples are found");
    }
}
