//! To and from the neutral report (R-A15).

use envelope_core::report::{
    Artifact, Check, CheckKind, Confidence as AnyConfidence, Coverage, Finding as AnyFinding, Problem, Section,
};
use envelope_core::text::strip_decoration;
use envelope_core::{FromReport, Loss, Protocol as _, Report, Status as _, ToReport};
use serde_json::{Map, Value};

use crate::findings::{COLUMNS, is_failure};
use crate::line::is_key;
use crate::types::Form;
use crate::words::ITEM_STATUSES;
use crate::{
    Block, ClarityResult, Confidence, Field, Finding, FindingSeverity, FindingType, Metadata, MetricValue, Metrics,
    ResultType, Role, Status,
};

/// The section that holds the summary.
const SUMMARY: &str = "Summary";
/// The key of a finding's further columns that holds surplus cells.
const SURPLUS: &str = "surplus";

impl ToReport for ClarityResult {
    fn to_report(&self) -> Report {
        let mut report = Report::new(self.outcome());
        let extra = |fields: &[Field]| -> Map<String, Value> {
            fields.iter().map(|field| (field.key.clone(), field.value.clone().into())).collect()
        };
        let line = &self.summary;
        if let Some(metrics) = &line.metrics {
            report.kind = Some(metrics.result_type().as_str().to_owned());
            add_metrics(&mut report, metrics);
        }
        report.extra = extra(&line.other);
        report
            .problems
            .extend(line.reason.iter().map(|reason| Problem { message: reason.clone(), ..Problem::default() }));
        let mut coverage = line.coverage.as_ref();
        if let Some(metadata) = &self.metadata {
            report.agent.clone_from(&metadata.agent);
            report.assignment.clone_from(&metadata.assigned);
            report.scope.clone_from(&metadata.scope);
            report.confidence = metadata.confidence.as_ref().map(|word| AnyConfidence::Word(word.as_str().to_owned()));
            coverage = lower(metadata.coverage.as_ref(), coverage);
            report.extra.extend(extra(&metadata.other));
        }
        report.coverage =
            coverage.map(|text| match text.strip_suffix('%').and_then(|number| number.trim().parse().ok()) {
                Some(percent) => Coverage::Percent(percent),
                None => Coverage::Text(text.clone()),
            });
        report.sections.extend(self.before.iter().map(|body| Section { title: String::new(), body: body.clone() }));
        for block in &self.blocks {
            add_block(&mut report, block);
        }
        add_discussions(&mut report, &self.blocks);
        report
    }
}

fn add_metrics(report: &mut Report, metrics: &Metrics) {
    for (metric, value) in metrics.iter() {
        match value {
            Some(MetricValue::Text(text)) if metric.key == "Task" => report.task = Some(text.clone()),
            Some(MetricValue::Text(text)) => report.subject = Some(text.clone()),
            Some(MetricValue::Count(count)) => drop(report.metrics.insert(metric.field.to_owned(), (*count).into())),
            Some(ratio) => drop(report.metrics.insert(metric.field.to_owned(), ratio.to_string().into())),
            None => {}
        }
    }
}

fn add_block(report: &mut Report, block: &Block) {
    match block {
        Block::Findings { columns, rows } => {
            let names = columns.get(COLUMNS.len()..).unwrap_or_default();
            report.findings.extend(rows.iter().filter(|row| row.is_finding()).map(|row| neutral(row, names)));
        }
        Block::Table { role: Role::Files, rows, .. } => report.artifacts.extend(rows.iter().map(|row| {
            let path = row.first().map(|cell| cell.trim_matches('`').to_owned()).unwrap_or_default();
            Artifact { path, summary: note(row.get(1..)), ..Artifact::default() }
        })),
        Block::Table { role, columns, rows } => {
            let kind = match role {
                Role::Checklist => CheckKind::Item,
                Role::Tests => CheckKind::Test,
                Role::Criteria | Role::Files => CheckKind::Criterion,
            };
            let column =
                |name: &str| columns.iter().position(|column| strip_decoration(column).eq_ignore_ascii_case(name));
            let name = column("item").unwrap_or(0);
            let result = column("status").or_else(|| column("result")).or_else(|| column("pass/fail")).unwrap_or(1);
            report.checks.extend(rows.iter().map(|row| {
                let cell = |index: usize| row.get(index).cloned().unwrap_or_default();
                let others = row.iter().enumerate().filter(|(index, _)| *index != name && *index != result);
                let others: Vec<String> = others.map(|(_, cell)| cell.clone()).collect();
                Check { kind, name: cell(name), result: cell(result), note: note(Some(&others)), discussion: None }
            }));
        }
        Block::Section { heading, text } => {
            let title = heading.trim_matches(['#', ' ']);
            if title == SUMMARY && report.summary.is_none() {
                report.summary = Some(text.clone());
            } else if !text.is_empty() {
                report.sections.push(Section { title: title.to_owned(), body: text.clone() });
            }
        }
        Block::Raw { text } => report.sections.push(Section { title: String::new(), body: text.clone() }),
        Block::Discussion { .. } => {}
    }
}

