//! `envelope check`: reads messages, applies the rules, says what is wrong and where.

use std::io::{IsTerminal as _, stdout};
use std::path::PathBuf;

use agent_envelope::envelope_core::{DiagnosticRecord, Source};
use agent_envelope::export::sarif::{SarifLog, size_note};
use agent_envelope::{AnyEnvelope, CheckRecord};
use clap::{Args, ValueEnum};

use crate::args::{Asked, Unchecked};
use crate::exit::{Exit, Failure};
use crate::input::{Input, Seen, Unreadable, collect, counted, make_of_each, nothing_found, unordered};
use crate::output::{Github, Out, Progress, Snippets, Summary, colour, json_line, verdict};
use crate::parallel::{ordered, threads};

/// Check messages against the rules of their protocol
///
/// Finds the protocol of each message, reads it, applies every rule, and shows what is wrong and where. Folders are
/// read with everything in them, but for what git keeps there for itself (`.git`, `.gitignore` …) and what it ignores.
/// Links in folders are not followed; standard error says how many.
/// All cores work, or as many threads as `ENVELOPE_THREADS` says.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope check report.md
  envelope check --strict --protocol json-return returns/
  envelope check --glob '*.json' --session sess_1735460684_a1b2c3 --root . out/
  agent | envelope check --format json -
  envelope check --format github reports/  # annotations in a workflow
  envelope check --format sarif reports/ > envelope.sarif

Exit status: 0 all accepted, 1 something was not accepted, 2 the command could not run.")]
pub(crate) struct Check {
    /// Files, folders, or `-` for standard input (the default)
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How the results are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Which files of folders are read, in the words of .gitignore: `*.json`, or `out` with all below it; `!` leaves out; may be repeated
    #[arg(long, value_name = "GLOB")]
    glob: Vec<String>,
    #[command(flatten)]
    asked: Asked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Snippets for people, and a line for each message
    Human,
    /// One JSON object a line for each message
    Json,
    /// Annotations of a workflow
    Github,
    /// SARIF 2.1.0
    Sarif,
}

/// What one message gave.
struct Checked {
    summary: Summary,
    shown: Shown,
    unchecked: Unchecked,
}

/// The same as the format wants it.
enum Shown {
    Nothing,
    Text { people: String, result: String },
    Record(Box<CheckRecord>),
    Sarif(SarifLog),
}

impl Check {
    pub(crate) fn run(&self, out: &mut Out, seen: &Seen) -> Result<Exit, Failure> {
        let reader = self.asked.reader()?;
        let inputs = collect(&self.paths, &self.glob, seen)?;
        let (snippets, coloured) = (Snippets::new(), colour(&stdout()));
        let quiet = out.quiet();
        let mut progress = Progress::new(!quiet, counted(&self.paths, &self.glob));
        let counter = progress.counter();
        let mut writer = Writer::new(self.format, out);
        let check = |message: Result<(&Input, &[u8]), Unreadable>| {
            counter.count();
            let (input, bytes) = message?;
            let source = Source::from_bytes(bytes);
            let envelope = reader.read(&source);
            let unchecked = reader.unchecked(&envelope);
            // For people the verdict is part of the conversation.
            let shown = if self.format == Format::Human && quiet {
                Shown::Nothing
            } else {
                self.shown(&input.name(), &source, &envelope, &unchecked, &snippets, coloured)
            };
            Ok(Checked { summary: Summary::of(&envelope), shown, unchecked })
        };
        ordered(
            threads()?,
            inputs,
            unordered(&self.paths, &self.glob),
            |inputs, checked| make_of_each(inputs, reader.settings.limits, check, checked),
            |checked| {
                progress.step(writer.is_seen(&checked), |bar| {
                    writer.write(checked)?;
                    // What is written must be on the terminal before the bar is back.
                    if bar { writer.out.finish() } else { Ok(()) }
                })
            },
        )?;
        progress.finish();
        writer.finish(&self.glob)
    }

