//! To and from the neutral report (R-A15).

use envelope_core::report::{Artifact as AnyArtifact, Change, Finding, NextStep, Problem};
use envelope_core::{FromReport, Loss, Protocol as _, Report, Status as _, ToReport};
use serde_json::{Map, Value};

use crate::model::SUMMARY_LIMIT;
use crate::{Artifact, Metadata, ReturnError, Status, SubagentReturn};

/// The top-level key that holds findings.
const FINDINGS: &str = "findings";
/// The key of an error that holds technical details.
const DETAILS: &str = "details";
/// The key of the neutral report's `extra` that holds further metadata.
const METADATA: &str = "metadata";

impl ToReport for SubagentReturn {
    fn to_report(&self) -> Report {
        let mut report = Report::new(self.outcome());
        report.summary.clone_from(&self.summary);
        let artifact = |artifact: &Artifact| AnyArtifact {
            path: artifact.path.clone(),
            r#type: artifact.r#type.clone(),
            summary: artifact.summary.clone(),
            ..AnyArtifact::default()
        };
        report.artifacts = self.artifacts.iter().flatten().map(artifact).collect();
        report.problems = self.errors.iter().flatten().map(|error| problem(error, self.status())).collect();
        report.next_steps =
            self.next_steps.iter().map(|text| NextStep { action: Some(text.clone()), ..NextStep::default() }).collect();
        report.extra.clone_from(&self.extra);
        if let Some(findings) = report.extra.get(FINDINGS).and_then(Finding::list) {
            report.findings = findings;
            report.extra.shift_remove(FINDINGS);
        }
        if let Some(metadata) = &self.metadata {
            add_metadata(&mut report, metadata);
        }
        report
    }
}

fn add_metadata(report: &mut Report, metadata: &Metadata) {
    report.session.clone_from(&metadata.session_id);
    report.agent.clone_from(&metadata.agent_type);
    report.delegation_depth = metadata.delegation_depth;
    report.delegation_path = metadata.delegation_path.clone().unwrap_or_default();
    report.duration_seconds = metadata.duration_seconds;
    let counts = [("phase_count", metadata.phase_count), ("findings_count", metadata.findings_count)];
    let counts = counts.into_iter().filter_map(|(name, count)| Some((name, Value::from(count?))));
    let hours = metadata.estimated_hours.map(|hours| ("estimated_hours", Value::from(hours)));
    report.metrics = counts.chain(hours).map(|(name, value)| (name.to_owned(), value)).collect();
    if !metadata.extra.is_empty() {
        report.extra.insert(METADATA.to_owned(), Value::Object(metadata.extra.clone()));
    }
}

fn problem(error: &ReturnError, status: Status) -> Problem {
    Problem {
        r#type: error.r#type.clone(),
        message: error.message.clone(),
        details: error.extra.get(DETAILS).and_then(Value::as_str).map(str::to_owned),
        recoverable: error.recoverable,
        recommendation: error.recommendation.clone(),
        blocking: status == Status::Blocked,
    }
}

/// The fields of the neutral report that have a place here.
const PLACED: [&str; 13] = [
    "outcome",
    "summary",
    "artifacts",
    "problems",
    "next_steps",
    "findings",
    "session",
    "agent",
    "delegation_depth",
    "delegation_path",
    "duration_seconds",
    "metrics",
    "extra",
];

/// The keys of the protocol, which no further key can have.
const KEYS: [&str; 7] = ["status", "summary", "artifacts", "metadata", "errors", "next_steps", FINDINGS];

impl FromReport for SubagentReturn {
    fn from_report(report: &Report) -> (Self, Vec<Loss>) {
        let mut losses = report.unplaced(&PLACED);
        let mapped = Status::from_outcome(report.outcome);
        losses.extend(mapped.note.map(|note| Loss::approximated("outcome", note)));
        let mut value = Self::new(mapped.status);
        value.extra = report.extra_beside(&KEYS, &mut losses);
        value.summary = Some(summary(report, &mut losses));
        value.metadata = Some(metadata(report, &mut losses));
        value.artifacts = Some(report.artifacts.iter().filter_map(|one| artifact(one, &mut losses)).collect());
        value.errors = Some(report.problems.iter().map(error).collect()).filter(|errors: &Vec<_>| !errors.is_empty());
        value.next_steps = next_steps(report, &mut losses);
        if !report.findings.is_empty() {
            let findings = report.findings.iter().map(Finding::to_item).collect();
            value.extra.insert(FINDINGS.to_owned(), findings);
        }
        (value, losses)
    }
}

