//! The frontmatter: counts, the questions that must be answered, and what else is there.

use std::collections::{BTreeMap, BTreeSet};

use envelope_core::Span;
use envelope_core::rules::{CONVERTED, WRONG_TYPE};
use envelope_core::text::excerpt;
use envelope_core::text::frontmatter::{Entry, Value};
use serde_json::Value as Json;

use super::Decoder;
use crate::rules::{FRONTMATTER_LINE, MISSING_COUNT, MISSING_FRONTMATTER, PRIORITY, WRONG_COUNT};
use crate::syntax::ItemSyntax;
use crate::{Frontmatter, ItemId};

/// The required counts.
pub(crate) const COUNTS: [&str; 4] = ["question_count", "sections", "duplicates_removed", "refinement_count"];

impl Decoder<'_> {
    /// The frontmatter, if all counts are there.
    pub(super) fn frontmatter(&mut self) -> Option<Frontmatter> {
        let Some(syntax) = &self.syntax.frontmatter else {
            self.sink.report(&MISSING_FRONTMATTER, Span::at(0));
            return None;
        };
        let (mut read, mut counts, mut seen) = (Frontmatter::default(), [None; 4], BTreeMap::new());
        for entry in &syntax.entries {
            let key = entry.key.of(self.text);
            let first = *seen.entry(key).or_insert(entry);
            if first.span != entry.span {
                self.repeated((first.key, first.value), (entry.key, entry.value));
                continue;
            }
            if let Some(at) = COUNTS.iter().position(|count| *count == key) {
                counts[at] = self.count(entry).map(|count| (count, entry.value));
                continue;
            }
            let is_null = entry.content == Value::Text(entry.value) && entry.value.is_empty();
            let is_read = match key {
                "status" | "priority_questions" | "scope_recommendation" if is_null => continue,
                "status" => {
                    read.status = plain(entry).map(|text| text.of(self.text).to_owned());
                    read.status.is_some()
                }
                "priority_questions" => {
                    read.priority_questions = self.priority(entry);
                    read.priority_questions.is_some()
                }
                "scope_recommendation" => {
                    read.scope_recommendation = self.word(entry).and_then(|word| word.parse().ok());
                    read.scope_recommendation.is_some()
                }
                _ => {
                    read.extra.insert(key.to_owned(), further(self.text, entry));
                    continue;
                }
            };
            if !is_read {
                self.sink.push(&WRONG_TYPE, entry.value, || format!("`{key}` has a value of the wrong type"));
                read.extra.insert(key.to_owned(), further(self.text, entry));
            }
        }
        for line in &syntax.other {
            self.sink.push(&FRONTMATTER_LINE, *line, || format!("`{}` is no entry", excerpt(line.of(self.text))));
        }
        for (name, _) in COUNTS.iter().zip(counts).filter(|(_, count)| count.is_none()) {
            // One that is there but no number was reported as such.
            if !seen.contains_key(name) {
                self.sink.push(&MISSING_COUNT, syntax.span, || format!("`{name}` is missing"));
            }
        }
        self.check_counts(&counts);
        let [question_count, sections, duplicates_removed, refinement_count] = counts.map(|count| count.map(|of| of.0));
        read.question_count = question_count?;
        read.sections = sections?;
        read.duplicates_removed = duplicates_removed?;
        read.refinement_count = refinement_count?;
        Some(read)
    }

    /// The text of an entry that is no list, where a number or boolean is meant; in quotes it is read with a warning (R-A14).
    fn word(&mut self, entry: &Entry) -> Option<&str> {
        let text = plain(entry)?;
        if text != entry.value {
            self.sink.push(&CONVERTED, entry.value, || format!("`{}` is in quotes", entry.key.of(self.text)));
        }
        Some(text.of(self.text))
    }

    fn count(&mut self, entry: &Entry) -> Option<u64> {
        if let ("sections", Value::List(names)) = (entry.key.of(self.text), &entry.content) {
            return self.section_names(names);
        }
        let number = self.word(entry).filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let number = number.and_then(|word| word.parse().ok());
        if number.is_none() {
            self.sink.push(&MISSING_COUNT, entry.value, || {
                format!("`{}` is `{}`, which is no count", entry.key.of(self.text), excerpt(entry.value.of(self.text)))
            });
        }
        number
    }

    /// The older form of `sections`, a list of their names; each must be the title of a section, so that nothing is lost.
    fn section_names(&mut self, names: &[Span]) -> Option<u64> {
        let titles = self.syntax.sections.iter().filter_map(|section| Some(section.title?.of(self.text)));
        // `## Section 1: Core` is also called `Core`.
        let short = |title: &'_ str| title.split_once(':').map_or("", |(_, name)| name.trim()).to_owned();
        let titles: BTreeSet<String> = titles.flat_map(|title| [title.to_owned(), short(title)]).collect();
        for name in names.iter().filter(|name| !titles.contains(name.of(self.text))) {
            self.sink.push(&WRONG_COUNT, *name, || format!("`{}` is no section", excerpt(name.of(self.text))));
        }
        u64::try_from(names.len()).ok()
    }

    /// Compares the counts with what is there.
    fn check_counts(&mut self, counts: &[Option<(u64, Span)>; 4]) {
        let items = &self.syntax.items;
        let questions = items.iter().filter(|item| item.id.is_question()).count();
        let sections = self.syntax.sections.iter().filter(|section| section.heading.is_some()).count();
        let actual = [Some(questions), Some(sections), None, Some(items.len() - questions)];
        for ((name, count), actual) in COUNTS.iter().zip(counts).zip(actual) {
            if let (Some((count, span)), Some(actual)) = (count, actual)
                && usize::try_from(*count) != Ok(actual)
            {
                self.sink.push(&WRONG_COUNT, *span, || format!("`{name}` is {count}, but there are {actual}"));
            }
        }
    }

    /// The ids in `priority_questions`, which are those of the questions that must be answered.
    fn priority(&mut self, entry: &Entry) -> Option<Vec<ItemId>> {
        let spans = match &entry.content {
            Value::List(items) => items.clone(),
            Value::Text(text) => vec![*text],
        };
        let ids: Option<Vec<ItemId>> = spans.iter().map(|item| item.of(self.text).parse().ok()).collect();
        let ids = ids?;
        if matches!(entry.content, Value::Text(_)) {
            self.sink.push(&CONVERTED, entry.value, || "one id is read as a list".to_owned());
        }
        let is_marked = |item: &&ItemSyntax| item.id.is_question() && item.must_answer(self.text);
        let marked = self.syntax.items.iter().filter(is_marked);
        let marked: BTreeSet<ItemId> = marked.map(|item| item.id).collect();
        let named: BTreeSet<ItemId> = ids.iter().copied().collect();
        if named != marked {
            let list = |ids: BTreeSet<ItemId>| ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            self.sink.push(&PRIORITY, entry.value, || {
                format!("`priority_questions` is [{}], the marked questions are [{}]", list(named), list(marked))
            });
        }
        Some(ids)
    }
}

/// The text of an entry that is no list.
fn plain(entry: &Entry) -> Option<Span> {
    if let Value::Text(text) = entry.content { Some(text) } else { None }
}

/// The value of a further entry: text, or a list of texts.
pub(crate) fn further(text: &str, entry: &Entry) -> Json {
    match &entry.content {
        Value::Text(value) => value.of(text).into(),
        Value::List(items) => items.iter().map(|item| item.of(text)).collect(),
    }
}
