//! The report as Markdown for a reviewer.

use std::fmt::{Display, Formatter, Result};

use envelope_core::markdown::row;
use envelope_core::report::Finding;

use super::{ClarityReport, Detail, Source, Stats, UnifiedFinding, UnitCoverage};
use crate::render::NOTHING;
use crate::report::text_of;

/// Markdown: statistics, findings, disagreements, coverage, gaps, quarantined texts, details.
impl Display for ClarityReport {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let Stats { results, clean, findings, partial, error, unparseable, .. } = &self.stats;
        let Stats { total_findings, critical, major, minor, coverage_percent, .. } = &self.stats;
        let coverage = coverage_percent.map_or_else(|| "unknown".to_owned(), |percent| format!("{percent}%"));
        let gaps = self.gaps.len();
        write!(
            out,
            "# Aggregated report

- **Findings**: {total_findings} ({critical} critical, {major} major, {minor} minor)
- **Results**: {results} ({clean} clean, {findings} findings, {partial} partial, {error} error, {unparseable} unparseable)
- **Coverage**: {coverage}
- **Gaps**: {gaps}
"
        )?;
        self.tables(out)?;
        if !self.quarantined.is_empty() {
            out.write_str("\n## Quarantined\n\nThese rows and messages are not among the findings.\n")?;
        }
        for quarantined in &self.quarantined {
            let text = quarantined.text.trim_end();
            // A fence longer than any in the text.
            let fence = "~".repeat(text.split(|c| c != '~').map(str::len).max().unwrap_or_default().max(2) + 1);
            write!(out, "\n`{}`: {}\n\n{fence}text\n{text}\n{fence}\n", quarantined.file, quarantined.reason)?;
        }
        if !self.details.is_empty() {
            out.write_str("\n## Details\n")?;
        }
        self.details.iter().try_for_each(|Detail { id, file, text }| {
            // Quoted, so that neither a heading nor a fence in it goes on in the report.
            let text = text.trim().replace("\r\n", "\n").replace(['\r', '\n'], "\n> ");
            write!(out, "\n### {id} (`{file}`)\n\n> {text}\n")
        })
    }
}

impl ClarityReport {
    fn tables(&self, out: &mut Formatter<'_>) -> Result {
        let names = ["ID", "Severity", "Type", "Location", "Counter-location", "Description", "Suggestion", "Sources"];
        table(out, "Findings", names, self.findings.iter().map(finding))?;
        let merged = self.findings.iter().filter(|finding| finding.sources.len() > 1);
        let assessments = merged.flat_map(|UnifiedFinding { id, sources, .. }| {
            sources.iter().map(|source| {
                let Finding { severity, description, suggestion, .. } = &source.finding;
                let [severity, suggestion] = [severity, suggestion].map(|text| cell(text.as_deref()));
                [id.clone(), origin(source), severity, description.clone(), suggestion]
            })
        });
        table(out, "Merged findings", ["ID", "Source", "Severity", "Description", "Suggestion"], assessments)?;
        let disagreements = self.disagreements.iter();
        let disagreements = disagreements.map(|it| [it.ids.join(", "), it.kind.as_str().to_owned(), it.note.clone()]);
        table(out, "Disagreements", ["Findings", "About", "Assessments"], disagreements)?;
        let sources = self.findings.iter().flat_map(|one| one.sources.iter().map(|source| (one.id.as_str(), source)));
        let further = sources.flat_map(|(id, source)| {
            let row = move |(name, value): (&String, _)| [id.to_owned(), origin(source), name.clone(), text_of(value)];
            source.finding.extra.iter().map(row)
        });
        table(out, "Further columns", ["ID", "Source", "Column", "Value"], further)?;
        let coverage = self.coverage.iter().map(|UnitCoverage { unit, status, coverage, findings }| {
            [unit.clone(), status.as_str().to_owned(), cell(coverage.as_deref()), findings.to_string()]
        });
        table(out, "Coverage", ["Unit", "Status", "Coverage", "Reported"], coverage)?;
        let gaps = self.gaps.iter().map(|gap| [gap.unit.clone(), cell(gap.file.as_deref()), gap.reason.clone()]);
        table(out, "Gaps", ["Unit", "File", "Reason"], gaps)
    }
}

fn cell(text: Option<&str>) -> String {
    text.unwrap_or(NOTHING).to_owned()
}

fn finding(one: &UnifiedFinding) -> [String; 8] {
    let UnifiedFinding { id, severity, r#type, location, counter_location, description, suggestion, sources, .. } = one;
    let [severity, kind, location, counter_location, suggestion] =
        [severity, r#type, location, counter_location, suggestion].map(|text| cell(text.as_deref()));
    let sources = sources.iter().map(origin).collect::<Vec<_>>().join(", ");
    [id.clone(), severity, kind, location, counter_location, description.clone(), suggestion, sources]
}

fn origin(Source { file, finding, .. }: &Source) -> String {
    finding.id.as_ref().map_or_else(|| file.to_string(), |id| format!("{file} {id}"))
}

/// A section with a table, if there are rows.
fn table<const N: usize>(
    out: &mut Formatter<'_>,
    title: &str,
    columns: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result {
    let mut rows = rows.peekable();
    if rows.peek().is_some() {
        write!(out, "\n## {title}\n\n{}\n{}\n", row(&columns), row(&["---"; N]))?;
    }
    rows.try_for_each(|cells| writeln!(out, "{}", row(&cells)))
}
