//! The front matter of the decisions: flat keys read by the core's reader, typed here (R-Q9).

use std::borrow::Cow;
use std::collections::HashSet;

use envelope_core::rules::{CONVERTED, DECORATION};
use envelope_core::text::{Entry, Frontmatter, Lines, Word, flow_list, frontmatter, read_word, scalar, trim_blank};
use envelope_core::{Count, Diagnostic, Outcome, Path, Span};
use serde_json::Value;

use super::Found;
use crate::decisions::DecisionsFrontmatter;
use crate::decisions::labels::{DECISION_COUNT, KEYS, STATUS, STATUSES};
use crate::decisions::model::{FrontLine, FrontLineKind};
use crate::decisions::render::value_of;
use crate::decisions::rules::{LATE_FRONTMATTER, OPEN_FRONTMATTER};
use crate::model::Spot;
use crate::parse::further_lines;

/// Reads the front matter at the start of `whole`, after blank lines; gives where the body starts.
pub(super) fn read(text: &str, whole: Span, mut found: Found) -> (Found, usize) {
    let part = whole.of(text);
    let blank = part.len() - part.trim_start_matches([' ', '\t', '\r', '\n']).len();
    // Blanks on the line itself are no blank lines.
    let blank = part.get(..blank).and_then(|blanks| blanks.rfind(['\n', '\r'])).map_or(0, |at| at + 1);
    let start = whole.start() + blank;
    let Some(block) = frontmatter(Span::new(start, whole.end()).of(text)) else { return (found, whole.start()) };
    let span = block.span.shifted(start);
    if blank > 0 {
        let message = "blank lines before the front matter";
        found.log.push(Diagnostic::new(&LATE_FRONTMATTER, Span::new(whole.start(), start), message));
    }
    let opening = Span::new(span.start(), span.start() + 3);
    found.places.insert(path(), opening);
    if !block.closed {
        let told = Diagnostic::new(&OPEN_FRONTMATTER, opening, "nothing closes the front matter");
        found.log.push(told.help("end it with a line `---`"));
        found.truncated = true;
    }
    for fault in &block.faults {
        found.truncated |= !fault.deep;
        found.log.push(fault.diagnostic(start));
    }
    let mut reader = Reader {
        text,
        start,
        value: DecisionsFrontmatter::default(),
        seen: HashSet::new(),
        taken: HashSet::new(),
        found,
    };
    // Entries and odd lines in the order of the text: what is kept as lines stays in that order.
    let mut odd = block.odd.iter().peekable();
    for (at, entry) in block.entries.iter().enumerate() {
        while let Some(line) = odd.next_if(|line| line.start() < entry.line.start()) {
            reader.keep(line.shifted(start));
        }
        let further = further_lines(&block, at, reader.text_from());
        if reader.entry(entry, further) {
            reader.taken.extend(further.iter().map(|line| line.start()));
            odd.nth(further.len() - 1);
        }
    }
    for line in odd {
        reader.keep(line.shifted(start));
    }
    reader.written(&block);
    let Reader { value, mut found, .. } = reader;
    found.value.frontmatter = Some(value);
    (found, span.end())
}

fn path() -> Path {
    Path::root().key("frontmatter")
}

/// Whether an item of the entry's list stands on the line.
fn has_item(entry: &Entry, line: Span) -> bool {
    let at = entry.items.partition_point(|item| item.start() < line.start());
    entry.items.get(at).is_some_and(|item| line.contains(*item))
}

struct Reader<'a> {
    text: &'a str,
    start: usize,
    value: DecisionsFrontmatter,
    seen: HashSet<String>,
    /// Where further lines start that are a part of the value above.
    taken: HashSet<usize>,
    found: Found,
}

