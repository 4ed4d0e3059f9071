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
    let plain = words.trim_matches(|c: char| !c.is_alphanumeric());
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

/// `Contradiction: title` or `Critical Gap: title`, decoration and another sign than the colon read through (R-Q15,
/// R-A6).
pub(crate) fn read_flag(text: &str, heading: &Heading) -> Option<(FlagKind, Text)> {
    let words = heading.words.of(text);
    let inner = words.trim_start_matches(|c: char| !c.is_alphanumeric());
    let bracketed = words.get(..words.len() - inner.len())?.contains(['[', '(']);
    FlagKind::ALL.into_iter().find_map(|kind| {
        let (start, rest) = inner.split_at_checked(kind.heading().len())?;
        if !start.replace('-', " ").eq_ignore_ascii_case(kind.heading()) {
            return None;
        }
        let after = rest.trim_start_matches([']', ')', '*', '_', '`', ' ']);
        let signed = after.strip_prefix([':', '：', '–', '—']).or_else(|| after.strip_prefix("- "));
        let title = signed.or_else(|| bracketed.then_some(after))?;
        // Marks that the heading opened close before or after the title; those of its own words stay.
        let opened = words.get(..words.len() - inner.len())?.trim_end_matches(|c| !MARKS.contains(&c));
        let closing: String = opened.chars().rev().take_while(|c| MARKS.contains(c)).collect();
        let title = title.trim();
        let open = !closing.is_empty() && !rest.starts_with(closing.as_str());
        let title = title
            .strip_prefix(closing.as_str())
            .filter(|_| open)
            .unwrap_or_else(|| title.strip_suffix(closing.as_str()).filter(|_| open).unwrap_or(title));
        Some((kind, Text::at(text, Span::of_slice(text, title.trim()))))
    })
}

/// The heading of an entry as the format writes it.
pub(crate) fn flag_heading(kind: FlagKind, title: &str) -> String {
    format!("{} {}: {title}", labels::hashes(QUESTION_LEVEL), kind.heading()).trim_end().to_owned()
}

/// The words without decoration and a colon at the end.
pub(crate) fn plain(words: &str) -> &str {
    words.trim_matches(|c| matches!(c, '*' | '_' | '`' | ':' | ' ' | '\t'))
}

const MARKS: [char; 3] = ['*', '_', '`'];
const BRACKETS: [char; 4] = ['[', '(', '{', '【'];
const CLOSING: [char; 4] = [']', ')', '}', '】'];
/// What the mark may start with.
const OPENING: [char; 8] = ['[', '(', '{', '【', '\\', '*', '_', '`'];
const MARK_AT_END: &str = "`[MUST ANSWER]` stands at the end, in capitals";

/// The words from the id on, where only a sign such as an emoji, or a bracket, stands before it (R-A6).
fn before_id(words: &str) -> &str {
    let sign = |c: char| !(c.is_alphanumeric() || c.is_ascii_punctuation()) || matches!(c, '[' | '(');
    let inner = words.trim_start_matches(sign);
    let starts = matches!(inner.as_bytes(), [b'Q' | b'R', b'0'..=b'9', ..]);
    if starts { inner } else { words }
}

/// `Q-2`, `Q 2`, `Q#2`, `Q２`, `R 1.1`, `Question 2`: meant as an id, and none.
fn starts_like_an_id(words: &str) -> bool {
    let bare = words.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word = bare.get(..bare.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(bare.len())).unwrap_or_default();
    let wide = || bare.strip_prefix(['Ｑ', 'Ｒ', 'ｑ', 'ｒ']);
    let after =
        if ITEM_WORDS.iter().any(|known| word.eq_ignore_ascii_case(known)) { bare.get(word.len()..) } else { wide() };
    let Some(after) = after else { return false };
    let number = after.trim_start_matches(|c: char| !c.is_alphanumeric());
    after.len() - number.len() <= MOST_SIGNS && number.starts_with(char::is_numeric)
}

/// What an item is called before its number.
const ITEM_WORDS: [&str; 4] = ["Q", "R", "Question", "Refinement"];

/// How many bytes may stand between the letter and the number of what was meant as an id.
const MOST_SIGNS: usize = 4;

/// Whether what directly follows an id makes the heading one about items, such as `Q1/Q2 overlap` or `Q1's rest`.
fn speaks_of_ids(after: &str) -> bool {
    let Some(sign) = after.chars().next() else { return false };
    let behind = after.get(sign.len_utf8()..).unwrap_or_default();
    let another = matches!(behind.trim_start().as_bytes(), [b'Q' | b'R', b'0'..=b'9', ..]);
    let word = behind.chars().take_while(|c| c.is_alphabetic()).count();
    another || matches!(sign, '\'' | '’') || (matches!(sign, '-' | '/' | '+' | '&') && word > 1)
}

