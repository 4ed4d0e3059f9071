//! What a line begins with: a heading, an id, a label or a choice.

use envelope_core::Span;
use envelope_core::text::{Line, same_name, split_key};

use super::MARK;
use crate::ItemId;
use crate::syntax::ChoiceSyntax;

/// A heading: how many signs `#` it has, and its title.
pub(crate) fn heading(line: &Line<'_>) -> Option<(usize, Span)> {
    let content = line.content();
    let level = content.bytes().take_while(|byte| *byte == b'#').count();
    let rest = content.get(level..)?;
    let is_heading = (1..=6).contains(&level) && line.indent < 4 && (rest.is_empty() || rest.starts_with([' ', '\t']));
    let end = line.span().end();
    is_heading.then_some((level, Span::new(end - rest.trim_ascii_start().len(), end)))
}

/// An id, and the title behind its colon.
pub(crate) struct Id<T = ItemId> {
    pub(crate) item: T,
    pub(crate) span: Span,
    pub(crate) title: Span,
}

/// The id that the title of a heading begins with.
pub(crate) fn id<T: std::str::FromStr>(text: &str, title: Span) -> Option<Id<T>> {
    let (key, value) = split_key(title.of(text))?;
    let item = key.trim_ascii_end().parse().ok()?;
    let span = Span::new(title.start(), title.start() + key.len()).trim(text);
    Some(Id { item, span, title: Span::new(title.start() + value, title.end()).trim(text) })
}

/// The id of an older form of heading, `**R1.1:** title` or `**R1.1: title**`.
pub(crate) fn bold_id(text: &str, line: &Line<'_>) -> Option<Id> {
    let bold = line.content().strip_prefix("**").filter(|rest| rest.starts_with('R'))?;
    let line = line.span();
    let id = |end| id(text, Span::new(line.start() + 2, end));
    if bold.ends_with("**") {
        return id(line.end() - 2);
    }
    let mut id = id(line.end())?;
    id.title.of(text).strip_prefix("**")?;
    id.title = Span::new(id.title.start() + 2, id.title.end()).trim(text);
    Some(id)
}

/// A title without its mark, and the mark, which may be bold.
pub(super) fn marked(text: &str, title: Span) -> (Span, Option<Span>) {
    let content = title.of(text);
    let at = content.to_ascii_uppercase().rfind(MARK);
    let Some((before, signs)) = at.map(|at| (&content[..at], &content[at + MARK.len()..])) else {
        return (title, None);
    };
    if !signs.trim_matches(['*', '_']).is_empty() {
        return (title, None);
    }
    let before = before.strip_suffix(signs).unwrap_or(before);
    let mark = Span::new(title.start() + before.len(), title.end());
    (Span::new(title.start(), mark.start()).trim(text), Some(mark))
}

/// The labels of fields.
pub(crate) const ANSWER: &str = "**Answer:**";
pub(crate) const RECOMMENDATION: &str = "**Recommendation:**";
pub(crate) const ITEMS: &str = "**Items:**";

/// Those that are no longer written.
pub(crate) const QUESTION: &str = "**Question:**";
pub(crate) const CHOICES: &str = "**Choices:**";

const NAMES: [(&str, &str); 6] = [
    ("Answer", ANSWER),
    ("Selected answer", ANSWER),
    ("Recommendation", RECOMMENDATION),
    ("Question", QUESTION),
    ("Choices", CHOICES),
    ("Items", ITEMS),
];

/// The label of a field.
pub(crate) struct Label {
    pub(crate) span: Span,
    /// How it should be written.
    pub(crate) today: &'static str,
    /// The indentation of the item of a list that the field is.
    pub(crate) bullet: Option<usize>,
}

/// The label that a line begins with: bold, the colon inside or behind, or an item of a list.
pub(crate) fn label(line: &Line<'_>) -> Option<Label> {
    let content = line.content();
    let rest = bullet(content).unwrap_or(content);
    let is_item = rest.len() < content.len();
    let bold = rest.strip_prefix("**");
    let (key, value) = split_key(bold.unwrap_or(rest)).filter(|_| (is_item || bold.is_some()) && line.indent < 4)?;
    let inside = bold.map(|bold| bold[value..].starts_with("**"));
    let (key, length) = match inside {
        None => (key, value),
        Some(true) => (key, 2 + value + 2),
        Some(false) => (key.strip_suffix("**")?, 2 + value),
    };
    let (_, today) = *NAMES.iter().find(|(name, _)| same_name(name, key.trim_ascii()))?;
    let start = line.span().start();
    let span = Span::new(start, start + content.len() - rest.len() + length);
    Some(Label { span, today, bullet: is_item.then_some(line.indent) })
}

/// What stands behind the sign of an item of a list.
pub(crate) fn bullet(content: &str) -> Option<&str> {
    let rest = content.strip_prefix(['-', '*', '+'])?;
    rest.starts_with([' ', '\t']).then(|| rest.trim_ascii_start())
}

/// The choice that a line is, if its letter is the given one: `A. text`, `a) text`, each also as an item of a list, there
/// with a box, too.
pub(crate) fn choice(line: &Line<'_>, expected: char) -> Option<ChoiceSyntax> {
    let content = line.content();
    let item = bullet(content);
    let boxed = |sign: &str| item.and_then(|item| item.strip_prefix(sign));
    let ticked = boxed("[x] ").or_else(|| boxed("[X] "));
    let rest = ticked.or_else(|| boxed("[ ] ")).or(item).unwrap_or(content).trim_ascii_start();
    let letter = rest.chars().next().filter(|letter| letter.to_ascii_uppercase() == expected)?;
    let text = rest[1..].strip_prefix(['.', ')'])?;
    let is_choice = text.starts_with([' ', '\t']);
    let end = line.span().end();
    let text_span = Span::new(end - text.trim_ascii_start().len(), end);
    let is_old = item.is_some() || letter != expected || !rest[1..].starts_with(". ");
    is_choice.then_some(ChoiceSyntax { letter: expected, text: text_span, is_ticked: ticked.is_some(), is_old })
}

/// The names in `_Consolidated from: …_`.
pub(crate) fn consolidated_from(text: &str, line: &Line<'_>) -> Option<Span> {
    let inner = line.content().strip_prefix('_')?.strip_suffix('_')?;
    let (_, value) = split_key(inner).filter(|(key, _)| same_name(key, "Consolidated from"))?;
    Some(Span::new(line.span().start() + 1 + value, line.span().end() - 1).trim(text))
}

/// The ids behind `**Items:**`; what is no list of ids is text.
pub(super) fn items(text: &str, line: &Line<'_>) -> Option<Span> {
    let label = label(line).filter(|label| label.span.of(text) == ITEMS)?;
    let items = Span::new(label.span.end(), line.end()).trim(text);
    items.of(text).split(',').all(|id| id.trim().parse::<ItemId>().is_ok()).then_some(items)
}
