//! The frontmatter: counts, the questions that must be answered, and what else is there.

use std::collections::BTreeSet;

use envelope_core::Span;
use envelope_core::rules::{CONVERTED, WRONG_TYPE};
use envelope_core::text::excerpt;
use envelope_core::text::frontmatter::{Entry, Frontmatter as Entries, Value};

use super::Decoder;
use crate::frontmatter::{count, entries, further, plain, says_nothing, word};
use crate::rules::{MISSING_COUNT, PRIORITY, WRONG_COUNT};
use crate::syntax::{COUNTS, ItemSyntax};
use crate::{Frontmatter, ItemId};

impl Decoder<'_> {
    /// The frontmatter, if all counts are there.
    pub(super) fn frontmatter(&mut self) -> Option<Frontmatter> {
        let (text, syntax) = (self.text, self.syntax);
        let Some(frontmatter) = &syntax.frontmatter else {
            self.sink.push(&MISSING_COUNT, Span::at(0), || "the frontmatter is missing".to_owned());
            return None;
        };
        let mut read = Frontmatter::default();
        for entry in entries(text, frontmatter, self.sink) {
            let key = entry.key.of(text);
            let is_read = match key {
                "status" | "priority_questions" | "scope_recommendation" if says_nothing(text, entry) => true,
                "status" => {
                    read.status = plain(entry).map(|status| status.of(text).to_owned());
                    read.status.is_some() || self.mistyped(entry, "a text")
                }
                "scope_recommendation" => {
                    read.scope_recommendation = word(text, entry, self.sink).and_then(|word| word.parse().ok());
                    read.scope_recommendation.is_some() || self.mistyped(entry, "`true` or `false`")
                }
                "priority_questions" => {
                    read.priority_questions = self.priority(entry);
                    read.priority_questions.is_some()
                }
                key => COUNTS.contains(&key),
            };
            if !is_read {
                read.extra.insert(key.to_owned(), further(text, entry));
            }
        }
        let counts = syntax.counts().map(|(name, actual)| self.count(frontmatter, name, actual));
        let [question_count, sections, duplicates_removed, refinement_count] = counts;
        (read.question_count, read.sections) = (question_count?, sections?);
        (read.duplicates_removed, read.refinement_count) = (duplicates_removed?, refinement_count?);
        Some(read)
    }

    /// Reports a value of another type, which is not read.
    fn mistyped(&mut self, entry: &Entry, expected: &str) -> bool {
        let (key, value) = (entry.key.of(self.text), excerpt(entry.value.of(self.text)));
        self.sink.push(&WRONG_TYPE, entry.value, || format!("`{key}` is `{value}`, not {expected}"));
        false
    }

    /// A required count, compared with what is there.
    fn count(&mut self, frontmatter: &Entries, name: &str, actual: Option<u64>) -> Option<u64> {
        let Some(entry) = frontmatter.get(self.text, name) else {
            self.sink.push(&MISSING_COUNT, frontmatter.span, || format!("`{name}` is missing"));
            return None;
        };
        let count = match &entry.content {
            // An older form, a list of their names.
            Value::List(names) if name == "sections" => names.len() as u64,
            _ => count(self.text, entry, &MISSING_COUNT, self.sink)?,
        };
        if let Some(actual) = actual.filter(|actual| *actual != count) {
            self.sink.push(&WRONG_COUNT, entry.value, || format!("`{name}` is {count}, but there are {actual}"));
        }
        Some(count)
    }

    /// The ids in `priority_questions`, which are those of the questions that must be answered.
    fn priority(&mut self, entry: &Entry) -> Option<Vec<ItemId>> {
        let text = self.text;
        let spans = match &entry.content {
            Value::List(items) => items.as_slice(),
            Value::Text(id) => std::slice::from_ref(id),
        };
        let ids: Result<Vec<ItemId>, _> = spans.iter().map(|span| span.of(text).parse().map_err(|_| *span)).collect();
        let ids = ids.map_err(|span| {
            self.sink.push(&PRIORITY, span, || format!("`{}` is no id such as Q1", excerpt(span.of(text))));
        });
        let ids = ids.ok()?;
        if matches!(entry.content, Value::Text(_)) {
            self.sink.push(&CONVERTED, entry.value, || "one id is read as a list".to_owned());
        }
        let is_marked = |item: &&ItemSyntax| item.id.is_question() && item.must_answer;
        let marked: BTreeSet<ItemId> = self.syntax.items.iter().filter(is_marked).map(|item| item.id).collect();
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
