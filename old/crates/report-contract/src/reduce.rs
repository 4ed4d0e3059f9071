//! A report at a lower level of detail, to save the reader's context (report-contract, section 3).

use std::collections::BTreeSet;

use envelope_core::{Path, Severity, json::Extra};
use serde_json::{Map, Value};

use crate::context_map::NAME;
use crate::{ContractReport, Expectations, Findings, Verbosity, check};

/// The longest text, in characters, that a detailed report keeps among its findings: logs and whole files are longer.
const DETAILED_TEXT: usize = 1000;
/// The same for a summary.
const SUMMARY_TEXT: usize = 280;
/// Findings nested deeper than this, or under a longer path, are kept as they are.
const MAX_DEPTH: usize = 512;
const LONGEST_PATH: usize = 512;

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
    /// Nothing is rewritten: a value stays as it is or is left out, and so is a list or object of which nothing would
    /// remain. Only `verbosity_level` says the new level, unless it holds something that is no level, which stays. A
    /// report that is at the level already, or below it, stays as it is.
    ///
    /// | level | kept |
    /// |---|---|
    /// | `detailed` | everything but texts of more than 1,000 characters among the findings (logs, whole files); context maps stay whole |
    /// | `summary` | metadata, recommendations, blockers; of the findings numbers, truth values and texts up to 280 characters, in objects at any depth but not in lists; of a context map the statements without a reference, of any length |
    ///
    /// A summary leaves out gaps and unknown members, and of what a conversion carried all but the outcome.
    ///
    /// What a rule finds fault with, as an error or a warning, is kept at every level: a refused report does not become
    /// an accepted one by leaving out what it was refused for, nor the other way round. Where nothing of the findings
    /// would remain, or nothing but placeholders, they stay as they are at `detailed`, else whole. Rules are those of
    /// [`check()`] without expectations. The schema of an agent's findings describes whole findings: apply it before.
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
        if level >= self.verbosity() {
            return Reduced { report: self.clone(), left_out: Vec::new() };
        }
        let faults = Faults::of(self);
        let mut report = self.clone();
        if !report.report_metadata.extra.as_map().contains_key("verbosity_level") {
            report.report_metadata.verbosity_level = Some(level);
        }
        let (mut before, mut after) = (Vec::new(), Vec::new());
        if level == Verbosity::Summary {
            let at = Path::root().key("report_metadata");
            leave_members(&mut report.report_metadata.extra, &at, &faults, &mut before);
            let gaps = Path::root().key("identified_gaps");
            if !report.identified_gaps.is_empty() && !faults.touch(&gaps) {
                after.push(gaps);
                report.identified_gaps.clear();
            }
            if let Some(carried) = &mut report.carried {
                let outcome = carried.as_map_mut().shift_remove_entry("outcome");
                leave_members(carried, &Path::root().key("carried"), &faults, &mut after);
                carried.as_map_mut().extend(outcome);
            }
            report.carried = report.carried.filter(|carried| !carried.is_empty());
            leave_members(&mut report.extra, &Path::root(), &faults, &mut after);
        }
        for level in [level, Verbosity::Detailed] {
            let mut out = before.clone();
            report.findings = findings(&self.findings, level, &faults, &mut out);
            let emptied = report.findings.is_empty() && !self.findings.is_empty();
            if !emptied && gravest(&report) == faults.gravest {
                out.append(&mut after);
                return Reduced { report, left_out: out };
            }
        }
        report.findings.clone_from(&self.findings);
        before.append(&mut after);
        Reduced { report, left_out: before }
    }
}

/// The severity that keeps the report from being accepted, tolerantly or strictly; none for notes.
fn gravest(report: &ContractReport) -> Option<Severity> {
    let issues = check(report, &Expectations::default());
    issues.iter().map(|issue| issue.severity).filter(|severity| *severity >= Severity::Warning).max()
}

/// The places that a rule finds fault with.
struct Faults {
    places: BTreeSet<String>,
    gravest: Option<Severity>,
}

