//! To and from the neutral report (R-A15).

use envelope_core::json::KeepExtra;
use envelope_core::report::{self, Artifact as ReportArtifact, NextStep, Problem, Target};
use envelope_core::text::is_blank;
use envelope_core::{Count, Loss, LossKind, Outcome, Path, Report, Status, Verdict};
use serde::Deserialize as _;
use serde_json::{Map, Value};

use crate::check::shortened;
use crate::{Artifact, Metadata, ReturnError, ReturnStatus, SubagentReturn};

const CARRIED: &str = "carried";
const PROTOCOL: &str = Target::JsonReturn.as_str();
/// What stands in the place of an error where one is required and no problem has words.
const NO_ERROR: &str = "The report names no error.";

pub(crate) fn to_report(value: &SubagentReturn, verdict: Verdict) -> Report {
    let value = &*value.settled();
    let mut report = Report::new(verdict.outcome());
    let mut extra = Map::new();
    let mut keep = |at: Path, members: &Map<String, Value>| {
        for (key, value) in members {
            extra.insert(at.clone().key(key).to_string(), value.clone());
        }
    };
    keep(Path::root(), value.extra.as_map());
    report.summary.clone_from(&value.summary);
    if let Some(metadata) = &value.metadata {
        from_metadata(metadata, &mut report);
    }
    for (index, artifact) in value.artifacts().iter().enumerate() {
        keep(Path::root().key("artifacts").index(index), artifact.extra.as_map());
        let mut file = ReportArtifact::new(&artifact.path);
        file.kind = artifact.kind.as_ref().map(ToString::to_string);
        file.summary.clone_from(&artifact.summary);
        report.artifacts.push(file);
    }
    for (index, error) in value.errors.iter().enumerate() {
        keep(Path::root().key("errors").index(index), error.extra.as_map());
        report.problems.push(problem(error));
    }
    report.next_steps.extend(value.next_steps.as_ref().map(NextStep::new));
    if let Some(carried) = &value.carried {
        // A summary that was cut to fit is whole again.
        let whole = carried.as_map().get("summary").and_then(Value::as_str);
        let whole = whole.filter(|whole| shortened(whole) == report.summary);
        report.summary = whole.map(str::to_owned).or(report.summary.take());
        if let Some(problems) = carried.as_map().get("problems").and_then(|list| with_blanks(list, &value.errors)) {
            report.problems = problems;
        }
        if !extra.is_empty() {
            report.extra.insert(PROTOCOL.to_owned(), Value::Object(std::mem::take(&mut extra)));
        }
        // What does not fit the report any more, or is said otherwise by it, is kept as what nobody knows.
        for name in report::restore(&mut report, carried.as_map()) {
            if let Some(value) = carried.as_map().get(&name) {
                extra.insert(Path::root().key(CARRIED).key(&name).to_string(), value.clone());
            }
        }
        if let Some(unlisted) = report.extra.get(PROTOCOL).filter(|own| !own.is_object()) {
            // It was carried under the name of this protocol, and lists no places.
            let unlisted = Value::Object(Map::from_iter([(PROTOCOL.to_owned(), unlisted.clone())]));
            extra.insert(Path::root().key(CARRIED).key("extra").to_string(), unlisted);
            report.extra.shift_remove(PROTOCOL);
        }
    }
    if !extra.is_empty() {
        let own = report.extra.entry(PROTOCOL).or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(own) = own {
            own.extend(extra);
        }
    }
    report
}

/// The problems as they were before those without a message were left out, if there still is an error for each of the
/// others: what is carried of these has no message, which the error has.
fn with_blanks(carried: &Value, errors: &[ReturnError]) -> Option<Vec<Problem>> {
    let carried = carried.as_array()?;
    let blank = |entry: &Value| entry.get(MESSAGE).is_some_and(|message| message.as_str().is_some_and(is_blank));
    let (blanks, others) = (carried.iter().filter(|entry| blank(entry)).count(), carried.len());
    let others = others - blanks;
    let made_up = others == 0 && matches!(errors, [only] if *only == ReturnError::new(NO_ERROR));
    if blanks == 0 || others != errors.len() && !made_up {
        return None;
    }
    let mut errors = errors.iter();
    let mut problems = Vec::with_capacity(carried.len());
    for entry in carried {
        let mut whole = if blank(entry) { Map::new() } else { members(&problem(errors.next()?)) };
        let entry = entry.as_object()?;
        // What the error says itself is not carried beside it.
        if entry.keys().any(|name| whole.contains_key(name)) {
            return None;
        }
        whole.extend(entry.clone());
        problems.push(Problem::deserialize(Value::Object(whole)).ok()?);
    }
    Some(problems)
}

