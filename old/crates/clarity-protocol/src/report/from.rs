//! From the neutral report to a result, and what is lost on the way.

use std::collections::HashSet;

use envelope_core::report::{
    CheckKind, Confidence as Sureness, Coverage, Finding as Found, NATURAL_PLACES, Target, carried,
};
use envelope_core::text::{Lines, fences};
use envelope_core::{Diagnostics, Limits, Loss, LossKind, Outcome, Report, Severity, Status as _};
use serde_json::{Map, Value};

use super::aside::{Aside, set_aside};
use super::to::said;
use super::whole::whole_value;
use super::{SUBJECT, TASK, files, gaps};
use crate::check::{check, is_failing};
use crate::line::{MarkerLine, known_key};
use crate::list::{is_finding_id, leads};
use crate::parse::{Message, draft, folded};
use crate::roles::{FINDING_COLUMNS, Role};
use crate::{
    Block, ClarityResult, Confidence, Expectations, Field, Finding, FindingSeverity, FindingType, Metadata, Metric,
    MetricKind, Metrics, Passed, ResultStatus, ResultType, SummaryLine, render,
};

/// The nearest result, and what was lost.
pub(crate) fn from_report(report: &Report) -> (ClarityResult, Vec<Loss>) {
    let mut losses = Vec::new();
    if let Some(whole) = whole_value(report, &mut losses) {
        return (whole, losses);
    }
    let (mut result, mut built) = nearest(report);
    let Aside { report: mut others, carried, told } = set_aside(report, &result);
    if !told.is_empty() {
        // An issue that is carried is one still.
        others.outcome = clear_outcome(report);
        built = told;
        result = build(&others, carried, &mut built);
    }
    losses.extend(built);
    for name in altered(report, &result) {
        if !losses.iter().any(|loss| loss.field.split(['.', '[']).next() == Some(name)) {
            let note = "a result does not hold it as it was, to the letter";
            losses.push(Loss::new(name, LossKind::Approximated, note));
        }
    }
    (result, losses)
}

/// The nearest result that the report's own fields give.
pub(super) fn nearest(report: &Report) -> (ClarityResult, Vec<Loss>) {
    let mut losses = Vec::new();
    (build(report, Map::new(), &mut losses), losses)
}

fn build(report: &Report, besides: Map<String, Value>, losses: &mut Vec<Loss>) -> ClarityResult {
    let kind = kind_of(report, losses);
    let status = status_of(report, losses);
    let lost = status.outcome() != report.outcome;
    let mut object = carried_beside(report, lost, status.outcome().is_success());
    object.extend(besides);
    let line = summary_line(report, kind, status, &mut object, losses);
    let mut result = ClarityResult::new(line).metadata(metadata(report, losses));
    coverage(report, &mut result);
    result.blocks = blocks(report, &mut object, losses);
    carry(&mut result, object);
    // Reading what would be written makes the value the one that every reader of the text has.
    read_again(&result)
}

fn summary_line(
    report: &Report,
    kind: ResultType,
    status: ResultStatus,
    object: &mut Map<String, Value>,
    losses: &mut Vec<Loss>,
) -> SummaryLine {
    let mut line = SummaryLine::new(status, Metrics::new(kind));
    named(report, &mut line);
    figures(report, &mut line, object);
    reason(report, &mut line, losses);
    line
}

/// A result as it was sent without a summary line, with one: whoever is not told the protocol would take a success that
/// the text quotes for the report (R-A2).
pub(super) fn with_line(mut result: ClarityResult, report: &Report, losses: &mut Vec<Loss>) -> ClarityResult {
    if result.summary.is_some() || result.unread.is_some() {
        return result;
    }
    losses.push(Loss::new("status", LossKind::Invented, "the text has no summary line; one was written"));
    let (kind, status) = (kind_of(report, losses), status_of(report, losses));
    result.summary = Some(summary_line(report, kind, status, &mut Map::new(), losses));
    let on_line = in_own_place(&result, report);
    // The block may be left with nothing.
    for block in &mut result.blocks {
        if let Block::Carried { object } = block {
            object.retain(|name, _| !on_line.contains(name));
        }
    }
    result.blocks.retain(|block| !matches!(block, Block::Carried { object } if object.is_empty()));
    read_again(&result)
}

