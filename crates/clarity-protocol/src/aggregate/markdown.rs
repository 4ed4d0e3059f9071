//! The report as Markdown for a reviewer.

use std::fmt::{Display, Formatter, Result};

use envelope_core::markdown::row;
use envelope_core::report::Finding;

use super::{ClarityReport, Disagreement, Gap, Source, Stats, UnifiedFinding, UnitCoverage};
use crate::render::NOTHING;

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
        self.details
            .iter()
            .try_for_each(|detail| write!(out, "\n### {} (`{}`)\n\n{}\n", detail.id, detail.file, detail.text.trim()))
    }
}

impl ClarityReport {
    fn tables(&self, out: &mut Formatter<'_>) -> Result {
        let columns =
            ["ID", "Severity", "Type", "Location", "Counter-location", "Description", "Suggestion", "Sources"];
        table(out, "Findings", columns, self.findings.iter().map(finding))?;
        let merged = self.findings.iter().filter(|finding| finding.sources.len() > 1);
        let assessments = merged.flat_map(|UnifiedFinding { id, sources, .. }| {
            sources.iter().map(|source| {
                let Finding { severity, description, suggestion, .. } = &source.finding;
                [id.clone(), name(source), cell(severity.as_ref()), description.clone(), cell(suggestion.as_ref())]
            })
        });
        table(out, "Merged findings", ["ID", "Source", "Severity", "Description", "Suggestion"], assessments)?;
        let disagreements = self.disagreements.iter().map(|Disagreement { kind, ids, note }| {
            [ids.join(", "), ["severity", "type"][*kind as usize].to_owned(), note.clone()]
        });
        table(out, "Disagreements", ["Findings", "About", "Assessments"], disagreements)?;
        let coverage = self.coverage.iter().map(|UnitCoverage { unit, status, coverage, findings }| {
            [unit.clone(), status.as_str().to_owned(), cell(coverage.as_ref()), findings.to_string()]
        });
        table(out, "Coverage", ["Unit", "Status", "Coverage", "Reported"], coverage)?;
        let gaps =
            self.gaps.iter().map(|Gap { unit, file, reason }| [unit.clone(), cell(file.as_ref()), reason.clone()]);
        table(out, "Gaps", ["Unit", "File", "Reason"], gaps)
    }
}

fn cell(text: Option<&String>) -> String {
    text.map_or(NOTHING, String::as_str).to_owned()
}

fn finding(unified: &UnifiedFinding) -> [String; 8] {
    let UnifiedFinding { id, severity, r#type, location, counter_location, description, suggestion, sources, .. } =
        unified;
    let [severity, kind, location, counter_location, suggestion] =
        [severity, r#type, location, counter_location, suggestion].map(|text| cell(text.as_ref()));
    let sources = sources.iter().map(name).collect::<Vec<_>>().join(", ");
    [id.clone(), severity, kind, location, counter_location, description.clone(), suggestion, sources]
}

fn name(Source { file, finding, .. }: &Source) -> String {
    finding.id.as_ref().map_or_else(|| file.clone(), |id| format!("{file} {id}"))
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