const MESSAGE: &str = "message";

/// What is carried where some of the problems have no message: these whole, of the others what an error does not hold.
fn between_blanks(problems: &[Problem]) -> Value {
    let carried = |problem: &Problem| {
        let mut whole = members(problem);
        if !is_blank(&problem.message) {
            let held = members(&self::problem(&error(problem)));
            whole.retain(|name, _| !held.contains_key(name));
        }
        Value::Object(whole)
    };
    problems.iter().map(carried).collect()
}

fn members(problem: &Problem) -> Map<String, Value> {
    match serde_json::to_value(problem) {
        Ok(Value::Object(members)) => members,
        _ => Map::new(),
    }
}

fn from_metadata(metadata: &Metadata, report: &mut Report) {
    report.session.clone_from(&metadata.session_id);
    report.agent.clone_from(&metadata.agent_type);
    report.delegation_depth = metadata.delegation_depth;
    report.delegation_path = metadata.delegation_path.clone().unwrap_or_default();
    report.duration_seconds = metadata.duration_seconds;
    let figures = [
        ("phase_count", metadata.phase_count.map(|count| count.get().into())),
        ("estimated_hours", metadata.estimated_hours.clone().map(Value::Number)),
        ("findings_count", metadata.findings_count.map(|count| count.get().into())),
    ];
    for (name, figure) in figures {
        report.metrics.extend(figure.map(|figure| (name.to_owned(), figure)));
    }
    let others = metadata.extra.as_map().iter().map(|(name, value)| (name.clone(), value.clone()));
    report.metrics.extend(others);
}

pub(crate) fn from_report(report: &Report) -> (SubagentReturn, Vec<Loss>) {
    let mut losses = Vec::new();
    let mapped = ReturnStatus::from_outcome(report.outcome);
    if let Some(lost) = mapped.lost() {
        let note = format!("`{}` does not tell {lost}; it is carried", mapped.status().as_str());
        losses.push(Loss::new("outcome", LossKind::Approximated, note));
    }
    let metadata = to_metadata(report, &mut losses);
    let mut value = SubagentReturn::new(mapped.status(), "", metadata);
    let mut carried = report::carried(report, Target::JsonReturn, !mapped.is_exact()).unwrap_or_default();
    for (name, member) in &report.other {
        carried.entry(name).or_insert_with(|| member.clone());
    }
    value.summary = Some(summary(report, &mut carried, &mut losses));
    value.artifacts = Some(report.artifacts.iter().map(artifact).collect());
    let told = report.problems.iter().filter(|problem| !is_blank(&problem.message));
    value.errors = told.map(error).collect();
    if value.errors.len() < report.problems.len() {
        carried.insert("problems".to_owned(), between_blanks(&report.problems));
        let note = "an error has a message; a problem without one is carried";
        losses.push(Loss::new("problems", LossKind::Approximated, note));
    }
    if mapped.status() != ReturnStatus::Completed && value.errors.is_empty() {
        losses.push(invented("problems", "an error is required and none was reported"));
        value.errors.push(ReturnError::new(NO_ERROR));
    }
    value.next_steps = report.next_steps.first().and_then(|step| step.action.clone());
    value.carried = (!carried.is_empty()).then(|| carried.into());
    restore_extra(report, &mut value, &mut losses);
    for path in value.settle() {
        let note = format!("its name is taken in json-return; it is kept at `{path}`");
        let field = if path.as_str().starts_with("/metadata/") { "metrics" } else { "extra" };
        losses.push(Loss::new(field, LossKind::Approximated, note));
    }
    (value, losses)
}

fn summary(report: &Report, carried: &mut Map<String, Value>, losses: &mut Vec<Loss>) -> String {
    let Some(summary) = report.summary.as_ref().filter(|summary| !is_blank(summary)) else {
        losses.push(invented("summary", "a summary is required and none was reported"));
        return format!("The report has no summary. Its outcome is {}.", outcome_words(report.outcome));
    };
    let Some(short) = shortened(summary) else { return summary.clone() };
    carried.insert("summary".to_owned(), Value::String(summary.clone()));
    let note = "cut to 400 characters; the whole of it is carried";
    losses.push(Loss::new("summary", LossKind::Approximated, note));
    short
}

