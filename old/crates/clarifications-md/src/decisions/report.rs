//! The neutral report of a decisions document (R-A15).

use envelope_core::report::{Check, CheckKind, Problem, Report};
use envelope_core::{Envelope as _, Outcome, Verdict};
use serde_json::Value;

use super::{Decision, Decisions, EntryStatus};
use crate::report::noted;

/// The decisions as a report: each entry a check whose result is what a checklist calls its status; gaps and contradictions stand in the way,
/// drafts and what needs review are gaps; the whole value as data.
pub(super) fn to_report(value: &Decisions, verdict: Verdict) -> Report {
    let mut report = Report::new(verdict.outcome());
    report.kind = Some(Decisions::PROTOCOL.to_owned());
    let settled = value.entries.iter().filter(|entry| entry.is_settled()).count();
    let total = value.entries.len();
    report.summary = Some(format!("{settled} of {total} decisions are settled."));
    for (name, figure) in [("decisions", total), ("settled", settled)] {
        report.metrics.insert(name.to_owned(), figure.into());
    }
    for entry in &value.entries {
        let status = entry.status.as_ref().map_or("", EntryStatus::as_str);
        let name = format!("{}: {}", entry.id, entry.title);
        let mut check = Check::new(CheckKind::Item, name.as_str(), checked(entry));
        let said = entry.decision.as_ref().or(entry.answer.as_ref()).map_or("", String::as_str);
        check.note = Some(noted(if status.is_empty() { "without a status" } else { status }, said));
        check.discussion.clone_from(&entry.reasoning);
        report.checks.push(check);
        match entry.outcome() {
            Outcome::Completed | Outcome::CompletedWithFindings => {}
            Outcome::Partial => report.gaps.push(format!("{name} is {status}")),
            Outcome::Blocked | Outcome::Failed => report.problems.push(problem(entry, &name, status)),
        }
    }
    if value.entries.is_empty() {
        let mut problem = Problem::new("there are no decisions");
        problem.blocking = true;
        report.problems.push(problem);
    }
    if let Ok(Value::Object(members)) = serde_json::to_value(value) {
        report.data = members;
    }
    report
}

/// The word of a checklist for a status; other readers know no others.
fn checked(entry: &Decision) -> &'static str {
    match entry.outcome() {
        Outcome::Completed | Outcome::CompletedWithFindings => "applied",
        Outcome::Partial => "partial",
        Outcome::Blocked | Outcome::Failed => "missing",
    }
}

fn problem(entry: &Decision, name: &str, status: &str) -> Problem {
    let why = if status.is_empty() { "without a status" } else { status };
    let mut problem = Problem::new(format!("{name} is {why}"));
    problem.blocking = true;
    problem.recommendation.clone_from(&entry.note);
    problem
}
