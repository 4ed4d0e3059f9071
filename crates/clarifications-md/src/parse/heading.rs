//! What a heading says: an id with a title, a section, a group (clarifications-md, decisions 3 and 5).

use envelope_core::Span;

use super::blocks::Heading;
use crate::labels::{MUST_ANSWER, NEEDS_CLARIFICATION, QUESTION_LEVEL, REFINEMENT_LEVEL, REFINEMENTS, SECTION_LEVEL};
use crate::model::{FlagKind, Text};
use crate::{ItemId, labels};

/// What a heading is.
#[derive(Debug)]
pub(crate) enum Head {
    /// `# Title`
    Title,
    /// `## Section`
    Section,
    /// `## Needs Clarification`
    Needs,
    /// `### Q1: Title` or `##### R1.1: Title`, also on another level.
    Item(ItemHead),
    /// Starts like an id and is none.
    Malformed,
    /// `#### Refinements`; whether it is as the format writes it.
    Refinements(bool),
    /// `### Required`: a heading without an id.
    Group,
    /// Any other heading.
    Other,
}

/// The heading of an item.
#[derive(Debug)]
pub(crate) struct ItemHead {
    pub(crate) id: ItemId,
    pub(crate) id_span: Span,
    pub(crate) title: Text,
    pub(crate) marked: bool,
    /// What is not as the format writes it.
    pub(crate) odd: Option<&'static str>,
}

impl ItemHead {
    /// The heading as the format writes it.
    pub(crate) fn canonical(&self, must_answer: bool) -> String {
        let level = match self.id {
            ItemId::Question(_) => QUESTION_LEVEL,
            ItemId::Refinement(_) => REFINEMENT_LEVEL,
        };
        let mut text = format!("{} {}:", labels::hashes(level), self.id);
        for part in [self.title.as_str(), if must_answer { MUST_ANSWER } else { "" }] {
            if !part.is_empty() {
                text.push(' ');
                text.push_str(part);
            }
        }
        text
    }
}

/// What this heading is.
pub(crate) fn read(text: &str, heading: &Heading) -> Head {
    let words = heading.words.of(text);
    match read_item(text, heading) {
        Some(Ok(item)) => return Head::Item(item),
        Some(Err(())) => return Head::Malformed,
        None => {}
    }
    let plain = plain(words);
    if heading.level >= QUESTION_LEVEL && plain.eq_ignore_ascii_case(REFINEMENTS) {
        return Head::Refinements(heading.level == labels::REFINEMENTS_LEVEL && words == REFINEMENTS);
    }
    match heading.level {
        1 => Head::Title,
        SECTION_LEVEL if plain.eq_ignore_ascii_case(NEEDS_CLARIFICATION) => Head::Needs,
        SECTION_LEVEL => Head::Section,
        QUESTION_LEVEL => Head::Group,
        _ => Head::Other,
    }
}

/// `Contradiction: title` or `Critical Gap: title` (R-Q15).
pub(crate) fn read_flag(text: &str, heading: &Heading) -> Option<(FlagKind, Text)> {
    let words = heading.words.of(text);
    FlagKind::ALL.into_iter().find_map(|kind| {
        let (start, rest) = words.split_at_checked(kind.heading().len())?;
        let title = rest.strip_prefix(':').filter(|_| start.eq_ignore_ascii_case(kind.heading()))?;
        Some((kind, Text::at(text, Span::of_slice(text, title.trim()))))
    })
}

/// The words without decoration and a colon at the end.
pub(crate) fn plain(words: &str) -> &str {
    words.trim_matches(|c| matches!(c, '*' | '_' | '`' | ':' | ' ' | '\t'))
}

const MARKS: [char; 3] = ['*', '_', '`'];

