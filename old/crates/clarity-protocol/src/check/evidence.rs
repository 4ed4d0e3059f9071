//! Everything in a message that says an issue, whatever its type and however it is written (R-C8).

use envelope_core::text::{bare, has_failing_sign, is_failure_word, names_all_of_it};

use super::carried::carried_counts;
use super::counts::BY_SEVERITY;
use super::html::html_tables;
use super::said::said_lines;
use super::told;
use crate::list::{is_finding_id, items, leading_finding_id, leads};
use crate::parse::title;
use crate::results::{Columns, verdicts};
use crate::roles::{Role, finding_column, is_finding_header};
use crate::row::{cells, is_delimiter};
use crate::stray::{stray_rows, unmarked};
use crate::verdict::{self, Verdict};
use crate::words::says_none_found;
use crate::{
    Block, ClarityResult, Field, FindingType, ItemStatus, METRICS, Metric, MetricKind, Metrics, ResultStatus,
    ResultType, SummaryLine,
};

/// Whether the claims, tables or recognised lists show an issue; what the text tells besides is a guess, and founds
/// nothing.
pub(super) fn is_any(line: &SummaryLine, result: &ClarityResult) -> bool {
    !counted(line, result).is_empty()
}

/// What the claims and the detail show, in words; empty when they show no issue.
pub(super) fn shown(line: &SummaryLine, result: &ClarityResult) -> Vec<String> {
    let mut shown = counted(line, result);
    let told = match line.metrics.kind() {
        kind @ (ResultType::Digest | ResultType::DesignPlan) => told::stated(result, kind),
        kind => told::told(result, kind),
    };
    shown.extend(told.into_iter().map(|(what, count, first)| format!("{what}: {count}, such as `{first}`")));
    shown
}

/// What the claims, tables and recognised lists count.
fn counted(line: &SummaryLine, result: &ClarityResult) -> Vec<String> {
    let mut shown = Vec::new();
    let mut say = |what: &str, count: u64| {
        if count > 0 {
            shown.push(format!("{what}: {count}"));
        }
    };
    for (key, count) in claims(line, result) {
        say(&key, count);
    }
    say("findings in a table", result.findings().count() as u64);
    say("findings in a table inside other text", nested_findings(result));
    say("rows of findings without a header", texts(result).flat_map(|(text, _)| said_strays(text)).count() as u64);
    if line.metrics.kind() == ResultType::Consistency {
        say("discussions of findings", stray_discussions(result));
    }
    say("failing rows in a table inside other text", nested_failures(result));
    let items = result.checklist();
    let mut open = 0;
    for status in [ItemStatus::Partial, ItemStatus::Missing] {
        let count = items.iter().filter(|item| item.status == status).count() as u64;
        say(&format!("{status} items"), count);
        open += count;
    }
    let failing = result.verdicts(Role::Checklist).filter(|verdict| *verdict == Verdict::Fail).count() as u64;
    say("failing items", failing.saturating_sub(open));
    for (role, what) in [(Role::Criteria, "failing criteria"), (Role::Tests, "failing tests")] {
        say(what, result.verdicts(role).filter(|verdict| *verdict == Verdict::Fail).count() as u64);
    }
    for (what, count) in result.carried().into_iter().flat_map(carried_counts) {
        say(what, count);
    }
    if line.metrics.kind() == ResultType::Implementation {
        for (role, what) in [(Role::Criteria, "criteria not said to pass"), (Role::Tests, "tests not said to pass")] {
            say(what, unsaid(result, role));
        }
    }
    shown
}

/// Rows of tables that say neither pass nor failure: a cell that is blank or holds another word is no pass.
fn unsaid(result: &ClarityResult, role: Role) -> u64 {
    let tables = result.blocks.iter().filter(|block| matches!(block, Block::Table { role: of, .. } if *of == role));
    let open = |verdict: &Verdict| matches!(verdict, Verdict::Unknown | Verdict::Open);
    tables.flat_map(|block| verdicts(block, role)).filter(open).count() as u64
}

