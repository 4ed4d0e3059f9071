//! Types the fields of the block and applies the rules between them (R-S4, R-S5).

use std::borrow::Cow;
use std::mem::take;

use envelope_core::rules::{CONVERTED, WRONG_TYPE};
use envelope_core::text::{excerpt, find_word, is_placeholder, says_nothing};
use envelope_core::{Sink, Span};
use serde_json::Value as Json;

use super::value::Value;
use super::walk::{Block, Field, RawSection, to_json};
use crate::fields::{BOOLEANS, CONFIDENCE, ERRORS, FILES, NEXT_ACTION, SECTIONS, SUMMARY};
use crate::rules::{
    ERROR_ON_SUCCESS, INCOMPLETE, ITERATIONS, MISSING_ERROR, MISSING_FIELD, MISSING_SECTION, SECTION_TEXT,
    SHORT_CONTEXT, UNKNOWN_CONFIDENCE,
};
use crate::{Confidence, Errors, Files, Iterations, NextAction, Status, StatusBlock, Summary};

/// The typed block; `None` without a status. `word` is the place of the status.
pub(super) fn typed(block: &mut Block<'_>, status: Option<Status>, word: Span, sink: &mut Sink) -> Option<StatusBlock> {
    let mut typing = Typing { status, word, sink };
    let [summary, files, next_action, errors] = &mut block.sections;
    let summary = typing.section(SUMMARY, summary.as_mut(), Typing::summary);
    let files = typing.section(FILES, files.as_mut(), Typing::files);
    let next_action = typing.section(NEXT_ACTION, next_action.as_mut(), Typing::next_action);
    let errors = typing.section(ERRORS, errors.as_mut(), Typing::errors);
    let (extensions, before, after) = (take(&mut block.extensions), block.before.take(), block.after.take());
    Some(StatusBlock { status: status?, summary, files, next_action, errors, extensions, before, after })
}

struct Typing<'s> {
    status: Option<Status>,
    word: Span,
    sink: &'s mut Sink,
}

