//! Findings of a unified report as SARIF results.

use std::collections::{BTreeSet, HashMap};

use clarity_protocol::aggregate::{Fingerprint, UnifiedFinding, UnifiedReport};
use clarity_protocol::{FindingSeverity, FindingType};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::limits;
use super::log::{Log, Tool};
use super::place::Place;
use super::undone;

/// The log of all findings. It is made as it is written, one result after the other: a million of them are never held.
///
/// The level follows the severity: critical is an error, major and unknown ones a warning, minor a note; the agent's own
/// word is in the properties. The fingerprint holds no line number, so that a finding stays itself when lines move.
/// Code-scanning services refuse a log whole in which one result has no file, so a finding that names none, or only in
/// words, stands at the message that reports it. What did not run, or was not understood, is told by the invocation
/// (R-C14): a log without results is not yet a clean one.
pub fn findings_log<'r>(report: &'r UnifiedReport, version: &'r str) -> impl Serialize + 'r {
    Log::new(Run {
        tool: Tool::new(version, kinds(report).into_iter().map(described).collect()),
        invocations: [undone::invocation(report)],
        results: Results(&report.findings),
    })
}

/// What a person should know about the log of all findings: what services would cut, and what did not run.
pub fn findings_notes(report: &UnifiedReport) -> Vec<String> {
    let mut notes = limits::counts(report.findings.len(), kinds(report).len());
    let placeless = report.findings.iter().filter(|finding| !names_file(finding)).count();
    if placeless > 0 {
        let (are, them) = if placeless == 1 { ("result names", "it stands") } else { ("results name", "they stand") };
        notes.push(format!("note: {placeless} {are} no file; {them} at the message that reports it"));
    }
    notes.extend(undone::note(report));
    notes
}

#[derive(Serialize)]
struct Run<'r> {
    tool: Tool<'r>,
    invocations: [Value; 1],
    results: Results<'r>,
}

struct Results<'r>(&'r [UnifiedFinding]);

impl Serialize for Results<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut alike = HashMap::new();
        serializer.collect_seq(self.0.iter().map(|finding| result(finding, &mut alike)))
    }
}

fn kinds(report: &UnifiedReport) -> BTreeSet<&str> {
    report.findings.iter().map(|finding| finding.kind.as_str()).collect()
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

/// `alike` counts the findings of each fingerprint, so that the second of two equal ones has another.
fn result(finding: &UnifiedFinding, alike: &mut HashMap<Fingerprint, u32>) -> Value {
    let suggestion = finding.suggestion.as_ref().map(|text| format!("\nSuggestion: {text}")).unwrap_or_default();
    let places = [&finding.location, &finding.counter_location].map(|text| text.as_ref().map(|text| Place::read(text)));
    let [location, counter] = places;
    let reporter = finding.sources.first().map(|source| &*source.file);
    let agents: BTreeSet<&str> = finding.sources.iter().filter_map(|source| source.agent.as_deref()).collect();
    let print = fingerprint(finding, location.as_ref(), counter.as_ref());
    let before = alike.entry(print).or_default();
    *before += 1;
    let print = if *before == 1 { print.to_string() } else { format!("{print}:{before}") };
    let mut result = json!({
        "ruleId": rule_id(finding.kind.as_str()),
        "level": level(&finding.severity),
        "message": {"text": format!("{}{suggestion}", &*finding.description)},
        "locations": [location.clone().unwrap_or_default().location_or_in(reporter)],
        "partialFingerprints": {"envelopeFinding/v1": print},
        "properties": {
            "id": finding.id.to_string(),
            "severity": finding.severity.as_str(),
            "agents": agents,
            "files": finding.sources.iter().map(|source| &*source.file).collect::<BTreeSet<_>>(),
        },
    });
    // As it was written: a region holds one range, and words none.
    for (key, place) in [("location", &finding.location), ("counter_location", &finding.counter_location)] {
        if let Some(place) = place {
            result["properties"][key] = json!(&**place);
        }
    }
    if let (Some(counter), Some(result)) = (counter.filter(|counter| !counter.is_empty()), result.as_object_mut()) {
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

fn fingerprint(finding: &UnifiedFinding, location: Option<&Place>, counter: Option<&Place>) -> Fingerprint {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let name = |place: Option<&Place>| place.map(|place| plain(place.name())).unwrap_or_default();
    let parts = [plain(finding.kind.as_str()), name(location), name(counter), plain(&finding.description)];
    Fingerprint::of(parts.join("\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use clarity_protocol::Aggregate;
    use envelope_core::Source;

    use super::*;
    use crate::aggregate::add;
    use crate::{Settings, read};

    fn log(rows: &[&str]) -> Value {
        let head = "RESULT: FINDINGS | Type: consistency | Pair: a.md/b.md\n\n## Findings\n\n\
            | ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n";
        let text = format!("{head}{}\n", rows.join("\n"));
        let (settings, source) = (Settings::default(), Source::new(text.as_str()));
        let mut aggregate = Aggregate::new();
        add(&mut aggregate, "a.md", &source, &read(&source, &settings), &settings);
        serde_json::to_value(findings_log(&aggregate.finish(), "0.1.0")).unwrap()
    }

    fn prints(rows: &[&str]) -> Vec<String> {
        let log = log(rows);
        let results = log["runs"][0]["results"].as_array().unwrap().iter();
        results.map(|result| result["partialFingerprints"]["envelopeFinding/v1"].to_string()).collect()
    }

    #[test]
    fn a_finding_keeps_its_fingerprint_when_lines_move() {
        let at = |place: &str| prints(&[&format!("| F1 | major | gap | {place} | - | nothing is said | say it |")]);
        for (one, other) in [
            ("a.rs:12:5", "a.rs:19:5"),
            ("a.rs line 7", "a.rs (lines 8-9)"),
            ("a.rs:1, b.rs:2", "a.rs:3, b.rs:4"),
            ("a.rs:20-10", "a.rs:0"),
            ("a.rs:10, 14", "a.rs:11, 15"),
        ] {
            assert_eq!(at(one), at(other), "{one}");
        }
        assert_ne!(at("a.rs:12"), at("b.rs:12"));
    }

    #[test]
    fn locations_stay_as_they_were_written() {
        let log = log(&["| F1 | major | gap | src/a.rs:10, 14 | `b.rs:3:4` | nothing | - |"]);
        let properties = &log["runs"][0]["results"][0]["properties"];
        assert_eq!(
            (&properties["location"], &properties["counter_location"]),
            (&json!("src/a.rs:10, 14"), &json!("`b.rs:3:4`"))
        );
    }

    #[test]
    fn no_two_findings_share_a_fingerprint() {
        let rows =
            ["| F1 | major | gap | a.rs:1 | - | nothing | - |", "| F2 | major | gap | a.rs:9 | - | nothing | - |"];
        let prints = prints(&rows);
        assert_eq!(prints.len(), 2);
        assert_ne!(prints[0], prints[1]);
    }
}
