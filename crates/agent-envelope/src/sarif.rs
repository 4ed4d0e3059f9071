//! SARIF 2.1.0: diagnostics of messages, and the findings of an aggregation, for code scanning and editors.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use clarity_protocol::aggregate::{ClarityReport, Source, UnifiedFinding};
use clarity_protocol::severity_rank;
use envelope_core::text::{one_line, visible};
use envelope_core::{Diagnostic, LineIndex, Message, Position, Severity};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use crate::all_rules;

/// What is percent-encoded in a path.
const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The results of one message, for [`of_check`].
pub fn results(file: &str, message: &Message<'_>, diagnostics: &[Diagnostic]) -> Vec<Value> {
    let mut ends: Vec<usize> = diagnostics.iter().map(|diagnostic| diagnostic.span.end()).collect();
    ends.sort_unstable();
    let (mut index, length) = (LineIndex::new(message.text()), message.text().len());
    let ends: BTreeMap<usize, Position> = ends.into_iter().map(|end| (end, index.position(end))).collect();
    let result = |diagnostic: &Diagnostic| {
        let Diagnostic { rule, span, position, message, .. } = diagnostic;
        let end = ends.get(&span.end()).unwrap_or(position);
        let region = json!({
            "startLine": position.line,
            "startColumn": position.column,
            "endLine": end.line,
            "endColumn": end.column,
            "byteOffset": span.start(),
            // Bytes that are not UTF-8 are behind the text.
            "byteLength": span.end().min(length).saturating_sub(span.start()),
        });
        json!({
            "ruleId": rule.code,
            "level": diagnostic.severity(),
            "message": text(&format!("{message}\nhelp: {}", diagnostic.help())),
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri(file)}, "region": region}}],
        })
    };
    diagnostics.iter().map(result).collect()
}

/// The log of the results of all messages, with the rules that they name. What kept the check from succeeding without
/// being a result is a notification: a message, and the file that it is about.
///
/// ```
/// use agent_envelope::{Message, Options, read, sarif};
/// let message = Message::from("All done.");
/// let parsed = read(&message, None, &Options::default());
/// let log = sarif::of_check(sarif::results("reports/a b.md", &message, parsed.diagnostics()), &[]);
/// let result = &log["runs"][0]["results"][0];
/// assert_eq!(result["ruleId"], "agent-envelope/unknown-protocol");
/// assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "reports/a%20b.md");
/// ```
pub fn of_check(results: Vec<Value>, notifications: &[(Option<String>, String)]) -> Value {
    let named: HashSet<&str> = results.iter().filter_map(|result| result["ruleId"].as_str()).collect();
    let rules = all_rules().filter(|rule| named.contains(rule.code)).map(|rule| {
        json!({
            "id": rule.code,
            "shortDescription": text(rule.summary),
            "fullDescription": text(&format!("{} ({})", rule.why, rule.source)),
            "help": text(rule.help),
            "defaultConfiguration": {"level": rule.severity},
        })
    });
    let notifications = notifications.iter().map(|(file, message)| notification("error", file.as_deref(), message));
    log(&rules.collect::<Vec<Value>>(), results, &notifications.collect::<Vec<Value>>())
}

/// The log of the findings of an aggregation. What was not covered or could not be read is a notification, so that a log
/// without results is not taken for a clean one.
///
/// A finding is located in the document that its location names, else in the report of the agent.
pub fn of_report(report: &ClarityReport) -> Value {
    let kinds: BTreeSet<&str> = report.findings.iter().map(kind).collect();
    let rules = kinds
        .iter()
        .map(|kind| json!({"id": rule_id(kind), "shortDescription": text(&format!("a finding of the type {kind}"))}));
    let results = report.findings.iter().map(result);
    let warning = |file: Option<&str>, message: String| notification("warning", file, &message);
    let gaps = report.gaps.iter().map(|gap| warning(gap.file.as_deref(), format!("Gap: {}: {}", gap.unit, gap.reason)));
    let quarantined = report.quarantined.iter();
    let quarantined = quarantined.map(|text| warning(Some(&text.file), format!("Could not be read: {}", text.reason)));
    log(&rules.collect::<Vec<Value>>(), results.collect(), &gaps.chain(quarantined).collect::<Vec<Value>>())
}

