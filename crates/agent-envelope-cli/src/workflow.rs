//! The steps between a clarifications document and its decisions.

use std::io::{Error, Result};
use std::path::Path;

use agent_envelope::Message;
use agent_envelope::clarifications_md::{
    self, Clarifications, Context, Contradiction, Decisions, Evaluation, Parsed, Protocol, StepError,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::args_workflow::{Draft, Flag, Gate, Merge, Tasks, Trace, TraceFormat};
use crate::print::{document as print, write_inert, write_json};
use crate::source::input;
use crate::{ACCEPTED, REJECTED, clarify, snippet};

/// Why there is no result.
enum Stop {
    /// A document was rejected, and its diagnostics are printed.
    Rejected,
    Failed(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// The exit code of a step.
fn code(result: std::result::Result<u8, Stop>) -> Result<u8> {
    match result {
        Ok(code) => Ok(code),
        Err(Stop::Rejected) => Ok(REJECTED),
        Err(Stop::Failed(error)) => Err(error),
    }
}

pub(crate) fn gate(args: &Gate) -> Result<u8> {
    let open = || {
        let document = args.clarifications.as_deref().map(document).transpose()?;
        let scope = document.as_ref().and_then(|document| document.frontmatter.scope_recommendation);
        let evaluation = evaluation(&args.evaluation, document)?;
        Ok(clarifications_md::gate(&evaluation, scope.unwrap_or_default()))
    };
    match open() {
        Ok(gate) => print_json(&gate, ACCEPTED),
        Err(Stop::Rejected) => print_json(&clarifications_md::Gate::CLOSED, REJECTED),
        Err(Stop::Failed(error)) => Err(error),
    }
}

pub(crate) fn tasks(args: &Tasks) -> Result<u8> {
    let tasks = || {
        let document = document(&args.file)?;
        let evaluation = evaluation(&args.evaluation, Some(document.clone()))?;
        match clarifications_md::tasks(&document, &evaluation) {
            Ok(tasks) => Ok(print_json(&tasks, ACCEPTED)?),
            Err(error) => Ok(refuse(&error)),
        }
    };
    code(tasks())
}

pub(crate) fn flag(args: &Flag) -> Result<u8> {
    let flag = || {
        // Whether it fits is asked of the text that is flagged.
        let evaluation = evaluation(&args.evaluation, None)?;
        let contradictions = contradictions(args.contradictions.as_deref())?;
        Ok(clarify::run_edit(&args.target, |text| {
            clarifications_md::flag(text, &evaluation, &contradictions).map(|text| (text, Vec::new()))
        })?)
    };
    code(flag())
}

pub(crate) fn draft(args: &Draft) -> Result<u8> {
    let draft = || {
        let document = document(&args.file)?;
        let given = args.evaluation.as_deref().map(|file| evaluation(file, Some(document.clone()))).transpose()?;
        let contradictions = contradictions(args.contradictions.as_deref())?;
        Ok(print_decisions(&clarifications_md::draft(&document, given.as_ref(), &contradictions))?)
    };
    code(draft())
}

pub(crate) fn merge(args: &Merge) -> Result<u8> {
    let merge = || {
        let document = document(&args.clarifications)?;
        let draft = decisions(&args.decisions, Some(document.clone()))?;
        let judgements = list(&args.judgements)?;
        Ok(print_decisions(&clarifications_md::merge(&draft, &document, &judgements))?)
    };
    code(merge())
}

pub(crate) fn trace(args: &Trace) -> Result<u8> {
    let trace = || {
        let document = document(&args.file)?;
        // A source that does not exist is what the trace is to show.
        let decisions = args.decisions.as_deref().map(|file| decisions(file, None)).transpose()?;
        let trace = clarifications_md::trace(&document, decisions.as_ref());
        match args.format {
            TraceFormat::Text => write_inert(anstream::stdout().lock(), trace.to_text())?,
            TraceFormat::Mermaid => print(&trace.to_mermaid())?,
            TraceFormat::Json => write_json(anstream::stdout().lock(), &trace)?,
        }
        Ok(ACCEPTED)
    };
    code(trace())
}

/// The value of a file; the diagnostics of a rejected one are printed.
fn read<T: Protocol>(path: &Path, parse: impl FnOnce(Message<'_>) -> Parsed<T>) -> std::result::Result<T, Stop> {
    let input = input(path);
    let bytes = input.read()?;
    let message = Message::from(bytes.as_slice());
    let parsed = parse(message.clone());
    if !parsed.is_accepted() {
        snippet::print(parsed.diagnostics(), &input.name(), &message)?;
    }
    parsed.into_result().map_err(|_| Stop::Rejected)
}

fn document(path: &Path) -> std::result::Result<Clarifications, Stop> {
    read(path, |message| clarifications_md::parse(message))
}

fn evaluation(path: &Path, document: Option<Clarifications>) -> std::result::Result<Evaluation, Stop> {
    let context = Context { clarifications: document.map(Into::into) };
    read(path, |message| clarifications_md::evaluation::parse_with(message, &context))
}

fn decisions(path: &Path, document: Option<Clarifications>) -> std::result::Result<Decisions, Stop> {
    let context = Context { clarifications: document.map(Into::into) };
    read(path, |message| clarifications_md::decisions::parse_with(message, &context))
}

fn contradictions(path: Option<&Path>) -> std::result::Result<Vec<Contradiction>, Stop> {
    path.map_or_else(|| Ok(Vec::new()), list)
}

/// A list that a person or program wrote for this command, as plain JSON; whatever is wrong with its items is printed.
fn list<T: DeserializeOwned>(path: &Path) -> std::result::Result<Vec<T>, Stop> {
    let input = input(path);
    let bytes = input.read()?;
    let refuse = |what: &dyn std::fmt::Display| tell!("error: {}: {what}", input.name());
    let values: Vec<serde_json::Value> = serde_json::from_slice(&bytes).map_err(|error| {
        refuse(&error);
        Stop::Rejected
    })?;
    let items = values.into_iter().zip(1..).map(|(value, number)| {
        let item = serde_json::from_value(value);
        item.inspect_err(|error| refuse(&format_args!("item {number}: {error}"))).ok()
    });
    // Of all items first, so that everything is named.
    let items: Vec<Option<T>> = items.collect();
    items.into_iter().collect::<Option<_>>().ok_or(Stop::Rejected)
}

fn print_decisions(decisions: &std::result::Result<Decisions, StepError>) -> Result<u8> {
    match decisions {
        Ok(decisions) => print(&decisions.render()).map(|()| ACCEPTED),
        Err(error) => Ok(refuse(error)),
    }
}

/// Prints everything that is wrong; gives the exit code.
pub(crate) fn refuse(error: &impl std::fmt::Display) -> u8 {
    for line in error.to_string().lines() {
        tell!("error: {line}");
    }
    REJECTED
}

fn print_json(value: &impl Serialize, code: u8) -> Result<u8> {
    write_json(anstream::stdout().lock(), value)?;
    Ok(code)
}
