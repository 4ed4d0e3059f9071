//! From the neutral report (R-A15).

use envelope_core::report::{Artifact, Change, Check, CheckKind, Confidence, Coverage, NextStep, Problem};
use envelope_core::text::same_name;
use envelope_core::{FromReport, Loss, Mapped, Outcome, Report, Sink, Span, Status as _, markdown};

use crate::findings::{ITEM_STATUSES, is_failure};
use crate::line::metric_value;
use crate::metadata::FIELDS;
use crate::model::is_finding;
use crate::pairs::is_key;
use crate::render::{self, columns};
use crate::report::{AROUND, CHECKS, GAPS, SUMMARY, text_of};
use crate::types::{Form, METRICS};
use crate::{Block, ClarityResult, Field, Metadata, MetricValue, Metrics, ResultType, Role, Status, detail};

impl FromReport for ClarityResult {
    fn from_report(report: &Report) -> (Self, Vec<Loss>) {
        let mut losses = report.unplaced(&[]);
        losses.retain(|loss| UNPLACED.split(' ').any(|field| field == loss.field));
        let mapped = match (report.outcome, report.findings.is_empty()) {
            (Outcome::Completed, true) => {
                Mapped::approximate(Status::Clean, "CLEAN also claims that no issues were found")
            }
            (Outcome::Completed, false) => Mapped::approximate(Status::Findings, "FINDINGS, as some are listed"),
            (other, _) => Status::from_outcome(other),
        };
        losses.extend(mapped.note.map(|note| Loss::approximated("outcome", note)));
        let is_success = mapped.status.outcome().is_success();
        let mut blocks = Vec::new();
        add_blocks(&mut blocks, report, is_success, &mut losses);
        let mut result = Self::new(mapped.status, metrics(report, &blocks, &mut losses));
        let metadata = metadata(report, &mut losses);
        if !is_success {
            result.summary.coverage.clone_from(&metadata.coverage);
            result.summary.reason = report.problems.first().map(|problem| problem.message.clone());
        }
        (result.metadata, result.blocks) = (Some(metadata), blocks);
        (result, losses)
    }
}

/// The fields of the neutral report that have no place here.
const UNPLACED: &str = "delegation_path delegation_depth verbosity iterations duration_seconds tokens references data";

fn metrics(report: &Report, blocks: &[Block], losses: &mut Vec<Loss>) -> Metrics {
    let stated = report.kind.as_deref().and_then(ResultType::find);
    let result_type = stated.unwrap_or_else(|| {
        let has = |kind: CheckKind| report.checks.iter().any(|check| check.kind == kind);
        let inferred = if has(CheckKind::Item) {
            ResultType::Verification
        } else if written(report).next().is_some() || has(CheckKind::Criterion) || has(CheckKind::Test) {
            ResultType::Implementation
        } else {
            ResultType::Consistency
        };
        losses.push(Loss::invented("Type", format!("`{}`, from what the report holds", inferred.as_str())));
        inferred
    });
    let mut metrics = Metrics::new(result_type);
    for (name, value) in &report.metrics {
        let metric = METRICS.iter().find(|metric| same_name(metric.key, name));
        let value = metric.and_then(|metric| metric_value(metric.form, &text_of(value)));
        if !value.is_some_and(|value| metrics.set(name, value)) {
            losses.push(Loss::dropped("metrics", format!("`{name}` is no metric of a RESULT line")));
        }
    }
    if result_type == ResultType::Consistency && report.findings.is_empty() && metrics.get("Findings").is_none() {
        losses.push(Loss::invented("metrics", "Findings, Critical, Major and Minor are 0: no findings are listed"));
    }
    for (key, value) in counted(report, blocks) {
        let is_own = result_type.metrics().any(|metric| metric.key == key);
        if is_own || metrics.get(key).is_some() {
            metrics.set(key, value);
        }
    }
    if let Some(task) = report.task.clone() {
        metrics.set("Task", MetricValue::Text(task));
    }
    let document = result_type.metrics().find(|metric| metric.form == Form::Text && metric.key != "Task");
    let is_set = |text: &String| document.is_some_and(|own| metrics.set(own.key, MetricValue::Text(text.clone())));
    if !report.subject.as_ref().is_none_or(is_set) {
        losses.push(Loss::dropped("subject", "the Type names no document"));
    }
    metrics
}

