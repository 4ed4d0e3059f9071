//! Keys and sections that stand there already (R-A11).

use std::collections::HashMap;

use envelope_core::{Diagnostic, Diagnostics, Severity, Span};

use super::node::Entry;
use crate::Section;
use crate::rules::DUPLICATE_KEY;

/// Up to so many keys are compared with each other; more are looked up.
const FEW: usize = 16;

/// Reports every key that stands there again; equal values are a warning, and the places of others are given back.
pub(super) fn note_repeated<'e, 'a: 'e>(
    entries: impl ExactSizeIterator<Item = &'e Entry<'a>> + Clone,
    found: &mut Diagnostics,
) -> Vec<Span> {
    let mut others = Vec::new();
    if entries.len() <= FEW {
        for (at, entry) in entries.clone().enumerate() {
            if let Some(first) = entries.clone().take(at).find(|first| first.key == entry.key) {
                others.extend(note(first, entry, found));
            }
        }
        return others;
    }
    let mut firsts: HashMap<&str, &Entry<'a>> = HashMap::with_capacity(entries.len());
    for entry in entries {
        match firsts.get(entry.key.as_ref()) {
            Some(first) => others.extend(note(first, entry, found)),
            None => drop(firsts.insert(entry.key.as_ref(), entry)),
        }
    }
    others
}

/// The place of the second one, if it says something else.
fn note(first: &Entry<'_>, entry: &Entry<'_>, found: &mut Diagnostics) -> Option<Span> {
    let same = first.node.says(&entry.node);
    let (message, severity) = if same {
        ("with the same value", Severity::Warning)
    } else {
        ("and the first value counts", DUPLICATE_KEY.severity())
    };
    let message = format!("`{}` stands there twice, {message}", entry.key);
    found.push(Diagnostic::new(&DUPLICATE_KEY, entry.key_span, message).severity(severity));
    (!same).then(|| entry.extent())
}

/// The sections that are there; one without content is not (R-A8), and is not written back.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Filled([bool; 4]);

impl Filled {
    pub(super) fn insert(&mut self, section: Section) {
        if let Some(slot) = place(section).and_then(|at| self.0.get_mut(at)) {
            *slot = true;
        }
    }

    pub(super) fn contains(self, section: Section) -> bool {
        place(section).and_then(|at| self.0.get(at)).is_some_and(|filled| *filled)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == [false; 4]
    }
}

fn place(section: Section) -> Option<usize> {
    Section::ALL.iter().position(|known| *known == section)
}
