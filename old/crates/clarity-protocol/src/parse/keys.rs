//! What can be discussed: ids of findings and items of checklists met so far (R-C10).

use std::borrow::Cow;
use std::collections::HashSet;

use super::Placed;
use crate::judged::Judged;
use crate::list::{is_finding_id, items, leading_finding_id, leads};
use crate::roles::Role;
use crate::{Block, Finding, steps};

/// The ids and items of the blocks before, gathered when they are first asked for.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    known: HashSet<String>,
    looked_at: usize,
}

impl Keys {
    /// The id that a title or a lead names, as it is written there.
    pub(crate) fn id<'t>(&mut self, title: &'t str, blocks: &[Placed]) -> Option<&'t str> {
        if let Some(id) = leading_finding_id(title) {
            return Some(id);
        }
        for placed in blocks.get(self.looked_at..).unwrap_or_default() {
            self.look_at(&placed.block);
        }
        self.looked_at = self.looked_at.max(blocks.len());
        steps::count(title.len());
        // Most titles name nothing, and that is quickly seen.
        let shaped = || title.as_bytes().windows(2).any(|pair| matches!(pair, [b'F', b'0'..=b'9']));
        if self.known.is_empty() && !shaped() {
            return None;
        }
        leads(title).into_iter().find(|lead| is_finding_id(lead) || self.known.contains(folded(lead).as_ref()))
    }

    fn look_at(&mut self, block: &Block) {
        steps::count(1);
        match block {
            Block::Findings { rows, .. } => self.known.extend(rows.iter().filter_map(id_of).map(own_key)),
            Block::Table { role: Role::Checklist, columns, rows } => {
                let Some(at) = Role::Checklist.column(0, columns) else { return };
                for item in rows.iter().filter_map(|row| row.get(at)).filter(|item| !item.is_empty()) {
                    self.known.insert(own_key(item));
                    self.known.extend(item_id(item).map(own_key));
                }
            }
            Block::List { role: Role::Checklist, text } => {
                steps::count(text.len());
                for name in items(text).into_iter().map(|item| Judged::read(item, Role::Checklist).name) {
                    self.known.extend(Some(own_key(name)).filter(|key| !key.is_empty()));
                    self.known.extend(item_id(name).map(own_key));
                }
            }
            _ => {}
        }
    }
}

fn own_key(text: &str) -> String {
    folded(text).into_owned()
}

fn id_of(finding: &Finding) -> Option<&str> {
    finding.id.as_deref()
}

/// The id that an item of a checklist starts with: its first word, if it holds a digit.
pub(crate) fn item_id(item: &str) -> Option<&str> {
    let word = item.split_whitespace().next()?.trim_matches([':', '.', ')', '(', '[', ']', '*', '`']);
    word.contains(|character: char| character.is_ascii_digit()).then_some(word)
}

/// For comparing: without decoration and letter case, blanks collapsed. An id of the specification's shape is as it is.
pub(crate) fn folded(text: &str) -> Cow<'_, str> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if is_finding_id(text) || text.bytes().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend(word.chars().filter(|character| !matches!(character, '*' | '`')).flat_map(char::to_lowercase));
    }
    let upper = out.strip_prefix('f').map(|number| format!("F{number}")).filter(|id| is_finding_id(id));
    Cow::Owned(upper.unwrap_or(out))
}