/// Claims of the line that count issues, in the metrics of its type or in pairs of another's.
fn claims(line: &SummaryLine, result: &ClarityResult) -> Vec<(String, u64)> {
    let mut claims = Vec::new();
    let mut add = |metric: &Metric, metrics: &Metrics| match metric.value {
        MetricKind::Count if counts_issues(metric) => {
            claims.push((metric.key.to_owned(), metrics.count(metric.key).unwrap_or_default()));
        }
        MetricKind::Ratio => {
            let open = metrics.ratio(metric.key).map(|ratio| ratio.total.get().saturating_sub(ratio.passed.get()));
            claims.push((format!("{} not passed", metric.key), open.unwrap_or_default()));
        }
        _ => {}
    };
    for metric in Metric::of(line.metrics.kind()) {
        add(metric, &line.metrics);
    }
    for field in &line.other {
        let of_another =
            |metric: &&Metric| metric.of != line.metrics.kind() && metric.key.eq_ignore_ascii_case(&field.key);
        for metric in METRICS.iter().filter(of_another) {
            let mut metrics = Metrics::new(metric.of);
            metrics.set(metric.key, &field.value);
            add(metric, &metrics);
        }
    }
    let is_metric = |field: &Field| METRICS.iter().any(|metric| metric.key.eq_ignore_ascii_case(&field.key));
    let pairs = line.other.iter().filter(|field| !is_metric(field));
    for field in pairs.chain(&result.metadata.other).filter(|field| says_failure(field)) {
        claims.push((field.key.clone(), bare(&field.value).text.parse().unwrap_or(1)));
    }
    claims
}

/// Whether a pair that the type does not have says a failure: `Failed: 2`, `Build: FAILED`.
fn says_failure(field: &Field) -> bool {
    // What those say is held against the line's own status.
    if names_all_of_it(&field.key) {
        return false;
    }
    let word = bare(&field.value).text;
    let counted = verdict::counts_issues(&field.key);
    let failed = is_failure_word(word, false);
    counted && word.parse::<u64>().is_ok_and(|count| count > 0) || failed || has_failing_sign(&field.value)
}

/// Whether a count above none is an issue by itself.
fn counts_issues(metric: &Metric) -> bool {
    metric.key == "Findings"
        || BY_SEVERITY.iter().any(|(key, _)| *key == metric.key)
        || ["Partial", "Missing"].contains(&metric.key)
}

/// Rows of finding tables that stand inside a quotation or a list, and so are kept as text.
fn nested_findings(result: &ClarityResult) -> u64 {
    let piped: u64 = texts(result).filter(|(text, _)| has_pipe(text)).map(|(text, _)| rows_of_findings(text)).sum();
    let marked: u64 = texts(result).flat_map(|(text, _)| html_tables(text)).map(|rows| html_findings(&rows)).sum();
    piped + marked
}

/// The rows of an HTML table of findings, with or without a severity.
fn html_findings(rows: &[Vec<String>]) -> u64 {
    let Some((header, rows)) = rows.split_first() else { return 0 };
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let typed = typed_column(&header);
    let known = |row: &&Vec<String>| match typed {
        Some(at) => row.get(at).is_some_and(|cell| FindingType::read(cell).rank().is_some()),
        None => is_finding_header(&header) && row.iter().any(|cell| !says_none_found(cell)),
    };
    rows.iter().filter(known).count() as u64
}

/// The same for rows that fail, in tables of tests, criteria or items.
fn nested_failures(result: &ClarityResult) -> u64 {
    let role = |above: Option<&str>| above.and_then(|heading| Role::of_heading(title(heading)));
    let piped = texts(result).filter(|(text, _)| has_pipe(text));
    let piped: u64 = piped.map(|(text, above)| failing_rows(text, role(above))).sum();
    let marked = texts(result).flat_map(|(text, above)| html_tables(text).into_iter().map(move |rows| (rows, above)));
    piped + marked.map(|(rows, above)| html_failures(&rows, role(above))).sum::<u64>()
}

/// The rows of an HTML table that say a failure, where it is one of tests, criteria or items.
fn html_failures(rows: &[Vec<String>], heading: Option<Role>) -> u64 {
    let Some((header, rows)) = rows.split_first() else { return 0 };
    let role = Role::of_table(header, heading).or(heading).filter(|role| role.is_judged());
    role.map_or(0, |role| rows.iter().filter(|row| fails(row, role, header)).count() as u64)
}

/// The rows of findings that stand in the text without a header.
pub(crate) fn said_strays(text: &str) -> impl Iterator<Item = &str> {
    // Few texts hold a pipe, and only they are looked at by line.
    Some(text).filter(|text| has_pipe(text)).into_iter().flat_map(|text| stray_rows(said_lines(text)))
}

fn has_pipe(text: &str) -> bool {
    memchr::memchr(b'|', text.as_bytes()).is_some()
}

