//! What the frontmatter of both documents has in common.

use std::collections::HashMap;

use envelope_core::rules::{CONFLICTING_KEY, CONVERTED, REPEATED_KEY};
use envelope_core::text::excerpt;
use envelope_core::text::frontmatter::{Entry, Frontmatter, Value};
use envelope_core::{Rule, Sink, Span};
use serde_json::Value as Json;

use crate::rules::FRONTMATTER_LINE;

/// The first entry of each key. Repeated keys, and lines that are no entry, are reported.
pub(crate) fn entries<'f>(text: &str, frontmatter: &'f Frontmatter, sink: &mut Sink) -> Vec<&'f Entry> {
    let (mut seen, mut entries) = (HashMap::new(), Vec::new());
    for entry in &frontmatter.entries {
        let first: &Entry = seen.entry(entry.key.of(text)).or_insert(entry);
        if first.span == entry.span {
            entries.push(entry);
        } else {
            repeated(text, (first.key, first.value), (entry.key, entry.value), sink);
        }
    }
    for line in &frontmatter.other {
        sink.push(&FRONTMATTER_LINE, *line, || format!("`{}` is no entry", excerpt(line.of(text))));
    }
    entries
}

/// Reports a repeated key or field, each with its value: the first counts (R-A11).
pub(crate) fn repeated(text: &str, first: (Span, Span), again: (Span, Span), sink: &mut Sink) {
    let rule = if first.1.of(text) == again.1.of(text) { &REPEATED_KEY } else { &CONFLICTING_KEY };
    sink.push_pair(rule, again.0, first.0, || format!("`{}` is there twice", excerpt(again.0.of(text))));
}

/// The text of an entry that is no list.
pub(crate) fn plain(entry: &Entry) -> Option<Span> {
    if let Value::Text(text) = entry.content { Some(text) } else { None }
}

/// Whether an entry is absent, as one without a value and `none` are (R-A8).
pub(crate) fn says_nothing(text: &str, entry: &Entry) -> bool {
    plain(entry).is_some_and(|span| envelope_core::text::says_nothing(span.of(text)))
}

/// The text of an entry where a number or boolean is meant; in quotes it is read with a warning (R-A14).
pub(crate) fn word<'t>(text: &'t str, entry: &Entry, sink: &mut Sink) -> Option<&'t str> {
    let word = plain(entry)?;
    if word != entry.value {
        sink.push(&CONVERTED, entry.value, || format!("`{}` is in quotes", entry.key.of(text)));
    }
    Some(word.of(text))
}

/// The count that an entry says; one that is no number breaks the rule.
pub(crate) fn count(text: &str, entry: &Entry, rule: &'static Rule, sink: &mut Sink) -> Option<u64> {
    let digits = word(text, entry, sink).filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let count = digits.and_then(|digits| digits.parse().ok());
    if count.is_none() {
        sink.push(rule, entry.value, || {
            format!("`{}` is `{}`, which is no count", entry.key.of(text), excerpt(entry.value.of(text)))
        });
    }
    count
}

/// The value of a further entry: text, or a list of texts.
pub(crate) fn further(text: &str, entry: &Entry) -> Json {
    match &entry.content {
        Value::Text(value) => value.of(text).into(),
        Value::List(items) => items.iter().map(|item| item.of(text)).collect(),
    }
}
