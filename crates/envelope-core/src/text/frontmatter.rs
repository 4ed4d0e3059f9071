//! Flat frontmatter: keys with a text or a list of texts between two lines of `---`.

use super::{Line, Lines};
use crate::Span;

/// What stands between `---` at the start of a text and the next `---`.
///
/// ```
/// use envelope_core::text::frontmatter::{Value, read};
///
/// let text = "---\nquestion_count: 26   # required\npriority: [Q1, \"Q2\"]\n---\n# Title\n";
/// let frontmatter = read(text, envelope_core::Span::new(0, text.len())).expect("it begins with `---`");
/// assert_eq!(frontmatter.get(text, "question_count").unwrap().value.of(text), "26");
/// let Value::List(items) = &frontmatter.entries[1].content else { panic!() };
/// assert_eq!(items[1].of(text), "Q2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frontmatter {
    /// From the first `---` to the end of the last.
    pub span: Span,
    /// Whether there is a last `---`; if not, everything up to the end of the text is read as frontmatter.
    pub is_closed: bool,
    /// The entries, in order.
    pub entries: Vec<Entry>,
    /// Lines that are neither an entry nor a comment.
    pub other: Vec<Span>,
}

/// An entry of frontmatter.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// All of its lines, without the last line end.
    pub span: Span,
    /// The key.
    pub key: Span,
    /// The value as written, without a comment behind it; empty directly behind the colon if there is none.
    pub value: Span,
    /// What the value says.
    pub content: Value,
}

/// The value of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_enums, reason = "every reader must handle every case")]
pub enum Value {
    /// A text, without the quotes around it.
    Text(Span),
    /// A list in brackets or of lines that begin with `-`; its items without quotes.
    List(Vec<Span>),
}

impl Frontmatter {
    /// The first entry with a key.
    pub fn get(&self, text: &str, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key.of(text) == key)
    }

    fn line(&mut self, text: &str, line: &Line<'_>) {
        if line.is_blank() || line.content().starts_with('#') {
            return;
        }
        if line.content().starts_with("- ")
            && let Some(entry) = self.entries.last_mut()
            && entry.add_item(text, Span::new(line.span().start() + 1, line.end()))
        {
            return;
        }
        let is_key = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        match line.text.split_once(':') {
            Some((key, value)) if !key.is_empty() && key.bytes().all(is_key) => {
                let key = Span::new(line.start, line.start + key.len());
                let (content, value) = content(text, Span::new(line.end() - value.len(), line.end()));
                self.entries.push(Entry { span: Span::new(line.start, line.end()), key, value, content });
            }
            _ => self.other.push(line.span()),
        }
    }
}

impl Entry {
    /// Adds an item to a list of lines; `false` if the entry is none.
    fn add_item(&mut self, text: &str, written: Span) -> bool {
        let is_list_of_lines = !self.value.of(text).starts_with('[');
        let value = without_comment(text, written);
        let item = Some(unquoted(text, value)).filter(|item| !item.is_empty());
        match &mut self.content {
            Value::Text(value) if value.of(text).is_empty() => self.content = Value::List(item.into_iter().collect()),
            Value::List(items) if is_list_of_lines => items.extend(item),
            _ => return false,
        }
        self.value = Span::new(self.value.start(), value.end());
        self.span = Span::new(self.span.start(), written.end());
        true
    }
}

/// The frontmatter that a part of a text begins with.
pub fn read(text: &str, part: Span) -> Option<Frontmatter> {
    let mut lines = Lines::new(text, part);
    let first = lines.next().filter(is_edge)?;
    let start = first.start;
    let mut frontmatter =
        Frontmatter { span: Span::new(start, first.end()), is_closed: false, entries: vec![], other: vec![] };
    for line in lines {
        frontmatter.span = Span::new(start, line.end());
        if is_edge(&line) {
            frontmatter.is_closed = true;
            break;
        }
        frontmatter.line(text, &line);
    }
    Some(frontmatter)
}

/// Whether a line is `---`.
fn is_edge(line: &Line<'_>) -> bool {
    line.text.trim_ascii_end() == "---"
}