/// The fields of the report that the result says without what it carries, so that they need not be carried.
fn in_own_place(result: &ClarityResult, report: &Report) -> Vec<String> {
    let mut plain = result.clone();
    plain.blocks.retain(|block| !matches!(block, Block::Carried { .. }));
    let not_said = altered(report, &plain);
    let outcome_said = plain.effective_status().outcome() == report.outcome;
    let Ok(Value::Object(given)) = serde_json::to_value(report) else { return Vec::new() };
    let is_said = |name: &String| match name.as_str() {
        "outcome" => outcome_said,
        name => name != "extra" && !not_said.contains(&name),
    };
    given.into_iter().map(|(name, _)| name).filter(is_said).collect()
}

/// What is carried. A problem without words leaves no reason on a line that needs none, so the empty message goes with the
/// rest of it: without one the rest would not be read as a problem.
pub(super) fn carried_beside(report: &Report, outcome_lost: bool, reason_may_lack: bool) -> Map<String, Value> {
    let mut object = carried(report, Target::Clarity, outcome_lost).unwrap_or_default();
    let first = report.problems.first().filter(|problem| reason_may_lack && one_line(&problem.message).is_empty());
    let rest = object.get_mut("problems").and_then(|problems| problems.get_mut(0)).and_then(Value::as_object_mut);
    if let (Some(problem), Some(rest)) = (first, rest) {
        rest.insert("message".to_owned(), problem.message.clone().into());
    }
    object
}

/// The fields of the report that the result does not give back as they are; figures may be added.
fn altered(report: &Report, result: &ClarityResult) -> Vec<&'static str> {
    let (Ok(Value::Object(given)), Ok(Value::Object(back))) =
        (serde_json::to_value(report), serde_json::to_value(said(result, report.outcome)))
    else {
        return Vec::new();
    };
    let mut names: Vec<&'static str> = NATURAL_PLACES.iter().map(|row| row.field.name).collect();
    names.dedup();
    names.retain(|name| match (given.get(*name), back.get(*name)) {
        _ if matches!(*name, "outcome" | "extra") => false,
        (None, _) => false,
        (Some(Value::Object(given)), Some(Value::Object(back))) => {
            given.iter().any(|(key, value)| back.get(key) != Some(value))
        }
        (given, back) => given != back,
    });
    names
}

/// Puts what is carried last, but before a block whose fence nothing closes: behind it, it would be text in the fence. Where
/// it cannot be read there either, as behind a fence in a list whose end is not indented, it comes first (R-A15).
pub(super) fn carry(result: &mut ClarityResult, object: Map<String, Value>) {
    if object.is_empty() {
        return;
    }
    let open = |block: &Block| fences(&crate::render::block(block)).last().is_some_and(|fence| !fence.closed);
    let at = result.blocks.iter().position(open).unwrap_or(result.blocks.len());
    result.blocks.insert(at, Block::Carried { object });
    if read_again(result).carried() != result.carried() {
        let carried = result.blocks.remove(at);
        result.blocks.insert(0, carried);
    }
}

/// What every reader of the text has.
pub(super) fn read_again(result: &ClarityResult) -> ClarityResult {
    let text = render(result);
    let mut told = Diagnostics::new(Limits::default().with_diagnostics(0));
    draft(&Message::new(&text, &mut told), &mut told).into_value()
}

fn kind_of(report: &Report, losses: &mut Vec<Loss>) -> ResultType {
    let stated = report.kind.as_deref().and_then(ResultType::from_word);
    stated.unwrap_or_else(|| {
        let has = |kind| report.checks.iter().any(|check| check.kind == kind);
        let kind = if !report.findings.is_empty() {
            ResultType::Consistency
        } else if has(CheckKind::Item) {
            ResultType::Verification
        } else if has(CheckKind::Criterion) || has(CheckKind::Test) {
            ResultType::Implementation
        } else {
            // A digest may report FINDINGS without a table of them.
            ResultType::Digest
        };
        losses.push(match &report.kind {
            Some(word) => {
                let note = format!("`{}` is no result type; {kind} was chosen", one_line(word));
                Loss::new("kind", LossKind::Approximated, note)
            }
            None => Loss::new("kind", LossKind::Invented, format!("the report has no result type; {kind} was chosen")),
        });
        kind
    })
}

/// The word for the outcome.
fn status_of(report: &Report, losses: &mut Vec<Loss>) -> ResultStatus {
    let outcome = clear_outcome(report);
    let mapped = ResultStatus::from_outcome(outcome);
    if let Some(lost) = mapped.lost() {
        losses.push(Loss::new("outcome", LossKind::Approximated, lost));
    }
    mapped.status()
}

