//! `envelope hook`: may an agent stop, or is its report to be sent again?

mod memory;

use std::ffi::OsStr;
use std::io::{IsTerminal as _, stdin};
use std::path::PathBuf;

use agent_envelope::Settings;
use agent_envelope::envelope_core::{Limits, Policy};
use agent_envelope::hook::{Client, Decision, Fault, HookInput, Judge, Retries, Verdict, decide};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory as _};

use crate::args::{AUTO, ProtocolOrAuto, dialect, protocol_or_auto};
use crate::cli::Cli;
use crate::exit::{Exit, Failure};
use crate::input::{Backwards, up_to};
use crate::output::{Out, json_line, visible};

/// Ask agents for their report before they stop
///
/// A hook for Claude Code and Codex, to be run before a subagent stops. It reads the hook's JSON on standard input. When
/// the agent's last message is accepted, the agent may stop; when not, it is told what to fix and goes on. After some
/// tries it may stop all the same, and so it may whenever the hook itself fails: standard error says why.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope hook claude-code --protocol json-return
  envelope hook codex --agent reviewer=clarity --agent test-writer=status-block --retries 2

Exit status: 0, whatever the decision; 1 the hook was called wrongly. It is never 2, which clients read as a block.")]
pub(crate) struct Hook {
    /// The program that runs the hook
    #[arg(value_name = "CLIENT", value_parser = client())]
    client: Client,
    /// The protocol of the agents
    #[arg(long, short, value_name = "P", default_value = AUTO, value_parser = protocol_or_auto())]
    protocol: ProtocolOrAuto,
    /// The protocol of agents of one type, by the input's `agent_type`; may be repeated
    #[arg(long, value_name = "NAME=P", value_parser = agent)]
    agent: Vec<(String, ProtocolOrAuto)>,
    /// How often an agent is asked again before it may stop all the same, at most 7; clients end such a row at 8 on their own
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u8).range(1..=i64::from(Retries::MOST)))]
    retries: u8,
    /// Repair nothing, and accept nothing that has a warning
    #[arg(long)]
    strict: bool,
    /// Which words a json-return may use: spec, contextual, or a JSON file with `statuses` and `optional`
    #[arg(long, value_name = "D", default_value = "spec")]
    dialect: String,
}

/// The most that is read of the input; a message over the limit for messages is refused, not passed over.
const MOST_INPUT: usize = 1 << 26;

/// Whether the arguments, though they cannot be read, are for this command.
pub(crate) fn is_meant() -> bool {
    let mut words = std::env::args_os().skip(1).filter(|argument| !argument.as_encoded_bytes().starts_with(b"-"));
    // What stands before the command may be the value of an option that there is not.
    let command = words.find(|word| Cli::command().find_subcommand(word).is_some());
    command.as_deref() == Some(OsStr::new("hook"))
}

impl Hook {
    pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        if stdin().is_terminal() {
            return Err(Failure::new("a hook reads its JSON on standard input; see the README for how to set it up"));
        }
        let mut settings = Settings::default();
        settings.policy = if self.strict { Policy::Strict } else { Policy::Tolerant };
        settings.json_return.options = dialect(&self.dialect)?;
        let decision =
            self.decision(&settings).unwrap_or_else(|fault| Decision::Allow { why: Some(fault.to_string()) });
        if let Decision::Allow { why: Some(why) } = &decision {
            out.people(&format!("envelope hook: the agent may stop without an accepted report: {}\n", visible(why)));
        }
        if let Some(answer) = self.client.answer(&decision) {
            out.result(&json_line(&answer))?;
        }
        Ok(Exit::Accepted)
    }

    fn decision(&self, settings: &Settings) -> Result<Decision, Fault> {
        let input = HookInput::read(&given()?)?;
        let mut judge = Judge::new(settings);
        judge.protocol = self.protocol.0;
        judge.agents = self.agent.iter().map(|(name, protocol)| (name.clone(), protocol.0)).collect();
        let verdict = judge.judge(&input, |path| Backwards::open(&expanded(path)))?;
        let memory = memory::File::new(self.client, judge.protocol_of(&input), &input);
        match verdict {
            Verdict::Refused { reason } => {
                let retries = Retries::new(self.retries).unwrap_or_default();
                Ok(memory.update(|known| decide(reason.clone(), input.stop_hook_active, known, retries)))
            }
            Verdict::Accepted => {
                memory.forget();
                Ok(Decision::Allow { why: None })
            }
        }
    }
}

/// The JSON on standard input.
fn given() -> Result<Vec<u8>, Fault> {
    let limits = Limits::default().with_input(MOST_INPUT);
    let bytes = up_to(stdin().lock(), limits);
    let bytes = bytes.map_err(|error| Fault::new(format!("cannot read the hook's input: {error}")))?;
    if bytes.len() > MOST_INPUT {
        return Err(Fault::new(format!("the hook's input has more than {MOST_INPUT} bytes")));
    }
    Ok(bytes)
}

/// The path with the home folder in place of a `~`, which clients' documentation writes.
fn expanded(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::home_dir()) {
        (Some(below), Some(home)) => home.join(below),
        _ => PathBuf::from(path),
    }
}

fn client() -> impl TypedValueParser<Value = Client> {
    let names: Vec<&str> = Client::ALL.iter().map(|client| client.as_str()).collect();
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Client>())
}

fn agent(given: &str) -> Result<(String, ProtocolOrAuto), String> {
    let (name, protocol) = given.rsplit_once('=').ok_or("write it as NAME=P")?;
    if name.is_empty() {
        return Err("the name of the agent is missing: write it as NAME=P".to_owned());
    }
    let protocol = protocol.parse::<ProtocolOrAuto>().map_err(|error| error.to_string())?;
    Ok((name.to_owned(), protocol))
}
