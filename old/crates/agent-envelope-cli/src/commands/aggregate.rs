//! `envelope aggregate`: the findings of many agents in one report.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read as _, stdin};
use std::path::PathBuf;

use agent_envelope::aggregate::add;
use agent_envelope::clarity_protocol::aggregate::{Aggregate, Fingerprint, StateReader, expected_units, render};
use agent_envelope::envelope_core::{Diagnostic, Source};
use agent_envelope::export::html;
use agent_envelope::export::sarif::{findings_log, findings_notes, size_note};
use clap::{Args, ValueEnum};

use crate::args::{Asked, Reader, Unchecked, text_of};
use crate::exit::{Exit, Failure};
use crate::input::{Found, Input, Seen, Unreadable, collect, counted, nothing_found, unordered, up_to};
use crate::output::{Out, Progress, visible};
use crate::parallel::{ordered, threads};

/// Merge the findings of many agents into one report
///
/// Reads every message, of whatever protocol, and writes the findings merged, sorted and numbered, with their sources,
/// the disagreements, what was covered and what was not. The order of the inputs makes no difference. A state is an
/// input, too: parts aggregated on many machines are merged by the same command. All cores work, or as many threads as
/// `ENVELOPE_THREADS` says.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope aggregate reports/ > findings.md
  envelope aggregate --format json --expect units.txt reports/
  envelope aggregate --format state part-1/ > part-1.state
  envelope aggregate --format html part-1.state part-2.state > findings.html
  envelope aggregate --format sarif reports/ > findings.sarif

Exit status: 0 all accepted, 1 something was not accepted, 2 the command could not run or an input could not be read.")]
pub(crate) struct Aggregation {
    /// Files, folders, states, or `-` for standard input (the default)
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How the report is written
    #[arg(long, value_enum, default_value_t = Format::Markdown)]
    format: Format,
    /// The units that should have reported: a JSON array of names, or one name a line
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    /// Which files of folders are read, in the words of .gitignore: `*.json`, or `out` with all below it; `!` leaves out; may be repeated
    #[arg(long, value_name = "GLOB")]
    glob: Vec<String>,
    #[command(flatten)]
    asked: Asked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A document for people; the library reads it back
    Markdown,
    /// The report as JSON, of the kind clarity-report
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// One page for a browser
    Html,
    /// The unfinished aggregation as JSON lines
    State,
}

/// What one input gave.
struct Part {
    aggregate: Aggregate,
    told: Vec<String>,
    unreadable: bool,
    unchecked: Unchecked,
}

impl Aggregation {
    pub(crate) fn run(&self, out: &mut Out, seen: &Seen) -> Result<Exit, Failure> {
        let reader = self.asked.reader()?;
        let mut aggregate = Aggregate::new();
        let (mut count, mut unreadable, mut told) = (0_usize, false, Vec::new());
        let mut unchecked = Unchecked::default();
        if let Some(path) = &self.expect {
            let text = text_of(path, "--expect")?;
            let units = expected_units(&text).map_err(|diagnostic| Failure::at(path, diagnostic.message))?;
            if units.is_empty() {
                told.push(format!("note: {} names no unit, so nothing is expected", path.display()));
            }
            aggregate.expect(units);
        }
        let progress = Progress::new(!out.quiet(), counted(&self.paths, &self.glob));
        let counter = progress.counter();
        let part_of = |input: &&Found| {
            counter.count();
            input.as_ref().map_or_else(Part::unreadable, |input| part(input, &reader))
        };
        let inputs = collect(&self.paths, &self.glob, seen)?;
        ordered(
            threads()?,
            inputs,
            unordered(&self.paths, &self.glob),
            |inputs, parts| parts.extend(inputs.iter().map(part_of)),
            |part: Part| {
                count += 1;
                unreadable |= part.unreadable;
                told.extend(part.told);
                unchecked.add(part.unchecked);
                aggregate.merge(part.aggregate);
                Ok::<(), Failure>(())
            },
        )?;
        progress.finish();
        if count == 0 {
            return Err(nothing_found(&self.glob));
        }
        told.extend(unchecked.lines());
        told.extend(aggregate.notes().iter().map(|note| format!("note: {}", note.message)));
        let accepted = aggregate.is_accepted();
        let written = self.write(aggregate, out, &mut told);
        for line in &told {
            out.people(&format!("{}\n", visible(line)));
        }
        written?;
        Ok(if unreadable { Exit::Unreadable } else { Exit::from_accepted(accepted) })
    }

