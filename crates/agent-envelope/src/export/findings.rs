//! Findings of a unified report as SARIF results.

use std::collections::BTreeSet;

use clarity_protocol::aggregate::{Fingerprint, UnifiedFinding, UnifiedReport};
use clarity_protocol::{FindingSeverity, FindingType};
use serde_json::{Value, json};

use super::limits;
use super::place::Place;

/// The log of all findings, and what a person should know about it.
///
/// The level follows the severity: critical is an error, major and unknown ones a warning, minor a note; the agent's own
/// word is in the properties. The fingerprint holds no line number, so that a finding stays itself when lines move.
/// Code-scanning services refuse a log whole in which one result has no file, so a finding that names none, or only in
/// words, stands at the message that reports it.
pub fn findings_log(report: &UnifiedReport, version: &str) -> (Value, Vec<String>) {
    let kinds: BTreeSet<&str> = report.findings.iter().map(|finding| finding.kind.as_str()).collect();
    let rules: Vec<Value> = kinds.iter().map(|kind| described(kind)).collect();
    let mut notes = limits::counts(report.findings.len(), rules.len());
    let results: Vec<Value> = report.findings.iter().map(result).collect();
    let placeless = report.findings.iter().filter(|finding| !names_file(finding)).count();
    if placeless > 0 {
        let (are, them) = if placeless == 1 { ("result names", "it stands") } else { ("results name", "they stand") };
        notes.push(format!("note: {placeless} {are} no file; {them} at the message that reports it"));
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "envelope", "semanticVersion": version, "rules": rules}},
            "results": results,
        }],
    });
    (log, notes)
}

fn described(kind: &str) -> Value {
    let text = match FindingType::read(kind) {
        FindingType::Other(_) => "a finding of a type of its own".to_owned(),
        known => format!("a finding of the type {known}"),
    };
    json!({"id": rule_id(kind), "shortDescription": {"text": text}})
}

fn rule_id(kind: &str) -> String {
    format!("finding/{kind}")
}

fn result(finding: &UnifiedFinding) -> Value {
    let suggestion = finding.suggestion.as_ref().map(|text| format!("\nSuggestion: {text}")).unwrap_or_default();
    let places = [&finding.location, &finding.counter_location].map(|text| text.as_ref().map(|text| Place::read(text)));
    let [location, counter] = places;
    let reporter = finding.sources.first().map(|source| &*source.file);
    let agents: BTreeSet<&str> = finding.sources.iter().filter_map(|source| source.agent.as_deref()).collect();
    let mut result = json!({
        "ruleId": rule_id(finding.kind.as_str()),
        "level": level(&finding.severity),
        "message": {"text": format!("{}{suggestion}", &*finding.description)},
        "locations": [location.clone().unwrap_or_default().location_or_in(reporter)],
        "partialFingerprints": {"envelopeFinding/v1": fingerprint(finding, location.as_ref(), counter.as_ref())},
        "properties": {
            "id": finding.id.to_string(),
            "severity": finding.severity.as_str(),
            "agents": agents,
            "files": finding.sources.iter().map(|source| &*source.file).collect::<BTreeSet<_>>(),
        },
    });
    if let (Some(counter), Some(result)) = (counter, result.as_object_mut()) {
        result.insert("relatedLocations".to_owned(), json!([counter.location()]));
    }
    result
}

fn names_file(finding: &UnifiedFinding) -> bool {
    finding.location.as_ref().is_some_and(|location| Place::read(location).file().is_some())
}

fn level(severity: &FindingSeverity) -> &'static str {
    match severity {
        FindingSeverity::Critical => "error",
        FindingSeverity::Minor => "note",
        _ => "warning",
    }
}

fn fingerprint(finding: &UnifiedFinding, location: Option<&Place>, counter: Option<&Place>) -> String {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let name = |place: Option<&Place>| place.map(|place| plain(place.name())).unwrap_or_default();
    let parts = [plain(finding.kind.as_str()), name(location), name(counter), plain(&finding.description)];
    Fingerprint::of(parts.join("\n").as_bytes()).to_string()
}