/// Further cells as one text.
fn note(cells: Option<&[String]>) -> Option<String> {
    let cells: Vec<&str> =
        cells.unwrap_or_default().iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
    (!cells.is_empty()).then(|| cells.join("; "))
}

fn neutral(row: &Finding, names: &[String]) -> AnyFinding {
    let further = names.iter().zip(&row.extra).map(|(name, cell)| (name.clone(), cell.clone().into()));
    let surplus = (!row.surplus.is_empty()).then(|| (SURPLUS.to_owned(), row.surplus.clone().into()));
    AnyFinding {
        id: row.id.clone(),
        severity: row.severity.as_ref().map(|word| word.as_str().to_owned()),
        r#type: row.r#type.as_ref().map(|word| word.as_str().to_owned()),
        location: row.location.clone(),
        counter_location: row.counter_location.clone(),
        description: row.description.clone().unwrap_or_default(),
        suggestion: row.suggestion.clone(),
        discussion: None,
        extra: further.chain(surplus).collect(),
    }
}

/// Puts each discussion to its finding or check.
fn add_discussions(report: &mut Report, blocks: &[Block]) {
    let mut texts: std::collections::HashMap<&str, String> = std::collections::HashMap::new();
    for block in blocks {
        if let Block::Discussion { id, text } = block {
            let whole = texts.entry(id).or_default();
            whole.push_str(if whole.is_empty() { "" } else { "\n\n" });
            whole.push_str(text);
        }
    }
    for finding in &mut report.findings {
        finding.discussion = finding.id.as_deref().and_then(|id| texts.remove(id));
    }
    for check in &mut report.checks {
        check.discussion = texts.remove(check.name.as_str());
    }
}

/// The lower of two coverages, as far as both are known (R-C7).
fn lower<'a>(block: Option<&'a String>, line: Option<&'a String>) -> Option<&'a String> {
    let percent = |text: Option<&String>| text.and_then(|text| crate::coverage_percent(text));
    match (percent(block), percent(line)) {
        (Some(of_block), Some(of_line)) if of_line < of_block => line,
        _ => block.or(line),
    }
}

/// The fields of the neutral report that have a place here.
const PLACED: [&str; 20] = [
    "outcome",
    "kind",
    "agent",
    "task",
    "assignment",
    "scope",
    "subject",
    "summary",
    "confidence",
    "coverage",
    "findings",
    "checks",
    "artifacts",
    "gaps",
    "problems",
    "next_steps",
    "metrics",
    "sections",
    "extra",
    "session",
];

impl FromReport for ClarityResult {
    fn from_report(report: &Report) -> (Self, Vec<Loss>) {
        let mut losses = report.unplaced(&PLACED);
        let mapped = Status::from_outcome(report.outcome);
        losses.extend(mapped.note.map(|note| Loss::approximated("outcome", note)));
        if mapped.status == Status::Clean {
            losses.push(Loss::approximated("outcome", "CLEAN also claims that no issues were found"));
        }
        let mut result = Self::new(mapped.status, metrics(report, &mut losses));
        result.metadata = Some(metadata(report, &mut losses));
        if !mapped.status.outcome().is_success() {
            result.summary.coverage = result.metadata.as_ref().and_then(|metadata| metadata.coverage.clone());
            result.summary.reason = report.problems.first().map(|problem| problem.message.clone());
        }
        add_blocks(&mut result, report, &mut losses);
        (result, losses)
    }
}

fn metrics(report: &Report, losses: &mut Vec<Loss>) -> Metrics {
    let stated = report.kind.as_deref().and_then(ResultType::find);
    let result_type = stated.unwrap_or_else(|| {
        let has = |kind: CheckKind| report.checks.iter().any(|check| check.kind == kind);
        let inferred = if has(CheckKind::Item) {
            ResultType::Verification
        } else if !report.artifacts.is_empty() || has(CheckKind::Criterion) || has(CheckKind::Test) {
            ResultType::Implementation
        } else {
            ResultType::Consistency
        };
        losses.push(Loss::invented("Type", format!("`{}`, from what the report holds", inferred.as_str())));
        inferred
    });
    let mut metrics = Metrics::new(result_type);
    for metric in result_type.info().metrics {
        let value = match metric.form {
            Form::Text => {
                (if metric.key == "Task" { &report.task } else { &report.subject }).clone().map(MetricValue::Text)
            }
            _ => counted(report, metric.key).or_else(|| stated_metric(report.metrics.get(metric.field)?)),
        };
        if let Some(value) = value {
            metrics.set(metric.key, value);
        }
    }
    if result_type != ResultType::Implementation && report.task.is_some() {
        losses.push(Loss::dropped("task", "the Type has no Task"));
    }
    let has_subject = result_type.info().metrics.iter().any(|metric| metric.form == Form::Text && metric.key != "Task");
    if !has_subject && report.subject.is_some() {
        losses.push(Loss::dropped("subject", "the Type names no document"));
    }
    let is_known = |name: &str| result_type.info().metrics.iter().any(|metric| metric.field == name);
    for name in report.metrics.keys().filter(|name| !is_known(name)) {
        losses.push(Loss::dropped("metrics", format!("`{name}` is no metric of the Type")));
    }
    metrics
}

