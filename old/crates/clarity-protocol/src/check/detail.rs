//! The rules on finding tables and checklists (R-C9).

use std::collections::HashSet;

use envelope_core::rules::TEMPLATE_ECHO;
use envelope_core::text::{Placeholder, placeholder, stands_for_more};
use envelope_core::{Issue, Path};

use super::echo;
use super::evidence::said_strays;
use crate::judged::Judged;
use crate::list::{items, name_and_rest};
use crate::roles::{FINDING_COLUMNS, Role};
use crate::rules::{
    EMPTY_ROW, MISSING_CELL, MISSING_COLUMN, MISSING_ID, REPEATED_ID, STRAY_ROW, SURPLUS_CELLS, UNKNOWN_COLUMN,
    UNKNOWN_FINDING_TYPE, UNKNOWN_ITEM_STATUS, UNKNOWN_SEVERITY,
};
use crate::{Block, ClarityResult, Finding, FindingSeverity, FindingType, ItemStatus, ResultType};

/// The columns that every finding needs, with the members of [`Finding`] that hold them.
const NEEDED: [(&str, &str); 4] =
    [("Severity", "severity"), ("Type", "type"), ("Location", "location"), ("Description", "description")];

/// The member below which the tree has the rows without a header.
pub(crate) const STRAY_ROWS: &str = "stray_rows";

pub(super) fn check_detail(result: &ClarityResult, issues: &mut Vec<Issue>) {
    let mut ids = HashSet::new();
    for (at, block) in result.blocks.iter().enumerate() {
        let path = || Path::root().key("blocks").index(at);
        match block {
            Block::Findings { columns, rows } => {
                check_columns(columns, &path, issues);
                for (index, row) in rows.iter().enumerate() {
                    let path = || path().key("rows").index(index);
                    if row.is_empty() {
                        let message = "the row says that there is no finding, and counts as none";
                        issues.push(Issue::new(&EMPTY_ROW, path(), message).help("leave the row out"));
                        continue;
                    }
                    check_finding(row, columns, &path, issues);
                    if let Some(id) = row.id.as_deref().filter(|id| !ids.insert(*id)) {
                        let message = format!("the id {id} stands twice");
                        issues.push(Issue::new(&REPEATED_ID, path().key("id"), message));
                    }
                }
            }
            Block::Table { role, columns, rows } => {
                let checked = *role == Role::Checklist && verifies(result);
                let key = role.column(0, columns);
                for (index, row) in rows.iter().enumerate() {
                    let path = || path().key("rows").index(index);
                    if row.len() > columns.len() {
                        issues.push(surplus(path().index(columns.len())));
                    }
                    let cell = key.and_then(|at| Some((at, row.get(at)?)));
                    let more = cell.and_then(|(at, cell)| left_out(cell, || path().index(at)));
                    if more.is_some() {
                        issues.extend(more);
                    } else if checked {
                        issues.extend(item_status(row, columns, &path));
                    }
                }
            }
            Block::List { role, text } => {
                let checked = *role == Role::Checklist && verifies(result);
                if checked || has_ellipsis(text) {
                    check_items(text, checked, &path, issues);
                }
                check_strays(text, &path, issues);
            }
            Block::Section { text, .. } | Block::Discussion { text, .. } | Block::Raw { text } => {
                check_strays(text, &path, issues);
            }
            _ => {}
        }
    }
    check_strays(&result.before, &Path::root, issues);
}

fn check_items(text: &str, checked: bool, path: &dyn Fn() -> Path, issues: &mut Vec<Issue>) {
    for (index, item) in items(text).into_iter().enumerate() {
        let path = || path().key(ITEMS).index(index);
        let more = left_out(item, path);
        if more.is_some() || !checked {
            issues.extend(more);
            continue;
        }
        let status = Judged::read(item, Role::Checklist).status();
        let word = Some(status.as_str()).filter(|word| !word.is_empty() && status.rank().is_none());
        issues.extend(word.and_then(|word| unknown_status(word, path)));
    }
}

/// A look over a whole list: most have none.
fn has_ellipsis(text: &str) -> bool {
    ["...", "…"].into_iter().any(|dots| memchr::memmem::find(text.as_bytes(), dots.as_bytes()).is_some())
}

/// An ellipsis in place of an entry stands for entries left out, and counts as none (R-A4).
fn left_out(entry: &str, path: impl FnOnce() -> Path) -> Option<Issue> {
    let ticked = entry.strip_prefix('[').and_then(|rest| rest.get(1..)?.strip_prefix("] "));
    let entry = ticked.unwrap_or(entry);
    let start = entry.trim_start_matches(|c: char| " \t*_`\"'([".contains(c));
    if !start.starts_with(['.', '…']) {
        return None;
    }
    let alone = placeholder(name_and_rest(entry).0) == Some(Placeholder::Ellipsis);
    let message = "an ellipsis stands for entries left out";
    (alone || stands_for_more(start))
        .then(|| Issue::new(&TEMPLATE_ECHO, path(), message).help("list them all, each with what is said of it"))
}

