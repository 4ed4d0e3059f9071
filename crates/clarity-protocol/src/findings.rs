//! Finding tables, checklists and the results of criteria and tests (R-C8, R-C9).

use std::borrow::Cow;

use envelope_core::Span;
use envelope_core::markdown::{Block as Row, cells, unescape};
use envelope_core::text::{excerpt, find_word, is_placeholder, same_name, says_nothing, strip_decoration};

use crate::detail::Detail;
use crate::rules::{
    EXTRA_COLUMN, MISSING_COLUMN, MISSING_ID, REPEATED_ID, REQUIRED_CELL, REQUIRED_COLUMN, UNKNOWN_FINDING_TYPE,
    UNKNOWN_ITEM_STATUS, UNKNOWN_SEVERITY,
};
use crate::words::{ITEM_STATUSES, strip_signs};
use crate::{Block, Finding, FindingSeverity, FindingType, Role};

/// The columns of a finding table, in the order of the specification.
pub(crate) const COLUMNS: [&str; 7] =
    ["ID", "Severity", "Type", "Location", "Counter-location", "Description", "Suggestion"];
const ID: usize = 0;
const SEVERITY: usize = 1;
const TYPE: usize = 2;
const LOCATION: usize = 3;
const COUNTER_LOCATION: usize = 4;
const DESCRIPTION: usize = 5;
const SUGGESTION: usize = 6;
/// The columns that a finding cannot do without.
const REQUIRED: [usize; 4] = [SEVERITY, TYPE, LOCATION, DESCRIPTION];

/// Crosses that mark a failing row.
const CROSSES: [char; 6] = ['❌', '✗', '✘', '✖', '✕', '☒'];

/// Where the columns of a finding table are.
#[derive(Debug)]
pub(crate) struct Columns {
    known: [Option<usize>; 7],
    others: Vec<usize>,
    count: usize,
}

impl Columns {
    /// The columns, if these are the names of a finding table: Severity and two more of the seven.
    pub(crate) fn of(names: &[&str]) -> Option<Self> {
        let mut known = [None; 7];
        let mut others = Vec::new();
        for (index, name) in names.iter().enumerate() {
            match COLUMNS.iter().position(|column| same_name(column, name)) {
                Some(column) if known[column].is_none() => known[column] = Some(index),
                _ => others.push(index),
            }
        }
        let is_table = known[SEVERITY].is_some() && known.iter().flatten().count() > 2;
        is_table.then_some(Self { known, others, count: names.len() })
    }
}

pub(crate) fn finding_table(detail: &mut Detail<'_, '_>, header: &Row, columns: &Columns, rows: &[Row]) -> Block {
    let text = detail.text;
    for (column, name) in COLUMNS.iter().enumerate().filter(|(column, _)| columns.known[*column].is_none()) {
        let rule = if REQUIRED.contains(&column) {
            &REQUIRED_COLUMN
        } else if column == ID {
            &MISSING_ID
        } else {
            &MISSING_COLUMN
        };
        detail.sink.push(rule, header.text, || format!("the finding table has no column `{name}`"));
    }
    let written: Vec<Span> = cells(text, header.text).collect();
    let others = columns.others.iter().filter_map(|index| written.get(*index));
    let mut names: Vec<String> = COLUMNS.iter().map(|name| (*name).to_owned()).collect();
    for column in others {
        detail.sink.push(&EXTRA_COLUMN, *column, || format!("the column `{}` is kept", excerpt(column.of(text))));
        names.push(unescape(column.of(text)).into_owned());
    }
    let mut cells_of_row = Vec::new();
    let rows = rows.iter().map(|row| {
        cells_of_row.clear();
        cells_of_row.extend(cells(text, row.text));
        finding(detail, row.text, columns, &cells_of_row)
    });
    Block::Findings { rows: rows.collect(), columns: names }
}

/// The value of a cell, if it says something.
fn said(text: &str, cell: Span) -> Option<Cow<'_, str>> {
    Some(unescape(cell.of(text))).filter(|value| !says_nothing(value))
}