fn summary(report: &Report, losses: &mut Vec<Loss>) -> String {
    let Some(summary) = &report.summary else {
        losses.push(Loss::invented("summary", "the source has no summary"));
        return "The report has no summary.".to_owned();
    };
    if summary.chars().count() <= SUMMARY_LIMIT {
        return summary.clone();
    }
    losses.push(Loss::approximated("summary", format!("cut to {SUMMARY_LIMIT} characters")));
    summary.chars().take(SUMMARY_LIMIT - 1).chain(['…']).collect()
}

fn metadata(report: &Report, losses: &mut Vec<Loss>) -> Metadata {
    let mut invented = |field: &str, value: Option<String>| {
        value.unwrap_or_else(|| {
            losses.push(Loss::invented(field, "the source does not name it"));
            "unknown".to_owned()
        })
    };
    let session_id = invented("session_id", report.session.clone());
    let agent_type = invented("agent_type", report.agent.clone());
    let mut delegation_path = report.delegation_path.clone();
    if delegation_path.is_empty() {
        losses.push(Loss::invented("delegation_path", "the source has no chain of agents"));
        delegation_path.push(agent_type.clone());
    }
    let delegation_depth = report.delegation_depth.unwrap_or_else(|| {
        losses.push(Loss::invented("delegation_depth", "the source has no depth"));
        delegation_path.len().saturating_sub(2) as u64
    });
    let mut metadata = Metadata {
        session_id: Some(session_id),
        agent_type: Some(agent_type),
        delegation_depth: Some(delegation_depth),
        delegation_path: Some(delegation_path),
        duration_seconds: report.duration_seconds,
        ..Metadata::default()
    };
    if let Some(Value::Object(further)) = report.extra.get(METADATA) {
        metadata.extra.clone_from(further);
    }
    for (name, value) in &report.metrics {
        match (name.as_str(), value.as_u64(), value.as_f64()) {
            ("phase_count", Some(count), _) => metadata.phase_count = Some(count),
            ("findings_count", Some(count), _) => metadata.findings_count = Some(count),
            ("estimated_hours", _, Some(hours)) => metadata.estimated_hours = Some(hours),
            _ => drop(metadata.extra.insert(name.clone(), value.clone())),
        }
    }
    metadata
}

/// A file that the agent wrote; one that it only read is no artifact.
fn artifact(artifact: &AnyArtifact, losses: &mut Vec<Loss>) -> Option<Artifact> {
    let AnyArtifact { path, r#type, summary, change } = artifact.clone();
    let is_read = change == Some(Change::Read);
    if change.is_some() {
        let note = if is_read { format!("`{path}` was only read") } else { format!("whether `{path}` is new") };
        losses.push(Loss::dropped("artifacts", note));
    }
    (!is_read).then(|| Artifact { r#type, path, summary, extra: Map::new() })
}

fn error(problem: &Problem) -> ReturnError {
    let Problem { r#type, message, details, recoverable, recommendation, .. } = problem.clone();
    let extra = details.into_iter().map(|details| (DETAILS.to_owned(), details.into())).collect();
    ReturnError { r#type, message, recoverable, recommendation, extra }
}

/// One text of all steps.
fn next_steps(report: &Report, losses: &mut Vec<Loss>) -> Option<String> {
    let has_more = |step: &NextStep| step.agent.is_some() || step.context.is_some();
    if report.next_steps.len() > 1 || report.next_steps.iter().any(has_more) {
        losses.push(Loss::approximated("next_steps", "agents, reasons and contexts become one text"));
    }
    let steps: Vec<String> = report.next_steps.iter().map(NextStep::to_text).filter(|text| !text.is_empty()).collect();
    (!steps.is_empty()).then(|| steps.join("\n"))
}