/// What a metric counts in the report itself.
fn counted(report: &Report, key: &str) -> Option<MetricValue> {
    let number = |count: usize| Some(MetricValue::Count(count as u64));
    let severity =
        |word: &str| report.findings.iter().filter(|finding| finding.severity.as_deref() == Some(word)).count();
    let items = || report.checks.iter().filter(|check| check.kind == CheckKind::Item);
    let status = |word: &str| items().filter(|check| check.result == word).count();
    let ratio = |kind: CheckKind| {
        let results: Vec<bool> =
            report.checks.iter().filter(|check| check.kind == kind).map(|check| is_failure(&check.result)).collect();
        let passed = results.iter().filter(|fails| !**fails).count() as u64;
        (!results.is_empty()).then_some(MetricValue::Ratio { passed, total: results.len() as u64 })
    };
    let has_items = items().next().is_some();
    match key {
        "Findings" => number(report.findings.len()),
        "Critical" | "Major" | "Minor" => number(severity(&key.to_ascii_lowercase())),
        "Items" if has_items => number(items().count()),
        "Applied" | "Partial" | "Missing" if has_items => number(status(&key.to_ascii_lowercase())),
        "Files" if !report.artifacts.is_empty() => number(report.artifacts.len()),
        // The rows need not be all of what was counted.
        "Criteria" if !report.metrics.contains_key("criteria") => ratio(CheckKind::Criterion),
        "Tests" if !report.metrics.contains_key("tests") => ratio(CheckKind::Test),
        _ => None,
    }
}

fn stated_metric(value: &Value) -> Option<MetricValue> {
    match value {
        Value::Number(number) => number.as_u64().map(MetricValue::Count),
        Value::String(text) => {
            let (passed, total) = text.split_once('/')?;
            Some(MetricValue::Ratio { passed: passed.parse().ok()?, total: total.parse().ok()? })
        }
        _ => None,
    }
}

fn metadata(report: &Report, losses: &mut Vec<Loss>) -> Metadata {
    let confidence = report.confidence.as_ref().map(|confidence| match confidence {
        AnyConfidence::Word(word) => Confidence::from(word.as_str()),
        AnyConfidence::Number(number) => {
            losses.push(Loss::approximated("confidence", format!("{number} becomes a word")));
            match *number {
                number if number >= 0.8 => Confidence::High,
                number if number >= 0.5 => Confidence::Medium,
                _ => Confidence::Low,
            }
        }
        other => Confidence::Other(format!("{other:?}")),
    });
    let coverage = report.coverage.as_ref().map(|coverage| match coverage {
        Coverage::Percent(percent) => format!("{percent}%"),
        Coverage::Text(text) => text.clone(),
        other => format!("{other:?}"),
    });
    let session = report.session.iter().map(|session| Field { key: "Session".to_owned(), value: session.clone() });
    let mut other: Vec<Field> = session.collect();
    for (key, value) in &report.extra {
        let is_taken = other.iter().any(|field| field.key.eq_ignore_ascii_case(key))
            || crate::metadata::FIELDS.iter().any(|field| field.eq_ignore_ascii_case(key));
        match value.as_str().filter(|_| is_key(key) && !is_taken) {
            Some(text) => other.push(Field { key: key.clone(), value: text.to_owned() }),
            None => losses.push(Loss::dropped("extra", format!("`{key}` cannot be a field of the metadata"))),
        }
    }
    Metadata {
        protocol: Some("v1".to_owned()),
        agent: report.agent.clone(),
        assigned: report.assignment.clone(),
        scope: report.scope.clone(),
        coverage,
        confidence,
        other,
    }
}