    fn shown(
        &self,
        name: &str,
        source: &Source<'_>,
        envelope: &AnyEnvelope,
        unchecked: &Unchecked,
        snippets: &Snippets,
        coloured: bool,
    ) -> Shown {
        // Whoever reads the result may see nothing else, and must not take for checked what was not (R-A2).
        let record = || {
            let mut record = CheckRecord::new(name, envelope, source);
            let notes = unchecked.notes().map(|note| DiagnosticRecord::new(&note, source));
            record.diagnostics.splice(0..0, notes);
            record
        };
        // Annotations and alerts have no verdict beside them.
        let refusal = envelope.strict_refusal();
        match self.format {
            Format::Human => Shown::Text {
                people: snippets.all(envelope.diagnostics(), name, source),
                result: verdict(name, envelope, coloured),
            },
            Format::Json => Shown::Text { people: String::new(), result: json_line(&record()) },
            Format::Github => {
                let mut record = record();
                record.diagnostics.extend(refusal.map(|refusal| DiagnosticRecord::new(&refusal, source)));
                Shown::Record(Box::new(record))
            }
            Format::Sarif => {
                let mut log = SarifLog::new();
                log.add(name, &unchecked.notes().collect::<Vec<_>>(), source);
                log.add(name, envelope.diagnostics(), source);
                log.add(name, refusal.as_slice(), source);
                Shown::Sarif(log)
            }
        }
    }
}

/// Writes results in the order of the inputs.
struct Writer<'o> {
    out: &'o mut Out,
    format: Format,
    total: Summary,
    unchecked: Unchecked,
    unreadable: usize,
    github: Github,
    sarif: SarifLog,
    /// Whether results go to a terminal; what is for people does wherever there is a bar.
    terminal: bool,
}

impl<'o> Writer<'o> {
    fn new(format: Format, out: &'o mut Out) -> Self {
        let (total, github, sarif) = (Summary::default(), Github::default(), SarifLog::new());
        let terminal = stdout().is_terminal();
        Self { out, format, total, unchecked: Unchecked::default(), unreadable: 0, github, sarif, terminal }
    }

    /// Whether writing it brings something to a terminal on which a bar may be.
    fn is_seen(&self, checked: &Result<Checked, Unreadable>) -> bool {
        match checked.as_ref().map(|checked| &checked.shown) {
            Err(_) => true,
            Ok(Shown::Text { people, result }) => !people.is_empty() || self.terminal && !result.is_empty(),
            Ok(Shown::Record(_)) => self.terminal,
            Ok(Shown::Nothing | Shown::Sarif(_)) => false,
        }
    }

    fn write(&mut self, checked: Result<Checked, Unreadable>) -> Result<(), Failure> {
        let checked = match checked {
            Ok(checked) => checked,
            Err(unreadable) => return self.cannot_read(&unreadable),
        };
        self.total.add(&checked.summary);
        self.unchecked.add(checked.unchecked);
        match checked.shown {
            Shown::Nothing => Ok(()),
            Shown::Text { people, result } => {
                self.out.people(&people);
                self.out.result(&result)
            }
            Shown::Record(record) => self.out.result(&self.github.message(&record.file, &record.diagnostics)),
            Shown::Sarif(log) => {
                self.sarif.append(log);
                Ok(())
            }
        }
    }

    /// Says so to people, and in the formats that other programs read without them.
    fn cannot_read(&mut self, unreadable: &Unreadable) -> Result<(), Failure> {
        self.unreadable += 1;
        self.out.error(&unreadable.to_string());
        match self.format {
            Format::Human => {}
            Format::Json => {
                let record = CheckRecord::unreadable(unreadable.name.as_str(), &unreadable.reason);
                self.out.result(&json_line(&record))?;
            }
            Format::Github => self.out.result(&self.github.whole(&unreadable.name, &unreadable.to_string()))?,
            Format::Sarif => self.sarif.add_unreadable(&unreadable.name, &unreadable.reason),
        }
        Ok(())
    }

    fn finish(self, globs: &[String]) -> Result<Exit, Failure> {
        if self.total.is_empty() && self.unreadable == 0 {
            return Err(nothing_found(globs));
        }
        match self.format {
            Format::Human | Format::Json => {}
            Format::Github => self.out.result(&self.github.finish())?,
            Format::Sarif => {
                let bytes = self.out.json(&self.sarif.finish(env!("CARGO_PKG_VERSION")))?;
                for note in self.sarif.notes().into_iter().chain(size_note(bytes)) {
                    self.out.people(&format!("{note}\n"));
                }
            }
        }
        self.unchecked.tell(self.out);
        if self.format == Format::Human && !self.total.is_empty() {
            self.out.people(&self.total.line(self.unreadable));
        }
        if self.unreadable > 0 {
            return Ok(Exit::Unreadable);
        }
        Ok(Exit::from_accepted(self.total.all_accepted()))
    }
}
