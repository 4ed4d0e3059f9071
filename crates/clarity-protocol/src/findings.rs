//! Finding tables, checklists and the results of criteria and tests (R-C8, R-C9).

use std::borrow::Cow;
use std::collections::HashSet;

use envelope_core::Span;
use envelope_core::markdown::{Block as Row, cells, unescape};
use envelope_core::rules::REPEATED_KEY;
use envelope_core::text::{excerpt, find_word, is_placeholder, same_name, says_nothing, strip_decoration};
use serde_json::{Map, Value};

use crate::detail::{Detail, normal};
use crate::model::is_finding;
use crate::pairs::{List, closed_word};
use crate::rules::{EXTRA_COLUMN, MISSING_COLUMN, REQUIRED_CELL, UNKNOWN_WORD, UNLISTED_WORD};
use crate::{Block, Finding, Role};

/// How grave a finding can be: critical blocks progress, major is to be fixed before merging, minor is cosmetic.
pub const SEVERITIES: [&str; 3] = ["critical", "major", "minor"];

/// What nature a finding can have.
pub const FINDING_TYPES: [&str; 10] = [
    "contradiction",
    "terminology-drift",
    "broken-reference",
    "stale-content",
    "missing-coverage",
    "redundant-spec",
    "abstraction-leak",
    "fidelity-loss",
    "scope-violation",
    "regression",
];

/// The index of a severity in [`SEVERITIES`]: 0 is the gravest. An unknown one counts as major, and so does none (R-C9).
pub fn severity_rank(severity: Option<&str>) -> usize {
    severity.and_then(|word| find_word(word, &SEVERITIES)).map_or(1, |word| word.index)
}

/// The status words of a checklist.
pub(crate) const ITEM_STATUSES: [&str; 4] = ["applied", "partial", "missing", "not-applicable"];

/// The columns of a finding table, in the order of the specification.
pub(crate) const COLUMNS: [&str; 7] =
    ["ID", "Severity", "Type", "Location", "Counter-location", "Description", "Suggestion"];
/// The columns that a finding cannot do without: Severity, Type, Location and Description.
const REQUIRED: [usize; 4] = [1, 2, 3, 5];
/// The key of what stands in a column whose name is there before, or beyond the last column.
pub(crate) const SURPLUS: &str = "surplus";

/// Crosses that mark a failing row.
const CROSSES: [char; 6] = ['❌', '✗', '✘', '✖', '✕', '☒'];

/// Where the cells of a finding table belong.
#[derive(Debug)]
pub(crate) struct Columns {
    places: Vec<Place>,
    is_there: [bool; 7],
}

#[derive(Debug)]
enum Place {
    /// In one of the seven.
    Known(usize),
    /// In a column of this name.
    Other(String),
    Surplus,
}

impl Columns {
    /// The columns, if these are the names of a finding table: Severity and two more of the seven.
    pub(crate) fn of(names: &[&str]) -> Option<Self> {
        let mut is_there = [false; 7];
        let mut others = HashSet::from([SURPLUS.to_owned()]);
        let place = |name: &&str| match COLUMNS.iter().position(|column| same_name(column, name)) {
            Some(column) if !std::mem::replace(&mut is_there[column], true) => Place::Known(column),
            _ => match unescape(name).into_owned() {
                name if others.insert(name.clone()) => Place::Other(name),
                _ => Place::Surplus,
            },
        };
        let places = names.iter().map(place).collect();
        let is_table = is_there[1] && is_there.iter().filter(|is_there| **is_there).count() > 2;
        is_table.then_some(Self { places, is_there })
    }
}

pub(crate) fn finding_table(detail: &mut Detail<'_, '_>, header: &Row, columns: Columns, rows: &[Row]) -> Block {
    for (column, name) in COLUMNS.iter().enumerate().filter(|(column, _)| !columns.is_there[*column]) {
        let rule = if REQUIRED.contains(&column) { &REQUIRED_CELL } else { &MISSING_COLUMN };
        detail.sink.push(rule, header.text, || format!("the finding table has no column `{name}`"));
    }
    for (cell, place) in cells(detail.text, header.text).zip(&columns.places) {
        if !matches!(place, Place::Known(_)) {
            let message = || format!("the column `{}` is kept", excerpt(cell.of(detail.text)));
            detail.sink.push(&EXTRA_COLUMN, cell, message);
        }
    }
    let rows = rows.iter().map(|row| finding(detail, row.text, &columns)).collect();
    let known = COLUMNS.iter().map(|name| (*name).to_owned());
    let others = columns.places.into_iter().filter_map(|place| match place {
        Place::Other(name) => Some(name),
        _ => None,
    });
    Block::Findings { rows, columns: known.chain(others).collect() }
}