/// Rows of findings that no header explains (R-A3).
fn check_strays(text: &str, path: &dyn Fn() -> Path, issues: &mut Vec<Issue>) {
    for (at, _) in said_strays(text).enumerate() {
        let message = "a row of findings stands below no header";
        let help = format!("write `| {} |` and a row of dashes above", FINDING_COLUMNS.join(" | "));
        issues.push(Issue::new(&STRAY_ROW, path().key(STRAY_ROWS).index(at), message).help(help));
    }
}

/// Whether items of a checklist are held to the four words: in other results it may be a list of something else.
fn verifies(result: &ClarityResult) -> bool {
    result.kind().is_none_or(|kind| kind == ResultType::Verification)
}

/// Under this key the tree of places lists the items of a list, which no value has a member for.
pub(crate) const ITEMS: &str = "items";

fn check_columns(columns: &[String], path: &dyn Fn() -> Path, issues: &mut Vec<Issue>) {
    let has = |name: &str| columns.iter().any(|column| column == name);
    let path = || path().key("columns");
    if !has("ID") {
        let message = "the table has no ids; they are given by position";
        issues.push(Issue::new(&MISSING_ID, path(), message).help("add a column `ID`"));
    }
    for name in ["Counter-location", "Suggestion"].into_iter().filter(|name| !has(name)) {
        let message = format!("the table has no column {name}");
        issues.push(Issue::new(&MISSING_COLUMN, path(), message).help(format!("add a column `{name}`")));
    }
    for (name, _) in NEEDED.into_iter().filter(|(name, _)| !has(name)) {
        let message = format!("the table has no column {name}");
        issues.push(Issue::new(&MISSING_CELL, path(), message).help(format!("add a column `{name}`")));
    }
    let mut met = HashSet::new();
    for (at, column) in columns.iter().enumerate() {
        let known = FINDING_COLUMNS.contains(&column.as_str()) && met.insert(column);
        if !known {
            issues.push(Issue::new(&UNKNOWN_COLUMN, path().index(at), format!("a further column `{column}`")));
        }
    }
}

fn check_finding(row: &Finding, columns: &[String], path: &dyn Fn() -> Path, issues: &mut Vec<Issue>) {
    let has = |name: &str| columns.iter().any(|column| column == name);
    for (name, member) in NEEDED {
        match row.cell(name) {
            None if has(name) => {
                let message = format!("the finding has no {}", name.to_lowercase());
                issues.push(Issue::new(&MISSING_CELL, path(), message));
            }
            None => {}
            Some(cell) => {
                let path_of = || path().key(member);
                // A description may begin with an ellipsis: it goes on with what it quotes.
                let left_out = || left_out(cell, path_of).filter(|_| name != "Description");
                let echoed = echo(cell, path_of).or_else(left_out);
                issues.extend(echoed.or_else(|| unknown_word(row, name, path)));
            }
        }
    }
    if row.id.is_none() && has("ID") {
        issues.push(Issue::new(&MISSING_ID, path(), "the finding has no id; it is given by position"));
    }
    if !row.surplus.is_empty() {
        issues.push(surplus(path().key("surplus")));
    }
}

fn unknown_word(row: &Finding, column: &str, path: &dyn Fn() -> Path) -> Option<Issue> {
    match (column, &row.severity, &row.kind) {
        ("Severity", Some(FindingSeverity::Other(word)), _) => {
            let issue = Issue::new(&UNKNOWN_SEVERITY, path().key("severity"), format!("`{word}` is not a severity"));
            Some(issue.help(FindingSeverity::WORDS.join(", ")))
        }
        ("Type", _, Some(FindingType::Other(word))) => {
            let issue =
                Issue::new(&UNKNOWN_FINDING_TYPE, path().key("type"), format!("`{word}` is not a type of finding"));
            Some(issue.help(FindingType::WORDS.join(", ")))
        }
        _ => None,
    }
}

fn surplus(path: Path) -> Issue {
    Issue::new(&SURPLUS_CELLS, path, "the row has more cells than columns").help("write `\\|` for a pipe inside a cell")
}

/// The status of a checklist's item, when it is none of the four words.
fn item_status(row: &[String], columns: &[String], path: &dyn Fn() -> Path) -> Option<Issue> {
    let at = Role::Checklist.column(1, columns);
    let word = at.and_then(|at| row.get(at)).map_or("", String::as_str);
    let path = || at.filter(|at| *at < row.len()).map_or_else(&path, |at| path().index(at));
    matches!(ItemStatus::read(word), ItemStatus::Other(_)).then(|| unknown_status(word, path))?
}

fn unknown_status(word: &str, path: impl Fn() -> Path) -> Option<Issue> {
    echo(word, &path).or_else(|| {
        let issue = Issue::new(&UNKNOWN_ITEM_STATUS, path(), format!("`{word}` is not the status of an item"));
        Some(issue.help(ItemStatus::WORDS.join(", ")))
    })
}
