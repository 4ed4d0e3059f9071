//! The report as Markdown for a reviewer.

use std::fmt::Write as _;

use envelope_core::markdown::row;

use super::{ClarityReport, DisagreementKind, Source};

/// What stands in a cell without a value.
const NOTHING: &str = "--";

impl ClarityReport {
    /// The report as Markdown: statistics, findings, disagreements, coverage, gaps, quarantined texts, details.
    pub fn to_markdown(&self) -> String {
        let mut out = String::from("# Aggregated report\n");
        self.statistics(&mut out);
        let folder = self.folder();
        if !folder.is_empty() {
            let _ = writeln!(out, "- **Files**: below `{folder}`");
        }
        let file = |name: &str| name.strip_prefix(folder).unwrap_or(name).to_owned();
        self.finding_tables(&mut out, &file);
        let disagreements = self.disagreements.iter().map(|disagreement| {
            let kind = match disagreement.kind {
                DisagreementKind::Severity => "severity",
                DisagreementKind::Type => "type",
            };
            [disagreement.ids.join(", "), kind.to_owned(), disagreement.note.replace(folder, "")]
        });
        table(&mut out, "Disagreements", &["Findings", "About", "Assessments"], disagreements);
        let coverage = self.coverage.iter().map(|unit| {
            let coverage = unit.coverage.clone().unwrap_or_else(|| NOTHING.to_owned());
            [unit.unit.clone(), unit.status.as_str().to_owned(), coverage, unit.findings.to_string()]
        });
        table(&mut out, "Coverage", &["Unit", "Status", "Coverage", "Findings"], coverage);
        let gaps = self.gaps.iter().map(|gap| {
            let name = gap.file.as_deref().map_or_else(|| NOTHING.to_owned(), file);
            [gap.unit.clone(), name, gap.reason.clone()]
        });
        table(&mut out, "Gaps", &["Unit", "File", "Reason"], gaps);
        if !self.quarantined.is_empty() {
            out += "\n## Quarantined\n\nWhat could not be read is not counted above.\n";
        }
        for text in &self.quarantined {
            let fence = fence(&text.text);
            let _ = write!(
                out,
                "\n`{}`: {}\n\n{fence}text\n{}\n{fence}\n",
                file(&text.file),
                text.reason,
                text.text.trim_end()
            );
        }
        if !self.details.is_empty() {
            out += "\n## Details\n";
        }
        for detail in &self.details {
            let _ = write!(out, "\n### {} (`{}`)\n\n{}\n", detail.id, file(&detail.file), detail.text.trim());
        }
        out
    }

    fn statistics(&self, out: &mut String) {
        let stats = &self.stats;
        let coverage = stats.coverage_percent.map_or_else(|| "unknown".to_owned(), |percent| format!("{percent}%"));
        let _ = write!(
            out,
            "\n- **Findings**: {} ({} critical, {} major, {} minor)\n- **Results**: {} ({} clean, {} findings, {} partial, {} \
             error, {} unparseable)\n- **Coverage**: {coverage}\n- **Gaps**: {}\n",
            stats.total_findings,
            stats.critical,
            stats.major,
            stats.minor,
            stats.results,
            stats.clean,
            stats.findings,
            stats.partial,
            stats.error,
            stats.unparseable,
            self.gaps.len(),
        );
    }

    /// The folder of all files, with a slash at its end.
    fn folder(&self) -> &str {
        let sources = self.findings.iter().flat_map(|finding| &finding.sources).map(|source| source.file.as_str());
        let gaps = self.gaps.iter().filter_map(|gap| gap.file.as_deref());
        let files = sources.chain(gaps).chain(self.quarantined.iter().map(|text| text.file.as_str()));
        let folders = files.map(|file| &file[..file.rfind('/').map_or(0, |slash| slash + 1)]);
        let common = |a: &'_ str, b: &'_ str| {
            a.split_inclusive('/')
                .zip(b.split_inclusive('/'))
                .take_while(|(a, b)| a == b)
                .map(|(a, _)| a.len())
                .sum::<usize>()
        };
        folders.reduce(|a, b| &a[..common(a, b)]).unwrap_or_default()
    }

    /// The findings, which are in the order of their severities.
    fn finding_tables(&self, out: &mut String, file: &impl Fn(&str) -> String) {
        let stats = &self.stats;
        let mut rest = self.findings.as_slice();
        for (title, count) in
            [("Critical findings", stats.critical), ("Major findings", stats.major), ("Minor findings", stats.minor)]
        {
            let (findings, after) = rest.split_at(count.min(rest.len()));
            rest = after;
            let rows = findings.iter().map(|unified| {
                let cell = |text: &Option<String>| text.clone().unwrap_or_else(|| NOTHING.to_owned());
                [
                    unified.id.clone(),
                    cell(&unified.r#type),
                    cell(&unified.location),
                    cell(&unified.counter_location),
                    unified.description.clone(),
                    cell(&unified.suggestion),
                    unified.sources.iter().map(|source| name(source, file)).collect::<Vec<String>>().join(", "),
                ]
            });
            let columns = ["ID", "Type", "Location", "Counter-location", "Description", "Suggestion", "Sources"];
            table(out, title, &columns, rows);
        }
    }
}

/// A source, such as `a.md F1`.
fn name(source: &Source, file: &impl Fn(&str) -> String) -> String {
    let name = file(&source.file);
    source.finding.id.as_ref().map_or_else(|| name.clone(), |id| format!("{name} {id}"))
}

/// A section with a table, if there are rows.
fn table<const N: usize>(out: &mut String, title: &str, columns: &[&str; N], rows: impl Iterator<Item = [String; N]>) {
    let mut rows = rows.peekable();
    if rows.peek().is_some() {
        let _ = write!(out, "\n## {title}\n\n{}\n{}\n", row(columns), row(&["---"; N]));
        rows.for_each(|cells| *out += &(row(&cells) + "\n"));
    }
}

/// A fence longer than any in the text.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '~').map(str::len).max().unwrap_or_default();
    "~".repeat(longest.max(2) + 1)
}
