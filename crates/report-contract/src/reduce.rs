//! A report at a lower level of detail, to save the reader's context (report-contract, section 3).

use envelope_core::{Path, json::Extra};
use serde_json::{Map, Value};

use crate::context_map::NAME;
use crate::{ContractReport, Findings, Verbosity};

/// The longest text, in characters, that a detailed report keeps among its findings: logs and whole files are longer.
const DETAILED_TEXT: usize = 1000;
/// The same for a summary.
const SUMMARY_TEXT: usize = 280;
/// Findings nested deeper than this are kept as they are.
const MAX_DEPTH: usize = 512;

/// A report at a lower level of detail, and what it lacks.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reduced {
    /// The report.
    pub report: ContractReport,
    /// The places in the whole report of what was left out, in the order of the report.
    pub left_out: Vec<Path>,
}

impl ContractReport {
    /// The report at a lower level of detail, and what was left out.
    ///
    /// Nothing is rewritten: a value stays as it is or is left out. Only `verbosity_level` says the new level. A report
    /// that is at the level already, or below it, stays as it is.
    ///
    /// | level | kept |
    /// |---|---|
    /// | `detailed` | everything but texts of more than 1,000 characters among the findings (logs, whole files) |
    /// | `summary` | metadata, recommendations, blockers; of the findings numbers, truth values and texts up to 280 characters, in objects at any depth but not in lists; of a context map the statements without a reference |
    ///
    /// A summary leaves out gaps and unknown members, and of what a conversion carried all but the outcome. Where nothing
    /// of the findings would remain, they stay as they are at `detailed`.
    ///
    /// ```
    /// use report_contract::{ConfidenceLevel, ContractReport, ContractStatus, ReportMetadata, Verbosity};
    /// let metadata = ReportMetadata::new("tester", "t-1", ContractStatus::Completed, ConfidenceLevel::FULL);
    /// let report = ContractReport::new(metadata.verbosity(Verbosity::Comprehensive))
    ///     .finding("verdict", "All tests pass.")
    ///     .finding("log", "ok\n".repeat(5000));
    /// let reduced = report.reduce(Verbosity::Detailed);
    /// assert_eq!(reduced.left_out[0].as_str(), "/findings/log");
    /// assert_eq!(reduced.report.findings.as_map()["verdict"], "All tests pass.");
    /// ```
    #[must_use]
    pub fn reduce(&self, level: Verbosity) -> Reduced {
        let mut report = self.clone();
        let mut left_out = Vec::new();
        if level >= self.verbosity() {
            return Reduced { report, left_out };
        }
        report.report_metadata.verbosity_level = Some(level);
        if level == Verbosity::Summary {
            leave_members(&mut report.report_metadata.extra, &Path::root().key("report_metadata"), &mut left_out);
        }
        report.findings = findings(&self.findings, level, &mut left_out);
        if level == Verbosity::Summary {
            if !report.identified_gaps.is_empty() {
                left_out.push(Path::root().key("identified_gaps"));
                report.identified_gaps.clear();
            }
            if let Some(carried) = &mut report.carried {
                let outcome = carried.as_map_mut().shift_remove_entry("outcome");
                leave_members(carried, &Path::root().key("carried"), &mut left_out);
                carried.as_map_mut().extend(outcome);
            }
            report.carried = report.carried.filter(|carried| !carried.is_empty());
            // A second status that contradicts the first is why a report is refused; it stays.
            let status = report.extra.as_map_mut().shift_remove_entry("status");
            leave_members(&mut report.extra, &Path::root(), &mut left_out);
            report.extra.as_map_mut().extend(status);
        }
        Reduced { report, left_out }
    }
}

fn leave_members(members: &mut Extra, at: &Path, left_out: &mut Vec<Path>) {
    left_out.extend(members.as_map().keys().map(|key| at.clone().key(key)));
    members.as_map_mut().clear();
}

fn findings(whole: &Findings, level: Verbosity, left_out: &mut Vec<Path>) -> Findings {
    let at = Path::root().key("findings");
    let mut out = Vec::new();
    let reduced = members(whole.as_map(), level, &at, 0, &mut out);
    if reduced.is_empty() && level == Verbosity::Summary {
        return findings(whole, Verbosity::Detailed, left_out);
    }
    left_out.append(&mut out);
    reduced.into()
}

fn members(
    whole: &Map<String, Value>,
    level: Verbosity,
    at: &Path,
    depth: usize,
    out: &mut Vec<Path>,
) -> Map<String, Value> {
    let mut kept = Map::new();
    for (key, value) in whole {
        let place = at.clone().key(key);
        let reduced = match value {
            Value::Array(entries) if key == NAME => map_entries(entries, level, &place, out),
            value => reduce(value, level, &place, depth + 1, out),
        };
        kept.extend(reduced.map(|value| (key.clone(), value)));
    }
    kept
}

