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
    let (mut hidden, mut apart) = (Hidden::default(), place == Loose::Preamble);
    Lines::new(text).enumerate().filter_map(move |(at, line)| {
        steps::count(line.text.len() + 1);
        if hidden.takes(line.text) {
            return None;
        }
        // Up to another heading the text is the entry's own.
        apart |= heading(line.text, line.text).is_some();
        let kind = stray(line.text).filter(|_| apart)?;
        let message = format!("this `{}` stands {} and belongs to no entry", kind.label(), place.place());
        let issue = Issue::new(&ENTRY_TEXT, place.path(), message).severity(Severity::Error);
        Some((at, issue.help("put it under `### D1: Title`, above any other heading")))
    })
}

/// The field that the line is. A note says something to the reader wherever it stands, and settles nothing.
fn stray(line: &str) -> Option<FieldKind> {
    let inner = line.trim_start_matches([' ', '\t', '>']);
    label(inner)?.kind.filter(|kind| *kind != FieldKind::Note)
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
            check(place, "# Gap\n- **Source:** Q3\n- **Answer (Q3):** none\n\n**Status:** draft", &[1, 2, 4]);
            check(place, "## Gap\n  - Status: draft\n> - **Decision:** x", &[1, 2]);
        }
        check(Loose::Preamble, "D3: More\n- **Status:** draft", &[1]);
    }

    #[test]
    fn other_text_is_none() {
        for place in [Loose::Preamble, Loose::Entry(0)] {
            check(place, "# A\nStatus: as agreed\n**Note:** read it\n- **Owner:** the pilot\n- the status: good", &[]);
            check(place, "# A\n```\n- **Status:** draft\n```\n<!--\n- **Status:** draft\n-->", &[]);
        }
        check(Loose::Entry(0), "> **Decision:** as the pilots said it", &[]);
    }
}
