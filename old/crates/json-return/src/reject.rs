//! What becomes of a return that is not accepted (json-return, "Validation Failures"; R-J1).

use std::borrow::Cow;
use std::fmt::Write as _;

use envelope_core::text::{is_blank, placeholder};
use envelope_core::{Diagnostic, Parsed, Path, Severity};

use crate::log::{LogEntry, LogError};
use crate::{ErrorKind, Metadata, ReturnError, ReturnStatus, SubagentReturn};

/// A refused return: what goes on to the user, what a person reads, and what is logged.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rejection {
    /// A valid return with status `failed` that carries the validation errors.
    pub failed: SubagentReturn,
    /// The report for a person, several lines.
    pub report: String,
    /// The entry for `errors.json`.
    pub entry: LogEntry,
}

/// Makes of a refused return what the specification asks for; `None` when the return was accepted.
///
/// `agent` and `session` are those of the delegation, because what a refused return says of itself is not to be relied
/// on; where they are blank or a placeholder, `unknown` stands for them. The depth and path of the delegation are the return's own where
/// it has them and the path ends with the agent, else those of an agent that the orchestrator called itself.
///
/// ```
/// let parsed = json_return::parse("I looked into it and all is well.");
/// let rejection = json_return::reject(&parsed, "researcher", "sess_1735460684_a1b2c3").expect("prose is refused");
/// assert!(json_return::parse(&json_return::render(&rejection.failed)).accepted().is_some());
/// assert_eq!(rejection.report, "\
/// The return of a subagent was refused
///
/// Subagent: researcher
/// Session: sess_1735460684_a1b2c3
///
/// Validation errors:
/// - no JSON object was found
///
/// Recommendation: Fix the return format of the subagent researcher
/// ");
/// ```
pub fn reject(parsed: &Parsed<SubagentReturn>, agent: &str, session: &str) -> Option<Rejection> {
    if parsed.verdict().accepted() {
        return None;
    }
    let (agent, session) = (named(agent), named(session));
    let errors = reasons(parsed);
    let recommendation = format!("Fix the return format of the subagent {}", one_line(agent));
    let report = report(&one_line(agent), &one_line(session), &errors, &recommendation);
    let mut failed = SubagentReturn::new(ReturnStatus::Failed, summary(errors.len()), metadata(parsed, agent, session));
    failed.errors = errors
        .iter()
        .map(|error| {
            ReturnError::new(error.line()).kind(ErrorKind::Validation).recoverable(true).recommendation(&recommendation)
        })
        .collect();
    failed.next_steps = Some(format!("{recommendation}, then ask it again"));
    let entry = LogEntry { time: None, agent: agent.to_owned(), session: session.to_owned(), errors, recommendation };
    Some(Rejection { failed, report, entry })
}

fn named(name: &str) -> &str {
    if is_blank(name) || placeholder(name).is_some() { "unknown" } else { name }
}

/// What led to the refusal: the errors, else (under the strict policy) the warnings.
fn reasons(parsed: &Parsed<SubagentReturn>) -> Vec<LogError> {
    let of = |severity: Severity| {
        parsed.diagnostics().iter().filter(move |found| found.severity == severity).map(LogError::from).collect()
    };
    let errors: Vec<LogError> = of(Severity::Error);
    let errors = if errors.is_empty() { of(Severity::Warning) } else { errors };
    if !errors.is_empty() {
        return errors;
    }
    let message = "the return states no status that could be read".to_owned();
    vec![LogError { rule: envelope_core::rules::MISSING_FIELD.code().to_owned(), pointer: None, message }]
}

impl From<&Diagnostic> for LogError {
    fn from(found: &Diagnostic) -> Self {
        let pointer = found.path.as_ref().filter(|path| **path != Path::root()).map(ToString::to_string);
        Self { rule: found.rule.code().to_owned(), pointer, message: found.message.clone() }
    }
}

impl LogError {
    /// The error in one line.
    fn line(&self) -> String {
        let message = one_line(&self.message);
        match &self.pointer {
            Some(pointer) => format!("{}: {message}", one_line(pointer)),
            None => message.into_owned(),
        }
    }
}

/// The text in one line: whoever names an agent or a key must not be able to write lines of the report, nor to speak to
/// the terminal that shows it. Only what breaks or turns a line is replaced: the name is to stay the one that was given.
fn one_line(text: &str) -> Cow<'_, str> {
    let breaks = |character: char| {
        character.is_control()
            || matches!(character, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    if text.contains(breaks) { text.replace(breaks, " ").into() } else { text.into() }
}

fn summary(count: usize) -> String {
    let errors = if count == 1 { "1 validation error".to_owned() } else { format!("{count} validation errors") };
    format!("The return of the subagent was refused with {errors}. Nothing that it claims was taken over.")
}

fn metadata(parsed: &Parsed<SubagentReturn>, agent: &str, session: &str) -> Metadata {
    let own = parsed.read().and_then(|value| value.metadata.as_ref());
    let path = own.and_then(|metadata| metadata.delegation_path.clone());
    let path = path.filter(|path| path.last().is_some_and(|last| last == agent));
    let depth = path.as_ref().and(own).and_then(|metadata| metadata.delegation_depth);
    let path = path.unwrap_or_else(|| vec!["orchestrator".to_owned(), agent.to_owned()]);
    let mut metadata = Metadata::new(session, agent, path);
    metadata.delegation_depth = depth.or(metadata.delegation_depth);
    metadata
}

fn report(agent: &str, session: &str, errors: &[LogError], recommendation: &str) -> String {
    let mut text = format!(
        "The return of a subagent was refused\n\nSubagent: {agent}\nSession: {session}\n\nValidation errors:\n"
    );
    for error in errors {
        let _ = writeln!(text, "- {}", error.line());
    }
    let _ = write!(text, "\nRecommendation: {recommendation}\n");
    text
}
