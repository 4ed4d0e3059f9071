//! To and from the neutral report (R-A15).

use envelope_core::report::{Artifact, Confidence, Finding, NextStep, Problem, Reference};
use envelope_core::{FromReport, Loss, Protocol as _, Report, Status as _, ToReport};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{ContractReport, ReportMetadata, Status, Verbosity};

/// The key of the neutral report's `extra` that holds further metadata.
const METADATA: &str = "report_metadata";

impl ToReport for ContractReport {
    fn to_report(&self) -> Report {
        let metadata = &self.report_metadata;
        let mut report = Report::new(self.outcome());
        report.agent = Some(metadata.agent_name.clone());
        report.task = Some(metadata.task_id.clone());
        report.verbosity = metadata.verbosity_level.map(|level| level.as_str().to_owned());
        report.confidence = Some(Confidence::Number(metadata.confidence_level));
        report.tokens = metadata.token_usage;
        report.duration_seconds = metadata.execution_time_seconds;
        let problem = |message: &String, blocking| Problem { message: message.clone(), blocking, ..Problem::default() };
        let errors = metadata.error_message.iter().map(|message| problem(message, false));
        let blockers = self.blockers.iter().flatten().map(|message| problem(message, true));
        report.problems = errors.chain(blockers).collect();
        report.gaps = self.identified_gaps.clone().unwrap_or_default();
        let step = |text: &String| NextStep { action: Some(text.clone()), ..NextStep::default() };
        report.next_steps = self.recommendations.iter().flatten().map(step).collect();
        report.extra.clone_from(&self.extra);
        if !metadata.extra.is_empty() {
            report.extra.insert(METADATA.to_owned(), Value::Object(metadata.extra.clone()));
        }
        report.data.clone_from(&self.findings);
        if let Some(findings) = report.data.get("findings").and_then(Finding::list) {
            report.findings = findings;
            report.data.shift_remove("findings");
        }
        report.artifacts = take_artifacts(&mut report.data);
        if let Some(Value::String(summary)) = report.data.get("summary") {
            report.summary = Some(summary.clone());
            report.data.shift_remove("summary");
        }
        if let Some(references) = report.data.get("context_map").and_then(references) {
            report.references = references;
            report.data.shift_remove("context_map");
        }
        report
    }
}

/// The entries of a context map, if all of them are pairs.
fn references(map: &Value) -> Option<Vec<Reference>> {
    let pair = |entry: &Value| {
        let [text, place] = entry.as_array()?.as_slice() else { return None };
        let target = if place.is_null() { None } else { Some(place.as_str()?.to_owned()) };
        Some(Reference { text: text.as_str()?.to_owned(), target })
    };
    map.as_array().filter(|entries| !entries.is_empty())?.iter().map(pair).collect()
}

/// Takes the artifacts out of the findings, if every one of them can be read without losing anything.
fn take_artifacts(data: &mut Map<String, Value>) -> Vec<Artifact> {
    let read = data.get("artifacts").and_then(|list| {
        let artifacts: Vec<Artifact> = serde_json::from_value(list.clone()).ok()?;
        (json(&artifacts) == *list && !artifacts.is_empty()).then_some(artifacts)
    });
    if read.is_some() {
        data.shift_remove("artifacts");
    }
    read.unwrap_or_default()
}

/// The fields of the neutral report that have a place here.
const PLACED: [&str; 16] = [
    "outcome",
    "agent",
    "task",
    "verbosity",
    "confidence",
    "tokens",
    "duration_seconds",
    "problems",
    "gaps",
    "next_steps",
    "findings",
    "artifacts",
    "summary",
    "references",
    "data",
    "extra",
];

/// The keys of the protocol, which no further key can have.
const KEYS: [&str; 6] = ["report_metadata", "findings", "recommendations", "identified_gaps", "gaps", "blockers"];

impl FromReport for ContractReport {
    fn from_report(report: &Report) -> (Self, Vec<Loss>) {
        let mut losses = report.unplaced(&PLACED);
        let mapped = Status::from_outcome(report.outcome);
        losses.extend(mapped.note.map(|note| Loss::approximated("outcome", note)));
        let metadata = metadata(report, mapped.status, &mut losses);
        let mut value = Self::new(metadata, findings(report));
        value.extra = report.extra_beside(&KEYS, &mut losses);
        if let Some(Value::Object(further)) = report.extra.get(METADATA) {
            value.report_metadata.extra.clone_from(further);
        }
        let mut gaps = report.gaps.clone();
        problems(report, &mut value, &mut gaps, &mut losses);
        value.identified_gaps = Some(gaps).filter(|gaps| !gaps.is_empty());
        value.recommendations = recommendations(report, &mut losses);
        (value, losses)
    }
}