/// The texts that may hold a table, each with the heading above it.
fn texts(result: &ClarityResult) -> impl Iterator<Item = (&str, Option<&str>)> {
    let mut above = None;
    let texts = result.blocks.iter().filter_map(move |block| match block {
        Block::Section { heading, text } => {
            above = Some(heading.as_str());
            Some((text.as_str(), above))
        }
        Block::Discussion { text, .. } | Block::List { text, .. } | Block::Raw { text } => Some((text.as_str(), above)),
        _ => None,
    });
    let before = (result.before.as_str(), None);
    [before].into_iter().chain(texts)
}

/// Rows that say a failure below a header of tests, criteria or items, or directly below such a heading; dashes or none.
fn failing_rows(text: &str, heading: Option<Role>) -> u64 {
    let mut rows = 0;
    let mut table: Option<(Role, Vec<String>)> = None;
    for line in said_lines(text) {
        let line = unmarked(line);
        if !line.contains('|') {
            table = None;
            continue;
        }
        let row: Vec<String> = cells(line, None).into_iter().map(str::to_owned).collect();
        if let Some((role, columns)) = &table {
            rows += u64::from(!is_delimiter(line) && fails(&row, *role, columns));
        } else if let Some(role) = Role::of_table(&row, heading).filter(|role| role.is_judged()) {
            table = Some((role, row));
        } else if let Some(role) = heading.filter(|role| role.is_judged() && line.starts_with('|')) {
            rows += u64::from(row.len() > 1 && fails(&row, role, &[]));
        }
    }
    rows
}

/// Whether a cell for the result says a failure; without a column for it, any cell but the first.
fn fails(row: &[String], role: Role, columns: &[String]) -> bool {
    Columns::read(role, columns).said(row).verdict == Verdict::Fail
}

fn rows_of_findings(text: &str) -> u64 {
    let mut rows = 0;
    // How many lines below a header this is: the row of dashes, then rows; and where the type stands in a table that has no
    // severity.
    let mut below = 0_u64;
    let mut kind = None;
    for line in said_lines(text) {
        let line = unmarked(line);
        below = match below {
            _ if !line.contains('|') => 0,
            0 => {
                let header = cells(line, None);
                kind = typed_column(&header);
                u64::from(kind.is_some() || is_finding_header(&header))
            }
            1 if !is_delimiter(line) => 0,
            1 => 2,
            _ => {
                let known =
                    |at: usize| cells(line, None).get(at).is_some_and(|cell| FindingType::read(cell).rank().is_some());
                rows += u64::from(kind.is_none_or(known));
                2
            }
        };
    }
    rows
}

/// Where the type stands in the header of a table that would be one of findings, had it a severity.
fn typed_column(header: &[&str]) -> Option<usize> {
    let known = header.iter().filter(|cell| finding_column(cell).is_some()).count();
    let at = header.iter().position(|cell| finding_column(cell) == Some(2))?;
    (known > 2 && !is_finding_header(header)).then_some(at)
}

/// Findings that the message claims or holds and no finding table lists; on CLEAN they are an issue in any case.
pub(super) fn unlisted(line: &SummaryLine, result: &ClarityResult) -> Option<String> {
    if line.status == ResultStatus::Clean {
        return None;
    }
    let tabled = result.blocks.iter().any(|block| matches!(block, Block::Findings { .. }));
    let nested = nested_findings(result);
    let claimed = line.metrics.count("Findings").filter(|_| !tabled).unwrap_or_default();
    // Of the other types, checklists and results of tests show what was found.
    let needs_table = matches!(line.metrics.kind(), ResultType::Digest | ResultType::DesignPlan);
    match () {
        () if nested > 0 => Some("a finding table inside other text is kept as text".to_owned()),
        () if claimed > 0 => Some(format!("Findings is {claimed}, but no finding table lists them")),
        () if needs_table && !tabled && line.status == ResultStatus::Findings => {
            Some("FINDINGS, but no finding table lists any".to_owned())
        }
        () => None,
    }
}

/// Discussions of findings where no table has any.
fn stray_discussions(result: &ClarityResult) -> u64 {
    if result.findings().next().is_some() {
        return 0;
    }
    let named = |item: &&str| leads(item).into_iter().any(is_finding_id);
    let of_findings = |block: &Block| match block {
        Block::Discussion { id, .. } => usize::from(is_finding_id(id)),
        Block::List { role: Role::Discussions, text } => items(text).into_iter().filter(named).count(),
        _ => 0,
    };
    let before = said_lines(&result.before).filter(|line| line.starts_with(['#', '*']));
    let ahead = before.filter(|line| leading_finding_id(title(line)).is_some()).count();
    (result.blocks.iter().map(of_findings).sum::<usize>() + ahead) as u64
}