/// The value of a cell, if it says something.
fn said(text: &str, cell: Span) -> Option<(Span, Cow<'_, str>)> {
    Some((cell, unescape(cell.of(text)))).filter(|(_, value)| !says_nothing(value))
}

/// Reads a row of a finding table.
fn finding(detail: &mut Detail<'_, '_>, row: Span, columns: &Columns) -> Finding {
    let text = detail.text;
    let mut known = [None; 7];
    let (mut extra, mut surplus, mut beyond) = (Map::new(), Vec::new(), None);
    for (index, cell) in cells(text, row).enumerate() {
        let value = || Value::from(unescape(cell.of(text)));
        match columns.places.get(index) {
            Some(Place::Known(column)) => known[*column] = Some(cell),
            Some(Place::Other(_)) if cell.of(text).is_empty() => {}
            Some(Place::Other(name)) => drop(extra.insert(name.clone(), value())),
            place => {
                beyond = beyond.or(Some(cell).filter(|_| place.is_none()));
                surplus.push(value());
            }
        }
    }
    if let Some(cell) = beyond {
        detail.sink.push(&EXTRA_COLUMN, cell, || "a cell beyond the last column is kept".to_owned());
    }
    if !surplus.is_empty() {
        extra.insert(SURPLUS.to_owned(), surplus.into());
    }
    let [id, severity, kind, location, counter_location, description, suggestion] = known.map(|cell| said(text, cell?));
    let mut word = |cell: Option<(Span, Cow<'_, str>)>, list: List| {
        cell.map(|(span, written)| closed_word(&written, strip_signs, list, span, detail.sink))
    };
    let text = |cell: Option<(Span, Cow<'_, str>)>| cell.map(|(_, value)| value.into_owned());
    let mut finding = Finding {
        id: id.map(|(_, value)| strip_decoration(&value).to_owned()),
        severity: word(severity, (&SEVERITIES, &UNKNOWN_WORD)),
        r#type: word(kind, (&FINDING_TYPES, &UNLISTED_WORD)),
        location: text(location),
        counter_location: text(counter_location),
        description: text(description).unwrap_or_default(),
        suggestion: text(suggestion),
        discussion: None,
        extra,
    };
    if is_finding(&finding) {
        check_finding(detail, &mut finding, row, columns);
    }
    finding
}

/// The required columns that a finding has no value for.
pub(crate) fn lacking(finding: &Finding) -> impl Iterator<Item = usize> {
    let Finding { severity, r#type, location, description, .. } = finding;
    let cells = [severity.as_ref(), r#type.as_ref(), location.as_ref(), Some(description)];
    let is_lacking = |cell: Option<&String>| cell.is_none_or(|text| text.is_empty() || is_placeholder(text, &[]));
    REQUIRED.into_iter().zip(cells).filter(move |(_, cell)| is_lacking(*cell)).map(|(column, _)| column)
}

fn check_finding(detail: &mut Detail<'_, '_>, finding: &mut Finding, row: Span, columns: &Columns) {
    for column in lacking(finding).filter(|column| columns.is_there[*column]) {
        detail.sink.push(&REQUIRED_CELL, row, || format!("the finding has no {}", COLUMNS[column]));
    }
    if finding.id.is_none() && columns.is_there[0] {
        detail.sink.push(&MISSING_COLUMN, row, || "the finding has no ID".to_owned());
    }
    let id = finding.id.get_or_insert_with(|| {
        while detail.topics.contains_key(&normal(&format!("F{}", detail.next_id))) {
            detail.next_id += 1;
        }
        format!("F{}", detail.next_id)
    });
    let rank = finding.severity.as_deref().map(|word| severity_rank(Some(word)));
    let of_severity = rank.map(|rank| ["Critical", "Major", "Minor"][rank]);
    for key in of_severity.into_iter().chain(["Findings"]) {
        *detail.facts.counts.entry(key).or_default() += 1;
    }
    detail.facts.issues.push((row, "a finding".into()));
    if !detail.topic(id, Some(row).filter(|_| matches!(rank, Some(0 | 1)))) {
        detail.sink.push(&REPEATED_KEY, row, || format!("a second finding has the ID `{}`", excerpt(id)));
    }
}

/// The text without signs at both ends, warning signs included (R-C9).
fn strip_signs(text: &str) -> &str {
    text.trim_matches(|c: char| {
        !c.is_alphanumeric() && (!c.is_ascii() || c.is_ascii_whitespace() || "*_`\"'#-:.!,".contains(c))
    })
}

/// What a table lists, by the names of its columns.
pub(crate) fn role(names: &[&str]) -> Option<Role> {
    const FIRST: [(Role, [&str; 2]); 3] = [
        (Role::Criteria, ["criterion", "criteria"]),
        (Role::Tests, ["test", "tests"]),
        (Role::Files, ["file", "files"]),
    ];
    if column(names, "item").and(column(names, "status")).is_some() {
        return Some(Role::Checklist);
    }
    let first = names.first()?;
    FIRST.iter().find(|(_, words)| words.iter().any(|word| same_name(word, first))).map(|(role, _)| *role)
}

fn column(names: &[&str], name: &str) -> Option<usize> {
    names.iter().position(|column| same_name(column, name))
}

pub(crate) fn checklist(detail: &mut Detail<'_, '_>, names: &[&str], rows: &[Row]) {
    const COUNTS: [&str; 5] = ["Items", "Applied", "Partial", "Missing", "Not-applicable"];
    let text = detail.text;
    let columns = ["item", "status"].map(|name| column(names, name).unwrap_or(usize::MAX));
    detail.facts.counts.extend(COUNTS.map(|key| (key, detail.facts.counts.get(key).copied().unwrap_or(0))));
    for row in rows {
        let row_cells: Vec<Span> = cells(text, row.text).collect();
        let [item, status] = columns.map(|column| said(text, *row_cells.get(column)?));
        let lacking = match (&item, &status) {
            (None, None) => continue,
            (None, _) => Some("the row has no Item"),
            (_, None) => Some("the item has no Status"),
            _ => None,
        };
        if let Some(lacking) = lacking {
            detail.sink.push(&REQUIRED_CELL, row.text, || lacking.to_owned());
        }
        let Some((span, written)) = status else { continue };
        let word = closed_word(&written, strip_signs, (&ITEM_STATUSES, &UNKNOWN_WORD), span, detail.sink);
        let index = ITEM_STATUSES.iter().position(|status| *status == word);
        let of_status = index.and_then(|index| COUNTS.get(index + 1));
        for key in of_status.into_iter().chain([&"Items"]) {
            *detail.facts.counts.entry(key).or_default() += 1;
        }
        let is_issue = matches!(index, Some(1 | 2));
        if is_issue {
            detail.facts.issues.push((row.text, "a partial or missing item".into()));
        }
        if let Some((_, item)) = item {
            detail.topic(&item, Some(row.text).filter(|_| is_issue));
        }
    }
}

/// Whether a column says what became of something.
pub(crate) fn is_result(name: &str) -> bool {
    ["Result", "Status", "Pass/Fail", "Pass / Fail"].iter().any(|result| same_name(result, name))
}

/// Finds the rows of an implementation result that fail (R-C8).
pub(crate) fn failing_rows(detail: &mut Detail<'_, '_>, names: &[&str], rows: &[Row]) {
    let columns: Vec<bool> = names.iter().map(|name| is_result(name)).collect();
    let fails = |(cell, is_result): (Span, &bool)| *is_result && is_failure(&unescape(cell.of(detail.text)));
    let fails = |row: &&Row| cells(detail.text, row.text).zip(&columns).any(fails);
    let has_results = columns.contains(&true);
    let rows = rows.iter().filter(|_| has_results).filter(fails);
    detail.facts.issues.extend(rows.map(|row| (row.text, "a row that fails".into())));
}

pub(crate) fn is_failure(cell: &str) -> bool {
    let begins_with_cross = cell.trim_start_matches(['*', '_', '`', ' ']).starts_with(CROSSES);
    let stripped = strip_signs(cell);
    let first = stripped.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    begins_with_cross
        || ["fail", "failed", "failing"].iter().any(|word| first.eq_ignore_ascii_case(word))
        || ["no", "not met"].iter().any(|word| same_name(word, stripped))
}