fn metadata(report: &Report, status: Status, losses: &mut Vec<Loss>) -> ReportMetadata {
    let mut invented = |field: &str, value: &Option<String>| {
        value.clone().unwrap_or_else(|| {
            losses.push(Loss::invented(field, "the source does not name it"));
            "unknown".to_owned()
        })
    };
    let (agent, task) = (invented("agent_name", &report.agent), invented("task_id", &report.task));
    let mut metadata = ReportMetadata::new(agent, task, status, confidence(report, losses));
    metadata.token_usage = report.tokens;
    metadata.execution_time_seconds = report.duration_seconds;
    metadata.verbosity_level = report.verbosity.as_deref().and_then(Verbosity::from_word);
    if metadata.verbosity_level.is_none() && report.verbosity.is_some() {
        losses.push(Loss::dropped("verbosity", "is none of summary, detailed, comprehensive"));
    }
    metadata
}

/// Words become numbers by a table (R-P6).
fn confidence(report: &Report, losses: &mut Vec<Loss>) -> f64 {
    let word = match &report.confidence {
        Some(Confidence::Number(number)) if (0.0..=1.0).contains(number) => return *number,
        Some(Confidence::Word(word)) => Some(word.as_str()),
        _ => None,
    };
    let number = match word {
        Some("high") => 0.9,
        Some("medium") => 0.6,
        Some("low") => 0.3,
        _ => 0.5,
    };
    losses.push(Loss::invented("confidence_level", format!("{} becomes {number}", word.unwrap_or("nothing"))));
    number
}

/// What the protocol has no field for goes into the findings, where `to_report` finds it again.
fn findings(report: &Report) -> Map<String, Value> {
    let mut findings = report.data.clone();
    let mut add = |key: &str, value: Value| {
        if !matches!(&value, Value::Null) && value.as_array().is_none_or(|items| !items.is_empty()) {
            findings.insert(key.to_owned(), value);
        }
    };
    add("summary", json(&report.summary));
    add("findings", report.findings.iter().map(Finding::to_item).collect());
    add("artifacts", json(&report.artifacts));
    let pair = |reference: &Reference| json(&(&reference.text, &reference.target));
    add("context_map", report.references.iter().map(pair).collect());
    findings
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Problems become the error message or blockers; beside a success they are gaps.
fn problems(report: &Report, value: &mut ContractReport, gaps: &mut Vec<String>, losses: &mut Vec<Loss>) {
    for problem in &report.problems {
        let further = [&problem.r#type, &problem.details, &problem.recommendation];
        if further.iter().any(|field| field.is_some()) || problem.recoverable.is_some() {
            losses.push(Loss::dropped("problems", format!("what is known of `{}` but its message", problem.message)));
        }
        let message = problem.message.clone();
        match value.report_metadata.status {
            Status::Completed => {
                losses.push(Loss::approximated("problems", format!("`{message}` becomes a gap")));
                gaps.push(message);
            }
            Status::Failed if !problem.blocking => match &mut value.report_metadata.error_message {
                Some(messages) => {
                    losses.push(Loss::approximated("problems", format!("`{message}` joins the error message")));
                    messages.push('\n');
                    messages.push_str(&message);
                }
                first => *first = Some(message),
            },
            _ => {
                if !problem.blocking {
                    losses.push(Loss::approximated("problems", format!("`{message}` becomes a blocker")));
                }
                value.blockers.get_or_insert_default().push(message);
            }
        }
    }
}

fn recommendations(report: &Report, losses: &mut Vec<Loss>) -> Option<Vec<String>> {
    if report.next_steps.iter().any(|step| step.agent.is_some() || step.context.is_some()) {
        losses.push(Loss::approximated("next_steps", "agents, reasons and contexts become one text"));
    }
    let steps: Vec<String> = report.next_steps.iter().map(NextStep::to_text).filter(|text| !text.is_empty()).collect();
    (!steps.is_empty()).then_some(steps)
}
