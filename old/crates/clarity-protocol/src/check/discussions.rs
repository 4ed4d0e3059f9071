//! The rules on discussions: grave findings and open items have one, and none is about nothing (R-C10).

use std::borrow::Cow;
use std::collections::HashSet;

use envelope_core::{Issue, Path};

use super::ITEMS;
use crate::judged::Judged;
use crate::list::{items, leads};
use crate::parse::{folded, item_id};
use crate::roles::Role;
use crate::rules::{MISSING_DISCUSSION, STRAY_DISCUSSION};
use crate::{Block, ClarityResult, FindingSeverity, ItemStatus};

pub(super) fn check_discussions(result: &ClarityResult, issues: &mut Vec<Issue>) {
    let discussed = discussed(&result.blocks);
    let mut known = HashSet::new();
    let mut missing = Vec::new();
    for (at, block) in result.blocks.iter().enumerate() {
        let path = || Path::root().key("blocks").index(at).key("rows");
        match block {
            Block::Findings { rows, .. } => {
                for (index, row) in rows.iter().enumerate() {
                    let Some(id) = row.id.as_deref() else { continue };
                    let needed = row.severity.as_ref().is_some_and(FindingSeverity::needs_discussion);
                    if needed && !discussed.contains(&folded(id)) {
                        missing.push((
                            path().index(index),
                            format!("{id} is not discussed"),
                            format!("add `### {id}: …`"),
                        ));
                    }
                    known.insert(folded(id));
                }
            }
            Block::Table { role: Role::Checklist, columns, rows } => {
                let (item, status) = (Role::Checklist.column(0, columns), Role::Checklist.column(1, columns));
                for (index, row) in rows.iter().enumerate() {
                    let Some(item) = item.and_then(|at| row.get(at)).filter(|item| !item.is_empty()) else { continue };
                    let keys: Vec<Cow<'_, str>> = item_keys(item).collect();
                    let status = status.and_then(|at| row.get(at)).map(|word| ItemStatus::read(word));
                    let open = matches!(status, Some(ItemStatus::Partial | ItemStatus::Missing));
                    if open && !keys.iter().any(|key| discussed.contains(key)) {
                        let message = format!("`{item}` is not discussed");
                        missing.push((path().index(index), message, EXPAND.to_owned()));
                    }
                    known.extend(keys);
                }
            }
            Block::List { role: Role::Checklist, text } => {
                for (index, item) in items(text).into_iter().enumerate() {
                    let judged = Judged::read(item, Role::Checklist);
                    let keys: Vec<Cow<'_, str>> = item_keys(judged.name).collect();
                    let open = matches!(judged.status(), ItemStatus::Partial | ItemStatus::Missing);
                    // An item of several lines is expanded in its place.
                    if open && !item.contains('\n') && !keys.iter().any(|key| discussed.contains(key)) {
                        let path = Path::root().key("blocks").index(at).key(ITEMS).index(index);
                        let message = format!("`{}` is not discussed", judged.name);
                        missing.push((path, message, EXPAND.to_owned()));
                    }
                    known.extend(keys);
                }
            }
            _ => {}
        }
    }
    let missing = missing.into_iter();
    issues.extend(missing.map(|(path, message, help)| Issue::new(&MISSING_DISCUSSION, path, message).help(help)));
    for (at, block) in result.blocks.iter().enumerate() {
        if let Block::Discussion { id, .. } = block
            && !known.contains(&folded(id))
        {
            let path = Path::root().key("blocks").index(at).key("id");
            issues.push(Issue::new(&STRAY_DISCUSSION, path, format!("{id} stands in no table")));
        }
    }
}

const EXPAND: &str = "add a heading with the item's name";

/// What a discussion may call an item of a checklist.
fn item_keys(item: &str) -> impl Iterator<Item = Cow<'_, str>> {
    [Some(item), item_id(item)].into_iter().flatten().filter(|key| !key.is_empty()).map(folded)
}

/// Everything that the message discusses.
fn discussed(blocks: &[Block]) -> HashSet<Cow<'_, str>> {
    let mut discussed = HashSet::new();
    for block in blocks {
        match block {
            Block::Discussion { id, .. } => drop(discussed.insert(folded(id))),
            Block::List { role: Role::Discussions, text } => {
                let named = items(text).into_iter().flat_map(leads);
                discussed.extend(named.map(folded));
            }
            _ => {}
        }
    }
    discussed
}
