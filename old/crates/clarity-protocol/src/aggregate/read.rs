//! The report from its Markdown, as [`render`](super::render) writes it.

use std::str::FromStr;

use envelope_core::{Count, Diagnostic, Span};

use super::cell::{read_cell, read_line};
use super::disagree::share;
use super::finish::{count, ids_of, severities};
use super::rules::REPORT_FORM;
use super::tables::{
    COVERAGE, DETAIL, DETAILS, DISAGREEMENTS, FIGURES, FINDINGS, GAPS, HELD, MEAN, NONE, QUARANTINED, SOURCES, SUMMARY,
    TITLE, Table,
};
use super::{
    Cells, Covered, Detail, Disagreement, DisagreementKind, FindingSource, Gap, GlobalId, Quarantined, Stats, Text,
    UnifiedFinding, UnifiedReport, UnitCoverage, UnitStatus,
};
use crate::row::{cells, is_closed};
use crate::{FindingSeverity, FindingType};

type Read<T> = Result<T, Box<Diagnostic>>;

/// Reads a report back. It is a format of ours, written by programs: what is not as [`render`](super::render) writes
/// it is refused, and the error says at which line.
///
/// ```
/// use clarity_protocol::aggregate::{Aggregate, parse, render};
/// let report = Aggregate::new().finish();
/// assert_eq!(parse(&render(&report)), Ok(report));
/// assert!(parse("# Another report\n").is_err());
/// ```
pub fn parse(text: &str) -> Result<UnifiedReport, Box<Diagnostic>> {
    let mut lines = Lines { text, at: 0 };
    lines.expect(TITLE)?;
    let (stats, held) = stats(&mut lines)?;
    let mut report = UnifiedReport { stats, ..UnifiedReport::default() };
    lines.table(&COVERAGE, |[unit, status, coverage, findings, files]| {
        report.coverage.push(UnitCoverage {
            unit: unit.text()?,
            status: status.one_of(&UnitStatus::ALL, UnitStatus::as_str)?,
            coverage: covered(coverage),
            findings: findings.count()?,
            files: files.json()?,
        });
        Ok(())
    })?;
    lines.table(&FINDINGS, |[id, severity, kind, location, counter_location, description, suggestion]| {
        let expected = GlobalId::at(report.findings.len());
        report.findings.push(UnifiedFinding {
            id: id
                .parse()
                .and_then(|found| if found == expected { Ok(found) } else { Err(id.wrong("the next id")) })?,
            severity: read_severity(&severity.text()?),
            kind: read_type(&kind.text()?),
            location: location.optional(),
            counter_location: counter_location.optional(),
            description: description.text()?,
            suggestion: suggestion.optional(),
            sources: Vec::new(),
            disagreements: Vec::new(),
        });
        Ok(())
    })?;
    if report.stats.total_findings != count(report.findings.len()) {
        return Err(lines.wrong("as many findings as the summary counts"));
    }
    let mut counted = report.stats.clone();
    severities(&report.findings, &mut counted);
    if counted != report.stats {
        return Err(lines.wrong("as many findings of each severity as the summary counts"));
    }
    report.details = details(&mut lines, report.findings.len())?;
    lines.table(&GAPS, |[unit, status, coverage, reason, file]| {
        report.gaps.push(Gap {
            unit: unit.text()?,
            status: status.one_of(&UnitStatus::ALL, UnitStatus::as_str)?,
            coverage: covered(coverage),
            reason: reason.text()?,
            file: file.optional(),
        });
        Ok(())
    })?;
    let known = report.findings.len();
    lines.table(&DISAGREEMENTS, |[kind, ids, note]| {
        let one = |id: &str| Cell { text: id, span: ids.span }.id(known);
        report.disagreements.push(Disagreement {
            kind: kind.one_of(&DisagreementKind::ALL, DisagreementKind::as_str)?,
            ids: ids.text.split(", ").map(one).collect::<Read<_>>()?,
            note: note.text()?,
        });
        Ok(())
    })?;
    lines.table(&SOURCES, |row| source(&row, &mut report.findings))?;
    if report.findings.iter().any(|finding| finding.sources.is_empty()) {
        return Err(lines.wrong("a source of every finding"));
    }
    lines.table(&QUARANTINED, |[file, agent, id, cells, text, reason]| {
        report.quarantined.push(Quarantined {
            file: file.text()?,
            agent: agent.optional(),
            id: id.optional(),
            cells: further(cells)?,
            text: text.optional(),
            reason: reason.text()?,
        });
        Ok(())
    })?;
    if held != count(report.quarantined.len()) {
        return Err(lines.wrong("as much in quarantine as the summary counts"));
    }
    lines.end()?;
    report.ids = ids_of(&report.findings);
    share(&report.disagreements, &mut report.findings);
    Ok(report)
}