impl Faults {
    fn of(report: &ContractReport) -> Self {
        let mut issues = check(report, &Expectations::default());
        issues.retain(|issue| issue.severity >= Severity::Warning);
        let gravest = issues.iter().map(|issue| issue.severity).max();
        Self { places: issues.into_iter().map(|issue| String::from(issue.path)).collect(), gravest }
    }

    /// Whether one is this very place.
    fn at(&self, place: &Path) -> bool {
        self.places.contains(place.as_str())
    }

    /// Whether one is this place or lies below it.
    fn touch(&self, place: &Path) -> bool {
        if self.places.is_empty() {
            return false;
        }
        let below = format!("{place}/");
        self.at(place) || self.places.range(below.clone()..).next().is_some_and(|first| first.starts_with(&below))
    }
}

fn leave_members(members: &mut Extra, at: &Path, faults: &Faults, left_out: &mut Vec<Path>) {
    if members.is_empty() || faults.at(at) {
        return;
    }
    members.as_map_mut().retain(|key, _| {
        let place = at.clone().key(key);
        let kept = faults.touch(&place);
        if !kept {
            left_out.push(place);
        }
        kept
    });
}

fn findings(whole: &Findings, level: Verbosity, faults: &Faults, out: &mut Vec<Path>) -> Findings {
    let at = Path::root().key("findings");
    if faults.at(&at) {
        return whole.clone();
    }
    Reducing { level, faults, out }.members(whole.as_map(), &at, 0).into()
}

struct Reducing<'r> {
    level: Verbosity,
    faults: &'r Faults,
    out: &'r mut Vec<Path>,
}

