#![allow(clippy::disallowed_methods, reason = "the command reads files and the environment")]

use std::fs::File;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{Error, Read as _, Result, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use agent_envelope::hook::{Decision, HookInput, Past, decide};
use agent_envelope::{MAX_INPUT, Options, find, read};
use clap::ValueEnum;
use serde_json::json;

use crate::args::{self, Protocol};
use crate::input::{Input, named};
use crate::{ACCEPTED, write};

/// Asks an agent that stops without an acceptable report to send one; to be run by the client at `Stop` or `SubagentStop`.
///
/// Reads the hook's input from standard input. If the last message of the agent is rejected, the answer is a block with
/// what to mend, until the retries are spent. On any fault of its own the hook lets the agent stop. Exit code: 0, or 1
/// for an error in the arguments.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example, as the command of a SubagentStop hook: envelope hook claude-code --agent tester=status-block"
)]
pub(crate) struct Hook {
    /// The client that runs the hook
    #[arg(value_enum)]
    client: Client,
    /// The protocol in which agents must report; without it, `auto`, or where `--agent` is given only the agents of these
    /// types
    #[arg(long, value_name = "NAME", value_parser = args::protocol())]
    protocol: Option<Protocol>,
    /// The protocol in which the agents of a type must report
    #[arg(long, value_name = "TYPE=NAME", value_parser = agent)]
    agent: Vec<(String, Protocol)>,
    /// How often to ask an agent again
    #[arg(long, value_name = "N", default_value_t = 3)]
    retries: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Client {
    ClaudeCode,
    Codex,
}

fn agent(text: &str) -> std::result::Result<(String, Protocol), String> {
    let (agent, name) = text.split_once('=').ok_or("expected TYPE=NAME")?;
    let protocol = find(name);
    if protocol.is_none() && name != "auto" {
        let names: Vec<&str> = args::names(|_| true).collect();
        return Err(format!("expected auto or {}", names.join(", ")));
    }
    Ok((agent.to_owned(), Protocol(protocol)))
}

/// Runs `envelope hook`; gives the exit code.
pub(crate) fn run(args: &Hook) -> u8 {
    let decision = decision(args).unwrap_or_else(|fault| {
        tell!("envelope hook: {fault}; the agent may stop");
        Decision::Allow
    });
    let answer = match decision {
        Decision::Block { reason } => json!({"decision": "block", "reason": reason}).to_string(),
        Decision::Allow if args.client == Client::Codex => "{}".to_owned(),
        Decision::Allow => return ACCEPTED,
    };
    // A client that does not listen cannot be told.
    drop(writeln!(std::io::stdout(), "{answer}"));
    ACCEPTED
}

fn decision(args: &Hook) -> Result<Decision> {
    let input: HookInput = serde_json::from_str(&Input::Stdin.text()?)
        .map_err(|error| Error::other(format!("the input is not what a client gives to a hook: {error}")))?;
    if !input.is_stop() {
        return Err(Error::other("this hook is for Stop and SubagentStop"));
    }
    let named = args.agent.iter().find(|(agent, _)| Some(agent) == input.agent_type.as_ref());
    let protocol = match named.map(|(_, protocol)| *protocol).or(args.protocol) {
        Some(protocol) => protocol.0,
        None if args.agent.is_empty() => None,
        None => return Ok(Decision::Allow),
    };
    let parsed = |text: &str| read(&text.into(), protocol, &Options::default());
    let last = match &input.last_assistant_message {
        Some(text) => text.clone(),
        None => transcript(&input)?.pop().ok_or_else(|| Error::other("there is no message of the agent"))?,
    };
    let message = parsed(&last);
    // Without the field nobody can know that the agent was not asked before.
    let is_continuing = input.stop_hook_active.unwrap_or(true);
    let state = state(&input);
    if message.is_accepted() {
        // A count that stays is one too high at worst.
        drop(state.map(std::fs::remove_file));
        return Ok(Decision::Allow);
    }
    let is_report = |text: &String| *text != last && parsed(text).is_accepted();
    let sent_earlier = !message.has_envelope() && transcript(&input).is_ok_and(|texts| texts.iter().any(is_report));
    let tries = state.and_then(|state| count(&state, is_continuing));
    let tries = tries.inspect_err(|error| tell!("envelope hook: the tries are not counted: {error}")).ok();
    let decision = decide(&message, &Past { tries, retries: args.retries, is_continuing, sent_earlier });
    if decision == Decision::Allow {
        tell!("envelope hook: the report is still rejected; the agent may stop");
    }
    Ok(decision)
}

/// What the agent said, from the end of its transcript.
fn transcript(input: &HookInput) -> Result<Vec<String>> {
    let path = input.transcript().ok_or_else(|| Error::other("there is neither a message nor a transcript"))?;
    let named = |error: Error| Error::new(error.kind(), format!("{path}: {error}"));
    let mut file = File::open(path).map_err(named)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MAX_INPUT as u64)))?;
    let mut bytes = Vec::new();
    file.take(MAX_INPUT as u64).read_to_end(&mut bytes).map_err(named)?;
    Ok(input.said(&String::from_utf8_lossy(&bytes)))
}

/// The file with the count of tries of an agent in a session.
fn state(input: &HookInput) -> Result<PathBuf> {
    let folder = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = folder("XDG_CACHE_HOME").or_else(|| folder("LOCALAPPDATA"));
    let cache = cache.or_else(|| Some(folder("HOME")?.join(".cache")));
    let cache =
        cache.ok_or_else(|| Error::other("there is no cache folder: neither XDG_CACHE_HOME nor HOME is set"))?;
    let session = input.session_id.as_deref().ok_or_else(|| Error::other("the input has no `session_id`"))?;
    let mut hasher = DefaultHasher::new();
    (session, &input.agent_id, &input.agent_type).hash(&mut hasher);
    Ok(cache.join("agent-envelope").join(format!("{:016x}.tries", hasher.finish())))
}

/// How often the agent was asked already; counts one more.
fn count(state: &Path, is_continuing: bool) -> Result<u32> {
    let make = || {
        std::fs::create_dir_all(state.parent().unwrap_or(state))?;
        File::options().create(true).append(true).open(state)
    };
    make().map_err(named(state))?;
    let mut tries: u32 = 0;
    write::update(state, |stored| {
        // A count that is new, or was damaged, begins again: the agent is asked too often at worst.
        let stored = std::str::from_utf8(stored).ok().and_then(|text| text.trim().parse().ok());
        tries = stored.filter(|_| is_continuing).unwrap_or_default();
        Ok(Some(tries.saturating_add(1).to_string()))
    })?;
    Ok(tries)
}
