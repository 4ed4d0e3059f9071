//! The counts in the frontmatter.

use envelope_core::text::Lines;
use envelope_core::text::frontmatter::Entry;
use envelope_core::{Edit, Located};

use crate::decode::COUNTS;
use crate::locate::locate;
use crate::syntax::Syntax;

/// The required counts that are missing, with their values. `duplicates_removed` cannot be counted.
pub(super) fn missing(text: &str, syntax: &Syntax) -> Vec<(&'static str, usize)> {
    let questions = syntax.items.iter().filter(|item| item.id.is_question()).count();
    let sections = syntax.sections.iter().filter(|section| section.heading.is_some()).count();
    let actual = [questions, sections, 0, syntax.items.len() - questions];
    let is_there = |key| entry(text, syntax, key).is_some_and(|entry| !entry.value.is_empty());
    COUNTS.into_iter().zip(actual).filter(|(key, _)| !is_there(key)).collect()
}

/// The edits that add counts.
pub(super) fn add(text: &str, syntax: &Syntax, counts: &[(&'static str, usize)]) -> Vec<Edit> {
    let (mut edits, mut lines) = (Vec::new(), String::new());
    for (key, count) in counts {
        match entry(text, syntax, key) {
            Some(entry) => edits.push(Edit::insert(entry.value.end(), format!(" {count}"))),
            None => lines += &format!("{key}: {count}\n"),
        }
    }
    if !lines.is_empty() {
        edits.extend(match &syntax.frontmatter {
            Some(frontmatter) => {
                let last_line = text[..frontmatter.span.end()].rfind('\n').map_or(0, |at| at + 1);
                Some(Edit::insert(last_line, lines))
            }
            None => start(text).map(|start| Edit::insert(start, format!("---\n{lines}---\n\n"))),
        });
    }
    edits
}

/// The edit that sets a count.
pub(super) fn set(text: &str, syntax: &Syntax, key: &str, count: u64) -> Option<Edit> {
    let entry = entry(text, syntax, key)?;
    Some(Edit::replace(entry.value, count.to_string()))
}

/// Where the document begins, behind a byte order mark; none if the text is no document.
fn start(text: &str) -> Option<usize> {
    let Located::At(place) = locate(text) else { return None };
    Some(Lines::new(text, place.region).offset())
}

fn entry<'s>(text: &str, syntax: &'s Syntax, key: &str) -> Option<&'s Entry> {
    syntax.frontmatter.as_ref()?.get(text, key)
}
