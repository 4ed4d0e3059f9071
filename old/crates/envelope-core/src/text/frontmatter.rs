//! A flat block of `key: value` lines at the head of a document (R-Q13).

use super::lines::{Line, Lines, is_blank, trim_blank};
use super::yaml::{nesting, quoted_len, scalar, without_comment};
use crate::rules::{DEEP_FLOW, OPEN_FLOW};
use crate::{Diagnostic, Limits, Span};

/// The front matter of a document (R-Q13).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frontmatter {
    /// From the opening line to the end of the closing one (without its line end). The body starts on the next line.
    pub span: Span,
    /// The lines between, each with its line end.
    pub inner: Span,
    /// The entries in order; a key may stand there twice (R-A11).
    pub entries: Vec<Entry>,
    /// Lines that a flat block does not have, such as nested maps and block scalars; kept and to be reported (R-A3).
    pub odd: Vec<Span>,
    /// Whether it has a closing line.
    pub closed: bool,
    /// Values in brackets that are not whole, in the order of the text (R-A9, R-A10).
    pub faults: Vec<FlowFault>,
}

/// What is wrong with a value in brackets (R-A9, R-A10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FlowFault {
    /// The value as far as it goes on its line.
    pub span: Span,
    /// More containers are nested in it than a reader has to bear; otherwise nothing closes it.
    pub deep: bool,
}

impl FlowFault {
    /// The diagnostic for a text that `offset` bytes stand before.
    pub fn diagnostic(self, offset: usize) -> Diagnostic {
        let span = self.span.shifted(offset);
        if self.deep {
            let message = format!("more than {} lists and maps are nested", Limits::default().depth());
            Diagnostic::new(&DEEP_FLOW, span, message).help("write a flat list")
        } else {
            Diagnostic::new(&OPEN_FLOW, span, "nothing closes this list or map").help("close it on its line")
        }
    }
}

/// One `key: value` of the front matter (R-Q13).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The key as it is written, for [`scalar`].
    pub key: Span,
    /// The value as it is written, without a comment and trimmed, for [`scalar`] or [`flow_list`](super::flow_list).
    pub value: Span,
    /// The line of the key, without its line end.
    pub line: Span,
    /// The items of a block list under the key, each as it is written, for [`scalar`].
    pub items: Vec<Span>,
}

impl Frontmatter {
    /// The first entry with this key, where `text` is the text that was read (R-A11: the first one counts).
    pub fn entry(&self, text: &str, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| scalar(entry.key.of(text)) == key)
    }
}

/// The front matter that `text` starts with, after a byte order mark, should it have one (R-Q13).
///
/// It opens with a first line `---` and runs to the next line `---` or `...`. A block that nothing closes ends before
/// the first blank line; one also ends, unclosed, before a heading that stands after a blank line or has two marks or
/// more, so that a rule further down the document is not taken for its end. A first line `---` with no entry after it
/// and no closing line is a rule, not front matter.
///
/// An entry is a key at the start of a line, a colon, and a blank or the line's end after it; under an entry without a
/// value, `- item` lines are its items.
///
/// ```
/// let text = "---\nstatus: draft  # so far\ndecision_count: 2\n---\n\n### D1: One\n";
/// let found = envelope_core::text::frontmatter(text).unwrap();
/// assert_eq!(found.entry(text, "status").unwrap().value.of(text), "draft");
/// assert!(found.closed && found.odd.is_empty());
/// ```
pub fn frontmatter(text: &str) -> Option<Frontmatter> {
    let mut lines = Lines::after_bom(text);
    let opener = lines.next().filter(|line| is_rule(line.text, "---"))?;
    let (end, closer) = extent(lines.clone());
    let inner = Span::new(opener.full_span().end(), end.unwrap_or(text.len()));
    let mut found = Frontmatter {
        span: Span::new(opener.span.start(), closer.map_or(inner.end(), |line| line.span.end())),
        inner,
        entries: Vec::new(),
        odd: Vec::new(),
        closed: closer.is_some(),
        faults: Vec::new(),
    };
    for line in lines.take_while(|line| line.span.start() < inner.end()) {
        found.read(text, line);
    }
    found.faults = found.faults(text);
    (found.closed || !found.entries.is_empty()).then_some(found)
}