fn add_blocks(result: &mut ClarityResult, report: &Report, losses: &mut Vec<Loss>) {
    let blocks = &mut result.blocks;
    let section = |title: &str, text: String| Block::Section { heading: format!("## {title}"), text };
    let list = |items: Vec<String>| {
        items.iter().map(|item| format!("- {}", item.replace('\n', " "))).collect::<Vec<_>>().join("\n")
    };
    blocks.extend(report.summary.clone().map(|text| section(SUMMARY, text)));
    if !report.findings.is_empty() {
        blocks.push(section("Findings", String::new()));
        add_findings(blocks, report, losses);
    }
    add_checks(blocks, report, losses);
    if !report.artifacts.is_empty() {
        let row = |artifact: &Artifact| vec![artifact.path.clone(), artifact.summary.clone().unwrap_or_default()];
        let columns = ["File", "Change"].map(str::to_owned).to_vec();
        blocks.push(section("Files", String::new()));
        blocks.push(Block::Table { role: Role::Files, columns, rows: report.artifacts.iter().map(row).collect() });
        if report.artifacts.iter().any(|artifact| artifact.r#type.is_some() || artifact.change.is_some()) {
            losses.push(Loss::dropped("artifacts", "types, and what was done with the files"));
        }
    }
    let is_success = result.summary.status.outcome().is_success();
    let problems: Vec<String> =
        report.problems.iter().skip(usize::from(!is_success)).map(|problem| problem.message.clone()).collect();
    let has_more = |problem: &Problem| {
        problem.details.is_some()
            || problem.r#type.is_some()
            || problem.recoverable.is_some()
            || problem.recommendation.is_some()
    };
    if report.problems.iter().any(has_more) {
        losses.push(Loss::dropped("problems", "types, details, recommendations, and whether trying again can help"));
    }
    let steps: Vec<String> = report.next_steps.iter().map(|step| step.action.clone().unwrap_or_default()).collect();
    if report.next_steps.iter().any(|step| step.agent.is_some() || step.context.is_some()) {
        losses.push(Loss::dropped("next_steps", "agents, and what they must know"));
    }
    for (title, items) in [("Gaps", report.gaps.clone()), ("Problems", problems), ("Next steps", steps)] {
        if !items.is_empty() {
            blocks.push(section(title, list(items)));
        }
    }
    for Section { title, body } in &report.sections {
        let is_untitled = title.is_empty();
        blocks.push(if is_untitled { Block::Raw { text: body.clone() } } else { section(title, body.clone()) });
    }
}

fn add_findings(blocks: &mut Vec<Block>, report: &Report, losses: &mut Vec<Loss>) {
    // An ordered set of the further columns.
    let mut further: Map<String, Value> = Map::new();
    for finding in &report.findings {
        further.extend(finding.extra.keys().map(|name| (name.clone(), Value::Null)));
    }
    let mut rows = Vec::new();
    let mut discussions = Vec::new();
    for (index, finding) in report.findings.iter().enumerate() {
        let id = finding.id.clone().unwrap_or_else(|| {
            losses.push(Loss::invented("id", "a finding has none"));
            format!("F{}", index + 1)
        });
        let cell = |name: &String| match finding.extra.get(name) {
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
            None => String::new(),
        };
        discussions.extend(finding.discussion.as_ref().map(|text| discussion(&id, text)));
        rows.push(Finding {
            id: Some(id),
            severity: finding.severity.as_deref().map(FindingSeverity::from),
            r#type: finding.r#type.as_deref().map(FindingType::from),
            location: finding.location.clone(),
            counter_location: finding.counter_location.clone(),
            description: Some(finding.description.clone()),
            suggestion: finding.suggestion.clone(),
            extra: further.keys().map(cell).collect(),
            surplus: Vec::new(),
        });
    }
    let columns = COLUMNS.iter().map(|name| (*name).to_owned()).chain(further.keys().cloned()).collect();
    blocks.push(Block::Findings { columns, rows });
    blocks.extend(discussions);
}

fn add_checks(blocks: &mut Vec<Block>, report: &Report, losses: &mut Vec<Loss>) {
    let tables = [
        (CheckKind::Item, Role::Checklist, ["Item", "Status", "Notes"]),
        (CheckKind::Criterion, Role::Criteria, ["Criterion", "Result", "Evidence"]),
        (CheckKind::Test, Role::Tests, ["Test", "Result", "Notes"]),
    ];
    for (kind, role, columns) in tables {
        let checks: Vec<&Check> = report.checks.iter().filter(|check| check.kind == kind).collect();
        if checks.is_empty() {
            continue;
        }
        let is_known = |check: &&&Check| kind != CheckKind::Item || ITEM_STATUSES.contains(&check.result.as_str());
        if checks.iter().filter(is_known).count() < checks.len() {
            losses.push(Loss::approximated("checks", "a status is none of the four of a checklist"));
        }
        let row =
            |check: &&Check| vec![check.name.clone(), check.result.clone(), check.note.clone().unwrap_or_default()];
        let rows = checks.iter().map(row).collect();
        blocks.push(Block::Section { heading: format!("## {}", columns[0]), text: String::new() });
        blocks.push(Block::Table { role, columns: columns.map(str::to_owned).to_vec(), rows });
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