/// What is kept of a value; `None` where it is left out, which is noted.
fn reduce(value: &Value, level: Verbosity, at: &Path, depth: usize, out: &mut Vec<Path>) -> Option<Value> {
    let longest = if level == Verbosity::Summary { SUMMARY_TEXT } else { DETAILED_TEXT };
    let leave = |out: &mut Vec<Path>| {
        out.push(at.clone());
        None
    };
    match value {
        _ if depth > MAX_DEPTH => Some(value.clone()),
        Value::String(text) if text.chars().nth(longest).is_some() => leave(out),
        Value::Array(_) if level == Verbosity::Summary => leave(out),
        Value::Array(items) => {
            let items = items.iter().enumerate();
            Some(
                items
                    .filter_map(|(index, item)| reduce(item, level, &at.clone().index(index), depth + 1, out))
                    .collect(),
            )
        }
        Value::Object(whole) => {
            let kept = members(whole, level, at, depth, out);
            let emptied = kept.is_empty() && !whole.is_empty();
            (!emptied).then_some(Value::Object(kept))
        }
        _ => Some(value.clone()),
    }
}

/// A summary keeps the statements of a context map that have no reference; other levels keep them all.
fn map_entries(entries: &[Value], level: Verbosity, at: &Path, out: &mut Vec<Path>) -> Option<Value> {
    if level != Verbosity::Summary {
        return Some(entries.to_vec().into());
    }
    let mut kept = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        if entry.get(1).is_some_and(Value::is_null) {
            kept.push(entry.clone());
        } else {
            out.push(at.clone().index(index));
        }
    }
    (!kept.is_empty() || entries.is_empty()).then_some(Value::Array(kept))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{ConfidenceLevel, ContractStatus, ReportMetadata};

    fn report(findings: &Value) -> ContractReport {
        let metadata = ReportMetadata::new("a", "t", ContractStatus::Completed, ConfidenceLevel::FULL);
        let mut report = ContractReport::new(metadata.verbosity(Verbosity::Comprehensive)).gap("g").recommendation("r");
        *report.findings.as_map_mut() = findings.as_object().expect("an object").clone();
        report.extra.as_map_mut().insert("mood".to_owned(), json!("good"));
        report.carried =
            Some(Map::from_iter([("outcome".to_owned(), json!("partial")), ("kind".to_owned(), json!("x"))]).into());
        report
    }

    fn places(reduced: &Reduced) -> Vec<&str> {
        reduced.left_out.iter().map(Path::as_str).collect()
    }

    #[test]
    fn what_each_level_keeps() {
        let (long, middle) = ("x".repeat(1001), "y".repeat(281));
        let findings = json!({"n": 1, "short": "s", "middle": middle, "long": long, "list": ["a", long], "deep": {"ok": true, "log": long},
            "gone": {"log": long}, "context_map": [["all", null], [long, "repo://a"]]});
        let whole = report(&findings);
        let detailed = whole.reduce(Verbosity::Detailed);
        assert_eq!(
            places(&detailed),
            ["/findings/long", "/findings/list/1", "/findings/deep/log", "/findings/gone/log"]
        );
        assert_eq!(
            Value::Object(detailed.report.findings.as_map().clone()),
            json!({"n": 1, "short": "s", "middle": middle,
            "list": ["a"], "deep": {"ok": true}, "context_map": [["all", null], [long, "repo://a"]]})
        );
        assert_eq!((detailed.report.identified_gaps.len(), detailed.report.extra.is_empty()), (1, false));

        let summary = whole.reduce(Verbosity::Summary);
        assert_eq!(
            Value::Object(summary.report.findings.as_map().clone()),
            json!({"n": 1, "short": "s", "deep": {"ok": true}, "context_map": [["all", null]]})
        );
        assert_eq!(
            places(&summary),
            [
                "/findings/middle",
                "/findings/long",
                "/findings/list",
                "/findings/deep/log",
                "/findings/gone/log",
                "/findings/context_map/1",
                "/identified_gaps",
                "/carried/kind",
                "/mood"
            ]
        );
        assert_eq!(summary.report.recommendations, ["r"]);
        assert_eq!(summary.report.claimed(), whole.claimed(), "what was carried still lowers");
        assert_eq!(summary.report.verbosity(), Verbosity::Summary);
    }

    #[test]
    fn nothing_is_raised_and_nothing_emptied() {
        let whole = report(&json!({"context_map": [["a", "repo://b"]]}));
        let summary = whole.reduce(Verbosity::Summary);
        assert_eq!(summary.report.findings, whole.findings, "else nothing would remain");
        for level in Verbosity::ALL {
            let again = summary.report.reduce(level);
            assert_eq!((again.report, again.left_out), (summary.report.clone(), Vec::new()));
        }
    }
}