impl Frontmatter {
    /// Values may go on over the lines up to the next key.
    fn faults(&self, text: &str) -> Vec<FlowFault> {
        let mut faults = Vec::new();
        for (at, entry) in self.entries.iter().enumerate() {
            let end = self.entries.get(at + 1).map_or(self.inner.end(), |next| next.line.start());
            let items = entry.items.iter().enumerate().map(|(at, item)| {
                let end = entry.items.get(at + 1).map_or(end, |next| next.start());
                (*item, end)
            });
            for (value, end) in std::iter::once((entry.value, end)).filter(|_| entry.items.is_empty()).chain(items) {
                if !value.of(text).starts_with(['[', '{']) {
                    continue;
                }
                let (depth, closed) = nesting(Span::new(value.start(), end).of(text));
                let deep = depth > Limits::default().depth();
                if deep || !closed {
                    faults.push(FlowFault { span: value, deep });
                }
            }
        }
        faults
    }

    fn read(&mut self, text: &str, line: Line<'_>) {
        let content = without_comment(line.text);
        if content.is_empty() {
            return;
        }
        if let Some(item) = content.strip_prefix('-').filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t'])) {
            if let Some(entry) = self.entries.last_mut().filter(|entry| entry.value.is_empty()) {
                entry.items.push(Span::of_slice(text, trim_blank(item)));
                return;
            }
        } else if let Some((key, value)) = key_value(line.text) {
            let (key, value) = (Span::of_slice(text, key), Span::of_slice(text, value));
            self.entries.push(Entry { key, value, line: line.span, items: Vec::new() });
            return;
        }
        self.odd.push(line.span);
    }
}

/// Where the block ends whose inner lines come first in `lines`, and the line that closes it.
fn extent(lines: Lines<'_>) -> (Option<usize>, Option<Line<'_>>) {
    let mut first_blank = None;
    let mut after_blank = false;
    for line in lines {
        if is_rule(line.text, "---") || is_rule(line.text, "...") {
            return (Some(line.span.start()), Some(line));
        }
        let marks = line.text.bytes().take_while(|byte| *byte == b'#').count();
        let heading = line.text.get(marks..).is_some_and(|rest| rest.starts_with([' ', '\t']));
        if heading && (marks > 1 || (marks == 1 && after_blank)) {
            return (Some(first_blank.unwrap_or(line.span.start())), None);
        }
        after_blank = is_blank(line.text);
        if after_blank {
            first_blank = first_blank.or(Some(line.span.start()));
        }
    }
    (first_blank, None)
}

fn is_rule(line: &str, rule: &str) -> bool {
    line.strip_prefix(rule).is_some_and(is_blank)
}

