//! The report as Markdown (clarity-protocol, "Generate report").

use std::fmt::Write as _;

use super::cell::{NOTHING, cell, line};
use super::tables::{
    COVERAGE, DETAIL, DETAILS, DISAGREEMENTS, FIGURES, FINDINGS, GAPS, HELD, MEAN, NONE, QUARANTINED, SOURCES, SUMMARY,
    TITLE, Table,
};
use super::{Cells, Covered, Detail, FindingSource, GlobalId, UnifiedFinding, UnifiedReport};

/// The report as Markdown: figures, coverage map, findings, details, gaps, disagreements, sources, quarantine.
///
/// [`parse`](super::parse) reads it back; whatever an agent wrote in a cell stays inside of it.
pub fn render(report: &UnifiedReport) -> String {
    let mut text = format!("{TITLE}\n");
    let mean = report.stats.coverage_percent.map_or_else(|| NOTHING.to_owned(), |percent| percent.to_string());
    let mut counted = report.stats.clone();
    let figures = FIGURES.map(|(name, figure)| [name.to_owned(), figure(&mut counted).to_string()]);
    let held = report.quarantined.len();
    let held = (held > 0).then(|| [HELD.to_owned(), held.to_string()]);
    table(&mut text, &SUMMARY, figures.into_iter().chain([[MEAN.to_owned(), mean]]).chain(held));
    let units = report.coverage.iter().map(|unit| {
        let files = serde_json::to_string(&unit.files).unwrap_or_default();
        [
            cell(Some(&unit.unit)),
            unit.status.as_str().to_owned(),
            covered(unit.coverage.as_ref()),
            unit.findings.to_string(),
            cell(Some(&files)),
        ]
    });
    table(&mut text, &COVERAGE, units);
    table(&mut text, &FINDINGS, report.findings.iter().map(finding));
    details(&mut text, &report.details);
    let gaps = report.gaps.iter().map(|gap| {
        let (unit, status) = (cell(Some(&gap.unit)), gap.status.as_str().to_owned());
        [unit, status, covered(gap.coverage.as_ref()), cell(Some(&gap.reason)), cell(gap.file.as_deref())]
    });
    table(&mut text, &GAPS, gaps);
    let disagreements = report.disagreements.iter().map(|disagreement| {
        let ids: Vec<String> = disagreement.ids.iter().map(GlobalId::to_string).collect();
        [disagreement.kind.as_str().to_owned(), ids.join(", "), cell(Some(&disagreement.note))]
    });
    table(&mut text, &DISAGREEMENTS, disagreements);
    let sources = report.findings.iter().flat_map(|finding| finding.sources.iter().map(|row| source(finding.id, row)));
    table(&mut text, &SOURCES, sources);
    let quarantined = report.quarantined.iter().map(|held| {
        let (file, agent, id) = (cell(Some(&held.file)), cell(held.agent.as_deref()), cell(held.id.as_deref()));
        [file, agent, id, cells(&held.cells), cell(held.text.as_deref()), cell(Some(&held.reason))]
    });
    table(&mut text, &QUARANTINED, quarantined);
    text
}

fn table<const N: usize>(text: &mut String, table: &Table<N>, rows: impl Iterator<Item = [String; N]>) {
    let _ = writeln!(text, "\n{}\n", table.heading);
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        text.push_str(NONE);
        text.push('\n');
        return;
    }
    row(text, table.columns.iter());
    let _ = writeln!(text, "|{}", "---|".repeat(N));
    rows.for_each(|cells| row(text, cells.iter()));
}

fn row(text: &mut String, cells: impl Iterator<Item = impl AsRef<str>>) {
    text.push('|');
    for cell in cells {
        let blank = if cell.as_ref().is_empty() { "" } else { " " };
        let _ = write!(text, "{blank}{} |", cell.as_ref());
    }
    text.push('\n');
}

fn covered(coverage: Option<&Covered>) -> String {
    cell(coverage.map(Covered::to_string).as_deref())
}

fn finding(finding: &UnifiedFinding) -> [String; 7] {
    [
        finding.id.to_string(),
        cell(Some(finding.severity.as_str())),
        cell(Some(finding.kind.as_str())),
        cell(finding.location.as_deref()),
        cell(finding.counter_location.as_deref()),
        cell(Some(&finding.description)),
        cell(finding.suggestion.as_deref()),
    ]
}

fn source(id: GlobalId, source: &FindingSource) -> [String; 11] {
    [
        id.to_string(),
        cell(Some(&source.file)),
        cell(source.agent.as_deref()),
        cell(Some(&source.id)),
        cell(Some(source.severity.as_str())),
        cell(Some(source.kind.as_str())),
        cell(source.location.as_deref()),
        cell(source.counter_location.as_deref()),
        cell(Some(&source.description)),
        cell(source.suggestion.as_deref()),
        cells(&source.extra),
    ]
}

/// Further cells as a JSON object; nothing where there are none.
fn cells(cells: &Cells) -> String {
    let json = (!cells.is_empty()).then(|| serde_json::to_string(cells).unwrap_or_default());
    cell(json.as_deref())
}

/// Each discussion as a quote: no heading, fence or comment in it reaches beyond.
fn details(text: &mut String, details: &[Detail]) {
    let _ = writeln!(text, "\n{DETAILS}");
    if details.is_empty() {
        let _ = writeln!(text, "\n{NONE}");
    }
    for detail in details {
        let _ = writeln!(text, "\n{DETAIL}{}, {}\n", detail.id, line(&detail.file));
        for part in detail.text.split('\n') {
            let blank = if part.is_empty() { "" } else { " " };
            let _ = writeln!(text, ">{blank}{}", line(part));
        }
    }
}
