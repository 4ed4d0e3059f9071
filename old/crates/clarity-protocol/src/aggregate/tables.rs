//! The parts of the Markdown report: one list that writer and reader share.

use envelope_core::Count;

use super::Stats;

/// The first line.
pub(super) const TITLE: &str = "# Unified report";
/// Stands in place of a table without rows.
pub(super) const NONE: &str = "None.";

/// A table under a heading.
#[derive(Debug)]
pub(super) struct Table<const N: usize> {
    pub(super) heading: &'static str,
    pub(super) columns: [&'static str; N],
}

pub(super) static SUMMARY: Table<2> = Table { heading: "## Summary", columns: ["Figure", "Value"] };
pub(super) static COVERAGE: Table<5> =
    Table { heading: "## Coverage", columns: ["Unit", "Status", "Coverage", "Findings", "Files"] };
pub(super) static FINDINGS: Table<7> = Table { heading: "## Findings", columns: crate::roles::FINDING_COLUMNS };
/// Discussions are no table: each is a heading and a quote.
pub(super) const DETAILS: &str = "## Details";
/// The heading of a discussion, before the finding's id; a file follows behind a comma.
pub(super) const DETAIL: &str = "### ";
pub(super) static GAPS: Table<5> =
    Table { heading: "## Coverage gaps", columns: ["Unit", "Status", "Coverage", "Reason", "File"] };
pub(super) static DISAGREEMENTS: Table<3> =
    Table { heading: "## Disagreements", columns: ["Kind", "Findings", "Note"] };
pub(super) static SOURCES: Table<11> = Table {
    heading: "## Sources",
    columns: [
        "Finding",
        "File",
        "Agent",
        "Local ID",
        "Severity",
        "Type",
        "Location",
        "Counter-location",
        "Description",
        "Suggestion",
        "Extra",
    ],
};
pub(super) static QUARANTINED: Table<6> =
    Table { heading: "## Quarantined", columns: ["File", "Agent", "ID", "Cells", "Text", "Reason"] };

/// A figure: its name, and its place in the stats.
pub(super) type Figure = (&'static str, fn(&mut Stats) -> &mut Count);

/// The figures that are counts, in the order of the table; the mean coverage follows them.
pub(super) static FIGURES: [Figure; 10] = [
    ("results", |stats| &mut stats.results),
    ("clean", |stats| &mut stats.clean),
    ("findings", |stats| &mut stats.findings),
    ("partial", |stats| &mut stats.partial),
    ("error", |stats| &mut stats.error),
    ("unparseable", |stats| &mut stats.unparseable),
    ("total findings", |stats| &mut stats.total_findings),
    ("critical", |stats| &mut stats.critical),
    ("major", |stats| &mut stats.major),
    ("minor", |stats| &mut stats.minor),
];
/// The name of the mean coverage.
pub(super) const MEAN: &str = "coverage";
/// The name of the number of things in quarantine, the last figure, where there are any: a lost row of the last table
/// is missed by it.
pub(super) const HELD: &str = "quarantined";