/// The figures, and how much is in quarantine.
fn stats(lines: &mut Lines<'_>) -> Read<(Stats, Count)> {
    let mut stats = Stats::default();
    let mut held = Count::default();
    let mut figures = FIGURES.iter();
    let mut mean = false;
    lines.table(&SUMMARY, |[name, value]| {
        match figures.next() {
            Some((expected, figure)) if name.text == *expected => *figure(&mut stats) = value.count()?,
            None if name.text == MEAN && !mean => {
                mean = true;
                let percent = value.optional().map(|text| Covered::read(&text).percent());
                stats.coverage_percent = percent.map(|it| it.ok_or_else(|| value.wrong("a percentage"))).transpose()?;
            }
            None if name.text == HELD && mean && held == Count::default() => held = value.count()?,
            _ => return Err(name.wrong("the figures in their order")),
        }
        Ok(())
    })?;
    let buckets = [stats.clean, stats.findings, stats.partial, stats.error, stats.unparseable];
    if buckets.iter().fold(0_u64, |sum, bucket| sum.saturating_add(bucket.get())) != stats.results.get() {
        return Err(lines.wrong("buckets that add up to the results"));
    }
    if mean { Ok((stats, held)) } else { Err(lines.wrong("all the figures")) }
}

fn details(lines: &mut Lines<'_>, known: usize) -> Read<Vec<Detail>> {
    lines.heading(DETAILS)?;
    let mut details = Vec::new();
    while let Some(heading) = lines.peek_after_blank().and_then(|line| line.strip_prefix(DETAIL)) {
        lines.expect("")?;
        let span = lines.next_line().map(|(_, span)| span).unwrap_or_default();
        let (id, file) = heading.split_once(", ").unwrap_or((heading, ""));
        let id = Cell { text: id, span }.id(known)?;
        lines.expect("")?;
        let mut text: Vec<String> = Vec::new();
        while let Some(line) = lines.peek().and_then(|line| line.strip_prefix('>')) {
            text.push(read_line(line.strip_prefix(' ').unwrap_or(line)));
            let _ = lines.next_line();
        }
        if text.is_empty() {
            return Err(lines.wrong("a quote"));
        }
        details.push(Detail { id, file: read_line(file).into(), text: text.join("\n").into() });
    }
    if details.is_empty() {
        lines.expect("")?;
        lines.expect(NONE)?;
    }
    Ok(details)
}

fn source(row: &[Cell<'_>; 11], findings: &mut [UnifiedFinding]) -> Read<()> {
    let [id, file, agent, local, severity, kind, location, counter_location, description, suggestion, extra] = row;
    let index = id.id(findings.len())?.index();
    let finding = findings.get_mut(index).ok_or_else(|| id.wrong("a finding of the report"))?;
    finding.sources.push(FindingSource {
        file: file.text()?,
        agent: agent.optional(),
        id: local.text()?,
        severity: read_severity(&severity.text()?),
        kind: read_type(&kind.text()?),
        location: location.optional(),
        counter_location: counter_location.optional(),
        description: description.text()?,
        suggestion: suggestion.optional(),
        extra: further(*extra)?,
    });
    Ok(())
}

fn covered(cell: Cell<'_>) -> Option<Covered> {
    cell.optional().map(|text| Covered::read(&text))
}

fn further(cell: Cell<'_>) -> Read<Cells> {
    if cell.optional().is_some() { cell.json() } else { Ok(Cells::default()) }
}

/// The word as it stands: decoration belongs to a word outside the list.
fn read_severity(text: &str) -> FindingSeverity {
    let known = Some(FindingSeverity::read(text)).filter(|word| word.as_str() == text);
    known.unwrap_or_else(|| FindingSeverity::Other(text.to_owned()))
}

fn read_type(text: &str) -> FindingType {
    let known = Some(FindingType::read(text)).filter(|word| word.as_str() == text);
    known.unwrap_or_else(|| FindingType::Other(text.to_owned()))
}

/// A cell as it stands in its row.
#[derive(Clone, Copy, Debug)]
struct Cell<'t> {
    text: &'t str,
    span: Span,
}

