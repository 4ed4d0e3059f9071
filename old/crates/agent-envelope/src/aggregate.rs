//! Findings of many agents and protocols in one aggregation (R-C13): other protocols are converted first.

use clarity_protocol::ClarityResult;
use clarity_protocol::aggregate::{Aggregate, Fingerprint};
use envelope_core::tree::NodeRef;
use envelope_core::{FromReport as _, Severity, Source, Tree};

use crate::{AnyEnvelope, Protocol, Settings, read_as};

/// Adds a message of any protocol. What no protocol claims is searched for finding tables all the same and counts as
/// unparseable (R-C1), so that nothing is skipped.
///
/// ```
/// use agent_envelope::clarity_protocol::Aggregate;
/// use agent_envelope::{Settings, aggregate::add, envelope_core::Source, read};
/// let settings = Settings::default();
/// let source = Source::new("All done!");
/// let mut aggregate = Aggregate::new();
/// add(&mut aggregate, "a.md", &source, &read(&source, &settings), &settings);
/// assert_eq!(aggregate.finish().stats.unparseable.get(), 1);
/// ```
pub fn add(aggregate: &mut Aggregate, file: &str, source: &Source<'_>, envelope: &AnyEnvelope, settings: &Settings) {
    let print = Fingerprint::of(source.original_bytes());
    let reason = || refusal(envelope).unwrap_or_else(|| "nothing could be read".to_owned());
    match envelope {
        AnyEnvelope::Clarity(parsed) => aggregate.add(file, print, parsed),
        AnyEnvelope::Unclaimed(_) if source.original_len() <= settings.limits.input() => {
            match read_as(Protocol::Clarity, source, settings) {
                AnyEnvelope::Clarity(parsed) => aggregate.add(file, print, &parsed),
                _ => aggregate.add_unreadable(file, print, &reason()),
            }
        }
        _ => {
            if let (Some(report), Some(verdict)) = (envelope.to_report(), envelope.verdict()) {
                let (result, _) = ClarityResult::from_report(&report);
                aggregate.add_converted(file, print, &result, verdict, refusal(envelope).as_deref());
            } else {
                let (agent, about) = named(envelope);
                aggregate.add_unreadable_of(file, print, &reason(), agent, about);
            }
        }
    }
}

/// The object of a JSON report that names who wrote it, the key for the agent, and the one for the task.
const NAMES: &[(&str, &str, Option<&str>)] =
    &[("metadata", "agent_type", None), ("report_metadata", "agent_name", Some("task_id"))];

/// Who wrote a report of which no value could be read, and about what, as far as its tree tells.
fn named(envelope: &AnyEnvelope) -> (Option<&str>, Option<&str>) {
    let Some(root) = envelope.tree().map(Tree::root) else { return (None, None) };
    let found = NAMES.iter().find_map(|(object, agent, task)| Some((root.get(object)?, agent, task)));
    let Some((object, agent, task)) = found else { return (None, None) };
    let text = |key: &str| object.get(key).and_then(NodeRef::as_str).map(str::trim).filter(|name| !name.is_empty());
    (text(agent), task.and_then(text))
}

/// Why the message was not accepted, in the words of its gravest diagnostic.
fn refusal(envelope: &AnyEnvelope) -> Option<String> {
    let refused = !envelope.is_accepted();
    let first = envelope.diagnostics().iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    let first = first.or_else(|| envelope.diagnostics().first()).filter(|_| refused)?;
    Some(format!("{} ({})", first.message, first.rule.code()))
}

#[cfg(test)]
mod tests {
    use clarity_protocol::aggregate::UnitStatus;

    use super::*;
    use crate::read;

    #[test]
    fn a_refused_report_that_names_its_agent_is_not_missing() {
        let settings = Settings::default();
        let text = r#"{"status": "odd", "summary": "s", "artifacts": [], "metadata": {"session_id": "s", "agent_type": "surveyor",
            "delegation_depth": 1, "delegation_path": ["surveyor"]}}"#;
        let source = Source::new(text);
        let envelope = read(&source, &settings);
        assert!(envelope.to_report().is_none(), "no value is read");
        let mut aggregate = Aggregate::new();
        aggregate.expect(["surveyor"]);
        add(&mut aggregate, "x.json", &source, &envelope, &settings);
        let report = aggregate.finish();
        let units: Vec<(&str, UnitStatus)> = report.coverage.iter().map(|unit| (&*unit.unit, unit.status)).collect();
        assert_eq!(units, [("surveyor", UnitStatus::Unparseable)]);
    }
}
