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
    let mut reader = Reader { indent, lines, end: start + trimmed.len(), open: false };
    let value = reader.value(trimmed);
    Read { value, span: Span::new(start, reader.end), open: reader.open }
}

struct Reader<'l, 'a> {
    /// The indentation of the key.
    indent: usize,
    lines: &'l mut Lines<'a>,
    /// Where the value ends.
    end: usize,
    open: bool,
}

impl<'a> Reader<'_, 'a> {
    fn value(&mut self, text: &'a str) -> Value<'a> {
        match text.as_bytes().first() {
            None => self.below(),
            Some(b'#') if without_comment(text).is_empty() => self.below(),
            Some(b'|' | b'>') if is_block_header(text) => match self.block_text() {
                Some(block) if text.starts_with('>') => plain(fold(&block)),
                Some(block) => plain(Cow::Owned(block)),
                None => Value::Empty,
            },
            _ => self.inline(text),
        }
    }

    /// A value that begins on this line.
    fn inline(&mut self, text: &'a str) -> Value<'a> {
        match text.as_bytes().first() {
            Some(quote @ (b'"' | b'\'')) => self.quoted(text, *quote),
            Some(b'[') => self.flow(text),
            _ => self.continued(text),
        }
    }

    /// A value on the lines below its key.
    fn below(&mut self) -> Value<'a> {
        let Some(line) = self.lines.clone().find(|line| !line.is_blank()) else { return Value::Empty };
        let is_deeper = line.indent > self.indent;
        if line.indent >= self.indent && is_item(&line) {
            return self.items(line.indent);
        }
        if is_deeper && line.content().starts_with(['"', '\'', '[']) {
            self.take_line(|_| true);
            return self.inline(line.content());
        }
        match if is_deeper { self.block_text() } else { None } {
            Some(text) => plain(Cow::Owned(text)),
            None => Value::Empty,
        }
    }

    /// Takes the next line that is not blank, if it belongs to the value.
    fn take_line(&mut self, belongs: impl Fn(&Line<'a>) -> bool) -> Option<Line<'a>> {
        let mut ahead = self.lines.clone();
        let line = ahead.find(|line| !line.is_blank()).filter(belongs)?;
        self.end = line.end();
        *self.lines = ahead;
        Some(line)
    }

    /// The items of a block list. A line further in belongs to the item above it.
    fn items(&mut self, indent: usize) -> Value<'a> {
        let whole = self.lines.clone();
        let mut items: Vec<Cow<'a, str>> = Vec::new();
        let (mut is_nested, mut is_last_empty) = (false, false);
        while let Some(line) = self.take_line(|line| line.indent > indent || (line.indent == indent && is_item(line))) {
            is_last_empty = line.indent == indent && line.content() == "-";
            if line.indent == indent {
                items.push(self.item(line.content()[1..].trim_ascii_start()));
            } else {
                is_nested = true;
            }
        }
        self.open |= is_last_empty;
        let nested = is_nested.then(|| dedent(whole.take_while(|line| line.start < self.end)));
        Value::List { items, nested }
    }

    /// One item: quoted text or plain text.
    fn item(&mut self, text: &'a str) -> Cow<'a, str> {
        let Some(quote @ (b'"' | b'\'')) = text.as_bytes().first() else {
            return Cow::Borrowed(without_comment(text));
        };
        self.open |= find_close(text, 1, *quote).is_none();
        on_one_line(text, *quote).unwrap_or(Cow::Borrowed(text))
    }

    /// The lines further in, with the blank ones between them, without their common indentation.
    fn block_text(&mut self) -> Option<String> {
        let (whole, from, indent) = (self.lines.clone(), self.end, self.indent);
        while self.take_line(|line| line.indent > indent).is_some() {}
        (self.end > from).then(|| dedent(whole.take_while(|line| line.start < self.end)))
    }

    /// Plain text with the lines further in that continue it.
    fn continued(&mut self, first: &'a str) -> Value<'a> {
        let mut text = Cow::Borrowed(without_comment(first));
        let indent = self.indent;
        while self.lines.peek().is_some_and(|line| !line.is_blank() && line.indent > indent) {
            let Some(line) = self.take_line(|_| true) else { break };
            let text = text.to_mut();
            text.push(' ');
            text.push_str(without_comment(line.content()));
        }
        plain(text)
    }

    /// A quoted text. If its line has no closing quote, the lines further in are searched for it.
    fn quoted(&mut self, first: &'a str, quote: u8) -> Value<'a> {
        if let Some(text) = on_one_line(first, quote) {
            return Value::Text { text, quoted: true };
        }
        if find_close(first, 1, quote).is_some() {
            return self.continued(first);
        }
        let mut text = first.to_owned();
        let indent = self.indent;
        while let Some(line) = self.take_line(|line| line.indent > indent) {
            text.push(' ');
            text.push_str(line.content());
            if find_close(line.content(), 0, quote).is_some() {
                return match on_one_line(&text, quote) {
                    Some(text) => Value::Text { text: Cow::Owned(text.into_owned()), quoted: true },
                    None => plain(Cow::Owned(text)),
                };
            }
        }
        self.open = true;
        plain(Cow::Owned(text))
    }

    /// A list in brackets, on one line or several.
    fn flow(&mut self, first: &'a str) -> Value<'a> {
        let mut items = Vec::new();
        let mut rest = flow_items(&first[1..], &mut items);
        if rest.is_some_and(|rest| !without_comment(rest).trim_ascii().is_empty()) {
            // A link or a sentence that begins with a bracket.
            return self.continued(first);
        }
        let indent = self.indent;
        while rest.is_none() {
            let Some(line) = self.take_line(|line| line.indent > indent || line.content().starts_with(']')) else {
                break;
            };
            rest = flow_items(line.content(), &mut items);
        }
        self.open = rest.is_none_or(|rest| !without_comment(rest).trim_ascii().is_empty());
        Value::List { items, nested: None }
    }
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

fn is_item(line: &Line<'_>) -> bool {
    let content = line.content();
    content == "-" || content.starts_with("- ")
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

/// The text of a quoted scalar that begins and ends on this line; quotes inside it need no escape.
fn on_one_line(text: &str, quote: u8) -> Option<Cow<'_, str>> {
    let close = find_close(text, 1, quote)?;
    let inner = if without_comment(&text[close + 1..]).trim_ascii().is_empty() {
        &text[1..close]
    } else {
        text[1..].strip_suffix(char::from(quote)).filter(|inner| !inner.ends_with('\\'))?
    };
    Some(unescape(inner, quote))
}

/// The first closing quote from an offset that is inside the quotes.
fn find_close(text: &str, from: usize, quote: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
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

/// Reads the items of a list in brackets on one line; gives what stands behind the closing bracket, if it is there.
fn flow_items<'a>(mut rest: &'a str, items: &mut Vec<Cow<'a, str>>) -> Option<&'a str> {
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        match rest.as_bytes().first() {
            None | Some(b'#') => return None,
            Some(b']') => return Some(&rest[1..]),
            _ => {}
        }
        let end = flow_item(rest)?;
        let item = without_comment(&rest[..end]).trim_ascii_end();
        let quote = item.bytes().next().filter(|first| matches!(first, b'"' | b'\''));
        let text = quote.filter(|quote| find_close(item, 1, *quote) == Some(item.len() - 1));
        items.push(text.map_or(Cow::Borrowed(item), |quote| unescape(&item[1..item.len() - 1], quote)));
        rest = if item.len() < rest[..end].trim_ascii_end().len() { "" } else { &rest[end..] };
    }
}

/// The length of an item, up to a comma or the closing bracket; brackets inside it, as in `app/[id]/page.tsx`, belong to
/// it. `None` if a quote is open at the end.
fn flow_item(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            // Inside a word a quote is an apostrophe.
            b'"' | b'\'' if at == 0 || matches!(text.as_bytes()[at - 1], b' ' | b'[' | b'{' | b',' | b':') => {
                at = find_close(text, at + 1, *byte)?;
            }
            b'[' | b'{' | b'(' => depth += 1,
            b']' | b'}' | b')' if depth > 0 => depth -= 1,
            b']' => return Some(at),
            b',' if depth == 0 => return Some(at),
            _ => {}
        }
        at += 1;
    }
    Some(at)
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
        check("  key: \"one\n    two\n\n    \"\n  next: x", &text("one two ", true), false);
        check("  key:\n    \"one\"", &text("one", true), false);
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
        check("  key: [it's, b]", &list(&["it's", "b"]), false);
        check("  key: [a](b) c", &text("[a](b) c", false), false);
        check("  key:\n    - a\n    - \"b\"  # c\n\n    - 'd'", &list(&["a", "b", "d"]), false);
        check("  key:\n  - a\n  -", &list(&["a", ""]), true);
        check("  key:\n  - \"a\n  - b", &list(&["\"a", "b"]), true);
        check("  key:\n    [\"a\", b]", &list(&["a", "b"]), false);
        check(
            "  key: [{\"a\": \"b\", \"c\": 1}, \"d\" (new)]",
            &list(&["{\"a\": \"b\", \"c\": 1}", "\"d\" (new)"]),
            false,
        );
        check("  key: [\n    a, # x\n    b # y, z\n  ]", &list(&["a", "b"]), false);
        check("  key: [\n    a\n  ] and b", &list(&["a"]), true);
        let nested = Value::List {
            items: vec![Cow::Borrowed("file: a"), Cow::Borrowed("b")],
            nested: Some("- file: a\n  line: 4\n- b".to_owned()),
        };
        check("  key:\n    - file: a\n      line: 4\n    - b", &nested, false);
    }
}
