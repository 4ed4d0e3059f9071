use std::io::{Error, Result, Write};
use std::path::PathBuf;

use agent_envelope::envelope_core::text::one_line;
use agent_envelope::status_block::fs;
use agent_envelope::status_block::scratchpad::{Entry, NewEntry, entries};
use clap::Subcommand;

use crate::args::Format;
use crate::input::{Input, named};
use crate::print::{document, inert, inert_json};
use crate::{ACCEPTED, REJECTED};

/// Keeps the output of agents, byte for byte, in a file that is only ever appended to.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: envelope scratchpad append pad.md --gate 3 --name Tests --attempt 1 --agent tester < out"
)]
pub(crate) struct Scratchpad {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Append(Box<Append>),
    Note(Note),
    List(List),
    Show(Show),
}

/// Appends the output of an agent, from standard input
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: envelope scratchpad append pad.md --gate 3 --name Tests --attempt 1 --agent tester < output"
)]
struct Append {
    /// The scratchpad; it is made where there is none
    pad: PathBuf,
    /// The number of the gate
    #[arg(long)]
    gate: u32,
    /// The name of the gate
    #[arg(long)]
    name: String,
    /// The attempt
    #[arg(long)]
    attempt: u32,
    /// The agent
    #[arg(long)]
    agent: String,
    /// A line of the orchestrator before the output
    #[arg(long, value_name = "TEXT")]
    note: Vec<String>,
    /// A line of the orchestrator after the output
    #[arg(long, value_name = "TEXT")]
    note_after: Vec<String>,
}

/// Appends a line of the orchestrator
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope scratchpad note pad.md --text 'The tests are red'")]
struct Note {
    /// The scratchpad; it is made where there is none
    pad: PathBuf,
    /// The line
    #[arg(long)]
    text: String,
}

/// Lists the entries
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope scratchpad list pad.md --format json")]
struct List {
    /// The scratchpad
    pad: PathBuf,
    /// How to print the entries
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Prints the output in an entry, byte for byte
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope scratchpad show pad.md --entry 2")]
struct Show {
    /// The scratchpad
    pad: PathBuf,
    /// The number of the entry, from 1
    #[arg(long, value_name = "NUMBER")]
    entry: usize,
}

/// Runs `envelope scratchpad`; gives the exit code.
pub(crate) fn run(args: &Scratchpad) -> Result<u8> {
    match &args.command {
        Command::Append(args) => append(args)?,
        Command::Note(Note { pad, text }) => fs::note(pad, text).map_err(named(pad))?,
        Command::List(args) => list(args)?,
        Command::Show(args) => return show(args),
    }
    Ok(ACCEPTED)
}

fn append(args: &Append) -> Result<()> {
    let output = Input::Stdin.text().map_err(|error| Error::other(format!("the output of the agent: {error}")))?;
    let mut entry = NewEntry::new(args.gate, &args.name, args.attempt, &args.agent, &output);
    for note in &args.note {
        entry = entry.note(note);
    }
    for note in &args.note_after {
        entry = entry.note_after(note);
    }
    fs::append(&args.pad, &entry).map_err(named(&args.pad))
}

fn list(args: &List) -> Result<()> {
    let pad = fs::read(&args.pad).map_err(named(&args.pad))?;
    let mut out = anstream::stdout().lock();
    for entry in entries(&pad) {
        match args.format {
            Format::Human => writeln!(out, "{}", inert(&one_line(&line(&entry))))?,
            Format::Json => writeln!(out, "{}", inert_json(&serde_json::to_string(&entry)?))?,
        }
    }
    Ok(())
}

/// The line for a person, such as `2: gate 3, RED Phase, attempt 1, TEST-WRITER, 120 bytes`.
fn line(entry: &Entry) -> String {
    let parts = [
        entry.gate.map(|gate| format!("gate {gate}")),
        entry.name.clone(),
        entry.attempt.map(|attempt| format!("attempt {attempt}")),
        entry.state.clone(),
        entry.agent.clone(),
        entry.output.as_ref().map(|output| format!("{} bytes", output.len())),
        (!entry.complete).then(|| "cut off".to_owned()),
    ];
    format!("{}: {}", entry.number, parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

fn show(args: &Show) -> Result<u8> {
    let pad = fs::read(&args.pad).map_err(named(&args.pad))?;
    match entries(&pad).into_iter().find(|entry| entry.number == args.entry) {
        Some(entry) => {
            document(&entry.output.unwrap_or_default())?;
            if !entry.complete {
                tell!("warning: the output of entry {} is cut off", args.entry);
            }
            Ok(ACCEPTED)
        }
        None => {
            tell!("error: {} has no entry {}", args.pad.display(), args.entry);
            Ok(REJECTED)
        }
    }
}
