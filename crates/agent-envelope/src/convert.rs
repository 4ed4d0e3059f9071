//! Conversion between protocols, through the neutral report (R-A15).

use envelope_core::report::Problem;
use envelope_core::{Diagnostic, Loss, Message, Outcome, Report, Severity};
use serde::Serialize;

use crate::protocols::Written;
use crate::{AnyParsed, AnyProtocol, Options, parse};

/// A report as text of another protocol, and what that cost.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Conversion {
    /// What was converted.
    pub from: Source,
    /// The text, if the conversion was accepted.
    pub text: Option<String>,
    /// The protocol of the text.
    pub protocol: &'static str,
    /// The status of the text.
    pub status: Option<&'static str>,
    /// The outcome of the text.
    pub outcome: Option<Outcome>,
    /// What the text says in another way, does not say, or says beyond the source.
    pub losses: Vec<Loss>,
    /// Why there is no text.
    #[serde(skip)]
    pub rejection: Option<Unconverted>,
}

/// What was converted.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Source {
    /// Its protocol.
    pub protocol: Option<&'static str>,
    /// Its status.
    pub status: Option<&'static str>,
    /// Its outcome.
    pub outcome: Outcome,
}

/// Why a report was not converted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unconverted {
    /// The report was rejected.
    #[error("the report was rejected")]
    Rejected,
    /// The report was rejected, and a required field of it is missing.
    #[error("too little of the report could be read")]
    Unread,
    /// Nothing is converted to this protocol.
    #[error("no report can be converted to {0}")]
    NoTarget(&'static str),
    /// The report lacks what the target requires.
    #[error("the report lacks what {protocol} requires: {}", messages(.errors))]
    Lacking {
        /// The target.
        protocol: &'static str,
        /// What its reader finds wrong with the text.
        errors: Vec<Diagnostic>,
    },
    /// The report says that there are findings, and the text would not.
    #[error("the report says that there are findings and lists none, which {0} has no status for")]
    FindingsLost(&'static str),
    /// The text would have fewer findings than the report.
    #[error("of {0} findings, {1} would be read back")]
    FindingsUnread(usize, usize),
    /// The text would have another outcome than the report.
    #[error("the text would be read as {0}")]
    Misread(Outcome),
}

/// Converts a report to another protocol. The text is read back, and there is none if the target rejects it.
///
/// What was rejected converts where `any` is set and its value could be read, with its fallback outcome; if it names no
/// problem, then the reasons of the rejection are its problems.
pub fn convert(parsed: &AnyParsed, to: &AnyProtocol, any: bool) -> Conversion {
    let from = Source { protocol: parsed.protocol(), status: parsed.status(), outcome: parsed.outcome() };
    let protocol = to.info.name;
    let mut conversion =
        Conversion { from, text: None, protocol, status: None, outcome: None, losses: Vec::new(), rejection: None };
    let written = report(parsed, any, &mut conversion.losses).and_then(|report| {
        let write = to.write.ok_or(Unconverted::NoTarget(protocol))?;
        Ok((write(&report), report))
    });
    match written {
        Ok((Written { text, outcome, losses }, report)) => {
            conversion.losses.extend(losses);
            let back = parse(&Message::from(&text), to, &Options::default());
            conversion.rejection = rejection(&back, outcome, &report, protocol);
            if conversion.rejection.is_none() {
                (conversion.status, conversion.outcome) = (back.status(), Some(outcome));
                conversion.text = Some(text);
            }
        }
        Err(error) => conversion.rejection = Some(error),
    }
    conversion
}

/// The report to convert.
fn report(parsed: &AnyParsed, any: bool, losses: &mut Vec<Loss>) -> Result<Report, Unconverted> {
    if !parsed.is_accepted() && !any {
        return Err(Unconverted::Rejected);
    }
    let mut report = parsed.value(any).ok_or(Unconverted::Unread)?.to_report();
    if !parsed.is_accepted() {
        report.outcome = parsed.outcome();
        if report.problems.is_empty() {
            let problem = |message: String| Problem { message, ..Problem::default() };
            report.problems = errors(parsed).map(|error| problem(error.message.clone())).collect();
            let note = "the report names none; why it was rejected stands in their place";
            losses.push(Loss::approximated("problems", note));
        }
    }
    Ok(report)
}

/// Why the text cannot stand for the report, by what its own protocol reads in it.
fn rejection(back: &AnyParsed, outcome: Outcome, from: &Report, protocol: &'static str) -> Option<Unconverted> {
    if !back.is_accepted() {
        return Some(Unconverted::Lacking { protocol, errors: errors(back).cloned().collect() });
    }
    if back.outcome() != outcome {
        return Some(Unconverted::Misread(back.outcome()));
    }
    let (had, has) = (from.findings.len(), back.accepted().map_or(0, |value| value.to_report().findings.len()));
    if has < had {
        return Some(Unconverted::FindingsUnread(had, has));
    }
    // FINDINGS never turns into CLEAN, not over another protocol either (R-A1).
    let is_lost = from.outcome == Outcome::CompletedWithFindings && outcome == Outcome::Completed && has == 0;
    is_lost.then_some(Unconverted::FindingsLost(protocol))
}

/// What rejects a message: its errors, or in strict mode its warnings.
fn errors(parsed: &AnyParsed) -> impl Iterator<Item = &Diagnostic> {
    let worst = parsed.diagnostics().iter().map(Diagnostic::severity).min().unwrap_or(Severity::Error);
    parsed.diagnostics().iter().filter(move |diagnostic| diagnostic.severity() == worst)
}

fn messages(errors: &[Diagnostic]) -> String {
    errors.iter().map(|error| error.message.as_str()).collect::<Vec<_>>().join("; ")
}
