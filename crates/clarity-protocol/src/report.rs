//! To the neutral report (R-A15).

use std::collections::HashMap;

use envelope_core::markdown::{Kind, blocks};
use envelope_core::report::{Artifact, Check, CheckKind, Confidence, Coverage, Problem, Section};
use envelope_core::text::{find_word, says_nothing};
use envelope_core::{Protocol as _, Report, Span, ToReport};
use serde_json::{Map, Value};

use crate::model::is_finding;
use crate::{Block, ClarityResult, Field, MetricValue, Metrics, Role, coverage_percent};

/// The section that holds the summary.
pub(crate) const SUMMARY: &str = "Summary";
/// The section that holds text around the report that was converted.
pub(crate) const AROUND: &str = "Text around the report";
/// The section that lists gaps.
pub(crate) const GAPS: &str = "Gaps";

/// The tables of checks: what they list, in the neutral report and here.
pub(crate) const CHECKS: [(CheckKind, Role, [&str; 3]); 3] = [
    (CheckKind::Item, Role::Checklist, ["Item", "Status", "Notes"]),
    (CheckKind::Criterion, Role::Criteria, ["Criterion", "Result", "Evidence"]),
    (CheckKind::Test, Role::Tests, ["Test", "Result", "Notes"]),
];

impl ToReport for ClarityResult {
    fn to_report(&self) -> Report {
        let mut report = Report::new(self.outcome());
        let line = &self.summary;
        if let Some(metrics) = &line.metrics {
            report.kind = Some(metrics.result_type().as_str().to_owned());
            add_metrics(&mut report, metrics);
        }
        report.extra.extend(extra(&line.other));
        let problem = |reason: &String| Problem { message: reason.clone(), ..Problem::default() };
        report.problems.extend(line.reason.iter().map(problem));
        if let Some(metadata) = &self.metadata {
            report.agent.clone_from(&metadata.agent);
            report.assignment.clone_from(&metadata.assigned);
            report.scope.clone_from(&metadata.scope);
            report.confidence = metadata.confidence.clone().map(Confidence::Word);
            report.extra.extend(extra(&metadata.other));
        }
        // The lower one, as far as they are known (R-C7).
        let percent = |text: &&String| coverage_percent(text).unwrap_or(f64::INFINITY);
        let in_block = self.metadata.iter().filter_map(|metadata| metadata.coverage.as_ref());
        let least = in_block.chain(&line.coverage).min_by(|a, b| percent(a).total_cmp(&percent(b)));
        let number = |text: &String| text.strip_suffix('%')?.trim().parse().ok();
        report.coverage =
            least.map(|text| number(text).map_or_else(|| Coverage::Text(text.clone()), Coverage::Percent));
        report.sections.extend(self.before.iter().map(|body| Section { title: String::new(), body: body.clone() }));
        let mut discussions: HashMap<&str, String> = HashMap::new();
        for block in &self.blocks {
            add_block(&mut report, block, &mut discussions);
        }
        for finding in &mut report.findings {
            finding.discussion = finding.id.as_deref().and_then(|id| discussions.remove(id));
        }
        for check in &mut report.checks {
            check.discussion = discussions.remove(check.name.as_str());
        }
        report
    }
}

fn extra(fields: &[Field]) -> Map<String, Value> {
    fields.iter().map(|field| (field.key.clone(), field.value.clone().into())).collect()
}

fn add_metrics(report: &mut Report, metrics: &Metrics) {
    for (metric, value) in metrics.iter() {
        match value {
            MetricValue::Text(text) if metric.key == "Task" => report.task = Some(text.clone()),
            MetricValue::Text(text) if metric.of == metrics.result_type() => report.subject = Some(text.clone()),
            MetricValue::Count(count) => drop(report.metrics.insert(metric.field(), (*count).into())),
            value => drop(report.metrics.insert(metric.field(), value.to_string().into())),
        }
    }
}

fn add_block<'a>(report: &mut Report, block: &'a Block, discussions: &mut HashMap<&'a str, String>) {
    match block {
        Block::Findings { rows, .. } => report.findings.extend(rows.iter().filter(|row| is_finding(row)).cloned()),
        Block::Table { role: Role::Files, rows, .. } => report.artifacts.extend(rows.iter().map(|row| {
            let path = row.first().map(|cell| cell.trim_matches('`').to_owned()).unwrap_or_default();
            Artifact { path, summary: note(row.iter().skip(1)), ..Artifact::default() }
        })),
        Block::Table { role, columns, rows } => {
            let kind = CHECKS.iter().find(|(_, of, _)| of == role).map_or(CheckKind::Criterion, |(kind, ..)| *kind);
            let column = |name: &str| columns.iter().position(|column| find_word(column, &[name]).is_some());
            let name = column("item").unwrap_or(0);
            let result = ["status", "result", "pass/fail"].into_iter().find_map(column).unwrap_or(1);
            report.checks.extend(rows.iter().map(|row| {
                let cell = |index: usize| row.get(index).cloned().unwrap_or_default();
                let others = row.iter().enumerate().filter(|(index, _)| *index != name && *index != result);
                let note = note(others.map(|(_, cell)| cell));
                Check { kind, name: cell(name), result: cell(result), note, discussion: None }
            }));
        }
        Block::Raw { text } => {
            let (heading, body) = text.split_once('\n').unwrap_or((text, ""));
            let title = Some(heading.trim_matches(['#', ' '])).filter(|title| *title != AROUND).unwrap_or_default();
            if !heading.starts_with('#') {
                report.sections.push(Section { title: String::new(), body: text.clone() });
            } else if title == SUMMARY && report.summary.is_none() {
                report.summary = Some(body.trim().to_owned());
            } else {
                let gaps = Some(&mut report.gaps).filter(|_| find_word(title, &[GAPS]).is_some());
                let body = gaps.map_or_else(|| body.trim().to_owned(), |gaps| take_items(body, gaps));
                report.sections.extend((!body.is_empty()).then(|| Section { title: title.to_owned(), body }));
            }
        }
        Block::Discussion { id, text } => {
            let whole = discussions.entry(id).or_default();
            whole.push_str(if whole.is_empty() { "" } else { "\n\n" });
            whole.push_str(text);
        }
    }
}

/// Takes the items of lists out of a text; gives the rest.
fn take_items(text: &str, items: &mut Vec<String>) -> String {
    let blocks = blocks(text, Span::new(0, text.len())).into_iter();
    let (lists, others): (Vec<_>, Vec<_>) = blocks.partition(|block| block.kind == Kind::Item);
    let said = lists.iter().map(|item| item.text.of(text)).filter(|item| !says_nothing(item));
    items.extend(said.map(str::to_owned));
    others.iter().map(|block| block.span.of(text)).collect::<Vec<_>>().join("\n\n")
}

/// Further cells as one text.
fn note<'a>(cells: impl Iterator<Item = &'a String>) -> Option<String> {
    let cells: Vec<&str> = cells.map(String::as_str).filter(|cell| !cell.is_empty()).collect();
    (!cells.is_empty()).then(|| cells.join("; "))
}

/// A value of JSON as text.
pub(crate) fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