/// The outcome, with findings where there are some: work that brought up issues is never CLEAN (R-C8).
fn clear_outcome(report: &Report) -> Outcome {
    let failing = report.checks.iter().any(|check| is_failing(check.kind == CheckKind::Item, &check.result));
    let blocking = report.problems.iter().any(|problem| problem.blocking);
    let issues = !report.findings.is_empty() || failing || blocking;
    if report.outcome == Outcome::Completed && issues { Outcome::CompletedWithFindings } else { report.outcome }
}

/// Task and subject: in their metric, else in a pair of their own.
pub(super) fn named(report: &Report, line: &mut SummaryLine) {
    let kind = line.metrics.kind();
    let of = |keep: fn(&Metric) -> bool| Metric::of(kind).find(|metric| keep(metric)).map(|metric| metric.key);
    let task = of(|metric| metric.key == TASK);
    let subject = of(|metric| matches!(metric.value, MetricKind::Text | MetricKind::Pair) && metric.key != TASK);
    for (value, metric, key) in [(&report.task, task, TASK), (&report.subject, subject, SUBJECT)] {
        let Some(value) = value else { continue };
        let value = one_line(value);
        if !metric.is_some_and(|metric| line.metrics.set(metric, &value)) {
            line.other.push(Field::new(key, value));
        }
    }
}

/// The figures of the report, then those that its lists give; what cannot stand on the line is carried.
fn figures(report: &Report, line: &mut SummaryLine, object: &mut Map<String, Value>) {
    let rest = pairs(&report.metrics, line);
    if !rest.is_empty() {
        object.insert("metrics".to_owned(), Value::Object(rest));
    }
    let findings = |word: &str| report.findings.iter().filter(|it| it.severity.as_deref() == Some(word)).count();
    let of = |kind| report.checks.iter().filter(move |check| check.kind == kind);
    let items = |word: &str| of(CheckKind::Item).filter(|check| check.result == word).count();
    let ratio = |kind| {
        let passed = of(kind).filter(|check| Passed::read(&check.result) == Passed::Yes).count();
        format!("{passed}/{}", of(kind).count())
    };
    let files = files::rows(&report.artifacts).len();
    let counted: Vec<(bool, &str, String)> = vec![
        (!report.findings.is_empty(), "Findings", report.findings.len().to_string()),
        (!report.findings.is_empty(), "Critical", findings("critical").to_string()),
        (!report.findings.is_empty(), "Major", findings("major").to_string()),
        (!report.findings.is_empty(), "Minor", findings("minor").to_string()),
        (of(CheckKind::Item).count() > 0, "Items", of(CheckKind::Item).count().to_string()),
        (of(CheckKind::Item).count() > 0, "Applied", items("applied").to_string()),
        (of(CheckKind::Item).count() > 0, "Partial", items("partial").to_string()),
        (of(CheckKind::Item).count() > 0, "Missing", items("missing").to_string()),
        (files > 0, "Files", files.to_string()),
        (of(CheckKind::Criterion).count() > 0, "Criteria", ratio(CheckKind::Criterion)),
        (of(CheckKind::Test).count() > 0, "Tests", ratio(CheckKind::Test)),
    ];
    for (_, key, text) in counted.iter().filter(|(there, ..)| *there) {
        line.metrics.set(key, text);
    }
}

/// Puts figures on the line, to their metric or as a pair of their own; gives those that would be read as something else.
fn pairs(figures: &Map<String, Value>, line: &mut SummaryLine) -> Map<String, Value> {
    let (own, mut rest) = (line.other.len(), Map::new());
    for (key, value) in figures {
        let pair = value.as_str().filter(|text| is_pair(key, text, line.metrics.kind()));
        if takes(&mut line.metrics, key, value) {
            continue;
        }
        match pair {
            Some(text) => line.other.push(Field::new(key.as_str(), text)),
            None => drop(rest.insert(key.clone(), value.clone())),
        }
    }
    for field in drain_spoiling(line, own) {
        rest.insert(field.key, field.value.into());
    }
    rest
}

/// Takes out the pairs from `own` on for which the line would be refused, such as one that is about the status.
fn drain_spoiling(line: &mut SummaryLine, own: usize) -> Vec<Field> {
    let errors = |line: &SummaryLine| {
        let issues = check(&ClarityResult::new(line.clone()), &Expectations::default());
        issues.iter().filter(|issue| issue.rule.severity() == Severity::Error).count()
    };
    let with_them = errors(line);
    let pairs = line.other.split_off(own);
    let without = if pairs.is_empty() { with_them } else { errors(line) };
    let mut taken = Vec::new();
    let mut stay = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let mut spoils = false;
        if with_them > without {
            line.other.push(pair.clone());
            spoils = errors(line) > without;
            line.other.truncate(own);
        }
        if spoils { taken.push(pair) } else { stay.push(pair) }
    }
    line.other.extend(stay);
    taken
}