/// What a value says, and its place.
fn content(text: &str, value: Span) -> (Value, Span) {
    let value = without_comment(text, value);
    let Some(list) = within(text, value, '[', ']') else { return (Value::Text(unquoted(text, value)), value) };
    let (mut items, mut start, mut quote) = (Vec::new(), list.start(), None);
    let mut push = |start, end| items.push(unquoted(text, Span::new(start, end).trim(text)));
    for (at, sign) in list.of(text).char_indices().map(|(at, sign)| (list.start() + at, sign)) {
        match (sign, quote) {
            (',', None) => {
                push(start, at);
                start = at + 1;
            }
            ('"' | '\'', None) if text[start..at].trim_ascii().is_empty() => quote = Some(sign),
            (sign, Some(open)) if sign == open => quote = None,
            _ => {}
        }
    }
    push(start, list.end());
    items.retain(|item| item.end() > item.start());
    (Value::List(items), value)
}

/// A value without blanks around it and without `# a comment` behind it.
fn without_comment(text: &str, value: Span) -> Span {
    let trimmed = value.trim(text);
    let is_whole = [('"', '"'), ('\'', '\''), ('[', ']')].iter().any(|(a, b)| within(text, trimmed, *a, *b).is_some());
    let comment = if is_whole { None } else { format!(" {} ", trimmed.of(text)).find(" # ") };
    match comment {
        // An empty value is directly behind the colon.
        Some(0) => Span::at(value.start()),
        Some(at) => Span::new(trimmed.start(), trimmed.start() + at - 1).trim(text),
        None if trimmed.of(text).is_empty() => Span::at(value.start()),
        None => trimmed,
    }
}

/// What stands between two signs at the ends of a value.
fn within(text: &str, value: Span, open: char, close: char) -> Option<Span> {
    value.of(text).strip_prefix(open)?.strip_suffix(close)?;
    Some(Span::new(value.start() + 1, value.end() - 1))
}

fn unquoted(text: &str, value: Span) -> Span {
    within(text, value, '"', '"').or_else(|| within(text, value, '\'', '\'')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The entries as `key=text` or `key=[item|item]`, then the other lines.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let frontmatter = read(text, Span::new(0, text.len())).unwrap();
        let entry = |entry: &Entry| match &entry.content {
            Value::Text(value) => format!("{}={}", entry.key.of(text), value.of(text)),
            Value::List(items) => {
                let items: Vec<&str> = items.iter().map(|item| item.of(text)).collect();
                format!("{}=[{}]", entry.key.of(text), items.join("|"))
            }
        };
        let other = frontmatter.other.iter().map(|line| line.of(text).to_owned());
        assert_eq!(frontmatter.entries.iter().map(entry).chain(other).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn texts_lists_and_comments() {
        check("\u{feff}---\r\na: 1  # one\r\nb: x # y\r\n---\r\nc: 2", &["a=1", "b=x"]);
        check(
            "---\na: \"x # y\"\nb: issue #4\nc: 'd'\ne:\nf:   # none\n---",
            &["a=x # y", "b=issue #4", "c=d", "e=", "f="],
        );
        check("---\na: [Q1, \"b, c\",, 'd']  # four\nb: []\n---", &["a=[Q1|b, c|d]", "b=[]"]);
        check("---\na:\n  - x  # one\n- \"y: z\"\nb: 1\n- no\n---", &["a=[x|y: z]", "b=1", "- no"]);
        check("---\n# comment\n\nnot an entry\n  a: nested\n---", &["not an entry", "a: nested"]);
    }

    #[test]
    fn the_edges_tell_where_it_is() {
        let text = "---\na: 1\n  - no\n";
        let open = read(text, Span::new(0, text.len())).unwrap();
        assert_eq!((open.is_closed, open.span, open.other.len()), (false, Span::new(0, text.len() - 1), 1));
        assert_eq!(read("\n---\na: 1\n---", Span::new(0, 13)), None);
        let (text, value) = ("x\n---\na:\n- b\n- \"c\"\n---\n", Span::new(8, 18));
        let inner = read(text, Span::new(2, text.len())).unwrap();
        assert_eq!(
            (inner.span, inner.entries[0].value, inner.entries[0].span),
            (Span::new(2, 22), value, Span::new(6, 18))
        );
    }
}
