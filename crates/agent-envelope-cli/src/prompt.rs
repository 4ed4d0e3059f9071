use std::io::{Result, Write};

use agent_envelope::{Options, PROTOCOLS, Verbosity, find};

use crate::{ACCEPTED, FAILED, args};

/// Prints the instruction for an agent that is to report with a protocol.
///
/// It holds placeholders only, so that an agent which repeats it does not pass for one that reports.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope prompt clarity --type consistency")]
pub(crate) struct Prompt {
    /// The protocol
    #[arg(value_name = "PROTOCOL", value_parser = names())]
    protocol: String,
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
    #[arg(long, value_name = "LEVEL", value_parser = args::verbosity)]
    verbosity: Option<Verbosity>,
}

fn names() -> Vec<&'static str> {
    PROTOCOLS.iter().map(|protocol| protocol.info.name).collect()
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
    let Some(protocol) = find(&args.protocol) else { return Ok(FAILED) };
    match protocol.prompt(args.result_type.as_deref(), &options) {
        Ok(prompt) => write!(anstream::stdout(), "{}", prompt.text)?,
        Err(error) => {
            tell!("error: {error}");
            return Ok(FAILED);
        }
    }
    Ok(ACCEPTED)
}
