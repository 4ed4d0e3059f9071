//! Tables of no known kind that count issues: `| Failed | 1 |` (R-C8).

use envelope_core::text::bare;

use super::above::{heads_failures, is_one_of};
use super::said::said_lines;
use super::tally::{is_open, is_severity, is_yes, leading_count, unfound};
use crate::results::{is_of_before, is_of_now};
use crate::roles::plain_title;
use crate::row::{cells, is_delimiter};
use crate::stray::unmarked;
use crate::verdict::{THINGS, Verdict, asks_for_issues, counts_issues, of_word};
use crate::{ResultType, steps};

/// Headers of a column that counts whatever stands at the beginning of its rows.
const COUNT: [&str; 11] =
    ["count", "counts", "number", "no.", "#", "total", "amount", "findings", "issues", "found", "items"];
/// Headers of a first column below which a second one of any name but a few counts.
const COUNTED: [&str; 9] = ["metric", "measure", "severity", "level", "priority", "status", "result", "outcome", ""];
const CODES: [&str; 8] = ["http", "code", "exit", "meaning", "description", "http code", "exit code", "value"];

/// The rows that count issues, by the name at their beginning or the header above.
pub(super) fn open_rows(text: &str, kind: ResultType) -> Vec<&str> {
    let mut found = Vec::new();
    if memchr::memchr(b'|', text.as_bytes()).is_none() {
        return found;
    }
    let mut table = Vec::new();
    for line in said_lines(text) {
        let row = unmarked(line);
        if row.contains('|') {
            table.push((line, row));
        } else {
            found.extend(Table::read(&table, kind).open());
            table.clear();
        }
    }
    found.extend(Table::read(&table, kind).open());
    found
}

/// The lines of a table, each with its cells.
struct Table<'t> {
    kind: ResultType,
    header: Vec<&'t str>,
    rows: Vec<(&'t str, Vec<&'t str>)>,
    /// Whether some row tells of what passed, or of all.
    has_passes: bool,
    /// Whether one row is of what is so now.
    has_now: bool,
    /// Whether the first column has severities.
    severities: bool,
}

impl<'t> Table<'t> {
    fn read(lines: &[(&'t str, &'t str)], kind: ResultType) -> Self {
        let read = |(line, row): &(&'t str, &'t str)| (*line, cells(row, None));
        let mut rows: Vec<_> = lines.iter().filter(|(_, row)| !is_delimiter(row)).map(read).collect();
        let header: Vec<&str> =
            rows.first().map(|(_, cells)| cells.iter().map(|cell| header_of(cell)).collect()).unwrap_or_default();
        // A header that counts is a row itself.
        if rows.first().is_some_and(|(_, cells)| !is_above_none(cells, 1)) {
            rows.remove(0);
        }
        let names = || rows.iter().filter_map(|(_, cells)| cells.first()).map(|name| plain_title(name));
        Self {
            kind,
            has_passes: names().any(is_pass) && !header.get(1).is_some_and(|name| is_one_of(&CODES, name)),
            has_now: names().any(is_of_now),
            severities: are_severities(names()) || header.first().is_some_and(|name| is_one_of(&["severity"], name)),
            header,
            rows,
        }
    }