/// The key and the value of a line of a flat map.
fn key_value(line: &str) -> Option<(&str, &str)> {
    // What starts so is indented, or has a meaning of its own in YAML.
    if line.starts_with(|c| " \t-?:,[]{}&*!|>%@`#".contains(c)) {
        return None;
    }
    let from = match quoted_len(line) {
        Some(len) => len,
        None if line.starts_with(['"', '\'']) => return None,
        None => 0,
    };
    let ends = |at: &usize| line.get(at + 1..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']));
    let at = line.get(from..)?.match_indices(':').map(|(at, _)| from + at).find(ends)?;
    let (key, value) = (line.get(..at)?, line.get(at + 1..)?);
    // A comment before the colon, or text behind a quoted key, is no key.
    let whole = without_comment(key) == trim_blank(key) && (from == 0 || is_blank(key.get(from..)?));
    whole.then(|| (trim_blank(key), without_comment(value)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, entries: &[(&str, &str)], odd: &[&str], closed: bool, after: &str) {
        let found = frontmatter(text).expect("a block");
        let read: Vec<_> = found.entries.iter().map(|entry| (entry.key.of(text), entry.value.of(text))).collect();
        assert_eq!(read, entries);
        assert_eq!(found.odd.iter().map(|span| span.of(text)).collect::<Vec<_>>(), odd);
        assert_eq!((found.closed, &text[found.span.end()..]), (closed, after));
    }

    #[test]
    fn flat_blocks() {
        check("---\n---", &[], &[], true, "");
        check("\u{feff}---\r\na: 1\r\n--- \r\nb", &[("a", "1")], &[], true, "\r\nb");
        check("---\na: 1 # one\n# two\n\nb:\n...\n", &[("a", "1"), ("b", "")], &[], true, "\n");
        check(
            "---\n\"a: b\": 'c # d'\nurl: http://a\n---\n",
            &[("\"a: b\"", "'c # d'"), ("url", "http://a")],
            &[],
            true,
            "\n",
        );
        check("---\na: 1\na: 2\n---\n", &[("a", "1"), ("a", "2")], &[], true, "\n");
        check(
            "---\na: |\n  text\nmap:\n  k: v\nno entry\nk:v\n---\n",
            &[("a", "|"), ("map", "")],
            &["  text", "  k: v", "no entry", "k:v"],
            true,
            "\n",
        );
    }

    #[test]
    fn blocks_without_an_end() {
        check("---\na: 1\n", &[("a", "1")], &[], false, "");
        check("---\na: 1\n\nText: x\n", &[("a", "1")], &[], false, "\nText: x\n");
        check("---\na: 1\n\n# Title\n\n---\n\nText", &[("a", "1")], &[], false, "\n# Title\n\n---\n\nText");
        check("---\na: 1\n## Section\n---\n", &[("a", "1")], &[], false, "## Section\n---\n");
    }

    #[test]
    fn texts_without_a_block() {
        for text in
            ["", "a: 1\n", "---", "---\n\ntext\n", " ---\na: 1\n---\n", "----\na: 1\n---\n", "\n---\na: 1\n---\n"]
        {
            assert_eq!(frontmatter(text), None, "{text:?}");
        }
    }

    #[test]
    fn values_in_brackets() {
        let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        for (value, faults) in [
            ("[a, {b: c}]", &[][..]),
            ("[a,\n  b]", &[]),
            ("[a, ']', \"[\"]", &[]),
            ("it's [open", &[]),
            ("[a, it's]", &[]),
            ("[a", &[false]),
            ("[a, '[']]", &[]),
            ("{a: [b}", &[false]),
            ("\n  - [a\n  - b\n  - [c]", &[false]),
            (deep(128).as_str(), &[]),
            (deep(129).as_str(), &[true]),
            ("[".repeat(100_000).as_str(), &[true]),
        ] {
            let text = format!("---\nn: {value}\nstatus: x\n---\n");
            let found = frontmatter(&text).expect("a block");
            assert_eq!(found.faults.iter().map(|fault| fault.deep).collect::<Vec<_>>(), faults, "{value:.80}");
        }
    }

    #[test]
    fn block_lists() {
        let text = "---\nsections:\n  - One # 1\n  - \"Two: 2\"\n- Three\n  -\nn: 1\n- stray\n---\n";
        let found = frontmatter(text).expect("a block");
        let items: Vec<_> = found.entries[0].items.iter().map(|span| span.of(text)).collect();
        assert_eq!(items, ["One", "\"Two: 2\"", "Three", ""]);
        assert_eq!(found.odd.iter().map(|span| span.of(text)).collect::<Vec<_>>(), ["- stray"]);
        assert_eq!(found.entry(text, "n").map(|entry| entry.line.of(text)), Some("n: 1"));
    }

    proptest! {
        #[test]
        fn every_line_is_kept(body in "[ab:#\"' \n-]{0,40}") {
            let text = format!("---\n{body}\n---\nrest");
            if let Some(found) = frontmatter(&text) {
                let items: usize = found.entries.iter().map(|entry| entry.items.len()).sum();
                let kept = found.entries.len() + items + found.odd.len();
                let inner = found.inner.of(&text);
                let content = Lines::new(inner).filter(|line| !without_comment(line.text).is_empty()).count();
                prop_assert_eq!(kept, content, "{:?}", text);
            }
        }
    }
}
