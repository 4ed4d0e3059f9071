//! The canonical text.

use std::fmt::Write as _;

use envelope_core::Status as _;
use envelope_core::markdown::row;

use crate::metadata::FIELDS;
use crate::{Block, ClarityResult, Confidence, Field, Finding, FindingSeverity, FindingType, Metadata, SummaryLine};

/// What stands in a cell without a value.
const NOTHING: &str = "--";

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
            if let Some(value) = value {
                add(metric.key, &value.to_string());
            }
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
    let confidence = confidence.as_ref().map(Confidence::as_str);
    let values = [protocol, agent, assigned, scope, coverage].map(Option::as_deref);
    let known = FIELDS.into_iter().zip(values.into_iter().chain([confidence]));
    let known = known.filter_map(|(key, value)| Some((key, value?)));
    let other = other.iter().map(|field| (field.key.as_str(), field.value.as_str()));
    let mut text = String::from("---\n");
    for (key, value) in known.chain(other) {
        let value = one_line(value);
        let _ = writeln!(text, "**{key}**:{}{value}", if value.is_empty() { "" } else { " " });
    }
    text + "---"
}

fn block(block: &Block) -> String {
    match block {
        Block::Findings { columns, rows } => table(columns, rows.iter().map(finding)),
        Block::Table { columns, rows, .. } => table(columns, rows.iter().cloned()),
        Block::Discussion { text, .. } | Block::Raw { text } => text.clone(),
        Block::Section { heading, text } if text.is_empty() => heading.clone(),
        Block::Section { heading, text } => format!("{heading}\n\n{text}"),
    }
}

fn table(columns: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let delimiter = vec!["---"; columns.len().max(1)];
    let mut lines = vec![row(columns), row(&delimiter)];
    lines.extend(rows.map(|cells| row(&cells)));
    lines.join("\n")
}

fn finding(finding: &Finding) -> Vec<String> {
    let Finding { id, severity, r#type, location, counter_location, description, suggestion, extra, surplus } = finding;
    let severity = severity.as_ref().map(FindingSeverity::as_str);
    let kind = r#type.as_ref().map(FindingType::as_str);
    let [id, location, counter_location, description, suggestion] =
        [id, location, counter_location, description, suggestion].map(Option::as_deref);
    let known = [id, severity, kind, location, counter_location, description, suggestion];
    let known = known.into_iter().map(|cell| cell.unwrap_or(NOTHING).to_owned());
    known.chain(extra.iter().chain(surplus).cloned()).collect()
}

fn one_line(value: &str) -> String {
    value.trim().replace("\r\n", " ").replace('\n', " ")
}
