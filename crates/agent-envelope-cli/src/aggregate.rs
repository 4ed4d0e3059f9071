use std::io::{Error, Result, Write};
use std::path::Path;

use agent_envelope::clarity_protocol::aggregate::{self, ClarityReport, Expected};
use agent_envelope::{Options, html, read_input, sarif};

use crate::args::{Aggregate, FailOn, ReportFormat};
use crate::print::{inert, inert_json, write_json};
use crate::{ACCEPTED, REJECTED, input, source};

/// Runs `envelope aggregate`; gives the exit code.
pub(crate) fn run(args: &Aggregate) -> Result<u8> {
    let expected = args.expect.as_deref().map(expected).transpose()?.unwrap_or_default();
    let aggregate = read(args)?;
    let has_rejected = aggregate.inputs().iter().any(|input| input.rejection().is_some());
    let mut out = anstream::stdout().lock();
    if args.format == ReportFormat::State {
        aggregate.state_lines().try_for_each(|line| writeln!(out, "{}", inert_json(&line)))?;
        // The report is made only if it is asked for.
        if args.fail_on.is_empty() {
            return Ok(if has_rejected { REJECTED } else { ACCEPTED });
        }
    }
    let report = aggregate.finish(&expected);
    match args.format {
        ReportFormat::Markdown => write!(out, "{}", inert(&report.to_string()))?,
        ReportFormat::Json => write_json(out, &report)?,
        ReportFormat::State => {}
        ReportFormat::Html => write!(out, "{}", html::page(&report))?,
        ReportFormat::Sarif => writeln!(out, "{}", inert_json(&sarif::of_report(&report).to_string()))?,
    }
    let is_met = args.fail_on.iter().any(|what| is_met(*what, &report));
    Ok(if has_rejected || is_met { REJECTED } else { ACCEPTED })
}

/// Reads the inputs: messages, and states of earlier aggregations.
fn read(args: &Aggregate) -> Result<aggregate::Aggregate> {
    let options = Options::default();
    let mut aggregate = aggregate::Aggregate::default();
    for input in input::inputs(&args.paths)? {
        let bytes = input.read_any()?;
        let name = input.name();
        if aggregate::is_state(&bytes) {
            let state = std::str::from_utf8(&bytes).map_err(|error| Error::other(format!("{name}: {error}")))?;
            let state = aggregate::Aggregate::from_state(state);
            aggregate.merge(state.map_err(|error| Error::other(format!("{name}: {error}")))?);
        } else {
            aggregate.add(read_input(&name, &bytes, args.protocol.0, &options));
        }
    }
    Ok(aggregate)
}

fn expected(path: &Path) -> Result<Expected> {
    Ok(Expected::read(&source::input(path).text()?))
}

fn is_met(what: FailOn, report: &ClarityReport) -> bool {
    let stats = &report.stats;
    match what {
        FailOn::Critical => stats.critical > 0,
        FailOn::Major => stats.critical + stats.major > 0,
        FailOn::Minor => stats.total_findings > 0,
        FailOn::Gap => !report.gaps.is_empty(),
    }
}
