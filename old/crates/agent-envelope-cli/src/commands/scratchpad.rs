//! `envelope scratchpad`: the audit trail of an orchestrator (R-S7).

use std::borrow::Cow;
use std::io::{IsTerminal as _, stdin};
use std::path::{Path, PathBuf};

use agent_envelope::envelope_core::{Diagnostic, Limits, Outcome, Source};
use agent_envelope::status_block::fs::{self, Appended};
use agent_envelope::status_block::scratchpad::{Entry, NewEntry, Pad};
use agent_envelope::{AnyEnvelope, Protocol};
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;

use crate::args::{Asked, Reader, Unchecked};
use crate::exit::{Exit, Failure};
use crate::input::{shown, up_to};
use crate::output::{Out, Snippets, json_pretty, visible};

/// Keep what agents reported, byte for byte
///
/// A scratchpad is a Markdown file that only grows: an entry for each attempt at a gate, with the agent's whole output
/// between two marker lines. Any number of processes can append at once.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  agent | envelope scratchpad append pad.md --gate 3 --name 'RED Phase' --attempt 1 --agent tester
  envelope scratchpad note pad.md --text 'Tests written, proceeding to validation'
  envelope scratchpad list pad.md
  envelope scratchpad show pad.md --entry 1 | envelope check -")]
pub(crate) struct Scratchpad {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Add an agent's output from standard input as a new entry; prints its number
    #[command(after_help = "\
Examples:
  agent | envelope scratchpad append pad.md --gate 3 --name 'RED Phase' --attempt 1 --agent tester
  envelope scratchpad append pad.md --gate 3 --name 'RED Phase' --attempt 2 --agent tester --note 'Asked again' < answer.txt

Exit status: 0 the entry was added, whatever it says; 2 it was not.")]
    Append(Append),
    /// Add a line of the orchestrator
    #[command(after_help = "\
Examples:
  envelope scratchpad note pad.md --text 'Tests written, proceeding to validation'

Exit status: 0 the line was added; 2 it was not.")]
    Note(Note),
    /// Show the entries with their status and outcome
    #[command(after_help = "\
Examples:
  envelope scratchpad list pad.md
  envelope scratchpad list pad.md --protocol status-block --format json

Exit status: 0 every output was accepted; 1 one was not, or the pad is torn; 2 the command could not run.")]
    List(List),
    /// Print what an agent wrote, byte for byte
    #[command(after_help = "\
Examples:
  envelope scratchpad show pad.md --entry 1
  envelope scratchpad show pad.md --entry 1 | envelope check -

Exit status: 0 the output was printed; 1 there is none, or it is torn; 2 the command could not run.")]
    Show(Show),
}

#[derive(Args, Debug)]
struct Append {
    /// The scratchpad; created where it is missing
    #[arg(value_name = "PAD")]
    pad: PathBuf,
    /// The number of the gate
    #[arg(long, value_name = "N")]
    gate: u32,
    /// The name of the gate
    #[arg(long, value_name = "NAME", value_parser = gate_name)]
    name: String,
    /// Which attempt at the gate it is
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    attempt: u32,
    /// The agent that was called: one word
    #[arg(long, value_name = "A", value_parser = agent_name)]
    agent: String,
    /// A line of the orchestrator before the output; may be repeated
    #[arg(long, value_name = "TEXT")]
    note: Vec<String>,
    /// A line of the orchestrator after the output; may be repeated
    #[arg(long, value_name = "TEXT")]
    note_after: Vec<String>,
}

#[derive(Args, Debug)]
struct Note {
    /// The scratchpad
    #[arg(value_name = "PAD")]
    pad: PathBuf,
    /// What the orchestrator says
    #[arg(long, value_name = "T")]
    text: String,
}

#[derive(Args, Debug)]
struct List {
    /// The scratchpad
    #[arg(value_name = "PAD")]
    pad: PathBuf,
    /// How the entries are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    asked: Asked,
}

#[derive(Args, Debug)]
struct Show {
    /// The scratchpad
    #[arg(value_name = "PAD")]
    pad: PathBuf,
    /// The number of the entry, from 1
    #[arg(long, value_name = "I")]
    entry: usize,
    /// Which output of the entry, from 1, where a pad edited by hand has several; the last without it
    #[arg(long, value_name = "K")]
    output: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each entry
    Text,
    /// An array of all entries
    Json,
}

impl Scratchpad {
    pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        match &self.action {
            Action::Append(append) => append.run(out),
            Action::Note(note) => note.run(out),
            Action::List(list) => list.run(out),
            Action::Show(show) => show.run(out),
        }
    }
}