/// `None` when the heading does not start like an id, `Err` when what starts like one is none.
fn read_item(text: &str, heading: &Heading) -> Option<Result<ItemHead, ()>> {
    let words = heading.words.of(text);
    let inner = words.trim_start_matches(MARKS);
    let decorated = inner.len() < words.len();
    let closing: String = words.chars().take(words.len() - inner.len()).collect::<Vec<_>>().into_iter().rev().collect();
    let starts = matches!(inner.as_bytes(), [b'Q' | b'R' | b'q' | b'r', b'0'..=b'9', ..]);
    if !starts {
        return None;
    }
    let len = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(inner.len());
    let (token, after) = inner.split_at_checked(len)?;
    let bare = token.trim_end_matches('.');
    let mut odd = (bare.len() < token.len()).then_some("the id is followed by a full stop, not a colon");
    // In `**Q1**: Title` and `**Q1:** Title` the marks close around the colon.
    let unmarked = after.strip_prefix(closing.as_str()).unwrap_or(after);
    let mut closed = unmarked.len() < after.len();
    let (title, separated) = match unmarked.strip_prefix(':') {
        Some(title) => (title, true),
        None => match unmarked.strip_prefix('：') {
            Some(title) => {
                odd = odd.or(Some("the colon is a full-width one"));
                (title, true)
            }
            None => (unmarked, false),
        },
    };
    let title = if separated {
        let unmarked = if closed { None } else { title.strip_prefix(closing.as_str()) };
        closed |= unmarked.is_some();
        unmarked.unwrap_or(title)
    } else {
        let next = title.trim_start();
        let sign = next.strip_prefix([')', '-', '–', '—']);
        match sign.filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
            Some(rest) => rest,
            // `### Q1/Q2 overlap` is about questions, and none.
            None if !next.is_empty() && next.len() == title.len() && bare.len() == token.len() => return None,
            None => next,
        }
    };
    if !separated {
        odd = odd.or(Some("no colon follows the id"));
    }
    let mut id = bare.to_owned();
    if bare.starts_with(['q', 'r']) {
        id.replace_range(..1, &bare.get(..1)?.to_ascii_uppercase());
        odd = odd.or(Some("the id is in small letters"));
    }
    let Ok(id) = id.parse::<ItemId>() else { return Some(Err(())) };
    if decorated {
        odd = odd.or(Some("the heading is decorated"));
    }
    // Otherwise they close around the title, with or without the mark; marks of the title's own words stay.
    let unmarked = if closed { None } else { title.trim().strip_suffix(closing.as_str()) };
    closed |= unmarked.is_some();
    let (mut title, marked, mark_odd) = without_mark(text, unmarked.unwrap_or(title).trim());
    if let Some(words) = title.as_str().strip_suffix(closing.as_str()).filter(|_| decorated && !closed) {
        let span = Span::new(title.span().start(), title.span().end() - closing.len());
        title = Text::pieced(words.trim_end().to_owned(), span);
    }
    let level = match id {
        ItemId::Question(_) => QUESTION_LEVEL,
        ItemId::Refinement(_) => REFINEMENT_LEVEL,
    };
    if heading.level != level {
        odd = Some(if level == QUESTION_LEVEL { "a question has three `#`" } else { "a refinement has five `#`" });
    }
    let id_span = Span::of_slice(text, bare);
    Some(Ok(ItemHead { id, id_span, title, marked, odd: odd.or(mark_odd) }))
}

/// The title without `[MUST ANSWER]`, whether it was there, and what is odd about it.
fn without_mark(text: &str, title: &str) -> (Text, bool, Option<&'static str>) {
    if let Some(title) = title.strip_suffix(MUST_ANSWER) {
        let title = title.trim_end();
        // A second mark, or decoration around the first, stays in the title and would be seen there.
        return (Text::at(text, Span::of_slice(text, title)), true, None);
    }
    let found = title.match_indices('[').find(|(at, _)| {
        title.get(*at..at + MUST_ANSWER.len()).is_some_and(|mark| mark.eq_ignore_ascii_case(MUST_ANSWER))
    });
    let Some((at, _)) = found else {
        return (Text::at(text, Span::of_slice(text, title)), false, None);
    };
    let (before, after) =
        (title.get(..at).unwrap_or_default(), title.get(at + MUST_ANSWER.len()..).unwrap_or_default());
    // Only marks around the mark go: those of the title's own words stay.
    let around = before.len() - before.trim_end_matches(MARKS).len();
    let closed = after.len() - after.trim_start_matches(MARKS).len() == around;
    let (before, after) =
        if closed { (before.trim_end_matches(MARKS), after.trim_start_matches(MARKS)) } else { (before, after) };
    let (before, after) = (before.trim_end(), after.trim_start());
    let words =
        if before.is_empty() || after.is_empty() { [before, after].concat() } else { format!("{before} {after}") };
    (Text::pieced(words, Span::of_slice(text, title)), true, Some("`[MUST ANSWER]` stands at the end, in capitals"))
}