/// The artifacts; a file that was only read is none.
fn written(report: &Report) -> impl Iterator<Item = &Artifact> {
    report.artifacts.iter().filter(|artifact| artifact.change != Some(Change::Read))
}

/// What metrics count in the report itself: rows as the parser counts them, files, criteria and tests.
fn counted(report: &Report, blocks: &[Block]) -> Vec<(&'static str, MetricValue)> {
    let text: String = blocks.iter().map(|block| render::block(block) + "\n\n").collect();
    let scanned = markdown::blocks(&text, Span::new(0, text.len()));
    let (_, facts) = detail::read(&text, &scanned, None, &mut Sink::default());
    let files = ("Files", written(report).count() as u64);
    let counts = facts.counts.into_iter().chain(Some(files).filter(|(_, count)| *count > 0));
    let mut counted: Vec<_> = counts.map(|(key, count)| (key, MetricValue::Count(count))).collect();
    for (key, kind) in [("Criteria", CheckKind::Criterion), ("Tests", CheckKind::Test)] {
        let of_kind = || report.checks.iter().filter(|check| check.kind == kind);
        let (total, failed) = (of_kind().count(), of_kind().filter(|check| is_failure(&check.result)).count());
        // The rows need not be all of what was counted.
        if total > 0 && !report.metrics.contains_key(&key.to_ascii_lowercase()) {
            let (passed, total) = ((total - failed) as u64, total as u64);
            counted.push((key, MetricValue::Ratio { passed, total }));
        }
    }
    counted
}

fn metadata(report: &Report, losses: &mut Vec<Loss>) -> Metadata {
    let confidence = report.confidence.as_ref().map(|confidence| match confidence {
        Confidence::Word(word) => word.clone(),
        Confidence::Number(number) => {
            losses.push(Loss::approximated("confidence", format!("{number} becomes a word")));
            let words = [(0.8, "high"), (0.5, "medium")];
            words.iter().find(|(least, _)| number >= least).map_or("low", |(_, word)| word).to_owned()
        }
        other => format!("{other:?}"),
    });
    let coverage = report.coverage.as_ref().map(coverage_text);
    let session = report.session.iter().map(|session| Field { key: "Session".to_owned(), value: session.clone() });
    let mut other: Vec<Field> = session.collect();
    for (key, value) in &report.extra {
        let is_same = |taken: &str| taken.eq_ignore_ascii_case(key);
        let is_taken = other.iter().any(|field| is_same(&field.key)) || FIELDS.into_iter().any(is_same);
        match value.as_str().filter(|_| is_key(key) && !is_taken) {
            Some(text) => other.push(Field { key: key.clone(), value: text.to_owned() }),
            None => losses.push(Loss::dropped("extra", format!("`{key}` cannot be a field of the metadata"))),
        }
    }
    let (agent, assigned, scope) = (report.agent.clone(), report.assignment.clone(), report.scope.clone());
    Metadata { protocol: Some("v1".to_owned()), agent, assigned, scope, coverage, confidence, other }
}

/// A coverage as RESULT messages write it.
pub(crate) fn coverage_text(coverage: &Coverage) -> String {
    match coverage {
        Coverage::Percent(percent) => format!("{percent}%"),
        Coverage::Text(text) => text.clone(),
        other => format!("{other:?}"),
    }
}

fn section(title: &str, text: &str) -> Block {
    Block::Raw { text: format!("## {title}\n\n{text}").trim_end().to_owned() }
}