/// Whether the metric of this key takes the value and gives it back as it is; a text there is the task or the subject.
fn takes(metrics: &mut Metrics, key: &str, value: &Value) -> bool {
    let metric = Metric::find(metrics.kind(), key).filter(|metric| metric.key == key);
    match (metric.map(|metric| metric.value), value) {
        (Some(MetricKind::Count), Value::Number(number)) => metrics.set(key, &number.to_string()),
        (Some(MetricKind::Ratio), Value::String(text)) => {
            let mut tried = Metrics::new(metrics.kind());
            tried.set(key, text) && tried.text(key).as_ref() == Some(text) && metrics.set(key, text)
        }
        _ => false,
    }
}

/// Whether the text can stand in a pair of this key, which means nothing to a reader of the line.
fn is_pair(key: &str, text: &str, kind: ResultType) -> bool {
    let is_key = key.starts_with(char::is_uppercase)
        && key.split_whitespace().count() < 4
        && key.chars().all(|c| c.is_alphanumeric() || " -_".contains(c))
        && key.len() < 60;
    let is_known = known_key(key, Some(kind)).is_some() || [TASK, SUBJECT].contains(&key);
    is_key && !is_known && !text.is_empty() && one_line(text) == text
}

fn reason(report: &Report, line: &mut SummaryLine, losses: &mut Vec<Loss>) {
    match report.problems.first().map(|problem| one_line(&problem.message)).filter(|reason| !reason.is_empty()) {
        Some(reason) => line.reason = Some(reason),
        None if line.status.outcome().is_success() => {}
        None => {
            let note = "the report gives no reason, which the line needs";
            losses.push(Loss::new("problems.message", LossKind::Invented, note));
            line.reason = Some("not stated".to_owned());
        }
    }
}

pub(super) fn metadata(report: &Report, losses: &mut Vec<Loss>) -> Metadata {
    let mut metadata = Metadata { protocol: Some(Metadata::PROTOCOL.to_owned()), ..Metadata::default() };
    metadata.agent = report.agent.as_deref().map(field_text);
    metadata.assigned = report.assignment.as_deref().map(field_text);
    metadata.scope = report.scope.as_deref().map(field_text);
    if let Some(confidence) = &report.confidence {
        let (word, loss) = confidence.word();
        metadata.confidence = Some(Confidence::read(&field_text(&word)));
        if let (Some(kind), Sureness::Score(score)) = (loss, confidence) {
            losses.push(Loss::new("confidence", kind, format!("{score} became the word {word}")));
        }
    }
    metadata
}

fn coverage(report: &Report, result: &mut ClarityResult) {
    let Some(coverage) = &report.coverage else { return };
    let text = match coverage {
        Coverage::Percent(percent) => format!("{percent}%"),
        Coverage::Text(text) => text.clone(),
    };
    if let Some(line) = result.summary.as_mut().filter(|line| !line.status.outcome().is_success()) {
        line.coverage = Some(one_line(&text));
    }
    result.metadata.coverage = Some(field_text(&text));
}

/// The text as the metadata block can hold it: as it is, or in one line where a line of it would open a fence, end the block
/// or be read as another field. The carried object stands behind the block, and must be read (R-A2).
fn field_text(text: &str) -> String {
    if !text.contains(['\n', '\r']) {
        return text.to_owned();
    }
    let line = SummaryLine::new(ResultStatus::Partial, Metrics::new(ResultType::Digest));
    let metadata =
        Metadata { agent: Some(text.to_owned()), scope: Some("all of it".to_owned()), ..Metadata::default() };
    let mut tried = ClarityResult::new(line).metadata(metadata);
    tried.blocks.push(Block::Carried { object: Map::new() });
    let read = read_again(&tried);
    let whole = read.metadata.scope == tried.metadata.scope && read.metadata.other.is_empty();
    let same = read.metadata.agent.as_deref() == Some(text.trim()) && read.blocks == tried.blocks;
    if whole && same { text.to_owned() } else { one_line(text) }
}

