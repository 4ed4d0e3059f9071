//! To and from the neutral report (R-A15, R-P6).
//!
//! Where a field's natural place cannot hold it as it was — several errors in one message, a step without a text, a
//! reference to elsewhere — the place holds what it can, and the whole of it is carried. The way back takes what was
//! carried only while the place still says what was put there. Whatever of it has been overtaken is kept among the unknown
//! members of this protocol, under `/carried/…`, and goes back there: nothing is lost without a word.

mod problems;
mod restore;

use envelope_core::report::{self, Confidence, NATURAL_PLACES, NextStep, Reference, Target};
use envelope_core::text::is_blank;
use envelope_core::{Loss, LossKind, Path, Report, Status, Verdict};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::context_map::NAME;
use crate::{ConfidenceLevel, ContextEntry, ContextMap, ContractReport, ContractStatus, ReportMetadata, Verbosity};

const PROTOCOL: &str = Target::ReportContract.as_str();

pub(crate) fn to_report(value: &ContractReport, verdict: Verdict) -> Report {
    let metadata = &value.report_metadata;
    let mut report = Report::new(verdict.outcome());
    report.agent = Some(metadata.agent_name.clone());
    report.task = Some(metadata.task_id.clone());
    report.verbosity = metadata.verbosity_level.map(|level| level.to_string());
    report.confidence = Some(Confidence::Score(metadata.confidence_level.get()));
    report.duration_seconds = metadata.execution_time_seconds;
    report.tokens = metadata.token_usage;
    report.data.clone_from(value.findings.as_map());
    if let Some(map) = value.findings.context_map().filter(|map| !map.entries.is_empty()) {
        report.data.shift_remove(NAME);
        report.references = map.entries.into_iter().map(reference).collect();
    }
    report.gaps.clone_from(&value.identified_gaps);
    report.problems = problems::listed(metadata.error_message.as_deref(), &value.blockers);
    report.next_steps = value.recommendations.iter().map(NextStep::new).collect();
    let mut extra = Map::new();
    for (at, members) in [(Path::root(), &value.extra), (Path::root().key("report_metadata"), &metadata.extra)] {
        for (key, member) in members.as_map() {
            extra.insert(at.clone().key(key).to_string(), member.clone());
        }
    }
    if let Some(blank) = metadata.error_message.as_ref().filter(|message| is_blank(message)) {
        // It tells of no error; that it stood there is kept.
        extra.insert(ERROR_MESSAGE.to_owned(), Value::String(blank.clone()));
    }
    report.extra.insert(PROTOCOL.to_owned(), Value::Object(extra));
    let left = value.carried.as_ref().map(|carried| restore::take_back(value, carried.as_map(), &mut report));
    if let Some(own) = report.extra.get_mut(PROTOCOL).and_then(Value::as_object_mut) {
        let at = Path::root().key(CARRIED);
        let left = left.into_iter().flatten();
        own.extend(left.map(|(name, member)| (at.clone().key(&name).to_string(), member)));
        if own.is_empty() {
            report.extra.shift_remove(PROTOCOL);
        }
    }
    report
}

/// Where an error is told.
const ERROR_MESSAGE: &str = "/report_metadata/error_message";
/// The member in which a report carries what has no place.
const CARRIED: &str = "carried";
/// The names of the fields that are carried whole.
const WHOLE: &str = "whole";

pub(crate) fn from_report(report: &Report) -> (ContractReport, Vec<Loss>) {
    let mut losses = Vec::new();
    let mapped = ContractStatus::from_outcome(report.outcome);
    if let Some(lost) = mapped.lost() {
        let note = format!("`{}` does not tell {lost}; it is carried", mapped.status().as_str());
        losses.push(Loss::new("outcome", LossKind::Approximated, note));
    }
    let mut carried = report::carried(report, Target::ReportContract, !mapped.is_exact()).unwrap_or_default();
    leave_taken_names(report, &mut carried, &mut losses);
    let mut value = ContractReport::new(metadata(report, mapped.status(), &mut carried, &mut losses));
    value.findings.as_map_mut().clone_from(&report.data);
    references(report, &mut value, &mut carried, &mut losses);
    value.identified_gaps.clone_from(&report.gaps);
    value.recommendations = actions(&report.next_steps).cloned().collect();
    if value.recommendations.len() < report.next_steps.len() {
        carry_whole("next_steps", &report.next_steps, &mut carried);
        let note = "a step without an action is no recommendation; the list is carried as a whole";
        losses.push(Loss::new("next_steps", LossKind::Approximated, note));
    }
    problems::place(report, &mut value, &mut carried, &mut losses);
    restore::put_back(report, &mut value, &mut carried, &mut losses);
    if !carried.is_empty() {
        if value.extra.as_map().contains_key(CARRIED) {
            value.extra.as_map_mut().shift_remove(CARRIED);
            losses.push(restore::no_place(CARRIED));
        }
        value.carried = Some(carried.into());
    }
    (value, losses)
}