    fn write(&self, aggregate: Aggregate, out: &mut Out, told: &mut Vec<String>) -> Result<(), Failure> {
        match self.format {
            Format::State => aggregate.state().try_for_each(|line| out.result(&(line + "\n"))),
            Format::Markdown => out.text(&render(&aggregate.finish())),
            Format::Json => out.json(&aggregate.finish()).map(|_| ()),
            Format::Html => out.text(&html::page(&aggregate.finish())),
            Format::Sarif => {
                let report = aggregate.finish();
                told.extend(findings_notes(&report));
                let bytes = out.json(&findings_log(&report, env!("CARGO_PKG_VERSION")))?;
                told.extend(size_note(bytes));
                Ok(())
            }
        }
    }
}

impl Part {
    /// What cannot be read at all stands in the report, too: it is never skipped.
    fn unreadable(unreadable: &Unreadable) -> Self {
        let reason = unreadable.to_string();
        let mut aggregate = Aggregate::new();
        aggregate.add_unreadable(&unreadable.name, Fingerprint::of(&[]), &reason);
        Self { aggregate, told: vec![format!("error: {reason}")], unreadable: true, unchecked: Unchecked::default() }
    }
}

/// Reads one input.
fn part(input: &Input, reader: &Reader) -> Part {
    let name = input.name();
    read(input, &name, reader).unwrap_or_else(|error| Part::unreadable(&Unreadable { name, reason: error.to_string() }))
}

fn read(input: &Input, name: &str, reader: &Reader) -> io::Result<Part> {
    match input {
        Input::Stdin => read_from(stdin().lock(), name, reader),
        Input::File(path) => read_from(BufReader::new(File::open(path)?), name, reader),
    }
}

/// A state is read a line at a time, however long it is; a message up to the limit.
fn read_from(mut lines: impl BufRead, name: &str, reader: &Reader) -> io::Result<Part> {
    const LONGEST_HEADER: u64 = 4096;
    let mut first = Vec::new();
    lines.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut first)?;
    if StateReader::is_header(&first) {
        return state(first, lines, name);
    }
    let limits = reader.settings.limits;
    let bytes = up_to(Cursor::new(first).chain(lines), limits)?;
    let source = Source::from_bytes(&bytes);
    let mut aggregate = Aggregate::new();
    let envelope = reader.read(&source);
    add(&mut aggregate, name, &source, &envelope, &reader.settings);
    Ok(Part { aggregate, told: Vec::new(), unreadable: false, unchecked: reader.unchecked(&envelope) })
}

/// The longest line of a state: a message may be escaped and quoted whole in it, and even that is shorter.
const LONGEST_LINE: u64 = 1 << 28;

fn state(first: Vec<u8>, mut lines: impl BufRead, name: &str) -> io::Result<Part> {
    let mut state = StateReader::named(name);
    let mut line = first;
    while !line.is_empty() {
        state.line(&line);
        line.clear();
        lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
            return Err(io::Error::other(format!("a line of more than {LONGEST_LINE} bytes is no line of a state")));
        }
    }
    let (aggregate, diagnostics) = state.finish();
    let tell = |found: &Diagnostic| {
        format!("{}[{}]: {} ({name}, byte {})", found.severity, found.rule.code(), found.message, found.span.start())
    };
    let told = diagnostics.iter().map(tell).collect();
    Ok(Part { aggregate, told, unreadable: false, unchecked: Unchecked::default() })
}
