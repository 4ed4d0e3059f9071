//! Types → canonical text.

use std::borrow::Cow;
use std::fmt::Write as _;

use envelope_core::Status as _;

use crate::line::MARKER;
use crate::parse::{CARRIED_HEADING, holds_metadata};
use crate::roles::FINDING_COLUMNS;
use crate::row::escape;
use crate::{Block, COVERAGE, ClarityResult, FIELDS, Field, Finding, Metadata, REASON, SummaryLine, TYPE};

/// The canonical text: reading it gives the same value and no diagnostic about its form.
///
/// ```
/// use clarity_protocol::{ClarityResult, Metrics, ResultStatus, ResultType, SummaryLine, render};
/// let mut metrics = Metrics::new(ResultType::DesignPlan);
/// metrics.set("Screen", "Settings | Team");
/// let result = ClarityResult::new(SummaryLine::new(ResultStatus::Clean, metrics));
/// assert_eq!(render(&result), "RESULT: CLEAN | Type: design-plan | Screen: Settings \\| Team\n");
/// ```
pub fn render(result: &ClarityResult) -> String {
    let mut parts: Vec<Cow<'_, str>> = Vec::with_capacity(result.blocks.len() + 3);
    if !result.before.is_empty() {
        parts.push(Cow::Borrowed(&result.before));
    }
    match (&result.summary, &result.unread) {
        (Some(line), _) => parts.push(Cow::Owned(summary_line(line))),
        (None, Some(line)) => parts.push(Cow::Borrowed(line)),
        (None, None) => {}
    }
    let rest = result.blocks.iter().map(block).collect::<Vec<_>>().join("\n\n") + "\n";
    // Where there is none, an empty one keeps text that looks like one from being taken for it.
    let stated = result.summary.is_some() || result.unread.is_some();
    if !result.metadata.is_empty() || holds_metadata(&rest, stated) {
        parts.push(Cow::Owned(metadata_block(&result.metadata)));
    }
    if !result.blocks.is_empty() {
        parts.push(Cow::Owned(rest));
        return parts.join("\n\n");
    }
    parts.join("\n\n") + "\n"
}

fn summary_line(line: &SummaryLine) -> String {
    let mut text = format!("{MARKER}: {}", line.status.as_str());
    pair(&mut text, TYPE, line.metrics.kind().as_str());
    for (metric, slot) in line.metrics.figures() {
        if let Some(value) = slot.text() {
            pair(&mut text, metric.key, &value);
        }
    }
    for Field { key, value } in &line.other {
        pair(&mut text, key, value);
    }
    for (key, value) in [(COVERAGE, &line.coverage), (REASON, &line.reason)] {
        if let Some(value) = value {
            pair(&mut text, key, value);
        }
    }
    text
}

fn pair(text: &mut String, key: &str, value: &str) {
    let value = one_line(value);
    let blank = if value.is_empty() { "" } else { " " };
    let _ = write!(text, " | {key}:{blank}{}", escape(&value));
}

/// Lines and cells cannot hold a line break; a value that was read has none.
fn one_line(text: &str) -> Cow<'_, str> {
    let text = text.trim_matches([' ', '\t', '\r', '\n']);
    if text.contains(['\n', '\r']) { Cow::Owned(text.replace(['\n', '\r'], " ")) } else { Cow::Borrowed(text) }
}

fn metadata_block(metadata: &Metadata) -> String {
    let mut text = "---\n".to_owned();
    if FIELDS.iter().all(|(key, _)| metadata.get(key).is_none()) {
        // Between lines of dashes only a known field makes a metadata block; one that is empty claims nothing.
        text.push_str("**Protocol**:\n");
    }
    let known = FIELDS.iter().filter_map(|(key, _)| Some((*key, metadata.get(key)?)));
    let other = metadata.other.iter().map(|field| (field.key.as_str(), field.value.as_str()));
    for (key, value) in known.chain(other) {
        // Further lines are indented, so that none of them is taken for a field.
        let value = value.trim().replace('\n', "\n  ").replace("\n  \n", "\n\n");
        let _ = writeln!(text, "**{key}**: {value}");
    }
    text + "---"
}

/// The block as it is written.
pub(crate) fn block(block: &Block) -> Cow<'_, str> {
    match block {
        Block::Findings { columns, rows } => Cow::Owned(finding_table(columns, rows)),
        Block::Table { columns, rows, .. } => {
            Cow::Owned(table(columns, rows.iter().map(|row| row.iter().map(String::as_str))))
        }
        Block::Section { heading, text } if text.is_empty() => Cow::Borrowed(heading),
        Block::Section { heading, text } => Cow::Owned(format!("{heading}\n\n{text}")),
        Block::Carried { object } => {
            let json = serde_json::to_string(object).unwrap_or_default();
            Cow::Owned(format!("{CARRIED_HEADING}\n\n```json\n{json}\n```"))
        }
        Block::List { text, .. } | Block::Discussion { text, .. } | Block::Raw { text } => Cow::Borrowed(text),
        Block::Result { line } => Cow::Borrowed(line),
    }
}

/// What stands in a cell for no counter-location.
pub(crate) const NOWHERE: &str = "--";

fn finding_table(columns: &[String], rows: &[Finding]) -> String {
    table(
        columns,
        rows.iter().map(|row| {
            let mut extra = row.extra.iter();
            let mut met = [false; FINDING_COLUMNS.len()];
            let cells = columns.iter().map(move |column| {
                let known = FINDING_COLUMNS.iter().position(|name| name == column);
                let first = known.and_then(|at| met.get_mut(at)).is_some_and(|met| !std::mem::replace(met, true));
                match row.cell(column) {
                    _ if !first => extra.next().map_or("", String::as_str),
                    None if column == "Counter-location" => NOWHERE,
                    cell => cell.unwrap_or_default(),
                }
            });
            cells.chain(row.surplus.iter().map(String::as_str))
        }),
    )
}

fn table<'a, R: Iterator<Item = &'a str>>(columns: &'a [String], rows: impl Iterator<Item = R>) -> String {
    let mut text = String::new();
    write_row(&mut text, columns.iter().map(String::as_str));
    text.push_str("\n|");
    text.push_str(&"---|".repeat(columns.len()));
    for row in rows {
        text.push('\n');
        write_row(&mut text, row);
    }
    text
}

fn write_row<'a>(text: &mut String, cells: impl Iterator<Item = &'a str>) {
    text.push('|');
    for cell in cells {
        let cell = one_line(cell);
        let blank = if cell.is_empty() { "" } else { " " };
        let _ = write!(text, "{blank}{} |", escape(&cell));
    }
}
