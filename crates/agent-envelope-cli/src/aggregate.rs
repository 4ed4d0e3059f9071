use std::fmt::Display;
use std::io::{Error, Result, Write};
use std::path::Path;

use agent_envelope::clarity_protocol::aggregate::{self, ClarityReport, Expected};
use agent_envelope::{add_input, html, sarif};

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use crate::args::{Aggregate, FailOn, ReportFormat};
use crate::input::Found;
use crate::print::{inert_json, write_inert, write_json};
use crate::progress::Progress;
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
        ReportFormat::Markdown => write_inert(out, &report)?,
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
    let mut aggregate = aggregate::Aggregate::default();
    let inputs = input::inputs(&args.paths)?;
    let progress = Progress::new(inputs.len());
    let read = |input: &Found| {
        let part = read_one(input, args);
        progress.step();
        part
    };
    let parts: Vec<Result<_>> = inputs.par_iter().map(read).collect();
    for part in parts {
        aggregate.merge(part?);
    }
    Ok(aggregate)
}

fn read_one(input: &Found, args: &Aggregate) -> Result<aggregate::Aggregate> {
    let input = input.as_ref().map_err(|error| Error::other(error.as_str()))?;
    let mut part = aggregate::Aggregate::default();
    add_input(&mut part, &input.name(), &input.read_any()?, args.protocol.0).map_err(Error::other)?;
    Ok(part)
}

fn expected(path: &Path) -> Result<Expected> {
    let input = source::input(path);
    let error = |text: &dyn Display| Error::other(format!("{}: {text}", input.name()));
    let expected = Expected::read(&input.text()?).map_err(|source| error(&source))?;
    if expected.units.is_empty() { Err(error(&"names no unit")) } else { Ok(expected) }
}

fn is_met(what: FailOn, report: &ClarityReport) -> bool {
    let stats = &report.stats;
    match what {
        FailOn::Critical => stats.critical > 0,
        FailOn::Major => stats.critical + stats.major > 0,
        // Results may count what is in no table of findings, such as missing items.
        FailOn::Minor => stats.total_findings + stats.findings > 0,
        FailOn::Gap => !report.gaps.is_empty(),
    }
}