impl Reducing<'_> {
    fn members(&mut self, whole: &Map<String, Value>, at: &Path, depth: usize) -> Map<String, Value> {
        let mut kept = Map::new();
        for (key, value) in whole {
            let place = at.clone().key(key);
            let reduced = match value {
                Value::Array(entries) if key == NAME => self.context_map(entries, &place),
                value => self.value(value, &place, depth + 1),
            };
            kept.extend(reduced.map(|value| (key.clone(), value)));
        }
        kept
    }

    /// What is kept of a value; `None` where it is left out, which is noted.
    fn value(&mut self, value: &Value, at: &Path, depth: usize) -> Option<Value> {
        let summary = self.level == Verbosity::Summary;
        let longest = if summary { SUMMARY_TEXT } else { DETAILED_TEXT };
        match value {
            _ if depth > MAX_DEPTH || at.as_str().len() > LONGEST_PATH || self.faults.at(at) => Some(value.clone()),
            Value::String(text) if text.chars().nth(longest).is_some() => self.leave(at),
            Value::Array(_) if summary && !self.faults.touch(at) => self.leave(at),
            Value::Array(items) => {
                let mut kept = Vec::new();
                for (index, item) in items.iter().enumerate() {
                    let place = at.clone().index(index);
                    let reduced = if summary && !self.faults.touch(&place) {
                        self.leave(&place)
                    } else {
                        self.value(item, &place, depth + 1)
                    };
                    kept.extend(reduced);
                }
                // An empty list would say that there is none.
                let emptied = kept.is_empty() && !items.is_empty();
                (!emptied).then_some(Value::Array(kept))
            }
            Value::Object(whole) => {
                let kept = self.members(whole, at, depth);
                let emptied = kept.is_empty() && !whole.is_empty();
                (!emptied).then_some(Value::Object(kept))
            }
            _ => Some(value.clone()),
        }
    }

    /// A summary keeps the statements of a context map that have no reference; other levels keep them all.
    fn context_map(&mut self, entries: &[Value], at: &Path) -> Option<Value> {
        if self.level != Verbosity::Summary || at.as_str().len() > LONGEST_PATH || self.faults.at(at) {
            return Some(entries.to_vec().into());
        }
        let mut kept = Vec::new();
        let mut left = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let place = at.clone().index(index);
            if entry.get(1).is_some_and(Value::is_null) || self.faults.touch(&place) {
                kept.push(entry.clone());
            } else {
                left.push(place);
            }
        }
        if kept.is_empty() && !entries.is_empty() {
            return self.leave(at);
        }
        self.out.append(&mut left);
        Some(Value::Array(kept))
    }

    fn leave(&mut self, at: &Path) -> Option<Value> {
        self.out.push(at.clone());
        None
    }
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

    /// The key must not stand twice, and what was refused for it stays refused.
    #[test]
    fn a_level_that_is_none_stays() {
        for aside in [json!(3), json!("brief")] {
            let mut whole = report(&json!({"log": "x".repeat(1001), "n": 1}));
            whole.report_metadata.verbosity_level = None;
            whole.report_metadata.extra.as_map_mut().insert("verbosity_level".to_owned(), aside.clone());
            let summary = whole.reduce(Verbosity::Summary).report;
            let text = serde_json::to_string(&summary).expect("json");
            assert_eq!(text.matches("verbosity_level").count(), 1, "{text}");
            assert_eq!(summary.report_metadata.extra.as_map()["verbosity_level"], aside);
            assert_eq!(summary.findings.as_map().len(), 1, "{text}");
        }
    }

    #[test]
    fn an_emptied_list_is_left_out() {
        let whole = report(&json!({"n": 1, "none": [], "logs": ["x".repeat(1001)], "deep": [["x".repeat(1001)]]}));
        let detailed = whole.reduce(Verbosity::Detailed);
        assert_eq!(Value::Object(detailed.report.findings.as_map().clone()), json!({"n": 1, "none": []}));
        assert_eq!(places(&detailed), ["/findings/logs/0", "/findings/deep/0/0"]);
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

    /// A refused report stays refused, for the same reasons, however little is kept of it.
    #[test]
    fn what_a_rule_finds_fault_with_is_kept() {
        let bad = json!({"n": 1, "context_map": [["all", null], ["a", "b.rs"], ["c", "repo://d"]],
            "list": [{"context_map": [["x"]]}, "left"], "todo": ["<T>", "left"]});
        let mut whole = report(&bad);
        whole.identified_gaps.push("<gap>".to_owned());
        whole.extra.as_map_mut().insert("map".to_owned(), json!({"context_map": 1}));
        whole.report_metadata.extra.as_map_mut().insert("token_usage".to_owned(), json!(-1));
        whole.report_metadata.extra.as_map_mut().insert("mood".to_owned(), json!("good"));
        let summary = whole.reduce(Verbosity::Summary);
        assert_eq!(
            Value::Object(summary.report.findings.as_map().clone()),
            json!({"n": 1, "context_map": [["all", null], ["a", "b.rs"]], "list": [{"context_map": [["x"]]}], "todo": ["<T>"]})
        );
        assert_eq!(
            places(&summary),
            [
                "/report_metadata/mood",
                "/findings/context_map/2",
                "/findings/list/1",
                "/findings/todo/1",
                "/carried/kind",
                "/mood"
            ]
        );
        let codes = |report: &ContractReport| {
            let issues = check(report, &Expectations::default());
            let mut codes: Vec<_> =
                issues.iter().filter(|issue| issue.severity > Severity::Note).map(|issue| issue.rule.code()).collect();
            codes.sort_unstable();
            codes
        };
        assert_eq!(codes(&summary.report), codes(&whole));
    }

    #[test]
    fn an_accepted_report_is_not_reduced_to_a_refused_one() {
        let whole = report(&json!({"log": "x".repeat(1001), "shape": "<T>"}));
        for level in [Verbosity::Detailed, Verbosity::Summary] {
            let reduced = whole.reduce(level);
            assert_eq!(reduced.report.findings, whole.findings, "placeholders alone would be a copied template");
        }
        let long = report(&json!({"log": "x".repeat(1001)}));
        assert_eq!(long.reduce(Verbosity::Detailed).report.findings, long.findings, "else nothing would remain");
    }

    #[test]
    fn a_second_status_is_kept() {
        let mut whole = report(&json!({"n": 1}));
        whole.extra.as_map_mut().insert("Status".to_owned(), json!(["failed"]));
        whole.report_metadata.extra.as_map_mut().insert("**status**".to_owned(), json!("error"));
        let summary = whole.reduce(Verbosity::Summary).report;
        assert!(summary.extra.as_map().contains_key("Status"));
        assert!(summary.report_metadata.extra.as_map().contains_key("**status**"));
    }
}
