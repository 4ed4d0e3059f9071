//! From a result to the neutral report.

use std::collections::HashSet;

use envelope_core::report::{
    Artifact, Check, CheckKind, Confidence as Sureness, Finding as Found, Problem, Section, restore,
};
use envelope_core::{Outcome, Report, Verdict};
use serde_json::{Map, Value, json};

use super::from::nearest;
use super::{PROTOCOL, SUBJECT, TASK, WHOLE, files, gaps};
use crate::parse::title;
use crate::render::block as written;
use crate::roles::{FINDING_COLUMNS, Role};
use crate::{Block, ClarityResult, Confidence, MetricKind, Passed, SummaryLine};

/// The report with the outcome of the verdict.
pub(crate) fn to_report(result: &ClarityResult, verdict: Verdict) -> Report {
    let mut report = said(result, verdict.outcome());
    // What is carried and cannot be read was refused: the verdict knows what that comes to.
    report.outcome = verdict.outcome();
    if nearest(&report).0 != *result
        && let Ok(whole) = serde_json::to_value(result)
    {
        report.extra.insert(PROTOCOL.to_owned(), json!({ WHOLE: whole }));
    }
    report
}

/// What the result says in the report's own fields, and what it carries.
pub(super) fn said(result: &ClarityResult, outcome: Outcome) -> Report {
    let mut report = Report::new(outcome);
    if let Some(line) = &result.summary {
        line_said(line, &mut report);
    }
    let metadata = &result.metadata;
    report.agent.clone_from(&metadata.agent);
    report.assignment.clone_from(&metadata.assigned);
    report.scope.clone_from(&metadata.scope);
    report.confidence = metadata.confidence.as_ref().map(|word: &Confidence| Sureness::Word(word.as_str().to_owned()));
    report.coverage = result.coverage();
    report.problems.extend(result.reason().map(Problem::new));
    findings_said(result, &mut report);
    let checks = result.checklist().into_iter().map(|item| {
        let mut check = Check::new(CheckKind::Item, item.item, item.status.as_str());
        check.discussion = item.expansion.map(str::to_owned);
        noted(check, item.notes)
    });
    report.checks.extend(checks);
    for (role, kind) in [(Role::Criteria, CheckKind::Criterion), (Role::Tests, CheckKind::Test)] {
        let checks = result.checked(role).into_iter().map(|check| {
            // Where a sign says otherwise than the word, or says it alone, the report gets the word for it.
            let word = match (check.word, check.passed) {
                (word, passed) if !word.is_empty() && Passed::read(word) == passed => word,
                (_, Passed::Yes) => "pass",
                (_, Passed::No) => "fail",
                (word, Passed::Unknown) if Passed::read(word) == Passed::Yes => "unknown",
                (word, Passed::Unknown) => word,
            };
            noted(Check::new(kind, check.name, word), check.evidence)
        });
        report.checks.extend(checks);
    }
    report.artifacts.extend(result.files().into_iter().map(|file| {
        let mut artifact = Artifact::new(file.path);
        artifact.summary = (!file.summary.is_empty()).then(|| file.summary.to_owned());
        artifact
    }));
    report.gaps = gaps::listed(result);
    report.sections = sections(&result.blocks);
    if let Some(object) = result.carried() {
        report.artifacts = files::whole(&report.artifacts, object).unwrap_or(report.artifacts);
        report.gaps = gaps::whole(&report.gaps, object).unwrap_or(report.gaps);
        // What does not fit stays in the value, which then travels whole.
        let _ = restore(&mut report, object);
    }
    report
}

fn noted(mut check: Check, note: &str) -> Check {
    check.note = (!note.is_empty()).then(|| note.to_owned());
    check
}

fn line_said(line: &SummaryLine, report: &mut Report) {
    report.kind = Some(line.metrics.kind().as_str().to_owned());
    for (metric, slot) in line.metrics.figures() {
        let Some(text) = slot.text() else { continue };
        match (metric.value, metric.key, slot.count()) {
            (MetricKind::Text, TASK, _) => report.task = Some(text),
            (MetricKind::Text | MetricKind::Pair, ..) => report.subject = Some(text),
            (.., Some(count)) => drop(report.metrics.insert(metric.key.to_owned(), json!(count))),
            _ => drop(report.metrics.insert(metric.key.to_owned(), json!(text))),
        }
    }
    for field in &line.other {
        match field.key.as_str() {
            TASK if report.task.is_none() => report.task = Some(field.value.clone()),
            SUBJECT if report.subject.is_none() => report.subject = Some(field.value.clone()),
            _ => drop(report.metrics.entry(field.key.clone()).or_insert_with(|| json!(field.value))),
        }
    }
}

fn findings_said(result: &ClarityResult, report: &mut Report) {
    let mut columns = result.blocks.iter().flat_map(|block| {
        let (names, rows): (&[String], usize) = match block {
            Block::Findings { columns, .. } => (columns, block.findings().count()),
            _ => (&[], 0),
        };
        std::iter::repeat_n(names, rows)
    });
    for identified in result.identified() {
        let row = identified.finding;
        let mut finding = Found::new(row.description.clone().unwrap_or_default());
        finding.id = Some(identified.id).filter(|_| row.id.is_some());
        finding.severity = row.severity.as_ref().map(|word| word.as_str().to_owned());
        finding.kind = row.kind.as_ref().map(|word| word.as_str().to_owned());
        finding.location.clone_from(&row.location);
        finding.counter_location.clone_from(&row.counter_location);
        finding.suggestion.clone_from(&row.suggestion);
        finding.discussion = identified.discussion.map(str::to_owned);
        finding.extra = extra_cells(columns.next().unwrap_or_default(), &row.extra, &row.surplus);
        report.findings.push(finding);
    }
}

/// The cells of further columns by their names, and of no column by their number.
fn extra_cells(columns: &[String], extra: &[String], surplus: &[String]) -> Map<String, Value> {
    let mut met = HashSet::new();
    let unknown = columns.iter().filter(|name| {
        let first = met.insert(*name);
        !FINDING_COLUMNS.contains(&name.as_str()) || !first
    });
    let mut cells: Map<String, Value> = Map::new();
    for (name, cell) in unknown.zip(extra) {
        cells.entry(name.clone()).or_insert_with(|| json!(cell));
    }
    for (at, cell) in surplus.iter().enumerate() {
        cells.entry(format!("#{}", at + 1)).or_insert_with(|| json!(cell));
    }
    cells
}

/// Whether the report has a field of its own for what the block lists.
fn has_field(block: &Block) -> bool {
    matches!(block, Block::Findings { .. } | Block::Carried { .. } | Block::Result { .. })
        || matches!(block.role(), Some(Role::Checklist | Role::Files | Role::Criteria | Role::Tests | Role::Gaps))
}

/// Everything that has no field of its own, as titled prose.
fn sections(blocks: &[Block]) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        match block {
            block if has_field(block) => {}
            // The heading of a table that has a field of its own.
            Block::Section { text, .. } if text.is_empty() && blocks.get(at + 1).is_some_and(has_field) => {}
            Block::Section { heading, text } => sections.push(Section::new(title(heading), text.clone())),
            Block::Discussion { .. } => {}
            other => match sections.last_mut().filter(|_| matches!(other, Block::Table { .. } | Block::List { .. })) {
                Some(last) => {
                    let gap = if last.body.is_empty() { "" } else { "\n\n" };
                    last.body = format!("{}{gap}{}", last.body, written(other));
                }
                None => sections.push(Section::new("", written(other).into_owned())),
            },
        }
    }
    sections
}
