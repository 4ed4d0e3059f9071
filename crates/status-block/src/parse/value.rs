//! Reads the value behind a key: scalars and lists in all the forms that agents write (R-S2).

use std::borrow::Cow;

use envelope_core::Span;
use envelope_core::text::{Line, Lines};

/// What stands behind a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value<'a> {
    Empty,
    Text {
        text: Cow<'a, str>,
        quoted: bool,
    },
    /// A list, and its lines as they are where an item has lines of its own.
    List {
        items: Vec<Cow<'a, str>>,
        nested: Option<String>,
    },
}

/// A value with its place.
#[derive(Debug)]
pub(super) struct Read<'a> {
    pub(super) value: Value<'a>,
    pub(super) span: Span,
    /// Whether a quote or list is open where the value ends.
    pub(super) open: bool,
}

/// Reads the value that begins at `start` behind a key with the given indentation. Takes further lines as far as they
/// belong to the value.
pub(super) fn read<'a>(rest: &'a str, start: usize, indent: usize, lines: &mut Lines<'a>) -> Read<'a> {
    let trimmed = rest.trim_ascii_start();
    let start = start + rest.len() - trimmed.len();
    let trimmed = trimmed.trim_ascii_end();
    let mut end = start + trimmed.len();
    let mut open = false;
    let value = match trimmed.as_bytes().first() {
        None => below(indent, lines, &mut end, &mut open),
        Some(b'#') if without_comment(trimmed).is_empty() => below(indent, lines, &mut end, &mut open),
        Some(b'|' | b'>') if is_block_header(trimmed) => {
            let folded = trimmed.starts_with('>');
            match block_text(lines, &mut end, |line| line.indent > indent) {
                Some(text) if folded => plain(fold(&text)),
                Some(text) => plain(Cow::Owned(text)),
                None => Value::Empty,
            }
        }
        Some(quote @ (b'"' | b'\'')) => quoted(trimmed, *quote, indent, lines, &mut end, &mut open),
        Some(b'[') => flow(trimmed, indent, lines, &mut end, &mut open),
        Some(_) => plain(continued(without_comment(trimmed), indent, lines, &mut end)),
    };
    Read { value, span: Span::new(start, end), open }
}

fn plain(text: Cow<'_, str>) -> Value<'_> {
    Value::Text { text, quoted: false }
}

/// The text before a comment: `#` at the beginning or behind a blank, and a blank behind it. `issue #7` has none.
pub(super) fn without_comment(text: &str) -> &str {
    let bytes = text.as_bytes();
    let is_blank = |at: usize| bytes.get(at).is_none_or(u8::is_ascii_whitespace);
    let comment = memchr::memchr_iter(b'#', bytes).find(|at| (*at == 0 || is_blank(at - 1)) && is_blank(at + 1));
    comment.map_or(text, |at| text[..at].trim_ascii_end())
}

/// `|` or `>`, with the signs that YAML allows behind it.
fn is_block_header(text: &str) -> bool {
    without_comment(text).bytes().skip(1).all(|byte| matches!(byte, b'+' | b'-' | b'0'..=b'9'))
}

/// A value on the lines below its key: a list, or lines that are kept as they are.
fn below<'a>(indent: usize, lines: &mut Lines<'a>, end: &mut usize, open: &mut bool) -> Value<'a> {
    let first = lines.clone().find(|line| !line.is_blank());
    match first {
        Some(line) if line.indent >= indent && is_item(&line) => items(line.indent, lines, end, open),
        Some(line) if line.indent > indent => match block_text(lines, end, |line| line.indent > indent) {
            Some(text) => plain(Cow::Owned(text)),
            None => Value::Empty,
        },
        _ => Value::Empty,
    }
}

fn is_item(line: &Line<'_>) -> bool {
    let content = line.content();
    content == "-" || content.starts_with("- ")
}

/// The items of a block list. A line further in belongs to the item above it.
fn items<'a>(indent: usize, lines: &mut Lines<'a>, end: &mut usize, open: &mut bool) -> Value<'a> {
    let whole = lines.clone();
    let mut items: Vec<Cow<'a, str>> = Vec::new();
    let mut nested = false;
    let mut ahead = lines.clone();
    while let Some(line) = ahead.next() {
        if line.is_blank() {
            continue;
        }
        if line.indent == indent && is_item(&line) {
            let content = line.content()[1..].trim_ascii_start();
            *open = content.is_empty();
            items.push(item(content, open));
        } else if line.indent > indent {
            nested = true;
            *open = false;
            if let Some(text) = items.last_mut().map(Cow::to_mut) {
                text.push_str(if text.is_empty() { "" } else { " " });
                text.push_str(line.content());
            }
        } else {
            break;
        }
        *end = line.end();
        *lines = ahead.clone();
    }
    let nested = nested.then(|| dedent(whole.take_while(|line| line.start < *end)));
    Value::List { items, nested }
}

/// One item: quoted text or plain text.
fn item<'a>(content: &'a str, open: &mut bool) -> Cow<'a, str> {
    let Some(quote @ (b'"' | b'\'')) = content.as_bytes().first() else {
        return Cow::Borrowed(without_comment(content));
    };
    match on_one_line(content, *quote) {
        Some(text) => text,
        None => {
            *open |= find_close(content, *quote).is_none();
            Cow::Borrowed(content)
        }
    }
}