fn outcome_words(outcome: Outcome) -> String {
    outcome.to_string().replace('_', " ")
}

fn to_metadata(report: &Report, losses: &mut Vec<Loss>) -> Metadata {
    let named = |name: &Option<String>| name.clone().filter(|name| !is_blank(name));
    let session = named(&report.session).unwrap_or_else(|| {
        losses.push(invented("session", "a session is required and none was reported"));
        "unknown".to_owned()
    });
    let agent = named(&report.agent).unwrap_or_else(|| {
        losses.push(invented("agent", "an agent is required and none was reported"));
        "unknown".to_owned()
    });
    let path = if report.delegation_path.is_empty() {
        losses.push(invented("delegation_path", "a delegation path is required; it names the agent alone"));
        vec![agent.clone()]
    } else {
        report.delegation_path.clone()
    };
    let mut metadata = Metadata::new(session, agent, path);
    match report.delegation_depth {
        Some(depth) => metadata.delegation_depth = Some(depth),
        None => losses.push(invented("delegation_depth", "a depth is required; it follows from the delegation path")),
    }
    metadata.duration_seconds = report.duration_seconds;
    for (name, value) in &report.metrics {
        metric(&mut metadata, name, value);
    }
    metadata
}

/// A figure goes to the member of its name; what has another type stays among the unknown ones, and so does one that has
/// the name of a member that is no figure.
fn metric(metadata: &mut Metadata, name: &str, value: &Value) {
    let count = || value.as_f64().and_then(Count::from_f64);
    match (name, value) {
        ("phase_count", _) if count().is_some() => metadata.phase_count = count(),
        ("findings_count", _) if count().is_some() => metadata.findings_count = count(),
        ("estimated_hours", Value::Number(hours)) => metadata.estimated_hours = Some(hours.clone()),
        _ => drop(metadata.extra.as_map_mut().insert(name.to_owned(), value.clone())),
    }
}

fn artifact(file: &ReportArtifact) -> Artifact {
    let mut artifact = Artifact::new(&file.path);
    artifact.kind = file.kind.as_deref().map(Into::into);
    artifact.summary.clone_from(&file.summary);
    artifact
}

fn problem(error: &ReturnError) -> Problem {
    let mut problem = Problem::new(&error.message);
    problem.kind = error.kind.as_ref().map(ToString::to_string);
    problem.recoverable = error.recoverable;
    problem.recommendation.clone_from(&error.recommendation);
    problem
}

fn error(problem: &Problem) -> ReturnError {
    let mut error = ReturnError::new(&problem.message);
    error.kind = problem.kind.as_deref().map(Into::into);
    error.recoverable = problem.recoverable;
    error.recommendation.clone_from(&problem.recommendation);
    error
}

/// What this protocol did not know goes back to where it stood (R-A3).
fn restore_extra(report: &Report, value: &mut SubagentReturn, losses: &mut Vec<Loss>) {
    let own = report.extra.get(PROTOCOL);
    if own.is_some_and(|own| !own.is_object()) {
        let note = "what is kept for this protocol is listed by its place, and this is no such list";
        losses.push(Loss::new("extra", LossKind::Dropped, note));
    }
    for (pointer, member) in own.and_then(Value::as_object).into_iter().flatten() {
        let place = pointer.parse::<Path>().ok();
        let key = place.as_ref().and_then(|place| place.steps().last());
        let parent = place.as_ref().and_then(Path::parent);
        if let (Some(key), Some(parent)) = (&key, &parent)
            && *parent == Path::root().key(CARRIED)
        {
            let carried = value.carried.get_or_insert_default().as_map_mut();
            if carried.contains_key(key) {
                let note = format!("something else is carried at `{pointer}` by now");
                losses.push(Loss::new("extra", LossKind::Dropped, note));
            } else {
                carried.insert(key.clone(), member.clone());
            }
            continue;
        }
        // What stands among the metadata is a figure of the report, not what nobody knows.
        let object = parent.filter(|parent| *parent != Path::root().key("metadata"));
        let object = object.and_then(|parent| value.extra_at(&parent));
        if let (Some(key), Some(extra)) = (key, object) {
            // A name that is taken is settled afterwards.
            extra.as_map_mut().insert(key, member.clone());
        } else {
            let note = format!("nothing stands at `{pointer}` any more that could keep it");
            losses.push(Loss::new("extra", LossKind::Dropped, note));
        }
    }
}

fn invented(field: &str, note: &str) -> Loss {
    Loss::new(field, LossKind::Invented, note)
}
