//! The front matter: flat keys read by the core's reader, typed here (R-Q13).

use envelope_core::rules::{CONVERTED, DECORATION, KEPT_ASIDE, TEMPLATE_ECHO, UNKNOWN_KEY};
use envelope_core::text::{self, Entry, Word, flow_list, frontmatter, is_blank, placeholder, read_word, scalar};
use envelope_core::{Count, Diagnostic, Edit, Fix, Path, Rule, Severity, Span};
use serde_json::Value;

use crate::labels::{COUNTS, OPTIONAL_KEYS, PRIORITY, SCOPE, STATUS};
use crate::model::{Frontmatter, Quarantined, Sections, Text};
use crate::rules::{
    BLANK_BEFORE_FRONTMATTER, FRONTMATTER_LINE, MALFORMED_COUNT, MALFORMED_PRIORITY, REPEATED_KEY, SECTION_NAMES,
    UNCLOSED_FRONTMATTER,
};
use crate::{CountKey, QuestionId};

/// What the front matter gave: the value, where the body starts, and what is to be told of it.
#[derive(Debug, Default)]
pub(crate) struct Read {
    pub(crate) value: Option<Frontmatter>,
    pub(crate) body: usize,
    pub(crate) deviations: Vec<Diagnostic>,
    pub(crate) quarantine: Vec<Quarantined>,
}

/// Reads the front matter at the start of `whole`; blank lines before it are read through.
pub(crate) fn read(text: &str, whole: Span) -> Read {
    let part = whole.of(text);
    let blank = part.len() - part.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']).len();
    // Blanks on the line itself are no blank lines.
    let blank = part.get(..blank).and_then(|blanks| blanks.rfind(['\n', '\r'])).map_or(0, |at| at + 1);
    let start = whole.start() + blank;
    let mut read = Read { body: whole.start(), ..Read::default() };
    let Some(found) = frontmatter(Span::new(start, whole.end()).of(text)) else { return read };
    let mut reader = Reader { text, start, value: Frontmatter::default(), read: &mut read, odd_keys: Vec::new() };
    if blank > 0 {
        let bom = if part.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let span = Span::new(whole.start() + bom, start);
        if !span.is_empty() {
            let fix = Fix::new("remove the blank lines", Edit::deletion(span));
            let message = "blank lines before the front matter";
            reader.read.deviations.push(Diagnostic::new(&BLANK_BEFORE_FRONTMATTER, span, message).fix(fix));
        }
    }
    let spots = &mut reader.value.spots.0;
    spots.span = found.span.shifted(start);
    spots.closed = found.closed;
    spots.insert = found.inner.shifted(start).end();
    if !found.closed {
        let line = Span::new(spots.span.start(), spots.span.start() + 3);
        let help = "end it with a line `---`";
        reader.aside(&UNCLOSED_FRONTMATTER, line, "nothing closes the front matter", help);
    }
    let mut taken: Vec<Span> = Vec::new();
    for (at, entry) in found.entries.iter().enumerate() {
        let further = further_lines(&found, at, Span::new(start, whole.end()).of(text));
        if reader.entry(entry, further) {
            taken.extend_from_slice(further);
        }
    }
    reader.read.deviations.extend(found.faults.iter().map(|fault| fault.diagnostic(start)));
    let is_taken = |line: &Span| taken.binary_search_by_key(&line.start(), |taken| taken.start()).is_ok();
    for line in found.odd.iter().filter(|line| !is_taken(line)) {
        let span = line.shifted(start);
        reader.value.other_lines.push(span.of(text).to_owned());
        let message = "kept as it is: not a `key: value` of a flat list";
        reader.read.deviations.push(Diagnostic::new(&FRONTMATTER_LINE, span, message));
    }
    if let [first, more @ ..] = reader.odd_keys.as_slice() {
        let mut fix = Fix::new("write the keys as the format has them", first.clone());
        fix.edits.extend_from_slice(more);
        let message = "keys are read through letter case and decoration";
        let told = Diagnostic::new(&DECORATION, first.span, message).help(format!("write `{}`", first.text));
        reader.read.deviations.push(told.fix(fix));
    }
    let value = reader.value;
    read.body = value.spots.0.span.end();
    read.value = Some(value);
    read
}

/// The lines below an entry that go on with its value: indented, or items where there is a value already.
pub(crate) fn further_lines<'f>(found: &'f text::Frontmatter, at: usize, text: &str) -> &'f [Span] {
    let Some(entry) = found.entries.get(at).filter(|entry| !entry.value.is_empty()) else { return &[] };
    let first = found.odd.partition_point(|line| line.start() < entry.line.start());
    let next = found.entries.get(at + 1).map_or(usize::MAX, |next| next.line.start());
    let below = found.odd.get(first..).unwrap_or_default();
    let goes_on = |line: &&Span| line.start() < next && goes_on(line.of(text));
    below.get(..below.iter().take_while(goes_on).count()).unwrap_or_default()
}

