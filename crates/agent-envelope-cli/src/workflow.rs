//! The steps between a clarifications document and its decisions.

use std::io::Result;
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

pub(crate) fn gate(args: &Gate) -> Result<u8> {
    let closed = || print_json(&clarifications_md::Gate::CLOSED, REJECTED);
    let Ok(document) = given(args.clarifications.as_deref(), document)? else { return closed() };
    let scope = document.as_ref().and_then(|document| document.frontmatter.scope_recommendation);
    let Some(evaluation) = evaluation(&args.evaluation, document)? else { return closed() };
    print_json(&clarifications_md::gate(&evaluation, scope.unwrap_or_default()), ACCEPTED)
}

pub(crate) fn tasks(args: &Tasks) -> Result<u8> {
    let Some(document) = document(&args.file)? else { return Ok(REJECTED) };
    let Some(evaluation) = evaluation(&args.evaluation, Some(document.clone()))? else { return Ok(REJECTED) };
    match clarifications_md::tasks(&document, &evaluation) {
        Ok(tasks) => print_json(&tasks, ACCEPTED),
        Err(error) => Ok(refuse(&error)),
    }
}

pub(crate) fn flag(args: &Flag) -> Result<u8> {
    // Whether it fits is asked of the text that is flagged.
    let Some(evaluation) = evaluation(&args.evaluation, None)? else { return Ok(REJECTED) };
    let Ok(contradictions) = given(args.contradictions.as_deref(), list)? else { return Ok(REJECTED) };
    let contradictions: Vec<Contradiction> = contradictions.unwrap_or_default();
    clarify::run_edit(&args.target, |text| {
        clarifications_md::flag(text, &evaluation, &contradictions).map(|text| (text, Vec::new()))
    })
}

pub(crate) fn draft(args: &Draft) -> Result<u8> {
    let Some(document) = document(&args.file)? else { return Ok(REJECTED) };
    let evaluation = |file: &Path| evaluation(file, Some(document.clone()));
    let Ok(evaluation) = given(args.evaluation.as_deref(), evaluation)? else { return Ok(REJECTED) };
    let Ok(contradictions) = given(args.contradictions.as_deref(), list)? else { return Ok(REJECTED) };
    print_decisions(&clarifications_md::draft(&document, evaluation.as_ref(), &contradictions.unwrap_or_default()))
}

pub(crate) fn merge(args: &Merge) -> Result<u8> {
    let Some(document) = document(&args.clarifications)? else { return Ok(REJECTED) };
    let Some(draft) = decisions(&args.decisions, Some(document.clone()))? else { return Ok(REJECTED) };
    let Some(judgements) = list(&args.judgements)? else { return Ok(REJECTED) };
    print_decisions(&clarifications_md::merge(&draft, &document, &judgements))
}

pub(crate) fn trace(args: &Trace) -> Result<u8> {
    let Some(document) = document(&args.file)? else { return Ok(REJECTED) };
    // A source that does not exist is what the trace is to show.
    let Ok(decisions) = given(args.decisions.as_deref(), |file| decisions(file, None))? else { return Ok(REJECTED) };
    let trace = clarifications_md::trace(&document, decisions.as_ref());
    match args.format {
        TraceFormat::Text => write_inert(anstream::stdout().lock(), trace.to_text())?,
        TraceFormat::Mermaid => print(&trace.to_mermaid())?,
        TraceFormat::Json => write_json(anstream::stdout().lock(), &trace)?,
    }
    Ok(ACCEPTED)
}

/// What a file holds if one is given; the exit code if it is rejected.
fn given<T>(
    path: Option<&Path>,
    read: impl FnOnce(&Path) -> Result<Option<T>>,
) -> Result<std::result::Result<Option<T>, u8>> {
    path.map_or(Ok(Ok(None)), |path| Ok(read(path)?.map(Some).ok_or(REJECTED)))
}

/// The value of a file; none of a rejected one, whose diagnostics are printed.
fn read<T: Protocol>(path: &Path, parse: impl FnOnce(Message<'_>) -> Parsed<T>) -> Result<Option<T>> {
    let input = input(path);
    let bytes = input.read()?;
    let message = Message::from(bytes.as_slice());
    let parsed = parse(message.clone());
    if !parsed.is_accepted() {
        snippet::print(parsed.diagnostics(), &input.name(), &message)?;
    }
    Ok(parsed.into_result().ok())
}

pub(crate) fn document(path: &Path) -> Result<Option<Clarifications>> {
    read(path, |message| clarifications_md::parse(message))
}

fn evaluation(path: &Path, document: Option<Clarifications>) -> Result<Option<Evaluation>> {
    let context = Context { clarifications: document.map(Into::into) };
    read(path, |message| clarifications_md::evaluation::parse_with(message, &context))
}

fn decisions(path: &Path, document: Option<Clarifications>) -> Result<Option<Decisions>> {
    let context = Context { clarifications: document.map(Into::into) };
    read(path, |message| clarifications_md::decisions::parse_with(message, &context))
}

/// A list that a person or program wrote for this command, as plain JSON; whatever is wrong with its items is printed.
fn list<T: DeserializeOwned>(path: &Path) -> Result<Option<Vec<T>>> {
    let input = input(path);
    let bytes = input.read()?;
    let refuse = |what: &dyn std::fmt::Display| tell!("error: {}: {what}", input.name());
    let values: Vec<serde_json::Value> = match serde_json::from_slice(&bytes) {
        Ok(values) => values,
        Err(error) => {
            refuse(&error);
            return Ok(None);
        }
    };
    let items = values.into_iter().zip(1..).map(|(value, number)| {
        let item = serde_json::from_value(value);
        item.inspect_err(|error| refuse(&format_args!("item {number}: {error}"))).ok()
    });
    // Of all items first, so that everything is named.
    let items: Vec<Option<T>> = items.collect();
    Ok(items.into_iter().collect())
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
