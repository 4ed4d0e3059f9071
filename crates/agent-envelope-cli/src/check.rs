#![allow(clippy::disallowed_methods, reason = "the command reads the clock")]

use std::io::{Result, Write};
use std::path::Path;
use std::time::SystemTime;

use agent_envelope::json_return::reject::{Call, reject};
use agent_envelope::{AnyParsed, AnyValue, Diagnostic, Message, Options, Outcome, Report, Severity, json_return, read};
use serde::Serialize;

use crate::args::{Check, Format};
use crate::{ACCEPTED, REJECTED, input, snippet};

/// Runs `envelope check`; gives the exit code.
pub(crate) fn run(args: &Check) -> Result<u8> {
    let inputs = input::inputs(&args.paths)?;
    let mut out = anstream::stdout().lock();
    let mut counts = Counts::default();
    let options = args.expect.options();
    for input in &inputs {
        let bytes = input.read()?;
        let message = Message::from(bytes.as_slice());
        let parsed = read(&message, args.protocol.0, &options);
        let parsed = if args.strict { parsed.strict() } else { parsed };
        counts.add(&parsed);
        if let (Some(path), false) = (&args.error_log, parsed.is_accepted()) {
            log(path, &input.name(), &parsed, &options)?;
        }
        match args.format {
            Format::Human => {
                snippet::print(parsed.diagnostics(), &input.name(), &message)?;
                writeln!(out, "{}", summary(&input.name(), &parsed))?;
            }
            Format::Json => {
                serde_json::to_writer(&mut out, &Line::new(&input.name(), &parsed))?;
                writeln!(out)?;
            }
        }
    }
    if args.format == Format::Human && inputs.len() != 1 {
        writeln!(out, "{} checked: {} accepted, {} rejected", counts.all(), counts.accepted, counts.rejected)?;
    }
    let is_met = counts.rejected == 0 && (!args.require_success || (counts.not_successful == 0 && counts.all() > 0));
    Ok(if is_met { ACCEPTED } else { REJECTED })
}

#[derive(Default)]
struct Counts {
    accepted: usize,
    rejected: usize,
    not_successful: usize,
}

impl Counts {
    fn add(&mut self, parsed: &AnyParsed) {
        *(if parsed.is_accepted() { &mut self.accepted } else { &mut self.rejected }) += 1;
        self.not_successful += usize::from(!parsed.outcome().is_success());
    }

    fn all(&self) -> usize {
        self.accepted + self.rejected
    }
}

/// Writes an entry for a rejected message (R-J1).
fn log(path: &Path, name: &str, parsed: &AnyParsed, options: &Options) -> Result<()> {
    let time = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    // What the caller expects, else what the message says.
    let report = parsed.rejected().map(AnyValue::to_report);
    let stated = |field: fn(&Report) -> &Option<String>| report.as_ref().and_then(|report| field(report).as_deref());
    let agent = options.agent.as_deref().or_else(|| stated(|report| &report.agent)).unwrap_or("unknown");
    let session_id = options.session.as_deref().or_else(|| stated(|report| &report.session)).unwrap_or("unknown");
    let call = Call { agent, session_id, delegation_path: &[], time: &time };
    let entry = reject(parsed.diagnostics(), &call).entry;
    if let Some(moved) = json_return::fs::log(path, &entry)? {
        anstream::eprintln!("warning: {} was damaged and is now {} ({name})", path.display(), moved.display());
    }
    Ok(())
}

/// The line for a person, such as `a.md: accepted: completed (status-block: success)`.
fn summary(name: &str, parsed: &AnyParsed) -> String {
    let has_error = parsed.diagnostics().iter().any(|diagnostic| diagnostic.severity() == Severity::Error);
    let verdict = match (parsed.is_accepted(), has_error) {
        (true, _) => "accepted",
        (false, true) => "rejected",
        (false, false) => "rejected by --strict",
    };
    let found = match parsed.protocol() {
        Some(protocol) => format!("{protocol}: {}", parsed.status().unwrap_or("no status")),
        None => "no protocol".to_owned(),
    };
    let of = |severity| parsed.diagnostics().iter().filter(|diagnostic| diagnostic.severity() == severity).count();
    let mut line = format!("{name}: {verdict}: {} ({found})", parsed.outcome());
    for (count, word) in [(of(Severity::Error), "error"), (of(Severity::Warning), "warning")] {
        if count > 0 {
            line += &format!(", {count} {word}{}", if count == 1 { "" } else { "s" });
        }
    }
    line
}

/// The line of `--format json`.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    protocol: Option<&'static str>,
    accepted: bool,
    status: Option<&'static str>,
    outcome: Outcome,
    truncated: bool,
    diagnostics: &'a [Diagnostic],
}

impl<'a> Line<'a> {
    fn new(file: &'a str, parsed: &'a AnyParsed) -> Self {
        Self {
            file,
            protocol: parsed.protocol(),
            accepted: parsed.is_accepted(),
            status: parsed.status(),
            outcome: parsed.outcome(),
            truncated: parsed.truncated(),
            diagnostics: parsed.diagnostics(),
        }
    }
}