impl Append {
    fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        let mut entry = NewEntry::new(self.gate, &self.name, self.attempt).agent(&self.agent).output(output()?);
        entry.before.clone_from(&self.note);
        entry.after.clone_from(&self.note_after);
        let done = fs::append(&self.pad, &entry).map_err(|error| cannot_write(&self.pad, &error))?;
        say_closed(&self.pad, done, out);
        out.result(&format!("{}\n", done.entry))?;
        Ok(Exit::Accepted)
    }
}

/// What the agent wrote. An audit trail that lacks the end of it would be worse than none.
fn output() -> Result<Vec<u8>, Failure> {
    if stdin().is_terminal() {
        return Err(Failure::new("no input: the agent's output is read from standard input"));
    }
    let limits = Limits::default();
    let bytes = up_to(stdin().lock(), limits).map_err(|error| Failure::new(format!("cannot read -: {error}")))?;
    if bytes.len() > limits.input() {
        return Err(Failure::new(format!("the output has more than {} bytes; nothing was appended", limits.input())));
    }
    Ok(bytes)
}

impl Note {
    fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        if self.text.trim().is_empty() {
            return Err(Failure::new("--text: a note needs words"));
        }
        // A note is about an entry; a mistyped name must not start another pad.
        std::fs::metadata(&self.pad).map_err(|error| cannot_write(&self.pad, &error))?;
        let done = fs::note(&self.pad, &self.text).map_err(|error| cannot_write(&self.pad, &error))?;
        say_closed(&self.pad, done, out);
        Ok(Exit::Accepted)
    }
}

fn cannot_write(pad: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {}", pad.display(), reason(pad, error)))
}

/// What is said of a folder, as wherever one is named in place of a file.
fn reason(pad: &Path, error: &std::io::Error) -> String {
    if pad.is_dir() { "is a folder".to_owned() } else { error.to_string() }
}

fn say_closed(pad: &Path, done: Appended, out: &mut Out) {
    if done.closed_torn {
        let name = shown(pad);
        out.people(&format!("{}: what was written last had been cut short; it was closed as torn\n", visible(&name)));
    }
}

impl List {
    fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        let reader = self.asked.reader()?;
        let bytes = read(&self.pad)?;
        let pad = Pad::read(&bytes);
        let (name, source) = (shown(&self.pad), Source::from_bytes(&bytes));
        out.people(&Snippets::new().all(&in_text(pad.diagnostics(), &source), &name, &source));
        let mut unchecked = Unchecked::default();
        let list = |entry| Listed::new(entry, &pad, &reader, &mut unchecked);
        let listed: Vec<Listed<'_>> = pad.entries().iter().map(list).collect();
        unchecked.tell(out);
        match self.format {
            Format::Text => listed.iter().try_for_each(|entry| out.result(&entry.line()))?,
            Format::Json => out.result(&json_pretty(&listed))?,
        }
        let accepted = !pad.torn_tail() && listed.iter().all(|entry| entry.accepted.unwrap_or(!entry.torn));
        Ok(Exit::from_accepted(accepted))
    }
}

/// The diagnostics of a pad, whose spans count its bytes, with their places in the text that is shown.
fn in_text(diagnostics: &[Diagnostic], source: &Source<'_>) -> Vec<Diagnostic> {
    let mut placed = diagnostics.to_vec();
    for diagnostic in &mut placed {
        diagnostic.span = source.of_original(diagnostic.span);
    }
    placed
}

/// One entry as it is listed.
#[derive(Debug, Serialize)]
struct Listed<'p> {
    entry: usize,
    gate: Option<u32>,
    name: Option<&'p str>,
    attempt: Option<u32>,
    state: Option<&'p str>,
    agent: Option<&'p str>,
    /// The protocol of the output, or null.
    protocol: Option<Protocol>,
    /// The word that the output states, or null.
    status: Option<&'static str>,
    /// What to branch on; null for an entry without output.
    outcome: Option<Outcome>,
    /// Whether the output was accepted; null for an entry without one.
    accepted: Option<bool>,
    /// Whether a crash cut it short.
    torn: bool,
    notes: &'p [String],
    notes_after: &'p [String],
}

impl<'p> Listed<'p> {
    fn new(entry: &'p Entry, pad: &Pad<'_>, reader: &Reader, unchecked: &mut Unchecked) -> Self {
        let torn = entry.torn || entry.outputs.last().is_some_and(|output| output.torn);
        let output = entry.outputs.last();
        // A report that was cut off may look like a success; of several the worst counts.
        let read = |output: Cow<'_, [u8]>| reader.read(&Source::from_bytes(&output));
        let envelope = if torn { None } else { pad.outputs(entry).map(read).max_by_key(AnyEnvelope::outcome) };
        if let Some(envelope) = &envelope {
            unchecked.add(reader.unchecked(envelope));
        }
        Self {
            entry: entry.number,
            gate: entry.gate,
            name: entry.name.as_deref(),
            attempt: entry.attempt,
            state: entry.state.as_deref(),
            agent: entry.agent.as_deref(),
            protocol: envelope.as_ref().and_then(AnyEnvelope::protocol),
            status: envelope.as_ref().and_then(AnyEnvelope::status),
            outcome: envelope.as_ref().map(AnyEnvelope::outcome).or(output.map(|_| Outcome::Failed)),
            accepted: envelope.as_ref().map(AnyEnvelope::is_accepted).or(output.map(|_| false)),
            torn,
            notes: &entry.before,
            notes_after: &entry.after,
        }
    }

