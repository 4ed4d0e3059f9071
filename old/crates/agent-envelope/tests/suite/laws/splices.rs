//! Edits are splices: bytes outside of them stay as they were, and the text is what they make of it (R-Q4).

use agent_envelope::clarifications_md::{Clarifications, Frontmatter, Item};
use agent_envelope::envelope_core::{Edit, Span};

/// Checks that the edits lie inside the text, on character boundaries, in order and apart, and that they and nothing else
/// turn one text into the other.
pub(crate) fn check(before: &str, edits: &[Edit], after: &str) {
    let (mut at, mut rest) = (0, after);
    for edit in edits {
        let (start, end) = (edit.span.start(), edit.span.end());
        assert!(at <= start && start <= end, "{edit:?} overlaps the one before or is out of order");
        assert!(end <= before.len(), "{edit:?} is outside of the text");
        assert!(before.is_char_boundary(start) && before.is_char_boundary(end), "{edit:?} is inside of a character");
        let stays = &before[at..start];
        rest = rest.strip_prefix(stays).unwrap_or_else(|| panic!("bytes before {edit:?} do not stay:\n{after}"));
        rest = rest.strip_prefix(edit.text.as_str()).unwrap_or_else(|| panic!("{edit:?} is not made:\n{after}"));
        at = end;
    }
    assert_eq!(&before[at..], rest, "bytes after the last edit do not stay");
}

/// Where the canonical form may change a document: its front matter or where that is missing, blanks before it, its items,
/// and headings (R-Q1). Prose around them stays.
pub(crate) fn check_format(document: &Clarifications, edits: &[Edit]) {
    let front = document.frontmatter().map(Frontmatter::span);
    let items: Vec<Span> = document.items().map(|(_, item): (_, &Item)| item.span()).collect();
    let inside = |edit: &Edit, part: &Span| part.start() <= edit.span.start() && edit.span.end() <= part.end();
    for edit in edits {
        let text = document.text();
        let (before, old) = (&text[..edit.span.start()], edit.span.of(text));
        let first = before.trim_start_matches('\u{feff}').trim().is_empty() && old.trim().is_empty();
        let heading = old.contains('#') && !old.contains('\n') && edit.text.starts_with('#');
        let known = front.iter().chain(&items).any(|part| inside(edit, part));
        assert!(first || heading || known, "{edit:?} is in no item, no heading and not in the front matter");
    }
}