    fn open(&self) -> Vec<&'t str> {
        let column = self.count_column();
        let headed = self.headed();
        let is_open = |cells: &[&str]| {
            steps::count(cells.len());
            let Some(name) = cells.first().map(|name| plain_title(name)) else { return false };
            let past = self.has_now && is_of_before(name);
            let in_headed = || headed.iter().take_while(|at| **at < cells.len()).any(|at| is_above_none(cells, *at));
            self.is_named(name, cells, column) || !past && in_headed()
        };
        self.rows.iter().filter(|(_, cells)| is_open(cells)).map(|(line, _)| *line).collect()
    }

    /// The column that counts, or tells what is so now.
    fn count_column(&self) -> Option<usize> {
        let place = |is: &dyn Fn(&str) -> bool| self.header.iter().skip(1).position(|name| is(name)).map(|at| at + 1);
        let counted = self.header.first().is_some_and(|name| is_one_of(&COUNTED, name));
        let metric = self.header.first().is_some_and(|name| is_one_of(&["metric", "measure", "result", ""], name));
        let is_code = |name: &str| is_one_of(&CODES, name) && !(metric && is_one_of(&["value"], name));
        let second = self.header.get(1).filter(|name| counted && !is_code(name)).map(|_| 1);
        place(&is_of_now).or_else(|| place(&|name| is_one_of(&COUNT, name))).or(second)
    }

    /// The columns whose cells count issues. The first may count what something else depends on.
    fn headed(&self) -> Vec<usize> {
        let has_passes = self.header.iter().any(|name| is_pass(name));
        let severe = self.has_findings() && are_severities(self.header.iter().copied());
        let counts = |name: &str| {
            let issues = self.has_findings() && counts_issues(name);
            is_failure(name, self.kind) || issues || severe && is_severity(name)
        };
        let columns =
            self.header.iter().enumerate().filter(|(at, name)| (*at > 0 || has_passes || severe) && counts(name));
        columns.map(|(at, _)| at).collect()
    }

    /// Whether the name of a row is one under which issues are counted, and some are.
    fn is_named(&self, name: &str, cells: &[&str], column: Option<usize>) -> bool {
        let said = || cells.iter().enumerate().skip(1);
        let beside = |at: usize| column.is_none_or(|column| column == at);
        let failure = is_failure(name, self.kind) && (column.is_some() || self.has_passes);
        let issue = || {
            let severe = self.severities && is_severity(name);
            let counted = severe || is_open(name, self.kind) || counts_issues(unfound(name));
            column.is_some() && counted && self.has_findings()
        };
        let asked = || self.has_findings() && asks_for_issues(name) && cells.get(1).is_some_and(|cell| is_yes(cell));
        let tested =
            || is_tested(name) && said().any(|(_, cell)| has_digit(cell) && Verdict::read(cell) == Verdict::Fail);
        (failure || issue()) && said().any(|(at, _)| beside(at) && is_above_none(cells, at)) || asked() || tested()
    }

    /// An implementation may count the issues that it has mended.
    fn has_findings(&self) -> bool {
        self.kind != ResultType::Implementation
    }
}

/// The words of a header; `#` and `No.` are ones, too.
fn header_of(cell: &str) -> &str {
    bare(cell.split_once(" (").map_or(cell, |(name, _)| name)).text
}

fn is_above_none(cells: &[&str], at: usize) -> bool {
    cells.get(at).is_some_and(|cell| leading_count(cell) > 0)
}

/// Whether more than one is a severity: `Major` alone may be part of a version.
fn are_severities<'n>(names: impl Iterator<Item = &'n str>) -> bool {
    names.filter(|name| is_severity(name)).count() > 1
}

/// Whether it is called a failure in so many words. `Failure cases` are cases like others.
fn is_failure(name: &str, kind: ResultType) -> bool {
    kind != ResultType::Verification && heads_failures(name, kind) || heads_failures(name, ResultType::Implementation)
}

/// Whether it is about what passed, or about all.
fn is_pass(name: &str) -> bool {
    let first = name.split_whitespace().next().unwrap_or_default();
    of_word(first) == Some(Verdict::Pass) || is_one_of(&["total", "totals"], first)
}

/// Whether it is about tests, criteria or the like, and nothing else.
fn is_tested(name: &str) -> bool {
    let known = |word: &str| is_one_of(&THINGS, word) || of_word(word) == Some(Verdict::Pass);
    name.split_whitespace().next().is_some_and(|first| is_one_of(&THINGS, first)) && name.split_whitespace().all(known)
}

fn has_digit(cell: &str) -> bool {
    cell.contains(|c: char| c.is_ascii_digit())
}
