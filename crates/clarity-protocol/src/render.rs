//! The canonical text.

use std::fmt::Write as _;

use envelope_core::Status as _;
use envelope_core::markdown::row;
use serde_json::{Map, Value};

use crate::findings::{COLUMNS, SURPLUS};
use crate::metadata::FIELDS;
use crate::report::text_of;
use crate::{Block, ClarityResult, Field, Finding, Metadata, SummaryLine};

/// What stands in a cell without a value.
pub(crate) const NOTHING: &str = "--";

/// The RESULT line, the metadata block and the detail section.
pub(crate) fn render(result: &ClarityResult) -> String {
    let mut parts: Vec<String> = result.before.iter().cloned().collect();
    parts.push(summary_line(&result.summary));
    parts.extend(result.metadata.as_ref().map(metadata));
    parts.extend(result.blocks.iter().map(block));
    parts.join("\n\n") + "\n"
}

fn summary_line(summary: &SummaryLine) -> String {
    let mut line = format!("RESULT: {}", summary.status.as_str());
    let mut add = |key: &str, value: &str| {
        let _ = write!(line, " | {key}: {}", one_line(value).replace('|', "\\|"));
    };
    if let Some(metrics) = &summary.metrics {
        add("Type", metrics.result_type().as_str());
        for (metric, value) in metrics.iter() {
            add(metric.key, &value.to_string());
        }
    }
    for Field { key, value } in &summary.other {
        add(key, value);
    }
    if let Some(coverage) = &summary.coverage {
        add("Coverage", coverage);
    }
    if let Some(reason) = &summary.reason {
        add("Reason", reason);
    }
    line.truncate(line.trim_end().len());
    line
}

fn metadata(metadata: &Metadata) -> String {
    let Metadata { protocol, agent, assigned, scope, coverage, confidence, other } = metadata;
    let values = [protocol, agent, assigned, scope, coverage, confidence].map(Option::as_deref);
    let known = FIELDS.into_iter().zip(values).filter_map(|(key, value)| Some((key, value?)));
    let other = other.iter().map(|field| (field.key.as_str(), field.value.as_str()));
    let mut text = String::from("---\n");
    for (key, value) in known.chain(other) {
        let value = one_line(value);
        let _ = writeln!(text, "**{key}**:{}{value}", if value.is_empty() { "" } else { " " });
    }
    text + "---"
}

pub(crate) fn block(block: &Block) -> String {
    match block {
        Block::Findings { columns, rows } => table(columns, rows.iter().map(|row| finding(row, columns))),
        Block::Table { columns, rows, .. } => table(columns, rows.iter().cloned()),
        Block::Discussion { text, .. } | Block::Raw { text } => text.clone(),
    }
}

fn table(columns: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let delimiter = vec!["---"; columns.len().max(1)];
    let mut lines = vec![row(columns), row(&delimiter)];
    lines.extend(rows.map(|cells| row(&cells)));
    lines.join("\n")
}

/// The columns of findings: the seven, then the others that they have.
pub(crate) fn columns<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Vec<String> {
    // An ordered set.
    let mut others: Map<String, Value> = Map::new();
    let keys = findings.into_iter().flat_map(|finding| finding.extra.keys()).filter(|key| *key != SURPLUS);
    others.extend(keys.map(|key| (key.clone(), Value::Null)));
    COLUMNS.into_iter().map(str::to_owned).chain(others.into_iter().map(|(key, _)| key)).collect()
}

/// The cells of a finding: the seven, the other columns, then what has no column of its own.
pub(crate) fn finding(finding: &Finding, columns: &[String]) -> Vec<String> {
    let Finding { id, severity, r#type, location, counter_location, description, suggestion, extra, .. } = finding;
    let description = Some(description).filter(|text| !text.is_empty());
    let known = [id, severity, r#type, location, counter_location].map(Option::as_ref);
    let known = known.into_iter().chain([description, suggestion.as_ref()]);
    let known = known.map(|cell| cell.map_or(NOTHING, String::as_str).to_owned());
    let others = columns.iter().skip(COLUMNS.len()).map(|name| extra.get(name).map(text_of).unwrap_or_default());
    let surplus = extra.get(SURPLUS).and_then(Value::as_array).into_iter().flatten().map(text_of);
    known.chain(others).chain(surplus).collect()
}

fn one_line(value: &str) -> String {
    value.trim().replace("\r\n", " ").replace('\n', " ")
}