/// Whether a line that is no entry would go on with the value above it.
pub(crate) fn goes_on(line: &str) -> bool {
    line.starts_with([' ', '\t', '-'])
}

struct Reader<'a> {
    text: &'a str,
    start: usize,
    value: Frontmatter,
    read: &'a mut Read,
    /// The splices that write keys as the format has them.
    odd_keys: Vec<Edit>,
}

impl Reader<'_> {
    /// Whether the further lines are a part of the entry; otherwise they are kept as they are.
    fn entry(&mut self, entry: &Entry, further: &[Span]) -> bool {
        let key = self.key(entry.key.shifted(self.start));
        let value = entry.value.shifted(self.start);
        let items: Vec<Span> = entry.items.iter().map(|item| item.shifted(self.start)).collect();
        let span = items.last().map_or(value, |last| Span::new(value.start(), last.end()));
        if self.value.spots.0.values.contains_key(&key) {
            self.repeated(&key, entry, span);
            return false;
        }
        let counted = COUNTS.iter().find(|(count, _)| count.as_str() == key).map(|(count, _)| *count);
        if let Some(last) = further.last().filter(|_| counted.is_some() || key == SCOPE) {
            self.goes_on(&key, value.join(last.shifted(self.start)), counted.is_some());
            return true;
        }
        self.value.spots.0.values.insert(key.clone(), span);
        self.value_of(entry, key, counted, &items);
        false
    }

    /// What a count or a guard claims is not sure where more stands below it (R-A2).
    fn goes_on(&mut self, key: &str, span: Span, counts: bool) {
        self.value.spots.0.values.insert(key.to_owned(), span);
        let rule = if counts { &MALFORMED_COUNT } else { &KEPT_ASIDE };
        self.aside(rule, span, &format!("`{key}` goes on in the next line"), "write its value on one line");
        if let Some(kept) = self.read.quarantine.last_mut() {
            kept.severity = Severity::Error;
        }
    }

    fn value_of(&mut self, entry: &Entry, key: String, counted: Option<CountKey>, items: &[Span]) {
        let value = entry.value.shifted(self.start);
        let span = items.last().map_or(value, |last| Span::new(value.start(), last.end()));
        let raw = value.of(self.text);
        if counted.is_none() && items.is_empty() && placeholder(raw).is_some() {
            self.aside(&TEMPLATE_ECHO, span, &format!("`{key}` is a placeholder, not a value"), "fill it in");
            return;
        }
        let listed = || -> Option<Vec<String>> {
            let owned = |raw: &str| scalar(raw).into_owned();
            if items.is_empty() {
                flow_list(raw).map(|items| items.into_iter().map(owned).collect())
            } else {
                Some(items.iter().map(|item| owned(item.of(self.text))).collect())
            }
        };
        if let Some(count) = counted {
            self.count(count, raw, span, listed());
        } else if key == PRIORITY {
            self.priority(raw, span, listed());
        } else if key == STATUS && items.is_empty() && !is_blank(raw) {
            self.value.status = Some(scalar(raw).into_owned());
        } else if key == SCOPE {
            self.scope(raw, span, items.is_empty());
        } else {
            let known = key == STATUS;
            let list = listed().map(Value::from);
            let kept = list.unwrap_or_else(|| Value::from(scalar(raw).into_owned()));
            // Null is absent for an optional key (R-A8).
            if known && items.is_empty() && (is_blank(raw) || matches!(raw, "null" | "~")) {
                return;
            }
            let at = entry.key.shifted(self.start);
            let told = if known {
                Diagnostic::new(&KEPT_ASIDE, span, format!("`{key}` has another type; it is kept aside"))
            } else {
                Diagnostic::new(&UNKNOWN_KEY, at, format!("`{key}` is not a key of the format; it is kept"))
            };
            let path = Path::root().key("frontmatter").key("extra").key(&key);
            self.read.deviations.push(told.path(path));
            self.value.extra.insert(key, kept);
        }
    }

    /// The key, its letter case and decoration read through where that makes a key of the format (R-A6).
    fn key(&mut self, at: Span) -> String {
        let written = scalar(at.of(self.text)).into_owned();
        let known: Vec<&str> =
            COUNTS.iter().map(|(key, _)| key.as_str()).chain(OPTIONAL_KEYS.iter().map(|(key, _)| *key)).collect();
        let Word::Decorated { index, .. } = read_word(&written, &known) else { return written };
        let Some(key) = known.get(index) else { return written };
        self.odd_keys.push(Edit::replacement(at, (*key).to_owned()));
        (*key).to_owned()
    }

    fn count(&mut self, key: CountKey, raw: &str, span: Span, list: Option<Vec<String>>) {
        let meant = scalar(raw);
        let digits = !meant.is_empty() && meant.bytes().all(|byte| byte.is_ascii_digit());
        let count = if digits { meant.parse().ok().and_then(Count::new) } else { None };
        match (count, key, list) {
            (Some(count), ..) => {
                if meant.len() < raw.len() {
                    let fix = Fix::new("write a number", Edit::replacement(span, meant.clone().into_owned()));
                    let told = Diagnostic::new(&CONVERTED, span, format!("`{}` is a number in quotes", key.as_str()));
                    self.read.deviations.push(told.fix(fix));
                }
                match key {
                    CountKey::Questions => self.value.question_count = Some(count),
                    CountKey::Sections => self.value.sections = Some(Sections::Count(count)),
                    CountKey::DuplicatesRemoved => self.value.duplicates_removed = Some(count),
                    CountKey::Refinements => self.value.refinement_count = Some(count),
                }
            }
            (None, CountKey::Sections, Some(names)) => {
                let told = Diagnostic::new(&SECTION_NAMES, span, "`sections` lists names, not their number");
                self.read.deviations.push(told.help("write how many there are, like `sections: 6`"));
                self.value.sections = Some(Sections::Names(names));
            }
            (None, ..) => {
                let message = format!("`{}` is not a whole number", key.as_str());
                let help = format!("write a number, like `{}: 6`", key.as_str());
                self.aside(&MALFORMED_COUNT, span, &message, &help);
            }
        }
    }

    fn priority(&mut self, raw: &str, span: Span, list: Option<Vec<String>>) {
        let absent = is_blank(raw) && list.as_ref().is_none_or(Vec::is_empty);
        if absent || matches!(raw, "null" | "~") {
            return;
        }
        let plain = list.is_none();
        let names = list.unwrap_or_else(|| scalar(raw).split(',').map(|name| name.trim().to_owned()).collect());
        let ids: Result<Vec<QuestionId>, _> = names.iter().map(|name| name.parse()).collect();
        let Ok(ids) = ids else {
            let message = format!("`{PRIORITY}` holds something else than ids of questions");
            self.aside(&MALFORMED_PRIORITY, span, &message, "list ids, like `[Q1, Q4]`");
            return;
        };
        if plain {
            let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
            let fix = Fix::new("write a list", Edit::replacement(span, format!("[{}]", ids.join(", "))));
            let told = Diagnostic::new(&CONVERTED, span, format!("`{PRIORITY}` is a list"));
            self.read.deviations.push(told.fix(fix));
        }
        self.value.priority_questions = Some(ids);
    }

    /// A guard must not fail open: what is neither true nor false is an error (R-Q15).
    fn scope(&mut self, raw: &str, span: Span, single: bool) {
        // Null is absent for an optional key (R-A8).
        if single && (is_blank(raw) || matches!(raw, "null" | "~")) {
            return;
        }
        let meant = scalar(raw);
        let meant = meant.trim_matches(['`', ' ']).to_ascii_lowercase();
        if !(single && matches!(meant.as_str(), "true" | "false")) {
            let message = format!("`{SCOPE}` is neither true nor false");
            self.aside(&KEPT_ASIDE, span, &message, "write `true` or `false`, or leave it out");
            if let Some(kept) = self.read.quarantine.last_mut() {
                kept.severity = Severity::Error;
            }
            return;
        }
        if meant != raw {
            let fix = Fix::new("write the bare word", Edit::replacement(span, meant.clone()));
            let told = Diagnostic::new(&CONVERTED, span, format!("`{SCOPE}` is read as {meant}"));
            self.read.deviations.push(told.fix(fix));
        }
        self.value.scope_recommendation = Some(meant == "true");
    }

    /// The first value counts; equal values are only a warning (R-A11).
    fn repeated(&mut self, key: &str, entry: &Entry, span: Span) {
        let first = self.value.value_span(key).map_or("", |first| first.of(self.text));
        let same = scalar(first) == scalar(span.of(self.text));
        self.aside(
            &REPEATED_KEY,
            entry.key.shifted(self.start).join(span),
            &format!("`{key}` stands here again{}", if same { " with the same value" } else { "" }),
            "keep one of them; the first is used until then",
        );
        if let Some(kept) = self.read.quarantine.last_mut().filter(|_| same) {
            kept.severity = Severity::Warning;
        }
    }

    fn aside(&mut self, rule: &'static Rule, span: Span, message: &str, help: &str) {
        self.read.quarantine.push(Quarantined {
            rule,
            text: Text::at(self.text, span),
            severity: rule.severity(),
            message: message.to_owned(),
            help: Some(help.to_owned()),
        });
    }
}