fn notification(level: &str, file: Option<&str>, message: &str) -> Value {
    let locations = file.map(|file| json!({"physicalLocation": {"artifactLocation": {"uri": uri(file)}}}));
    json!({"level": level, "message": text(message), "locations": Vec::from_iter(locations)})
}

fn log(rules: &[Value], results: Vec<Value>, notifications: &[Value]) -> Value {
    let mut run = json!({
        "tool": {"driver": {"name": "envelope", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules}},
        "invocations": [{"executionSuccessful": notifications.is_empty(), "toolExecutionNotifications": notifications}],
        "columnKind": "unicodeCodePoints",
    });
    // Moved, where the macro would copy.
    run["results"] = Value::Array(results);
    let mut log = json!({"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0"});
    log["runs"] = Value::Array(vec![run]);
    log
}

fn result(finding: &UnifiedFinding) -> Value {
    let level = [Severity::Error, Severity::Warning, Severity::Note][severity_rank(finding.severity.as_deref())];
    let suggestion = finding.suggestion.as_ref().map(|text| format!("\nSuggestion: {text}")).unwrap_or_default();
    let in_report = |source: &Source| json!({"artifactLocation": {"uri": uri(&source.file)}});
    let physical = finding.location.as_deref().and_then(in_document);
    let physical = physical.or_else(|| finding.sources.first().map(in_report));
    let places = finding.location.iter().chain(&finding.counter_location);
    let logical: Vec<Value> = places.map(|place| json!({"fullyQualifiedName": visible(place)})).collect();
    let reports = finding.sources.iter().map(|source| {
        let words = [source.agent.as_deref(), source.finding.id.as_deref(), source.finding.severity.as_deref()];
        let words: Vec<&str> = words.into_iter().flatten().collect();
        json!({"physicalLocation": in_report(source), "message": text(&words.join(", "))})
    });
    json!({
        "ruleId": rule_id(kind(finding)),
        "level": level,
        "message": text(&format!("{}{suggestion}", finding.description)),
        "locations": [{"physicalLocation": physical, "logicalLocations": logical}],
        "relatedLocations": reports.collect::<Vec<Value>>(),
        "properties": {"id": finding.id, "severity": finding.severity, "disagreements": finding.disagreements},
    })
}

/// The place in the document that a location begins with, such as `docs/tides.md S2` or `src/lib.rs:10-20`.
fn in_document(location: &str) -> Option<Value> {
    let first = location.split_whitespace().next()?.trim_matches(['`', '*', ',', ':']);
    let (path, lines) = first.split_once(':').unwrap_or((first, ""));
    let (_, extension) = path.rsplit_once('/').map_or(path, |(_, name)| name).rsplit_once('.')?;
    // `3.1` is the number of a section.
    let is_file = extension.starts_with(|c: char| c.is_ascii_alphabetic())
        && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let (start, end) = lines.split_once('-').unwrap_or((lines, lines));
    let number = |text: &str| text.parse::<u32>().ok().filter(|line| *line > 0);
    let mut place = json!({"artifactLocation": {"uri": uri(path)}});
    if let (Some(start), Some(end)) = (number(start), number(end)) {
        place["region"] = json!({"startLine": start, "endLine": end.max(start)});
    }
    is_file.then_some(place)
}

fn kind(finding: &UnifiedFinding) -> &str {
    finding.r#type.as_deref().unwrap_or("unknown")
}

fn rule_id(kind: &str) -> String {
    format!("finding/{}", one_line(kind))
}

/// A path as a relative reference.
fn uri(path: &str) -> String {
    utf8_percent_encode(path, IN_PATH).to_string()
}

/// A plain message. Agents' words hold no placeholder and no link: braces are doubled, and brackets kept apart from
/// parentheses (SARIF 3.11.5, 3.11.6).
fn text(text: &str) -> Value {
    json!({"text": visible(text).replace('{', "{{").replace('}', "}}").replace("](", "] (")})
}
