//! What can be discussed: ids of findings and items of checklists met so far (R-C10).

use std::collections::HashSet;

use super::Placed;
use crate::list::{is_finding_id, leads};
use crate::roles::Role;
use crate::{Block, Finding};

/// The ids and items of the blocks before, gathered when they are first asked for.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    known: HashSet<String>,
    looked_at: usize,
}

impl Keys {
    /// The id that a title or a lead names, as it is written there.
    pub(crate) fn id<'t>(&mut self, title: &'t str, blocks: &[Placed]) -> Option<&'t str> {
        for placed in blocks.get(self.looked_at..).unwrap_or_default() {
            self.look_at(&placed.block);
        }
        self.looked_at = self.looked_at.max(blocks.len());
        leads(title).into_iter().find(|lead| is_finding_id(lead) || self.known.contains(&folded(lead)))
    }

    fn look_at(&mut self, block: &Block) {
        match block {
            Block::Findings { rows, .. } => self.known.extend(rows.iter().filter_map(id_of).map(folded)),
            Block::Table { role: Role::Checklist, columns, rows } => {
                let Some(at) = Role::Checklist.column(0, columns) else { return };
                for item in rows.iter().filter_map(|row| row.get(at)).filter(|item| !item.is_empty()) {
                    self.known.insert(folded(item));
                    self.known.extend(item_id(item).map(folded));
                }
            }
            _ => {}
        }
    }
}

fn id_of(finding: &Finding) -> Option<&str> {
    finding.id.as_deref()
}

/// The id that an item of a checklist starts with: its first word, if it holds a digit.
pub(crate) fn item_id(item: &str) -> Option<&str> {
    let word = item.split_whitespace().next()?.trim_matches([':', '.', ')', '(', '[', ']', '*', '`']);
    word.contains(|character: char| character.is_ascii_digit()).then_some(word)
}

/// For comparing: without decoration, in small letters, blanks collapsed.
pub(crate) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend(word.chars().filter(|character| !matches!(character, '*' | '`')).flat_map(char::to_lowercase));
    }
    out
}
