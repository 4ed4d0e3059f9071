#![allow(clippy::disallowed_methods, reason = "the command reads the clock")]

use std::io::{Error, Result, Write};
use std::path::PathBuf;
use std::time::SystemTime;

use agent_envelope::json_return::reject::{Call, LogEntry, reject};
use agent_envelope::{AnyParsed, AnyValue, Message, Options, Report, json_return, read, sarif};
use clap::ValueEnum;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde_json::Value;

use crate::args::{self, Expect, Protocol};
use crate::input::{self, Found};
use crate::print::inert_json;
use crate::progress::Progress;
use crate::{FAILED, code, result};

/// How many inputs are read before their results are printed, which bounds the memory.
const BATCH: usize = 256;

/// Checks messages.
///
/// Exit code: 0 if all are accepted, 1 if one is rejected or, with `--require-success`, is no success, 2 if the command
/// could not run or an input could not be read.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope check --require-success report.md && git merge agent-branch")]
pub(crate) struct Check {
    /// Files, directories (without what git ignores), or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// The protocol of the messages
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = args::protocol())]
    protocol: Protocol,
    /// Of directories, check only the files that match this pattern
    #[arg(long, value_name = "PATTERN")]
    glob: Vec<String>,
    /// Reject messages with warnings, too
    #[arg(long)]
    strict: bool,
    /// Exit with 1 unless every outcome is a success
    #[arg(long)]
    require_success: bool,
    /// How to print the results
    #[arg(long, value_enum, default_value_t = CheckFormat::Human)]
    format: CheckFormat,
    /// Add an entry for each rejected message to this JSON file
    ///
    /// The file is replaced in one step, after the results are printed. Commands that write it at the same time wait for
    /// each other, so that no entry is lost. If it is damaged, what it holds is first copied to FILE.damaged-1 (or -2 and
    /// so on), and a warning says so. A command that is killed may leave a file `.tmp…` beside it.
    #[arg(long, value_name = "FILE")]
    error_log: Option<PathBuf>,
    #[command(flatten)]
    expect: Expect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Text for people
    Human,
    /// One JSON object a line
    Json,
    /// Annotations of a GitHub workflow
    Github,
    /// A log for code scanning and editors
    Sarif,
}

/// Runs `envelope check`; gives the exit code.
pub(crate) fn run(args: &Check) -> Result<u8> {
    let inputs = input::matching(&args.paths, &args.glob)?;
    let mut totals = Totals::default();
    let printed = print(&inputs, args, &mut totals);
    // What was rejected is logged even if nobody reads the results to their end.
    if let Some(path) = args.error_log.as_deref().filter(|_| !totals.log.is_empty())
        && let Some(copy) = json_return::fs::log(path, &totals.log)?
    {
        tell!("warning: {} was damaged; what it held is now in {}", path.display(), copy.display());
    }
    printed?;
    if totals.unread > 0 {
        return Ok(FAILED);
    }
    Ok(code(totals.rejected == 0 && !(args.require_success && totals.not_successful > 0)))
}

/// Checks and prints all inputs.
fn print(inputs: &[Found], args: &Check, totals: &mut Totals) -> Result<()> {
    let options = args.expect.options();
    let progress = Progress::new(inputs.len());
    for batch in inputs.chunks(BATCH) {
        let check = |input: &Found| {
            let checked = check(input, args, &options);
            progress.step();
            checked
        };
        let results: Vec<Result<Checked>> = batch.par_iter().map(check).collect();
        progress.print(|| print_batch(results, totals))?;
    }
    drop(progress);
    if args.format == CheckFormat::Sarif {
        let log = sarif::of_check(std::mem::take(&mut totals.sarif), &totals.notifications);
        writeln!(anstream::stdout(), "{}", inert_json(&log.to_string()))?;
    }
    if args.format == CheckFormat::Human && inputs.len() != 1 {
        let Totals { accepted, rejected, .. } = totals;
        writeln!(anstream::stdout(), "{} checked: {accepted} accepted, {rejected} rejected", *accepted + *rejected)?;
    }
    Ok(())
}