/// `None` when the heading does not start like an id, `Err` when what starts like one is none.
fn read_item(text: &str, heading: &Heading) -> Option<Result<ItemHead, ()>> {
    let whole = heading.words.of(text);
    // `[MUST ANSWER] Q1: Title`: the mark is read wherever it stands.
    let ahead = mark_len(whole).and_then(|len| whole.get(len..)).map(str::trim_start);
    let words = before_id(ahead.unwrap_or(whole));
    let signed = words.len() < ahead.unwrap_or(whole).len();
    let inner = words.trim_start_matches(MARKS);
    let decorated = inner.len() < words.len();
    let closing: String = words.chars().take(words.len() - inner.len()).collect::<Vec<_>>().into_iter().rev().collect();
    let starts = matches!(inner.as_bytes(), [b'Q' | b'R' | b'q' | b'r', b'0'..=b'9', ..]);
    if !starts {
        return starts_like_an_id(whole).then_some(Err(()));
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
        let sign = next.strip_prefix([')', ']', '-', '–', '—']);
        match sign.filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
            Some(rest) => rest,
            None if !next.is_empty() && next.len() == title.len() && bare.len() == token.len() => {
                return (!speaks_of_ids(next)).then_some(Err(()));
            }
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
    if signed {
        odd = odd.or(Some("something stands before the id"));
    }
    let mark_odd = mark_odd.or(ahead.map(|_| MARK_AT_END));
    let id_span = Span::of_slice(text, bare);
    Some(Ok(ItemHead { id, id_span, title, marked: marked || ahead.is_some(), odd: odd.or(mark_odd) }))
}

/// The title without `[MUST ANSWER]`, whether it was there, and what is odd about it.
fn without_mark(text: &str, title: &str) -> (Text, bool, Option<&'static str>) {
    if let Some(title) = title.strip_suffix(MUST_ANSWER) {
        let title = title.trim_end();
        // A second mark, or decoration around the first, stays in the title and would be seen there.
        return (Text::at(text, Span::of_slice(text, title)), true, None);
    }
    let mut opened = title.match_indices(OPENING);
    let found = opened.find_map(|(at, _)| Some((at, mark_len(title.get(at..)?)?)));
    let Some((at, len)) = found else {
        return (Text::at(text, Span::of_slice(text, title)), false, None);
    };
    let (before, after) = (title.get(..at).unwrap_or_default(), title.get(at + len..).unwrap_or_default());
    // Only marks around the mark go: those of the title's own words stay.
    let around = before.len() - before.trim_end_matches(MARKS).len();
    let closed = after.len() - after.trim_start_matches(MARKS).len() == around;
    let (before, after) =
        if closed { (before.trim_end_matches(MARKS), after.trim_start_matches(MARKS)) } else { (before, after) };
    let (before, after) = (before.trim_end(), after.trim_start());
    let words =
        if before.is_empty() || after.is_empty() { [before, after].concat() } else { format!("{before} {after}") };
    (Text::pieced(words, Span::of_slice(text, title)), true, Some(MARK_AT_END))
}

/// How long the mark is that the words start with: `[MUST ANSWER]`, also in small letters, in other brackets or in
/// emphasis alone, with escaped brackets, a hyphen or wide blanks, and with a remark after it. A question that must be
/// answered must not pass for one that may be skipped.
fn mark_len(words: &str) -> Option<usize> {
    let inner = words.trim_start_matches(MARKS);
    let around = words.get(..words.len() - inner.len())?;
    let bare = inner.strip_prefix('\\').unwrap_or(inner);
    let bracketed = bare.strip_prefix(BRACKETS);
    let start = match bracketed {
        Some(inside) => inside.trim_start_matches(|c: char| c.is_whitespace() || MARKS.contains(&c)),
        None if !around.is_empty() => inner,
        None => return None,
    };
    let (must, answer) = MUST_ANSWER.trim_matches(['[', ']']).split_once(' ')?;
    let rest = start.get(must.len()..).filter(|_| is_word(start, must))?;
    let second = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '_'));
    let rest = second.get(answer.len()..).filter(|_| second.len() < rest.len() && is_word(second, answer))?;
    if rest.starts_with(char::is_alphanumeric) {
        return None;
    }
    let after = match bracketed {
        Some(_) => rest.get(rest.find(CLOSING)?..)?.trim_start_matches('\\').strip_prefix(CLOSING)?,
        None => rest,
    };
    // Emphasis that closes elsewhere belongs to the title.
    let closing: String = around.chars().rev().collect();
    let end = after.strip_prefix(closing.as_str())?;
    Some(words.len() - end.len())
}

/// The remark that stands inside the mark of a question, as in `[MUST ANSWER - blocking]`.
pub(crate) fn remark(heading: &str) -> Option<&str> {
    let mut opened = heading.match_indices(OPENING);
    let (at, len) = opened.find_map(|(at, _)| Some((at, mark_len(heading.get(at..)?)?)))?;
    let inside = heading.get(at..at + len)?;
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    (letters(inside) > letters(MUST_ANSWER)).then_some(inside)
}

/// Whether a heading without an id carries the mark of a question.
pub(crate) fn is_marked(words: &str) -> bool {
    let mut opened = words.match_indices(OPENING);
    opened.any(|(at, _)| words.get(at..).is_some_and(|rest| mark_len(rest).is_some()))
}

/// Whether the group is the one whose questions have to be answered, signs and the mark aside (R-Q13, R-A6).
pub(crate) fn is_required(words: &str) -> bool {
    let at = words.match_indices(OPENING).find(|(at, _)| words.get(*at..).is_some_and(|it| mark_len(it).is_some()));
    let words = at.and_then(|(at, _)| words.get(..at)).filter(|it| it.contains(char::is_alphanumeric)).unwrap_or(words);
    words.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case(labels::REQUIRED_GROUP)
}

fn is_word(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}