/// The lines that `belongs` takes, with the blank ones between them, without their common indentation.
fn block_text<'a>(lines: &mut Lines<'a>, end: &mut usize, belongs: impl Fn(&Line<'a>) -> bool) -> Option<String> {
    let whole = lines.clone();
    let from = *end;
    let mut ahead = lines.clone();
    while let Some(line) = ahead.next() {
        if line.is_blank() {
            continue;
        }
        if !belongs(&line) {
            break;
        }
        *end = line.end();
        *lines = ahead.clone();
    }
    (*end > from).then(|| dedent(whole.take_while(|line| line.start < *end)))
}

/// Lines joined without the indentation that all of them have, and without blank ones around them.
pub(super) fn dedent<'a>(lines: impl Iterator<Item = Line<'a>> + Clone) -> String {
    let shown = lines.clone().filter(|line| !line.is_blank());
    let common = shown.map(|line| line.indent).min().unwrap_or_default();
    let mut text = String::new();
    for line in lines.skip_while(Line::is_blank) {
        text.push_str(line.text.get(common..).unwrap_or_default().trim_ascii_end());
        text.push('\n');
    }
    text.truncate(text.trim_ascii_end().len());
    text
}

/// A folded text: lines are joined by blanks, blank lines are line breaks.
fn fold(text: &str) -> Cow<'static, str> {
    let paragraphs =
        text.split("\n\n").map(|paragraph| paragraph.split('\n').map(str::trim).collect::<Vec<_>>().join(" "));
    Cow::Owned(paragraphs.collect::<Vec<_>>().join("\n"))
}

/// Plain text with the lines further in that continue it.
fn continued<'a>(first: &'a str, indent: usize, lines: &mut Lines<'a>, end: &mut usize) -> Cow<'a, str> {
    let mut text = Cow::Borrowed(first);
    let mut ahead = lines.clone();
    while let Some(line) = ahead.next() {
        if line.indent <= indent || line.is_blank() {
            break;
        }
        let text = text.to_mut();
        text.push(' ');
        text.push_str(without_comment(line.content()));
        *end = line.end();
        *lines = ahead.clone();
    }
    text
}

/// A quoted text. If its line has no closing quote, the lines further in are searched for it.
fn quoted<'a>(
    first: &'a str,
    quote: u8,
    indent: usize,
    lines: &mut Lines<'a>,
    end: &mut usize,
    open: &mut bool,
) -> Value<'a> {
    if let Some(text) = on_one_line(first, quote) {
        return Value::Text { text, quoted: true };
    }
    if find_close(first, quote).is_some() {
        return plain(continued(without_comment(first), indent, lines, end));
    }
    let mut text = first.to_owned();
    let mut ahead = lines.clone();
    while let Some(line) = ahead.next() {
        if line.indent <= indent || line.is_blank() {
            break;
        }
        text.push(' ');
        text.push_str(line.content());
        *end = line.end();
        *lines = ahead.clone();
        if find_close(line.content(), quote).is_some() {
            return match on_one_line(&text, quote) {
                Some(text) => Value::Text { text: Cow::Owned(text.into_owned()), quoted: true },
                None => plain(Cow::Owned(text)),
            };
        }
    }
    *open = true;
    plain(Cow::Owned(text))
}

/// The text of a quoted scalar that begins and ends on this line; quotes inside it need no escape.
fn on_one_line(text: &str, quote: u8) -> Option<Cow<'_, str>> {
    let close = find_close(text, quote)?;
    let inner = if without_comment(&text[close + 1..]).trim_ascii().is_empty() {
        &text[1..close]
    } else {
        text[1..].strip_suffix(char::from(quote)).filter(|inner| !inner.ends_with('\\'))?
    };
    Some(unescape(inner, quote))
}

/// The first closing quote in a text that begins with an opening one, or goes on inside the quotes.
fn find_close(text: &str, quote: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = usize::from(bytes.first() == Some(&quote));
    while let Some(found) = memchr::memchr2(quote, b'\\', bytes.get(at..)?) {
        at += found;
        let is_escape = match quote {
            b'"' => bytes[at] == b'\\',
            _ => bytes[at] == quote && bytes.get(at + 1) == Some(&quote),
        };
        if bytes[at] == quote && !is_escape {
            return Some(at);
        }
        at += if is_escape { 2 } else { 1 };
    }
    None
}

fn unescape(inner: &str, quote: u8) -> Cow<'_, str> {
    match quote {
        b'"' if inner.contains('\\') => {
            let mut text = String::with_capacity(inner.len());
            let mut chars = inner.chars().peekable();
            while let Some(c) = chars.next() {
                let escaped = chars.next_if(|next| c == '\\' && matches!(next, '"' | '\\'));
                text.push(escaped.unwrap_or(c));
            }
            Cow::Owned(text)
        }
        b'\'' if inner.contains("''") => Cow::Owned(inner.replace("''", "'")),
        _ => Cow::Borrowed(inner),
    }
}