/// Reads a row of a finding table.
fn finding(detail: &mut Detail<'_, '_>, row: Span, columns: &Columns, row_cells: &[Span]) -> Finding {
    let text = detail.text;
    let cell = |column: usize| {
        let span = *row_cells.get(columns.known[column]?)?;
        said(text, span).map(|value| (span, value))
    };
    let value = |column: usize| cell(column).map(|(_, value)| value.into_owned());
    let severity = cell(SEVERITY).map(|(span, _)| severity(detail, span));
    let kind = cell(TYPE).map(|(span, _)| finding_type(detail, span));
    let all = |span: &Span| unescape(span.of(text)).into_owned();
    let mut finding = Finding {
        id: cell(ID).map(|(_, value)| strip_decoration(&value).to_owned()),
        severity,
        r#type: kind,
        location: value(LOCATION),
        counter_location: value(COUNTER_LOCATION),
        description: value(DESCRIPTION),
        suggestion: value(SUGGESTION),
        extra: columns.others.iter().map(|index| row_cells.get(*index).map(all).unwrap_or_default()).collect(),
        surplus: row_cells.iter().skip(columns.count).map(all).collect(),
    };
    if let Some(surplus) = row_cells.get(columns.count) {
        detail.sink.push(&EXTRA_COLUMN, *surplus, || "a cell beyond the last column is kept".to_owned());
    }
    if finding.is_finding() {
        check_finding(detail, &mut finding, row, columns);
    }
    finding
}

fn is_value(cell: Option<&String>) -> bool {
    cell.is_some_and(|text| !is_placeholder(text, &[]))
}

fn check_finding(detail: &mut Detail<'_, '_>, finding: &mut Finding, row: Span, columns: &Columns) {
    let are_there = [
        finding.severity.is_some(),
        finding.r#type.is_some(),
        is_value(finding.location.as_ref()),
        is_value(finding.description.as_ref()),
    ];
    let lacking =
        REQUIRED.iter().zip(are_there).filter(|(column, is_there)| columns.known[**column].is_some() && !is_there);
    for (column, _) in lacking {
        detail.sink.push(&REQUIRED_CELL, row, || format!("the finding has no {}", COLUMNS[*column]));
    }
    if finding.id.is_none() {
        if columns.known[ID].is_some() {
            detail.sink.push(&MISSING_ID, row, || "the finding has no ID".to_owned());
        }
        while detail.has_topic(&format!("F{}", detail.next_id)) {
            detail.next_id += 1;
        }
        finding.id = Some(format!("F{}", detail.next_id));
    }
    detail.facts.findings += 1;
    detail.facts.issues.push((row, "a finding"));
    let index = match finding.severity {
        Some(FindingSeverity::Critical) => Some(0),
        Some(FindingSeverity::Major) => Some(1),
        Some(FindingSeverity::Minor) => Some(2),
        _ => None,
    };
    match index {
        Some(index) => detail.facts.severities[index] += 1,
        None => detail.facts.has_odd_severity = true,
    }
    let id = finding.id.as_deref().unwrap_or_default();
    if !detail.topic(id, Some(row).filter(|_| matches!(index, Some(0 | 1)))) {
        detail.sink.push(&REPEATED_ID, row, || format!("a second finding has the ID `{}`", excerpt(id)));
    }
}

