//! What an orchestrator needs after it rejected a return (R-J1): a valid failed return in its place, a report for
//! people, and an entry for the error log.

use std::fmt::Write as _;

use envelope_core::{Diagnostic, Severity};
use serde::Serialize;

use crate::model::SUMMARY_LIMIT;
use crate::{Metadata, ReturnError, Status, SubagentReturn};

/// The call whose return was rejected.
#[derive(Clone, Debug)]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct Call<'a> {
    /// The agent that was called.
    pub agent: &'a str,
    /// The session of the delegation.
    pub session_id: &'a str,
    /// The chain from the orchestrator to the agent.
    pub delegation_path: &'a [&'a str],
    /// When the return was rejected, such as `2026-11-18T19:00:00Z`.
    pub time: &'a str,
}

/// What takes the place of a rejected return.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rejection {
    /// A valid return with the status `failed` and the errors of the validation.
    pub failed: SubagentReturn,
    /// The same for people.
    pub report: String,
    /// The entry for the error log.
    pub entry: LogEntry,
}

/// An entry of `errors.json`, which is an array of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LogEntry {
    /// When the return was rejected.
    pub time: String,
    /// The agent.
    pub agent: String,
    /// The session.
    pub session_id: String,
    /// What is wrong with the return.
    pub errors: Vec<LoggedError>,
    /// What to do about it.
    pub recommendation: String,
}

/// An error of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LoggedError {
    /// The rule that is broken.
    pub rule: &'static str,
    /// What is wrong.
    pub message: String,
    /// The place in the return.
    pub pointer: Option<String>,
}

/// What to do with a return that was rejected for these diagnostics.
///
/// ```
/// use json_return::reject::{Call, reject};
///
/// let parsed = json_return::parse("The plan is written.");
/// let call = Call { agent: "planner", session_id: "sess_1", delegation_path: &["orchestrator", "planner"], time: "now" };
/// let rejection = reject(parsed.diagnostics(), &call);
/// assert!(json_return::check(&rejection.failed).is_accepted());
/// assert!(rejection.report.contains("Session: sess_1"));
/// ```
pub fn reject(diagnostics: &[Diagnostic], call: &Call<'_>) -> Rejection {
    let worst = diagnostics.iter().map(Diagnostic::severity).min().unwrap_or(Severity::Error);
    let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|diagnostic| diagnostic.severity() == worst).collect();
    let recommendation = format!("Correct the return format of {}", call.agent);
    let report = report(&errors, call, &recommendation);
    let logged = |error: &&Diagnostic| LoggedError {
        rule: error.rule.code,
        message: error.message.clone(),
        pointer: error.pointer.clone(),
    };
    let entry = LogEntry {
        time: call.time.to_owned(),
        agent: call.agent.to_owned(),
        session_id: call.session_id.to_owned(),
        errors: errors.iter().map(logged).collect(),
        recommendation,
    };
    Rejection { failed: failed(&errors, call), report, entry }
}

fn failed(errors: &[&Diagnostic], call: &Call<'_>) -> SubagentReturn {
    let summary = format!("The return of {} was rejected: {} errors in its format.", call.agent, errors.len());
    let error = |error: &&Diagnostic| ReturnError {
        r#type: Some("validation".to_owned()),
        message: error.to_string(),
        recoverable: Some(true),
        recommendation: Some(error.help().to_owned()),
        ..ReturnError::default()
    };
    let mut value = SubagentReturn::new(Status::Failed);
    value.summary = Some(summary.chars().take(SUMMARY_LIMIT).collect());
    value.artifacts = Some(Vec::new());
    value.metadata = Some(Metadata {
        session_id: Some(call.session_id.to_owned()),
        agent_type: Some(call.agent.to_owned()),
        delegation_depth: Some(call.delegation_path.len().saturating_sub(2) as u64),
        delegation_path: Some(call.delegation_path.iter().map(|agent| (*agent).to_owned()).collect()),
        ..Metadata::default()
    });
    value.errors = Some(errors.iter().map(error).collect());
    value
}

fn report(errors: &[&Diagnostic], call: &Call<'_>, recommendation: &str) -> String {
    let mut text = format!(
        "Error: the subagent's return was rejected\n\nSubagent: {}\nSession: {}\n\nErrors:\n",
        call.agent, call.session_id
    );
    for error in errors {
        let _ = writeln!(text, "- {error}");
    }
    let _ = write!(text, "\nRecommendation: {recommendation}\n");
    text
}