fn blocks(report: &Report, object: &mut Map<String, Value>, losses: &mut Vec<Loss>) -> Vec<Block> {
    let mut blocks = Vec::new();
    if !report.findings.is_empty() {
        blocks.push(Block::section("Findings", ""));
        blocks.push(finding_table(&report.findings));
        let discussions = report.findings.iter().filter_map(|it| Some((it.id.as_deref()?, it.discussion.as_deref()?)));
        blocks.extend(discussions.map(|(id, text)| discussion(id, text)));
    }
    for (kind, role) in
        [(CheckKind::Item, Role::Checklist), (CheckKind::Criterion, Role::Criteria), (CheckKind::Test, Role::Tests)]
    {
        let checks = report.checks.iter().filter(|check| check.kind == kind);
        let row = |check: &envelope_core::report::Check| {
            [check.name.as_str(), &check.result, check.note.as_deref().unwrap_or_default()].map(one_line).to_vec()
        };
        table(role, checks.map(row).collect(), &mut blocks);
        let expanded = report.checks.iter().filter(|check| check.kind == kind && kind == CheckKind::Item);
        let expanded = expanded.filter_map(|check| Some((check.name.as_str(), check.discussion.as_deref()?)));
        blocks.extend(expanded.map(|(name, text)| discussion(&one_line(name), text)));
    }
    table(Role::Files, files::rows(&report.artifacts), &mut blocks);
    files::carry_misfits(&report.artifacts, object, losses);
    let gaps = gaps::placed(&report.gaps);
    blocks.extend(gaps::list(&gaps));
    gaps::carry_misfits(&report.gaps, &gaps, object, losses);
    let mut kept = Vec::new();
    for section in &report.sections {
        // A line that states a result would be read as one.
        if Lines::new(&section.body).any(|line| MarkerLine::read(line.text).is_some()) || section.title.contains('\n') {
            kept.push(serde_json::to_value(section).unwrap_or_default());
        } else if section.title.is_empty() {
            blocks.push(Block::Raw { text: section.body.clone() });
        } else {
            blocks.push(Block::section(&section.title, section.body.clone()));
        }
    }
    if !kept.is_empty() {
        object.insert("sections".to_owned(), Value::Array(kept));
    }
    blocks
}

fn table(role: Role, rows: Vec<Vec<String>>, blocks: &mut Vec<Block>) {
    if rows.is_empty() {
        return;
    }
    let spec = role.spec();
    blocks.push(Block::section(spec.heading, ""));
    let columns = spec.columns.iter().map(|column| column.name.to_owned()).collect();
    blocks.push(Block::Table { role, columns, rows });
}

fn finding_table(findings: &[Found]) -> Block {
    let mut columns: Vec<String> = FINDING_COLUMNS.iter().map(|name| (*name).to_owned()).collect();
    let mut met: HashSet<&str> = FINDING_COLUMNS.into_iter().collect();
    for name in findings.iter().flat_map(|finding| finding.extra.keys()) {
        if met.insert(name) {
            columns.push(name.clone());
        }
    }
    let further: Vec<&String> = columns.iter().skip(FINDING_COLUMNS.len()).collect();
    let rows = findings.iter().map(|finding| Finding {
        id: finding.id.as_deref().map(one_line),
        severity: finding.severity.as_deref().map(FindingSeverity::read),
        kind: finding.kind.as_deref().map(FindingType::read),
        location: finding.location.as_deref().map(one_line),
        counter_location: finding.counter_location.as_deref().map(one_line),
        description: Some(one_line(&finding.description)).filter(|text| !text.is_empty()),
        suggestion: finding.suggestion.as_deref().map(one_line),
        extra: further.iter().map(|name| finding.extra.get(*name).map(cell).unwrap_or_default()).collect(),
        surplus: Vec::new(),
    });
    let rows = rows.collect();
    Block::Findings { columns, rows }
}

fn cell(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), one_line)
}

/// The discussion as it was written, or below a heading with the id.
fn discussion(id: &str, text: &str) -> Block {
    let first = text.lines().next().unwrap_or_default().trim_start_matches('#');
    let lead = leads(first).into_iter().find(|lead| is_finding_id(lead) || folded(lead) == folded(id));
    if text.starts_with(['#', '*']) && lead.is_some_and(|lead| folded(lead) == folded(id)) {
        Block::Discussion { id: id.to_owned(), text: text.to_owned() }
    } else {
        Block::discussion(id, "", text)
    }
}

pub(super) fn one_line(text: &str) -> String {
    text.trim().replace("\r\n", " ").replace(['\n', '\r'], " ")
}
