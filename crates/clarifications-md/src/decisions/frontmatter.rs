use std::collections::HashMap;

use envelope_core::rules::{CONFLICTING_KEY, REPEATED_KEY};
use envelope_core::text::excerpt;
use envelope_core::text::frontmatter::{Entry, Frontmatter, Value};
use envelope_core::{Sink, Span};

use super::decode::word;
use super::rules::{DECISIONS_COUNT, DECISIONS_NO_STATUS};
use super::status::DOCUMENT_WORDS;
use super::{DecisionsFrontmatter, DocumentStatus};
use crate::decode::further;
use crate::rules::FRONTMATTER_LINE;

/// What the frontmatter says, with the places that rules need.
#[derive(Default)]
pub(super) struct Front {
    pub(super) value: Option<DecisionsFrontmatter>,
    pub(super) count: Option<(u64, Span)>,
    pub(super) status: Option<(DocumentStatus, Span)>,
}

/// Reads the frontmatter; `at` is where a missing one is reported.
pub(super) fn decode(text: &str, frontmatter: Option<&Frontmatter>, at: Span, sink: &mut Sink) -> Front {
    let mut front = Front::default();
    let mut value = DecisionsFrontmatter::default();
    let entries = frontmatter.map_or(&[][..], |frontmatter| &frontmatter.entries);
    let mut seen: HashMap<&str, &Entry> = HashMap::new();
    for entry in entries {
        let key = entry.key.of(text);
        if let Some(first) = seen.get(key) {
            let rule = if first.value.of(text) == entry.value.of(text) { &REPEATED_KEY } else { &CONFLICTING_KEY };
            sink.push_pair(rule, entry.key, first.key, || format!("`{key}` is there twice"));
            continue;
        }
        seen.insert(key, entry);
        match key {
            "decision_count" => front.count = number(text, entry).map(|count| (count, entry.value)),
            "conflicts_resolved" if number(text, entry).is_some() => value.conflicts_resolved = number(text, entry),
            "status" => {
                let word = word(entry.value.of(text).trim_matches('"'), entry.value, &DOCUMENT_WORDS, sink);
                front.status = word.map(|at| (DocumentStatus::ALL[at], entry.value));
            }
            _ => {
                value.extra.insert(key.to_owned(), further(text, entry));
            }
        }
    }
    for line in frontmatter.iter().flat_map(|frontmatter| &frontmatter.other) {
        sink.push(&FRONTMATTER_LINE, *line, || format!("`{}` is no entry", excerpt(line.of(text))));
    }
    let place = frontmatter.map_or(at, |frontmatter| Span::at(frontmatter.span.start()));
    match front.count {
        Some((count, _)) => value.decision_count = count,
        None => sink.push(&DECISIONS_COUNT, place, || "`decision_count` is missing".to_owned()),
    }
    if frontmatter.is_some() && !seen.contains_key("status") {
        sink.report(&DECISIONS_NO_STATUS, place);
    }
    value.status = front.status.map(|(status, _)| status);
    front.value = front.count.map(|_| value);
    front
}

fn number(text: &str, entry: &Entry) -> Option<u64> {
    let Value::Text(value) = entry.content else { return None };
    value.of(text).parse().ok()
}