/// What the neutral report itself does not know is carried under its name (R-A3), unless it means something else here.
fn leave_taken_names(report: &Report, carried: &mut Map<String, Value>, losses: &mut Vec<Loss>) {
    for name in report.other.keys() {
        if name == WHOLE {
            carried.shift_remove(WHOLE);
        } else if NATURAL_PLACES.iter().all(|row| row.field.name != name) {
            continue;
        }
        let note = format!("a report of this protocol carries something else as `{name}`");
        losses.push(Loss::new(name, LossKind::Dropped, note));
    }
}

fn metadata(
    report: &Report,
    status: ContractStatus,
    carried: &mut Map<String, Value>,
    losses: &mut Vec<Loss>,
) -> ReportMetadata {
    let mut named = |name: &Option<String>, field: &str| {
        name.clone().filter(|name| !is_blank(name)).unwrap_or_else(|| {
            losses.push(invented(field, &format!("it is required and none was reported; `{UNKNOWN}` stands for it")));
            UNKNOWN.to_owned()
        })
    };
    let (agent, task) = (named(&report.agent, "agent"), named(&report.task, "task"));
    let confidence = confidence(report, carried, losses);
    let mut metadata = ReportMetadata::new(agent, task, status, confidence);
    metadata.verbosity_level = report.verbosity.as_deref().and_then(|word| word.parse::<Verbosity>().ok());
    if let (None, Some(word)) = (metadata.verbosity_level, &report.verbosity) {
        let note = format!("`{word}` is no level of detail; it is carried");
        losses.push(Loss::new("verbosity", LossKind::Approximated, note));
        carried.insert("verbosity".to_owned(), Value::String(word.clone()));
    }
    metadata.token_usage = report.tokens;
    metadata.execution_time_seconds = report.duration_seconds;
    metadata
}

const UNKNOWN: &str = "unknown";

/// A number is asked for, so a word becomes one, and where there is none it is made up: both are inventions (R-P6).
fn confidence(report: &Report, carried: &mut Map<String, Value>, losses: &mut Vec<Loss>) -> ConfidenceLevel {
    let Some(said) = &report.confidence else {
        losses.push(invented("confidence", "a number is required and none was reported; 0 stands for it"));
        return ConfidenceLevel::NONE;
    };
    let level = level_of(said);
    match said {
        Confidence::Word(word) => {
            let note = format!("`{word}` is no number; {level} stands for it, and the word is carried");
            losses.push(invented("confidence", &note));
            carried.insert("confidence".to_owned(), Value::String(word.clone()));
        }
        Confidence::Score(score) if ConfidenceLevel::new(*score).is_err() => {
            let note = format!("{score} is not on the scale from 0 to 1; 0 stands for it, and the number is carried");
            losses.push(invented("confidence", &note));
            carried.insert("confidence".to_owned(), (*score).into());
        }
        Confidence::Score(_) => {}
    }
    level
}

fn level_of(said: &Confidence) -> ConfidenceLevel {
    said.score().and_then(|(score, _)| ConfidenceLevel::new(score).ok()).unwrap_or(ConfidenceLevel::NONE)
}

/// References that a context map can hold go there; where one cannot, the whole list is carried beside it.
fn references(report: &Report, value: &mut ContractReport, carried: &mut Map<String, Value>, losses: &mut Vec<Loss>) {
    if report.references.is_empty() {
        return;
    }
    if let Some(other) = value.findings.as_map_mut().shift_remove(NAME) {
        carried.insert("data".to_owned(), Value::Object(Map::from_iter([(NAME.to_owned(), other)])));
    }
    let entries: Vec<ContextEntry> = report.references.iter().filter_map(entry).collect();
    if !entries.iter().cloned().map(reference).eq(report.references.iter().cloned()) {
        carry_whole("references", &report.references, carried);
        let note = "a context map holds texts with places in the repository; as they were they are carried";
        losses.push(Loss::new("references", LossKind::Approximated, note));
    }
    if entries.is_empty() {
        return;
    }
    if let Ok(map) = serde_json::to_value(ContextMap::new(entries)) {
        value.findings.as_map_mut().insert(NAME.to_owned(), map);
    }
}

fn reference(entry: ContextEntry) -> Reference {
    Reference::new(entry.text, entry.place.map(String::from))
}

/// The pair for a reference; a place outside of the repository has none there, a blank statement is none.
fn entry(reference: &Reference) -> Option<ContextEntry> {
    let place = reference.target.as_deref().and_then(|target| target.parse().ok());
    (!is_blank(&reference.text)).then(|| ContextEntry::new(&reference.text, place))
}

fn actions(steps: &[NextStep]) -> impl Iterator<Item = &String> {
    steps.iter().filter_map(|step| step.action.as_ref())
}

/// Carries a list as it is, and notes that it is whole.
fn carry_whole<T: Serialize>(name: &str, list: &T, carried: &mut Map<String, Value>) {
    let Ok(list) = serde_json::to_value(list) else { return };
    carried.insert(name.to_owned(), list);
    mark_whole(name, carried);
}

fn mark_whole(name: &str, carried: &mut Map<String, Value>) {
    let names = carried.entry(WHOLE).or_insert_with(|| Value::Array(Vec::new()));
    if let Some(names) = names.as_array_mut() {
        names.push(name.into());
    }
}

fn invented(field: &str, note: &str) -> Loss {
    Loss::new(field, LossKind::Invented, note)
}