    fn line(&self) -> String {
        let gate = match (self.gate, self.name) {
            (Some(gate), Some(name)) => format!("gate {gate}: {}", visible(name)),
            (Some(gate), None) => format!("gate {gate}"),
            (None, name) => visible(name.unwrap_or("no gate")).into_owned(),
        };
        let attempt = match (self.attempt, self.state) {
            (Some(attempt), _) => Cow::Owned(format!(", attempt {attempt}")),
            (None, Some(state)) => Cow::Owned(format!(", {}", visible(state))),
            (None, None) => Cow::Borrowed(""),
        };
        let agent = self.agent.map(|agent| format!(", {}", visible(agent))).unwrap_or_default();
        let result = match (self.outcome, self.accepted) {
            (None, _) | (_, None) => if self.torn { "torn" } else { "no output" }.to_owned(),
            (Some(outcome), Some(accepted)) => {
                let status = if self.torn { "torn" } else { self.status.unwrap_or("no status") };
                format!("{status} -> {outcome}{}", if accepted { "" } else { " (not accepted)" })
            }
        };
        format!("{}  {gate}{attempt}{agent}: {result}\n", self.entry)
    }
}

impl Show {
    fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        let bytes = read(&self.pad)?;
        let pad = Pad::read(&bytes);
        let name = shown(&self.pad);
        let say = |text: &str, out: &mut Out| out.people(&format!("{}: {text}\n", visible(&name)));
        let Some(entry) = pad.entries().iter().find(|entry| entry.number == self.entry) else {
            let count = pad.entries().len();
            say(&format!("there is no entry {}; the pad has {count}", self.entry), out);
            return Ok(Exit::Refused);
        };
        let count = entry.outputs.len();
        if count == 0 {
            say(&format!("entry {} has no output of an agent", self.entry), out);
            return Ok(Exit::Refused);
        }
        let chosen = self.output.unwrap_or(count);
        let Some(output) = chosen.checked_sub(1).and_then(|at| pad.outputs(entry).nth(at)) else {
            say(&format!("entry {} has no output {chosen}; it has {count}", self.entry), out);
            return Ok(Exit::Refused);
        };
        if count > 1 && self.output.is_none() {
            let which = "this is the last, and --output shows another";
            say(&format!("entry {} has {count} outputs; {which}", self.entry), out);
        }
        let cut = cut_short(entry, chosen);
        if let Some(what) = &cut {
            say(&format!("{what} was cut short"), out);
        }
        out.bytes(&output)?;
        Ok(Exit::from_accepted(cut.is_none()))
    }
}

/// What of the chosen output, from 1, a crash cut short: itself, or the entry behind its last one. Another output of the
/// entry is not what is shown.
fn cut_short(entry: &Entry, chosen: usize) -> Option<String> {
    let count = entry.outputs.len();
    let itself = chosen.checked_sub(1).and_then(|at| entry.outputs.get(at)).is_some_and(|output| output.torn);
    let behind = chosen == count && entry.torn && entry.outputs.iter().all(|output| !output.torn);
    match count {
        _ if !itself && !behind => None,
        2.. if itself => Some(format!("output {chosen} of entry {}", entry.number)),
        _ => Some(format!("entry {}", entry.number)),
    }
}

fn read(pad: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(pad).map_err(|error| Failure::new(format!("cannot read {}: {}", pad.display(), reason(pad, &error))))
}

/// What would not be read back as it was given is refused: a pad is kept to be read.
fn read_back(name: &str, agent: &str) -> (Option<String>, Option<String>) {
    let bytes = NewEntry::new(1, name, 1).agent(agent).output("").to_bytes(b"");
    let pad = Pad::read(&bytes);
    pad.entries().first().map(|entry| (entry.name.clone(), entry.agent.clone())).unwrap_or_default()
}

fn gate_name(name: &str) -> Result<String, &'static str> {
    let back = read_back(name, "a").0;
    back.filter(|back| back == name).ok_or("a name on one line, without outer blanks, is needed")
}

fn agent_name(agent: &str) -> Result<String, &'static str> {
    let back = read_back("Gate", agent).1;
    back.filter(|back| back == agent)
        .ok_or("one word is needed that begins and ends with a letter or digit, as in `test-writer`")
}