impl Typing<'_> {
    fn is_success(&self) -> bool {
        self.status == Some(Status::Success)
    }

    /// Types a section, or reports that it is missing.
    fn section<'a, T>(
        &mut self,
        index: usize,
        section: Option<&mut RawSection<'a>>,
        typed: fn(&mut Self, &mut RawSection<'a>) -> T,
    ) -> Option<T> {
        let name = SECTIONS[index].name;
        let Some(section) = section else {
            let rule = match index {
                SUMMARY | NEXT_ACTION if self.is_success() => &INCOMPLETE,
                ERRORS if matches!(self.status, None | Some(Status::Success)) => return None,
                ERRORS => &MISSING_ERROR,
                _ => &MISSING_SECTION,
            };
            self.sink.push(rule, self.word, || format!("the section {name} is missing"));
            return None;
        };
        if let Some((text, span)) = section.text.take().filter(|(text, _)| !says_nothing(text)) {
            self.section_text(section, text, span);
        }
        Some(typed(self, section))
    }

    /// Reads a text in place of the fields as one of them (R-S2).
    fn section_text(&mut self, section: &mut RawSection<'_>, text: String, span: Span) {
        self.sink.report(&SECTION_TEXT, span);
        let slot = SECTIONS[section.index].text_field.and_then(|field| section.fields.get_mut(field));
        match slot {
            Some(slot) if slot.as_ref().is_none_or(|field| !field.value.says_something()) => {
                *slot = Some(Field { value: Value::Text { text: text.into(), quoted: true }, span });
            }
            _ => drop(section.extra.insert("text".to_owned(), text.into())),
        }
    }

    fn summary(&mut self, section: &mut RawSection<'_>) -> Summary {
        let what_i_did = self.text(section, 0);
        let confidence = self.text(section, 1).map(|text| self.confidence(text));
        let iterations_used = self.text(section, 2).map(|text| self.iterations(text));
        let is_empty =
            what_i_did.is_none() && confidence.is_none() && iterations_used.is_none() && section.extra.is_empty();
        if is_empty && self.is_success() {
            self.sink.push(&INCOMPLETE, section.name, || "SUMMARY has no field".to_owned());
        }
        self.missing(section, 0, what_i_did.is_none());
        self.missing(section, 1, confidence.is_none());
        self.missing(section, 2, iterations_used.is_none());
        let what_i_did = what_i_did.map(|text| text.value);
        Summary { what_i_did, confidence, iterations_used, extra: take(&mut section.extra) }
    }

    fn files(&mut self, section: &mut RawSection<'_>) -> Files {
        let [created, modified, read] = [0, 1, 2].map(|field| {
            let list = self.list(section, field);
            self.missing(section, field, list.is_none());
            list
        });
        Files { created, modified, read, extra: take(&mut section.extra) }
    }

    fn next_action(&mut self, section: &mut RawSection<'_>) -> NextAction {
        let [agent, reason, context] = [0, 1, 2].map(|field| self.text(section, field));
        if agent.is_none() && self.is_success() {
            self.sink.push(&INCOMPLETE, section.name, || "NEXT_ACTION has no `recommended_agent`".to_owned());
        } else {
            self.missing(section, 0, agent.is_none());
        }
        self.missing(section, 1, reason.is_none());
        self.missing(section, 2, context.is_none());
        if let Some(context) = &context
            && context.value.split_ascii_whitespace().count() < 3
        {
            self.sink.report(&SHORT_CONTEXT, context.span);
        }
        let [recommended_agent, reason, context_forward] =
            [agent, reason, context].map(|text| text.map(|text| text.value));
        NextAction { recommended_agent, reason, context_forward, extra: take(&mut section.extra) }
    }

    fn errors(&mut self, section: &mut RawSection<'_>) -> Errors {
        let stated = section.fields[..2].iter().flatten().find(|field| field.value.says_something());
        let stated = stated.map(|field| field.span);
        let [message, details] = [0, 1].map(|field| self.text(section, field));
        let can_retry = self.boolean(section, 2);
        match self.status {
            Some(Status::Success) => {
                if let Some(stated) = stated {
                    self.sink.push_pair(&ERROR_ON_SUCCESS, stated, self.word, || ERROR_ON_SUCCESS.summary.to_owned());
                }
            }
            Some(Status::Blocked | Status::Failed) => {
                if message.is_none() {
                    self.sink.push(&MISSING_ERROR, section.name, || "ERRORS has no `message`".to_owned());
                }
                self.missing(section, 1, details.is_none());
                self.missing(section, 2, can_retry.is_none());
            }
            None => {}
        }
        let [message, details] = [message, details].map(|text| text.map(|text| text.value));
        Errors { message, details, can_retry, extra: take(&mut section.extra) }
    }

    fn missing(&mut self, section: &RawSection<'_>, field: usize, is_missing: bool) {
        let info = &SECTIONS[section.index];
        let name = info.fields[field].name;
        // A value of the wrong type was reported as such.
        if is_missing && !section.extra.contains_key(name) {
            self.sink.push(&MISSING_FIELD, section.name, || format!("{} has no `{name}`", info.name));
        }
    }

    /// The text of a field; absent where it is a placeholder or says nothing (R-A5, R-A8).
    fn text(&mut self, section: &mut RawSection<'_>, field: usize) -> Option<Text> {
        let Field { value, span } = section.fields[field].take()?;
        let info = &SECTIONS[section.index].fields[field];
        match value {
            Value::Empty => None,
            Value::Text { text, quoted } => {
                let is_answer =
                    section.index == NEXT_ACTION && field == 0 && find_word(&text, &["none", "null"]).is_some();
                let is_absent = is_placeholder(&text, info.words) || (says_nothing(&text) && !is_answer);
                (!is_absent).then(|| Text { value: text.into_owned(), span, quoted })
            }
            list @ Value::List { .. } if !list.says_something() => None,
            list @ Value::List { .. } => {
                self.wrong_type(section, info.name, to_json(list), span);
                None
            }
        }
    }

    /// The items of a field, without those that say nothing.
    fn list(&mut self, section: &mut RawSection<'_>, field: usize) -> Option<Vec<String>> {
        let Field { value, span } = section.fields[field].take()?;
        match value {
            Value::Empty => None,
            Value::Text { text, .. } if says_nothing(&text) || is_placeholder(&text, &[]) => None,
            Value::Text { text, .. } => {
                self.sink.push(&CONVERTED, span, || "one text, read as a list of one".to_owned());
                Some(vec![text.replace('\n', " ")])
            }
            list @ Value::List { nested: Some(_), .. } => {
                self.wrong_type(section, SECTIONS[section.index].fields[field].name, to_json(list), span);
                None
            }
            Value::List { items, nested: None } => {
                Some(items.into_iter().filter(|item| is_said(item)).map(Cow::into_owned).collect())
            }
        }
    }

    fn boolean(&mut self, section: &mut RawSection<'_>, field: usize) -> Option<bool> {
        let text = self.text(section, field)?;
        match find_word(&text.value, &BOOLEANS) {
            Some(word) => {
                if word.decorated {
                    self.sink.decoration(text.span);
                }
                if text.quoted {
                    self.sink.push(&CONVERTED, text.span, || "a boolean in quotes".to_owned());
                }
                Some(word.index == 0)
            }
            None => {
                let name = SECTIONS[section.index].fields[field].name;
                self.wrong_type(section, name, text.value.into(), text.span);
                None
            }
        }
    }

    fn confidence(&mut self, text: Text) -> Confidence {
        let Some(word) = find_word(&text.value, &CONFIDENCE) else {
            self.sink.push(&UNKNOWN_CONFIDENCE, text.span, || format!("unknown confidence `{}`", excerpt(&text.value)));
            return Confidence::Other(text.value);
        };
        if word.decorated {
            self.sink.decoration(text.span);
        }
        CONFIDENCE[word.index].to_owned().into()
    }

    fn iterations(&mut self, text: Text) -> Iterations {
        let count = text.value.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.value.parse().ok()).flatten();
        let Some(count) = count else {
            self.sink.report(&ITERATIONS, text.span);
            return Iterations::Other(text.value);
        };
        if text.quoted {
            self.sink.push(&CONVERTED, text.span, || "a number in quotes".to_owned());
        }
        Iterations::Count(count)
    }

    fn wrong_type(&mut self, section: &mut RawSection<'_>, name: &str, value: Json, span: Span) {
        self.sink.push(&WRONG_TYPE, span, || format!("`{name}` has a value of the wrong type"));
        section.extra.insert(name.to_owned(), value);
    }
}

impl Value<'_> {
    /// Whether it is more than nothing and placeholders (R-A5, R-A8).
    fn says_something(&self) -> bool {
        match self {
            Self::Empty => false,
            Self::Text { text, .. } => is_said(text),
            Self::List { items, .. } => items.iter().any(|item| is_said(item)),
        }
    }
}

fn is_said(text: &str) -> bool {
    !says_nothing(text) && !is_placeholder(text, &[])
}

/// A text with its place.
struct Text {
    value: String,
    span: Span,
    quoted: bool,
}