impl Reader<'_> {
    fn keep(&mut self, line: Span) {
        let at = self.value.other_lines.len();
        self.found.places.insert(path().key("other_lines").index(at), line);
        self.value.other_lines.push(line.of(self.text).trim_end_matches([' ', '\t']).to_owned());
    }

    /// Whether the further lines are a part of the entry: below a key that matters, where they qualify what it says
    /// (R-A2). Otherwise they are kept as they are.
    fn entry(&mut self, entry: &Entry, further: &[Span]) -> bool {
        let at = entry.key.shifted(self.start);
        let key = scalar(at.of(self.text)).into_owned();
        let key = self.word(&key, &KEYS, at).unwrap_or(key);
        if !self.seen.insert(key.clone()) {
            self.keep(entry.line.shifted(self.start));
            for item in &entry.items {
                self.keep(self.line_of(item.shifted(self.start)));
            }
            return false;
        }
        let known = KEYS.contains(&key.as_str());
        let further = if known { further } else { &[] };
        self.value_of(entry, key, further);
        !further.is_empty()
    }

    fn value_of(&mut self, entry: &Entry, key: String, further: &[Span]) {
        let value = entry.value.shifted(self.start);
        let items: Vec<Span> = entry.items.iter().map(|item| item.shifted(self.start)).collect();
        let span = items.last().map_or(value, |last| Span::new(value.start(), last.end()));
        let span = if span.is_empty() { entry.key.shifted(self.start) } else { span };
        let span = further.last().map_or(span, |last| span.join(last.shifted(self.start)));
        let mut raw = Cow::Borrowed(value.of(self.text));
        for line in further {
            let raw = raw.to_mut();
            raw.push(' ');
            raw.push_str(trim_blank(line.shifted(self.start).of(self.text)));
        }
        let raw: &str = &raw;
        let words = scalar(raw).into_owned();
        // Null is absent (R-A8); a required key that is absent is told by a rule.
        let absent = items.is_empty() && (words.is_empty() || matches!(raw, "null" | "~"));
        let known = KEYS.contains(&key.as_str());
        if known && absent {
            return;
        }
        if known && items.is_empty() {
            if key == STATUS {
                self.found.places.insert(path().key(STATUS), span);
                self.value.status = Some(self.word(&words, &STATUSES, span).unwrap_or(words));
                return;
            }
            let digits = !words.is_empty() && words.bytes().all(|byte| byte.is_ascii_digit());
            if let Some(count) = words.parse().ok().filter(|_| digits).and_then(Count::new) {
                if words.len() < raw.len() {
                    let message = format!("`{key}` is a number in quotes");
                    self.found.log.push(Diagnostic::new(&CONVERTED, span, message).path(path().key(&key)));
                }
                self.found.places.insert(path().key(&key), span);
                let slot = if key == DECISION_COUNT {
                    &mut self.value.decision_count
                } else {
                    &mut self.value.conflicts_resolved
                };
                *slot = Some(count);
                return;
            }
        }
        let place = if known { span } else { entry.key.shifted(self.start) };
        self.found.places.insert(path().key("extra").key(&key), place);
        let owned = |raw: &str| Value::from(scalar(raw).into_owned());
        let listed: Option<Vec<Value>> = if items.is_empty() {
            flow_list(raw).map(|items| items.into_iter().map(owned).collect())
        } else {
            Some(items.iter().map(|item| owned(item.of(self.text))).collect())
        };
        self.value.extra.insert(key, listed.map_or_else(|| Value::from(words), Value::from));
    }

    /// Remembers the lines as they stand, with what each of them holds.
    fn written(&mut self, block: &Frontmatter) {
        let mut entries = block.entries.iter().peekable();
        let mut first: Option<&Entry> = None;
        let mut seen = HashSet::new();
        let mut again = false;
        let mut lines = Vec::new();
        for line in Lines::new(block.inner.of(self.text_from())) {
            let span = line.span.shifted(block.inner.start());
            let kind = if let Some(entry) = entries.next_if(|entry| entry.line.start() <= span.start()) {
                let raw = scalar(entry.key.shifted(self.start).of(self.text)).into_owned();
                let name =
                    read_word(&raw, &KEYS).index().and_then(|at| KEYS.get(at)).map_or(raw, |key| (*key).to_owned());
                again = !seen.insert(name.clone());
                first = Some(entry);
                if again {
                    FrontLineKind::Other
                } else {
                    let behind = Span::new(entry.value.end(), span.end()).of(self.text_from());
                    let comment = behind.trim_matches([' ', '\t']).to_owned();
                    let value = value_of(&self.value, &name);
                    FrontLineKind::Key { name, value, comment }
                }
            } else if self.taken.contains(&span.start()) {
                // It is written with its key, on one line.
                continue;
            } else if block.odd.binary_search_by_key(&span.start(), |odd| odd.start()).is_ok() {
                FrontLineKind::Other
            } else if first.is_some_and(|entry| has_item(entry, span)) {
                if again { FrontLineKind::Other } else { FrontLineKind::Item }
            } else {
                FrontLineKind::Comment
            };
            lines.push(FrontLine { text: line.text.trim_end_matches([' ', '\t']).to_owned(), kind });
        }
        self.value.written = Spot(lines);
    }

    /// The text from where the block starts: its spans count from there.
    fn text_from(&self) -> &str {
        self.text.get(self.start..).unwrap_or_default()
    }

    /// The word of the list, decoration and case read through (R-A6); `None` for anything else.
    fn word(&mut self, said: &str, words: &[&str], span: Span) -> Option<String> {
        let Word::Decorated { index, decorations } = read_word(said, words) else { return None };
        let word = words.get(index).filter(|_| !decorations.contradict(Outcome::Completed))?;
        for kind in decorations.iter() {
            self.found.log.tally(&DECORATION, kind.as_str(), span, format!("read through {kind}"));
        }
        Some((*word).to_owned())
    }

    fn line_of(&self, part: Span) -> Span {
        let before = Span::new(self.start, part.start()).of(self.text);
        let from = before.rfind(['\n', '\r']).map_or(self.start, |at| self.start + at + 1);
        let rest = Span::new(part.end(), self.text.len()).of(self.text);
        Span::new(from, part.end() + rest.find(['\n', '\r']).unwrap_or(rest.len()))
    }
}
