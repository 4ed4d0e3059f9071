//! Fields that stand under no entry: they may be all that tells of one whose heading nobody can read (R-A2, R-Q9).

use envelope_core::text::Lines;
use envelope_core::{Issue, Path, Severity};

use super::hidden::Hidden;
use super::labels::FieldKind;
use super::parse::{heading, label};
use super::rules::ENTRY_TEXT;
use crate::steps;

/// Where text stands that belongs to no field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loose {
    /// Before the first entry.
    Preamble,
    /// In the entry with this number, from 0.
    Entry(usize),
}

impl Loose {
    /// Its place in the value.
    pub(super) fn path(self) -> Path {
        match self {
            Self::Preamble => Path::root().key("preamble"),
            Self::Entry(at) => Path::root().key("entries").index(at).key("other"),
        }
    }

    fn place(self) -> &'static str {
        match self {
            Self::Preamble => "before the first entry",
            Self::Entry(_) => "under another heading",
        }
    }
}

/// Every field of an entry in a text that belongs to none, with the number of its line, from 0.
pub(super) fn strays(text: &str, place: Loose) -> impl Iterator<Item = (usize, Issue)> {
    let (mut hidden, mut apart) = (Hidden::default(), false);
    Lines::new(text).enumerate().filter_map(move |(at, line)| {
        steps::count(line.text.len() + 1);
        if hidden.takes(line.text) {
            return None;
        }
        // Up to another heading the text is the entry's own, or speaks of the document.
        apart |= match place {
            Loose::Preamble => begins_entry(line.text),
            Loose::Entry(_) => heading(line.text, line.text).is_some(),
        };
        let kind = stray(line.text).filter(|_| apart)?;
        let message = format!("this `{}` stands {} and belongs to no entry", kind.label(), place.place());
        let issue = Issue::new(&ENTRY_TEXT, place.path(), message).severity(Severity::Error);
        Some((at, issue.help("put it under `### D1: Title`, above any other heading")))
    })
}

/// Whether an entry may begin here, though its heading cannot be read: titles above stand before all of them.
fn begins_entry(line: &str) -> bool {
    let line = line.trim_start();
    let mut signs = line.chars();
    let has_id = signs.next() == Some('D') && signs.next().is_some_and(char::is_numeric);
    let tag = line.get(..3).is_some_and(|tag| tag.eq_ignore_ascii_case("<h3"));
    line.starts_with("###") || tag || has_id
}

/// The field that the line is. Where an entry comes from and how it stands is said of nothing else; what was answered or
/// decided, and why, may be.
fn stray(line: &str) -> Option<FieldKind> {
    label(line.trim_start())?.kind.filter(|kind| matches!(kind, FieldKind::Source | FieldKind::Status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(place: Loose, text: &str, expected: &[usize]) {
        let found: Vec<usize> = strays(text, place).map(|(line, _)| line).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn fields_are_found_wherever_they_stand() {
        for place in [Loose::Preamble, Loose::Entry(0)] {
            check(place, "### Gap\n- **Source:** Q3\n- **Answer (Q3):** none\n\n**Status:** draft", &[1, 4]);
            check(place, "#### Gap\n  - Status: draft", &[1]);
        }
        for heading in ["D3: More", "D３: More", "<H3>D3</H3>", "### 🔴 D3"] {
            check(Loose::Preamble, &format!("{heading}\n- **Status:** draft"), &[1]);
        }
        check(Loose::Entry(0), "# Gap\n- **Status:** draft", &[1]);
    }

    #[test]
    fn other_text_is_none() {
        for place in [Loose::Preamble, Loose::Entry(0)] {
            check(
                place,
                "### A\nStatus: as agreed\n**Note:** read it\n- **Owner:** the pilot\n- the status: good",
                &[],
            );
            check(place, "### A\n```\n- **Status:** draft\n```\n<!--\n- **Status:** draft\n-->", &[]);
            check(place, "### A\n> **Status:** draft\n- **Reasoning:** more of them", &[]);
        }
        for title in ["# Decisions", "## Harbour", "Every entry has these fields:"] {
            check(Loose::Preamble, &format!("{title}\n\n- **Source:** the question\n**Status:** final"), &[]);
        }
    }
}