/// A word of a closed list in a cell, signs stripped; `None` if it is none of them.
fn word(detail: &mut Detail<'_, '_>, span: Span, words: &[&'static str]) -> Option<usize> {
    let written = span.of(detail.text);
    let found = find_word(strip_signs(written), words)?;
    if words[found.index] != written {
        detail.sink.decoration(span);
    }
    Some(found.index)
}

fn severity(detail: &mut Detail<'_, '_>, span: Span) -> FindingSeverity {
    if let Some(index) = word(detail, span, FindingSeverity::WORDS) {
        return FindingSeverity::from(FindingSeverity::WORDS[index]);
    }
    let written = unescape(span.of(detail.text));
    detail.sink.push(&UNKNOWN_SEVERITY, span, || format!("unknown severity `{}`", excerpt(&written)));
    FindingSeverity::Other(written.into_owned())
}

fn finding_type(detail: &mut Detail<'_, '_>, span: Span) -> FindingType {
    if let Some(index) = word(detail, span, FindingType::WORDS) {
        return FindingType::from(FindingType::WORDS[index]);
    }
    let written = unescape(span.of(detail.text));
    detail.sink.push(&UNKNOWN_FINDING_TYPE, span, || format!("unknown finding type `{}`", excerpt(&written)));
    FindingType::Other(written.into_owned())
}

/// What a table lists, by the names of its columns.
pub(crate) fn role(names: &[&str]) -> Option<Role> {
    const FIRST: [(Role, &[&str]); 3] = [
        (Role::Criteria, &["criterion", "criteria", "acceptance criterion", "acceptance criteria"]),
        (Role::Tests, &["test", "tests", "test name"]),
        (Role::Files, &["file", "files", "path"]),
    ];
    let has = |name: &str| names.iter().any(|column| same_name(column, name));
    if has("item") && has("status") {
        return Some(Role::Checklist);
    }
    let first = names.first()?;
    let is_first = |words: &[&str]| words.iter().any(|word| same_name(word, first));
    FIRST.iter().find(|(_, words)| is_first(words)).map(|(role, _)| *role)
}

pub(crate) fn checklist(detail: &mut Detail<'_, '_>, names: &[&str], rows: &[Row]) {
    let text = detail.text;
    let column = |name: &str| names.iter().position(|column| same_name(column, name)).unwrap_or(usize::MAX);
    let (item_column, status_column) = (column("item"), column("status"));
    detail.facts.has_checklist = true;
    for row in rows {
        let row_cells: Vec<Span> = cells(text, row.text).collect();
        let in_column = |column: usize| row_cells.get(column).and_then(|cell| Some((*cell, said(text, *cell)?)));
        let (item, status) = match (in_column(item_column), in_column(status_column)) {
            (None, None) => continue,
            (item, Some((status, _))) => (item, status),
            (Some(_), None) => {
                detail.sink.push(&REQUIRED_CELL, row.text, || "the item has no Status".to_owned());
                continue;
            }
        };
        detail.facts.items += 1;
        let index = word(detail, status, &ITEM_STATUSES);
        match index {
            Some(index) => detail.facts.item_statuses[index] += 1,
            None => {
                let written = status.of(text);
                detail
                    .sink
                    .push(&UNKNOWN_ITEM_STATUS, status, || format!("unknown item status `{}`", excerpt(written)));
            }
        }
        let is_issue = matches!(index, Some(1 | 2));
        if is_issue {
            detail.facts.issues.push((row.text, "a partial or missing item"));
        }
        match item {
            Some((_, item)) => drop(detail.topic(&item, Some(row.text).filter(|_| is_issue))),
            None => detail.sink.push(&REQUIRED_CELL, row.text, || "the row has no Item".to_owned()),
        }
    }
}

fn is_result(name: &str) -> bool {
    ["Result", "Status", "Pass/Fail", "Pass / Fail"].iter().any(|result| same_name(result, name))
}

/// Whether a table says what became of something.
pub(crate) fn is_result_table(names: &[&str]) -> bool {
    role(names).is_some() || names.iter().any(|name| is_result(name))
}

/// Finds the rows of an implementation result that fail (R-C8).
pub(crate) fn failing_rows(detail: &mut Detail<'_, '_>, names: &[&str], rows: &[Row]) {
    let columns: Vec<bool> = names.iter().map(|name| is_result(name)).collect();
    if !columns.contains(&true) {
        return;
    }
    for row in rows {
        let fails = |(cell, is_result): (Span, &bool)| *is_result && is_failure(&unescape(cell.of(detail.text)));
        if cells(detail.text, row.text).zip(&columns).any(fails) {
            detail.facts.issues.push((row.text, "a row that fails"));
        }
    }
}

pub(crate) fn is_failure(cell: &str) -> bool {
    let begins_with_cross = cell.trim_start_matches(['*', '_', '`', ' ']).starts_with(CROSSES);
    let stripped = strip_signs(cell);
    let first = stripped.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    begins_with_cross
        || ["fail", "failed", "failing"].iter().any(|word| first.eq_ignore_ascii_case(word))
        || ["no", "not met"].iter().any(|word| same_name(word, stripped))
}