/// The result of one input.
struct Checked {
    accepted: bool,
    success: bool,
    /// For standard error.
    diagnostics: String,
    /// For standard output.
    result: String,
    /// For the log of `--format sarif`.
    sarif: Vec<Value>,
    /// Why an accepted message is not what `--require-success` asks for, after the name of the input.
    refusal: Option<(String, String)>,
    log_entry: Option<LogEntry>,
}

fn check(input: &Found, args: &Check, options: &Options) -> Result<Checked> {
    let input = input.as_ref().map_err(|error| Error::other(error.as_str()))?;
    let bytes = input.read()?;
    let message = Message::from(bytes.as_slice());
    let parsed = read(&message, args.protocol.0, options);
    let parsed = if args.strict { parsed.strict() } else { parsed };
    let name = input.name();
    let (diagnostics, mut result) = result::texts(args.format, &name, &message, &parsed);
    let is_sarif = args.format == CheckFormat::Sarif;
    let sarif = if is_sarif { sarif::results(&name, &message, parsed.diagnostics()) } else { Vec::new() };
    let is_logged = args.error_log.is_some() && !parsed.is_accepted();
    let log_entry = is_logged.then(|| log_entry(&parsed, options));
    let (accepted, success) = (parsed.is_accepted(), parsed.outcome().is_success());
    let is_refused = args.require_success && accepted && !success;
    let refusal = is_refused.then(|| (name, format!("the outcome is {}, not a success", parsed.outcome())));
    if let (CheckFormat::Github, Some((name, refusal))) = (args.format, &refusal) {
        result += &result::github("error", name, None, "require-success", refusal);
    }
    Ok(Checked { accepted, success, diagnostics, result, sarif, refusal, log_entry })
}

#[derive(Default)]
struct Totals {
    accepted: usize,
    rejected: usize,
    not_successful: usize,
    unread: usize,
    sarif: Vec<Value>,
    /// What kept the check from succeeding without being a diagnostic, with the input that it is about.
    notifications: Vec<(Option<String>, String)>,
    log: Vec<LogEntry>,
}

fn print_batch(results: Vec<Result<Checked>>, totals: &mut Totals) -> Result<()> {
    // Before anything is printed, which may fail.
    totals.log.extend(results.iter().flatten().filter_map(|checked| checked.log_entry.clone()));
    // What waits to be written, so that a call of the system is not needed for every line.
    let mut lines = String::new();
    for checked in results {
        let checked = match checked {
            Ok(checked) => checked,
            Err(error) => {
                totals.unread += 1;
                tell!("error: {error}");
                totals.notifications.push((None, error.to_string()));
                continue;
            }
        };
        *(if checked.accepted { &mut totals.accepted } else { &mut totals.rejected }) += 1;
        totals.not_successful += usize::from(!checked.success);
        if !checked.diagnostics.is_empty() {
            write!(anstream::stdout(), "{}", std::mem::take(&mut lines))?;
            write!(anstream::stderr(), "{}", checked.diagnostics)?;
        }
        lines += &checked.result;
        if let Some((name, refusal)) = checked.refusal {
            write!(anstream::stdout(), "{}", std::mem::take(&mut lines))?;
            tell!("error: {name}: {refusal}");
            totals.notifications.push((Some(name), refusal));
        }
        totals.sarif.extend(checked.sarif);
    }
    write!(anstream::stdout(), "{lines}")
}

/// The entry in the error log for a rejected message (R-J1).
fn log_entry(parsed: &AnyParsed, options: &Options) -> LogEntry {
    let time = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    // What the caller expects, else what the message says.
    let report = parsed.rejected().map(AnyValue::to_report);
    let stated = |field: fn(&Report) -> &Option<String>| report.as_ref().and_then(|report| field(report).as_deref());
    let agent = options.agent.as_deref().or_else(|| stated(|report| &report.agent)).unwrap_or("unknown");
    let session_id = options.session.as_deref().or_else(|| stated(|report| &report.session)).unwrap_or("unknown");
    reject(parsed.diagnostics(), &Call { agent, session_id, delegation_path: &[], time: &time }).entry
}