/// A list in brackets, on one line or several.
fn flow<'a>(first: &'a str, indent: usize, lines: &mut Lines<'a>, end: &mut usize, open: &mut bool) -> Value<'a> {
    let mut items = Vec::new();
    let mut state = flow_line(&first[1..], &mut items);
    if let Flow::Closed(rest) = state
        && !without_comment(rest).trim_ascii().is_empty()
    {
        // A link or a sentence that begins with a bracket.
        return plain(continued(without_comment(first), indent, lines, end));
    }
    let mut ahead = lines.clone();
    while let (Flow::Continues, Some(line)) = (&state, ahead.next()) {
        if line.indent <= indent && !line.is_blank() && !line.content().starts_with(']') {
            break;
        }
        state = flow_line(line.content(), &mut items);
        *end = line.end();
        *lines = ahead.clone();
    }
    *open = !matches!(state, Flow::Closed(_));
    Value::List { items, nested: None }
}

/// How a list in brackets goes on behind a line.
enum Flow<'a> {
    /// It is closed, and this stands behind it.
    Closed(&'a str),
    Continues,
    /// A quote is open.
    OpenQuote,
}

/// Reads the items on one line.
fn flow_line<'a>(mut rest: &'a str, items: &mut Vec<Cow<'a, str>>) -> Flow<'a> {
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        match rest.as_bytes().first() {
            None | Some(b'#') => return Flow::Continues,
            Some(b']') => return Flow::Closed(&rest[1..]),
            Some(quote @ (b'"' | b'\'')) => {
                let Some(close) = find_close(rest, *quote) else { return Flow::OpenQuote };
                items.push(unescape(&rest[1..close], *quote));
                rest = &rest[close + 1..];
            }
            _ => {
                let end = plain_item(rest);
                items.push(Cow::Borrowed(rest[..end].trim_ascii_end()));
                rest = &rest[end..];
            }
        }
    }
}

/// The length of a plain item; brackets inside it, as in `app/[id]/page.tsx`, belong to it.
fn plain_item(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' if depth > 0 => depth -= 1,
            b']' => return at,
            b',' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the value of `key:` in a text whose first line has the key at indentation 2.
    #[track_caller]
    fn check(text: &str, expected: &Value<'_>, open: bool) {
        let mut lines = Lines::new(text, Span::new(0, text.len()));
        let line = lines.next().unwrap();
        let read = read(&line.text[6..], 6, 2, &mut lines);
        assert_eq!((&read.value, read.open), (expected, open), "{text}");
        assert!(text.get(read.span.range()).is_some());
    }

    fn text(text: &str, quoted: bool) -> Value<'_> {
        Value::Text { text: Cow::Borrowed(text), quoted }
    }

    fn list<'a>(items: &[&'a str]) -> Value<'a> {
        Value::List { items: items.iter().map(|item| Cow::Borrowed(*item)).collect(), nested: None }
    }

    #[test]
    fn scalars() {
        check("  key: Run: a # b", &text("Run: a", false), false);
        check("  key: issue #7", &text("issue #7", false), false);
        check("  key: one\n    two\n  next: x", &text("one two", false), false);
        check(r#"  key: "a \"b\" \\ \n" # c"#, &text(r#"a "b" \ \n"#, true), false);
        check(r#"  key: "a "b" c""#, &text(r#"a "b" c"#, true), false);
        check(r#"  key: "a" and "b" too"#, &text(r#""a" and "b" too"#, false), false);
        check("  key: 'it''s'", &text("it's", true), false);
        check("  key: \"one\n    two\"\n  next: x", &text("one two", true), false);
        check("  key: \"one\n  next: x", &text("\"one", false), true);
        check("  key: |\n    one\n\n      two\n  next: x", &text("one\n\n  two", false), false);
        check("  key: >-\n    one\n    two\n\n    three", &text("one two\nthree", false), false);
        check("  key:\n    a: b\n    c: d", &text("a: b\nc: d", false), false);
        check("  key:  # comment\n  next: x", &Value::Empty, false);
    }

    #[test]
    fn lists() {
        check("  key: []", &list(&[]), false);
        check("  key: [a, \"b, c\", 'd', app/[id]/page.tsx]", &list(&["a", "b, c", "d", "app/[id]/page.tsx"]), false);
        check("  key: [\n    \"a\",  # x\n    b\n  ]\n  next: x", &list(&["a", "b"]), false);
        check("  key: [a,\n  next: x", &list(&["a"]), true);
        check("  key: [\"a, b]", &list(&[]), true);
        check("  key: [a](b) c", &text("[a](b) c", false), false);
        check("  key:\n    - a\n    - \"b\"  # c\n\n    - 'd'", &list(&["a", "b", "d"]), false);
        check("  key:\n  - a\n  -", &list(&["a", ""]), true);
        let nested = Value::List {
            items: vec![Cow::Borrowed("file: a line: 4"), Cow::Borrowed("b")],
            nested: Some("- file: a\n  line: 4\n- b".to_owned()),
        };
        check("  key:\n    - file: a\n      line: 4\n    - b", &nested, false);
    }
}