impl Cell<'_> {
    fn wrong(self, expected: &str) -> Box<Diagnostic> {
        wrong(self.span, expected)
    }

    fn optional(self) -> Option<Text> {
        read_cell(self.text).map(Text::from)
    }

    fn text(self) -> Read<Text> {
        self.optional().ok_or_else(|| self.wrong("a text"))
    }

    fn parse<T: FromStr>(self) -> Read<T> {
        self.text.parse().map_err(|_| self.wrong("an id or a number"))
    }

    fn count(self) -> Read<Count> {
        Count::new(self.parse()?).ok_or_else(|| self.wrong("a count"))
    }

    fn id(self, known: usize) -> Read<GlobalId> {
        let id: GlobalId = self.parse()?;
        if id.index() < known { Ok(id) } else { Err(self.wrong("a finding of the report")) }
    }

    fn one_of<T: Copy>(self, all: &[T], word: fn(T) -> &'static str) -> Read<T> {
        all.iter().copied().find(|one| word(*one) == self.text).ok_or_else(|| self.wrong("a word of the list"))
    }

    fn json<T: serde::de::DeserializeOwned>(self) -> Read<T> {
        serde_json::from_str(&self.text()?).map_err(|_| self.wrong("JSON"))
    }
}

fn wrong(span: Span, expected: &str) -> Box<Diagnostic> {
    let message = format!("this is not as a unified report is written: expected {expected}");
    Box::new(Diagnostic::new(&REPORT_FORM, span, message).help("render the report again from its JSON or its inputs"))
}

/// The lines of the text, one after the other.
struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lines<'t> {
    fn line_at(&self, at: usize) -> Option<(&'t str, Span, usize)> {
        let rest = self.text.get(at..).filter(|rest| !rest.is_empty())?;
        let (line, after) = rest.split_once('\n').map_or((rest, rest.len()), |(line, _)| (line, line.len() + 1));
        let line = line.strip_suffix('\r').unwrap_or(line);
        Some((line, Span::new(at, at + line.len()), at + after))
    }

    fn peek(&self) -> Option<&'t str> {
        self.line_at(self.at).map(|(line, ..)| line)
    }

    /// The line behind the blank one that comes next.
    fn peek_after_blank(&self) -> Option<&'t str> {
        let (line, _, next) = self.line_at(self.at)?;
        self.line_at(next).filter(|_| line.is_empty()).map(|(line, ..)| line)
    }

    fn next_line(&mut self) -> Option<(&'t str, Span)> {
        let (line, span, next) = self.line_at(self.at)?;
        self.at = next;
        Some((line, span))
    }

    fn wrong(&self, expected: &str) -> Box<Diagnostic> {
        let span = self.line_at(self.at).map_or(Span::at(self.text.len()), |(_, span, _)| span);
        wrong(span, expected)
    }

    fn expect(&mut self, expected: &str) -> Read<()> {
        if self.peek() != Some(expected) {
            return Err(self.wrong(&if expected.is_empty() {
                "a blank line".to_owned()
            } else {
                format!("`{expected}`")
            }));
        }
        let _ = self.next_line();
        Ok(())
    }

    fn heading(&mut self, heading: &str) -> Read<()> {
        self.expect("")?;
        self.expect(heading)
    }

    fn table<const N: usize>(&mut self, table: &Table<N>, mut row: impl FnMut([Cell<'t>; N]) -> Read<()>) -> Read<()> {
        self.heading(table.heading)?;
        self.expect("")?;
        if self.peek() == Some(NONE) {
            return self.expect(NONE);
        }
        self.expect(&format!("| {} |", table.columns.join(" | ")))?;
        self.expect(&format!("|{}", "---|".repeat(N)))?;
        while let Some((line, span)) = self.line_at(self.at).map(|(line, span, _)| (line, span)) {
            if !line.starts_with('|') {
                break;
            }
            if !is_closed(line) {
                return Err(self.wrong("a row that ends with `|`"));
            }
            let found: Vec<Cell<'t>> = cells(line, Some(N))
                .into_iter()
                .map(|text| Cell { text, span: Span::of_slice(line, text).shifted(span.start()) })
                .collect();
            let found = found.try_into().map_err(|_| self.wrong(&format!("a row of {N} cells")))?;
            row(found)?;
            let _ = self.next_line();
        }
        Ok(())
    }

    fn end(&self) -> Read<()> {
        if self.at >= self.text.len() { Ok(()) } else { Err(self.wrong("the end of the report")) }
    }
}