fn add_blocks(blocks: &mut Vec<Block>, report: &Report, is_success: bool, losses: &mut Vec<Loss>) {
    let (untitled, titled): (Vec<_>, Vec<_>) = report.sections.iter().partition(|section| section.title.is_empty());
    // First, where no discussion can begin.
    blocks.extend(untitled.iter().map(|untitled| section(AROUND, &untitled.body)));
    blocks.extend(report.summary.as_ref().map(|text| section(SUMMARY, text)));
    add_findings(blocks, report, losses);
    add_checks(blocks, report, losses);
    let row = |artifact: &Artifact| vec![artifact.path.clone(), artifact.summary.clone().unwrap_or_default()];
    let rows: Vec<_> = written(report).map(row).collect();
    if !rows.is_empty() {
        let columns = ["File", "Change"].map(str::to_owned).to_vec();
        blocks.extend([section("Files", ""), Block::Table { role: Role::Files, columns, rows }]);
    }
    let is_message = |problem: &Problem| *problem == Problem { message: problem.message.clone(), ..Problem::default() };
    let is_action = |step: &NextStep| step.agent.is_none() && step.context.is_none();
    let is_path = |artifact: &Artifact| artifact.r#type.is_none() && artifact.change.is_none();
    for (field, is_whole, kept) in [
        ("artifacts", report.artifacts.iter().all(is_path), "paths and summaries of what was written"),
        ("problems", report.problems.iter().all(is_message), "messages"),
        ("next_steps", report.next_steps.iter().all(is_action), "actions"),
    ] {
        losses.extend((!is_whole).then(|| Loss::dropped(field, format!("all but the {kept}"))));
    }
    // The first problem of what is no success is the Reason.
    let problems = report.problems.iter().skip(usize::from(!is_success)).map(|problem| problem.message.as_str());
    let steps = report.next_steps.iter().map(|step| step.action.as_deref().unwrap_or_default());
    let lists: [(&str, Vec<&str>); 3] = [
        (GAPS, report.gaps.iter().map(String::as_str).collect()),
        ("Problems", problems.collect()),
        ("Next steps", steps.collect()),
    ];
    for (title, items) in lists.into_iter().filter(|(_, items)| !items.is_empty()) {
        let items: Vec<String> = items.iter().map(|item| format!("- {}", item.replace('\n', " "))).collect();
        blocks.push(section(title, &items.join("\n")));
    }
    blocks.extend(titled.iter().map(|titled| section(&titled.title, &titled.body)));
}

fn add_findings(blocks: &mut Vec<Block>, report: &Report, losses: &mut Vec<Loss>) {
    if report.findings.is_empty() {
        return;
    }
    let mut rows = report.findings.clone();
    let mut discussions = Vec::new();
    for (row, number) in rows.iter_mut().zip(1..) {
        if !is_finding(row) {
            // A row without these would be none (R-C9); an unknown type never merges with another (R-C11).
            losses.push(Loss::invented("findings", format!("severity, type and location of number {number}")));
            [row.severity, row.r#type, row.location] =
                ["major", "unknown", "unknown"].map(|word| Some(word.to_owned()));
        }
        let id = row.id.get_or_insert_with(|| {
            losses.push(Loss::invented("id", "a finding has none"));
            format!("F{number}")
        });
        discussions.extend(row.discussion.take().map(|text| discussion(id, &text)));
    }
    blocks.extend([section("Findings", ""), Block::Findings { columns: columns(&rows), rows }]);
    blocks.extend(discussions);
}

fn add_checks(blocks: &mut Vec<Block>, report: &Report, losses: &mut Vec<Loss>) {
    for (kind, role, columns) in CHECKS {
        let checks: Vec<&Check> = report.checks.iter().filter(|check| check.kind == kind).collect();
        if checks.is_empty() {
            continue;
        }
        let is_known = |check: &&Check| ITEM_STATUSES.contains(&check.result.as_str());
        if role == Role::Checklist && !checks.iter().all(is_known) {
            losses.push(Loss::approximated("checks", "a status is none of the four of a checklist"));
        }
        let row = |one: &&Check| vec![one.name.clone(), one.result.clone(), one.note.clone().unwrap_or_default()];
        let rows = checks.iter().map(row).collect();
        let table = Block::Table { role, columns: columns.map(str::to_owned).to_vec(), rows };
        blocks.extend([section(columns[0], ""), table]);
        let texts = checks.iter().filter_map(|check| Some(discussion(&check.name, check.discussion.as_ref()?)));
        blocks.extend(texts);
    }
}

/// A discussion that begins with its id.
fn discussion(id: &str, text: &str) -> Block {
    let begins = text.trim_start_matches(['#', '*', '_', '`', ' ']).starts_with(id);
    let text = if begins { text.to_owned() } else { format!("**{id}**: {text}") };
    Block::Discussion { id: id.to_owned(), text }
}
