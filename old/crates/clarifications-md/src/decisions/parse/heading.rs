//! Headings of entries: `### D1: Title`, and what starts like one.

use envelope_core::Span;

use crate::DecisionId;
use crate::parse::is_sign;

/// What a heading says.
#[derive(Clone, Copy, Debug)]
pub(in crate::decisions) enum Heading {
    /// The heading of an entry.
    Entry(EntryHeading),
    /// It starts like the id of a decision and has none.
    Malformed,
    /// A heading of something else.
    Other,
}

/// The heading of an entry.
#[derive(Clone, Copy, Debug)]
pub(in crate::decisions) struct EntryHeading {
    pub(super) id: DecisionId,
    pub(super) id_span: Span,
    pub(super) title: Span,
    pub(super) canonical: bool,
}

/// The heading that the line is; `None` where it is none.
pub(in crate::decisions) fn heading(text: &str, line: &str) -> Option<Heading> {
    let inner = line.trim_start_matches(' ');
    if line.len() - inner.len() > 3 {
        return None;
    }
    let level = inner.bytes().take_while(|byte| *byte == b'#').count();
    let rest = inner.get(level..).filter(|_| (1..=6).contains(&level))?;
    if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
        return None;
    }
    let words = without_closing_marks(rest.trim_matches([' ', '\t']));
    let bare = words.trim_start_matches(MARKS);
    // Marks of the title's own words stay: only those close that were opened before the id.
    let opened = words.get(..words.len() - bare.len()).unwrap_or_default();
    let closing: String = opened.chars().rev().collect();
    Some(entry(text, bare, &closing).map_or_else(
        || {
            if starts_like_an_id(bare) { Heading::Malformed } else { Heading::Other }
        },
        |entry| {
            let title = entry.title.of(text);
            let exact = format!("### {}:{}{title}", entry.id, if title.is_empty() { "" } else { " " });
            Heading::Entry(EntryHeading { canonical: line.trim_end_matches([' ', '\t']) == exact, ..entry })
        },
    ))
}

/// `### Title ###`: closing marks are no words.
fn without_closing_marks(words: &str) -> &str {
    let open = words.trim_end_matches('#');
    if open.is_empty() || open.ends_with([' ', '\t']) { open.trim_matches([' ', '\t']) } else { words }
}

const MARKS: [char; 3] = ['*', '_', '`'];

/// `D1: Title`, `D1 — Title`, `**D1:** Title`, `D1` alone; `closing` closes the marks before the id.
fn entry(text: &str, words: &str, closing: &str) -> Option<EntryHeading> {
    let len = words.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(words.len());
    let (name, after) = words.split_at_checked(len)?;
    let id: DecisionId = name.parse().ok()?;
    let marks = ['*', '_', '`', ' ', '\t'];
    let open = if after.starts_with(MARKS) { "" } else { closing };
    let after = after.trim_start_matches(marks);
    let title = match after.chars().next() {
        Some(sign @ (':' | '：' | '—' | '–' | '-' | '.')) => {
            let title = after.get(sign.len_utf8()..)?;
            let title = title.strip_prefix(open).filter(|_| !open.is_empty()).unwrap_or_else(|| {
                let title = title.trim_matches([' ', '\t']);
                title.strip_suffix(open).unwrap_or(title)
            });
            title.trim_matches([' ', '\t'])
        }
        // `D1.5` and `D1/2` are no ids; `D1 Title` is one.
        Some(_) if words.get(len..)?.starts_with(marks) => after.strip_suffix(open).unwrap_or(after).trim_end(),
        Some(_) => return None,
        None => after,
    };
    // `D1.1: Title`: the dot goes on with a number.
    if after.starts_with('.') && title.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    Some(EntryHeading { id, id_span: Span::of_slice(text, name), title: Span::of_slice(text, title), canonical: false })
}

/// An entry that no heading opens.
#[derive(Clone, Copy, Debug)]
pub(in crate::decisions) struct Unheaded {
    pub(super) id: DecisionId,
    /// Written with the marks of a heading.
    pub(super) marked: bool,
}

/// The entry that a line opens with `> ### D2: Title`, `- ### D2: Title`, `**D2: Title**`, `• D2: Title`, `###D2: Title`.
pub(in crate::decisions) fn unheaded(line: &str) -> Option<Unheaded> {
    let mut inner = line.trim_start_matches([' ', '\t']);
    let (whole, mut marked) = (inner.len(), false);
    loop {
        let after = match inner.as_bytes() {
            [b'#', ..] => {
                marked = true;
                inner.trim_start_matches('#')
            }
            [b'>', ..] | [b'-' | b'+' | b'*', b' ' | b'\t', ..] => inner.get(1..)?,
            [b'*' | b'_', ..] => inner.trim_start_matches(['*', '_']),
            [b'0'..=b'9', ..] => inner.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(['.', ')'])?,
            [b'D', ..] => break,
            [0x80..=0xff, ..] => inner.trim_start_matches(is_sign),
            _ => return None,
        };
        let after = after.trim_start_matches([' ', '\t']);
        if after.len() == inner.len() {
            return None;
        }
        inner = after;
    }
    let len = inner.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inner.len());
    let (name, after) = inner.split_at_checked(len)?;
    let id = name.parse().ok().filter(|_| inner.len() < whole)?;
    let after = after.trim_start_matches(['*', '_', ' ', '\t']);
    let ended = after.starts_with([':', '：']);
    (marked || ended).then_some(Unheaded { id, marked })
}

/// `D01`, `D1a`, `d1`, `Decision 1`: meant as an id, and none.
fn starts_like_an_id(words: &str) -> bool {
    let digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let after = words.strip_prefix(['D', 'd']);
    after.is_some_and(|rest| digit(rest.trim_start_matches(['-', '_', '#'])))
        || words
            .get(.."decision".len())
            .filter(|word| word.eq_ignore_ascii_case("decision"))
            .and_then(|_| words.get("decision".len()..))
            .is_some_and(|rest| digit(rest.trim_start_matches([' ', '\t', '#'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_keep_their_own_marks() {
        for (line, expected) in [
            ("### D1: Use `this`", "Use `this`"),
            ("### D1: `this` wins", "`this` wins"),
            ("### D1: **all** of *it*", "**all** of *it*"),
            ("### **D1: Depth**", "Depth"),
            ("### **D1:** Depth", "Depth"),
            ("### **D1**: Depth of `it`", "Depth of `it`"),
            ("### `D1` — Depth", "Depth"),
            ("### **D1 Depth**", "Depth"),
            ("## D1 Depth", "Depth"),
            ("### D1:", ""),
        ] {
            let Some(Heading::Entry(found)) = heading(line, line) else { panic!("{line}") };
            assert_eq!(found.title.of(line), expected, "{line}");
        }
    }
}
