//! The status of an envelope, and what else in a message states one.

use super::{Fields, Member, Place, Shape, Value};
use crate::rules::{CONTRADICTING_FLAG, CONTRADICTION, REPEATED_STATUS, TEMPLATE_ECHO, TRUNCATED};
use crate::text::{excerpt, find_word, is_placeholder, same_name};
use crate::{Message, Outcome, Rule, Sink, Span};

/// Keys that contradict a success where they are false.
const GOOD: [&str; 4] = ["success", "ok", "passed", "completed"];
/// Keys that contradict a success where they are true.
const BAD: [&str; 4] = ["failed", "blocked", "is_error", "has_errors"];
/// Keys that contradict a success where they state another status.
const STATUSES: [&str; 3] = ["status", "outcome", "overall_status"];

impl Fields<'_> {
    /// A status: the index of its word in the list. A placeholder is an error of its own (R-A5).
    pub fn status(&mut self, field: Member<'_>, words: &[&str], unknown: &'static Rule) -> Option<usize> {
        // No status word has a `|`, whatever the words of a dialect are.
        let is_template = |text: &str| is_placeholder(text, words) || text.contains('|');
        if field.value.as_str().is_some_and(is_template) {
            self.sink.report(&TEMPLATE_ECHO, field.value.span());
            self.found(field);
            return None;
        }
        self.word(field, words, unknown)
    }

    /// A word of a closed list: its index.
    pub fn word(&mut self, field: Member<'_>, words: &[&str], unknown: &'static Rule) -> Option<usize> {
        let text = field.value.as_str().filter(|text| !text.trim().is_empty() && !is_placeholder(text, words));
        let Some(text) = text else {
            let is_absent = field.value.as_str().is_some() || field.value.is_null();
            return if is_absent { self.absent(field) } else { self.wrong(field, "a word") };
        };
        self.found(field);
        let span = field.value.span();
        let Some(word) = find_word(text, words) else {
            self.sink.push(unknown, span, || format!("unknown {} `{}`", field.key, excerpt(field.value.raw())));
            return None;
        };
        if word.decorated {
            self.sink.decoration(span);
        }
        Some(word.index)
    }
}

/// Reports keys of a success that are none of the known ones and contradict it (R-A11). `is_other` says whether a word
/// states another status.
pub fn report_flags(object: Value<'_>, known: &[&str], is_other: impl Fn(&str) -> bool, status: Span, sink: &mut Sink) {
    for Member { key, value, .. } in object.members().filter(|member| !known.contains(&member.key)) {
        let is_one_of = |names: &[&str]| names.iter().any(|name| same_name(name, key));
        let boolean = value.as_bool().or_else(|| Some(find_word(value.as_str()?, &["true", "false"])?.index == 0));
        let contradicts = match boolean {
            Some(true) => is_one_of(&BAD) || is_one_of(&["error"]),
            Some(false) => is_one_of(&GOOD),
            None => {
                let is_status = || value.as_str().is_some_and(&is_other);
                is_one_of(&STATUSES) && is_status() || is_one_of(&["error"]) && value.says_something()
            }
        };
        if contradicts {
            sink.push_pair(&CONTRADICTING_FLAG, value.span(), status, || format!("`{key}` contradicts the status"));
        }
    }
}

impl Place {
    /// Compares every other outermost object that states a status of the same protocol with the envelope (R-A11); returns
    /// the worst outcome that they state. `outcome` gives the outcome of a word.
    pub fn report_others(
        self,
        message: &Message<'_>,
        shape: &Shape<'_>,
        first: Option<(Outcome, Span)>,
        outcome: impl Fn(&str) -> Option<Outcome>,
        sink: &mut Sink,
    ) -> Option<Outcome> {
        let mut worst = None;
        let status = |object| shape.status(object).or_else(|| object.get("status"));
        for value in self.others(message).filter_map(status) {
            let Some(stated) = value.as_str().and_then(&outcome) else { continue };
            worst = worst.max(Some(stated));
            let is_same = first.is_some_and(|(first, _)| first == stated);
            let rule = if is_same { &REPEATED_STATUS } else { &CONTRADICTION };
            let place = first.map_or(self.span(message), |(_, span)| span);
            sink.push_pair(rule, value.span(), place, || {
                format!("another object has the status `{}`", excerpt(value.raw()))
            });
        }
        let key = shape.status.last().copied().unwrap_or("status");
        if let Some(span) =
            message.json().unclosed_status(key).filter(|span| span.start() != self.span(message).start())
        {
            sink.push(&TRUNCATED, Span::at(span.start()), || format!("an object with `{key}` is not closed"));
        }
        worst
    }
}
