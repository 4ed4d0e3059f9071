use std::io::{Result, Write};

use agent_envelope::{AnyProtocol, Options, Verbosity, find};

use crate::{ACCEPTED, FAILED, args};

/// Prints the instruction for an agent that is to report with a protocol.
///
/// It holds placeholders only, so that an agent which repeats it does not pass for one that reports.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope prompt clarity --type consistency")]
pub(crate) struct Prompt {
    /// The protocol
    #[arg(value_name = "PROTOCOL", value_parser = args::one_of(args::names(|_| true), find))]
    protocol: &'static AnyProtocol,
    /// The type of the report, for a protocol with several
    #[arg(long = "type", value_name = "TYPE")]
    result_type: Option<String>,
    /// The session that the agent must return (json-return)
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// The agents from the first caller to the one that is asked, with commas between them (json-return)
    #[arg(long, value_name = "AGENTS", value_delimiter = ',')]
    delegation_path: Vec<String>,
    /// The task that the agent must return (report-contract)
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// The level of detail to ask for (report-contract)
    #[arg(long, value_name = "LEVEL", value_parser = args::verbosity())]
    verbosity: Option<Verbosity>,
}

/// Runs `envelope prompt`; gives the exit code.
pub(crate) fn run(args: &Prompt) -> Result<u8> {
    let options = Options {
        session: args.session.clone(),
        delegation_path: args.delegation_path.clone(),
        task: args.task.clone(),
        verbosity: args.verbosity,
        ..Options::default()
    };
    let told = [
        ("--session", "json-return", args.session.is_some()),
        ("--delegation-path", "json-return", !args.delegation_path.is_empty()),
        ("--task", "report-contract", args.task.is_some()),
        ("--verbosity", "report-contract", args.verbosity.is_some()),
    ];
    if let Some((option, of, _)) = told.iter().find(|(_, of, is_given)| *is_given && *of != args.protocol.info.name) {
        tell!("error: `{option}` is told by the prompt of {of} only");
        return Ok(FAILED);
    }
    match args.protocol.prompt(args.result_type.as_deref(), &options) {
        Ok(prompt) => write!(anstream::stdout(), "{}", prompt.text)?,
        Err(error) => {
            tell!("error: {error}");
            return Ok(FAILED);
        }
    }
    Ok(ACCEPTED)
}
