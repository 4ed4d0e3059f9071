//! From the entries to the value, with all rules.

use std::collections::{HashMap, HashSet};

use envelope_core::rules::{CONFLICTING_KEY, REPEATED_KEY, TEMPLATE_ECHO};
use envelope_core::text::{excerpt, find_word, is_placeholder, says_nothing};
use envelope_core::{Sink, Span, Status as _};
use serde_json::Value;

use super::frontmatter::Front;
use super::rules::{
    DECISION_LEVEL, DECISION_NO_SOURCE, DECISION_OTHER_TEXT, DECISION_REASONED_DRAFT, DECISION_REPEATED_ID,
    DECISION_SOURCE, DECISION_STATUS, DECISION_UNSOURCED, DECISIONS_COUNT, DECISIONS_FINAL,
};
use super::status::WORDS;
use super::syntax::{Entry, Field, FieldName, Syntax};
use super::{Answer, Decision, DecisionStatus, Decisions, DocumentStatus};
use crate::{DecisionId, ItemId};

/// Decodes the entries.
pub(super) struct Decoder<'s> {
    pub(super) sink: &'s mut Sink,
    /// The ids in the clarifications, if these are known.
    pub(super) items: Option<HashSet<ItemId>>,
    /// The first entry of each id.
    pub(super) ids: HashMap<DecisionId, Span>,
    /// The worst status that an entry states.
    pub(super) worst: Option<DecisionStatus>,
}

impl Decoder<'_> {
    pub(super) fn value(&mut self, front: Front, syntax: Syntax) -> Option<Decisions> {
        let number = syntax.entries.len() as u64;
        if let Some((count, span)) = front.count.filter(|(count, _)| *count != number) {
            let message = || format!("`decision_count` is {count}, there are {number}");
            self.sink.push(&DECISIONS_COUNT, span, message);
        }
        let preamble = Some(syntax.preamble.text).filter(|text| !text.is_empty());
        let entries: Vec<Option<Decision>> = syntax.entries.into_iter().map(|entry| self.entry(entry)).collect();
        let draft = entries.iter().flatten().find(|decision| decision.status == DecisionStatus::Draft);
        if let (Some((DocumentStatus::Final, span)), Some(draft)) = (front.status, draft) {
            self.sink.push(&DECISIONS_FINAL, span, || format!("`status: final`, but {} is a draft", draft.id));
        }
        let decisions = entries.into_iter().collect::<Option<Vec<_>>>()?;
        Some(Decisions { frontmatter: front.value?, preamble, decisions })
    }

    fn entry(&mut self, entry: Entry) -> Option<Decision> {
        let Entry { id, id_span, level, title, fields, other } = entry;
        match self.ids.get(&id) {
            Some(first) => {
                self.sink.push_pair(&DECISION_REPEATED_ID, id_span, *first, || format!("{id} is there twice"));
            }
            None => {
                self.ids.insert(id, id_span);
            }
        }
        if level != 3 {
            self.sink.push(&DECISION_LEVEL, id_span, || format!("the heading of {id} has {level} `#`"));
        }
        if let Some(span) = other.span {
            self.sink.report(&DECISION_OTHER_TEXT, span);
        }
        if let Some(field) = fields.iter().find(|field| field.is_decorated) {
            self.sink.decoration(field.name_span);
        }
        let has_source =
            fields.iter().any(|field| field.name == FieldName::Known("Source") && !says_nothing(&field.value));
        let mut stated = fields.iter().filter(|field| field.name == FieldName::Known("Status"));
        let status = match stated.find(|field| !field.value.is_empty()) {
            Some(field) => word(&field.value, field.value_span, &WORDS, self.sink).map(|at| DecisionStatus::ALL[at]),
            None => {
                self.sink.push(&DECISION_STATUS, id_span, || format!("{id} has no status"));
                None
            }
        };
        self.worst = self.worst.into_iter().chain(status).max_by_key(|status| status.outcome());
        let mut decision = Decision::new(id, title, status.unwrap_or(DecisionStatus::CriticalGap));
        decision.other = Some(other.text).filter(|text| !text.is_empty());
        self.fields(&mut decision, fields);
        if let Some(status) = status.filter(|_| !has_source) {
            let rule = if status.is_final() { &DECISION_UNSOURCED } else { &DECISION_NO_SOURCE };
            self.sink.push(rule, id_span, || format!("{id} has no Source"));
        }
        status.map(|_| decision)
    }

    fn fields(&mut self, decision: &mut Decision, fields: Vec<Field>) {
        let mut seen: HashMap<FieldName, (Span, String)> = HashMap::new();
        for field in fields {
            if let Some((first, value)) = seen.get(&field.name) {
                let rule = if *value == field.value { &REPEATED_KEY } else { &CONFLICTING_KEY };
                let message = || format!("{} has a field twice", decision.id);
                self.sink.push_pair(rule, field.name_span, *first, message);
                continue;
            }
            seen.insert(field.name.clone(), (field.name_span, field.value.clone()));
            if let FieldName::Other(name) = field.name {
                decision.extra.insert(name, Value::String(field.value));
            } else if !field.value.is_empty() {
                self.field(decision, field);
            }
        }
    }

    fn field(&mut self, decision: &mut Decision, field: Field) {
        let is_draft = decision.status == DecisionStatus::Draft;
        let name = match field.name {
            FieldName::AnswerOf(item) => return decision.answers.push(Answer { item: Some(item), text: field.value }),
            FieldName::Known(name) => name,
            FieldName::Other(_) => return,
        };
        if matches!(name, "Reasoning" | "Implication") && is_draft {
            self.sink.report(&DECISION_REASONED_DRAFT, field.name_span);
        }
        match name {
            "Source" => decision.source = self.source(&field),
            "Section" => decision.section = Some(field.value),
            "Answer" => decision.answers.push(Answer { item: None, text: field.value }),
            "Decision" => decision.decision = Some(field.value),
            "Reasoning" => decision.reasoning = Some(field.value),
            "Implication" => decision.implication = Some(field.value),
            "Note" => decision.note = Some(field.value),
            // The status was read before.
            _ => {}
        }
    }

    /// The ids of a Source; all of them exist in the clarifications, if these are known.
    fn source(&mut self, field: &Field) -> Vec<ItemId> {
        let mut ids = Vec::new();
        if says_nothing(&field.value) {
            return ids;
        }
        for part in field.value.split(',').map(str::trim) {
            match part.parse::<ItemId>() {
                Ok(id) => {
                    if self.items.as_ref().is_some_and(|items| !items.contains(&id)) {
                        let message = || format!("{id} is not in the clarifications");
                        self.sink.push(&DECISION_SOURCE, field.value_span, message);
                    }
                    ids.push(id);
                }
                Err(error) => {
                    let message = || format!("`{}` is no id: {error}", excerpt(part));
                    self.sink.push(&DECISION_SOURCE, field.value_span, message);
                }
            }
        }
        ids
    }
}

/// The index of a status word.
pub(super) fn word(text: &str, span: Span, words: &[&str], sink: &mut Sink) -> Option<usize> {
    if is_placeholder(text, words) || text.contains('|') {
        sink.report(&TEMPLATE_ECHO, span);
        return None;
    }
    let word = find_word(text, words);
    match word {
        None => sink.push(&DECISION_STATUS, span, || format!("unknown status `{}`", excerpt(text))),
        Some(word) if word.decorated => sink.decoration(span),
        Some(_) => {}
    }
    word.map(|word| word.index)
}
