//! From the blocks to the value, with all rules.

use std::collections::{HashMap, HashSet};

use envelope_core::rules::{TEMPLATE_ECHO, WRONG_TYPE};
use envelope_core::text::frontmatter::Frontmatter;
use envelope_core::text::{excerpt, find_word, is_placeholder, says_nothing};
use envelope_core::{Decoded, Sink, Span, Status as _};

use super::rules::{
    DECISION_LEVEL, DECISION_NO_SOURCE, DECISION_NO_TEXT, DECISION_OTHER_TEXT, DECISION_REASONED_DRAFT,
    DECISION_SOURCE, DECISION_STATUS, DECISION_UNSOURCED, DECISIONS_COUNT, DECISIONS_FINAL, DECISIONS_NO_STATUS,
};
use super::status::{DOCUMENT_WORDS, WORDS};
use super::syntax::{Block, Kind, answer_of};
use super::{Answer, Decision, DecisionStatus, Decisions, DecisionsFrontmatter, DocumentStatus, status_of};
use crate::frontmatter::{count, entries, further, repeated};
use crate::rules::REPEATED_ID;
use crate::{DecisionId, ItemId, frontmatter};

/// Decodes a document.
pub(super) struct Decoder<'s> {
    pub(super) text: &'s str,
    pub(super) sink: &'s mut Sink,
    /// The ids in the clarifications, if these are known.
    pub(super) items: Option<HashSet<ItemId>>,
    /// The first entry of each id.
    pub(super) ids: HashMap<DecisionId, Span>,
    /// The status that the frontmatter states, and where.
    pub(super) stated: Option<(DocumentStatus, Span)>,
}

impl Decoder<'_> {
    /// Reads frontmatter and entries. `at` is where missing frontmatter is reported; what stands around the document
    /// becomes part of the text before the first entry.
    pub(super) fn value(
        &mut self,
        front: Option<&Frontmatter>,
        at: Span,
        mut preamble: Vec<String>,
        blocks: &[Block],
    ) -> Decoded<Decisions> {
        let number = blocks.iter().filter(|block| block.is_entry()).count() as u64;
        let frontmatter = self.frontmatter(front, at, number);
        let mut decisions = Vec::new();
        for part in blocks.chunk_by(|_, next| !next.is_entry()) {
            match part {
                [heading @ Block { kind: Kind::Entry(id, level), .. }, body @ ..] => {
                    let decision = Decision::new(*id, heading.text(self.text), DecisionStatus::CriticalGap);
                    decisions.push(self.entry(decision, *level, heading.span, body));
                }
                text => preamble.extend(text.iter().map(|block| block.text(self.text))),
            }
        }
        let draft = decisions.iter().flatten().find(|decision| decision.status == DecisionStatus::Draft);
        if let (Some((DocumentStatus::Final, span)), Some(draft)) = (self.stated, draft) {
            self.sink.push(&DECISIONS_FINAL, span, || format!("`status: final`, but {} is a draft", draft.id));
        }
        let status = status_of(decisions.iter().flatten(), self.stated.map(|(status, _)| status));
        let preamble = said(preamble.join("\n\n"));
        let decisions = frontmatter.zip(decisions.into_iter().collect::<Option<_>>());
        let value = decisions.map(|(frontmatter, decisions)| Decisions { frontmatter, preamble, decisions });
        Decoded { value, status, worst: status.map(DecisionStatus::outcome) }
    }

    fn frontmatter(&mut self, front: Option<&Frontmatter>, at: Span, number: u64) -> Option<DecisionsFrontmatter> {
        let (mut value, mut decision_count) = (DecisionsFrontmatter::default(), None);
        let place = front.map_or(at, |front| Span::at(front.span.start()));
        for entry in front.map(|front| entries(self.text, front, self.sink)).unwrap_or_default() {
            match entry.key.of(self.text) {
                "decision_count" => {
                    decision_count = count(self.text, entry, &DECISIONS_COUNT, self.sink);
                    if let Some(count) = decision_count.filter(|count| *count != number) {
                        let message = || format!("`decision_count` is {count}, there are {number}");
                        self.sink.push(&DECISIONS_COUNT, entry.value, message);
                    }
                }
                "conflicts_resolved" if frontmatter::says_nothing(self.text, entry) => {}
                "status" => {
                    let written = entry.value.of(self.text).trim_matches('"');
                    let word = word(written, entry.value, &DOCUMENT_WORDS, self.sink);
                    self.stated = word.map(|at| (DocumentStatus::ALL[at], entry.value));
                    value.extra.extend(word.is_none().then(|| ("status".to_owned(), written.into())));
                }
                key => {
                    let is_count = key == "conflicts_resolved";
                    match is_count.then(|| count(self.text, entry, &WRONG_TYPE, self.sink)).flatten() {
                        None => drop(value.extra.insert(key.to_owned(), further(self.text, entry))),
                        count => value.conflicts_resolved = count,
                    }
                }
            }
        }
        let is_there = |key| front.is_some_and(|front| front.get(self.text, key).is_some());
        if !is_there("decision_count") {
            self.sink.push(&DECISIONS_COUNT, place, || "`decision_count` is missing".to_owned());
        }
        if front.is_some() && !is_there("status") {
            self.sink.report(&DECISIONS_NO_STATUS, place);
        }
        value.status = self.stated.map(|(status, _)| status);
        value.decision_count = decision_count?;
        Some(value)
    }

    fn entry(&mut self, mut decision: Decision, level: usize, span: Span, body: &[Block]) -> Option<Decision> {
        let id = decision.id;
        let first = *self.ids.entry(id).or_insert(span);
        if first != span {
            self.sink.push_pair(&REPEATED_ID, span, first, || format!("{id} is there twice"));
        }
        if level != 3 {
            self.sink.push(&DECISION_LEVEL, span, || format!("the heading of {id} has {level} `#`"));
        }
        let (mut seen, mut other, mut status) = (HashMap::new(), Vec::new(), None);
        for block in body {
            let value = block.text(self.text);
            let Kind::Field(name, is_decorated) = &block.kind else {
                self.sink.report(&DECISION_OTHER_TEXT, block.span);
                other.push(value);
                continue;
            };
            if *is_decorated {
                self.sink.decoration(block.span);
            }
            let first: &Block = seen.entry(name.as_str()).or_insert(block);
            if first.start != block.start {
                repeated(self.text, (first.span, first.text), (block.span, block.text), self.sink);
                continue;
            }
            match name.as_str() {
                "Status" if value.is_empty() => {}
                "Status" => status = Some(word(&value, block.text, &WORDS, self.sink)),
                "Source" => {
                    decision.source = self.source(&value, block.text);
                    // What is no list of ids is kept as it was written.
                    let is_list = says_nothing(&value) || value.split(',').count() == decision.source.len();
                    decision.extra.extend((!is_list).then(|| ("Source".to_owned(), value.into())));
                }
                "Section" => decision.section = said(value),
                "Decision" => decision.decision = said(value),
                "Reasoning" => decision.reasoning = said(value),
                "Implication" => decision.implication = said(value),
                "Note" => decision.note = said(value),
                name => match answer_of(name) {
                    None if name != "Answer" => drop(decision.extra.insert(name.to_owned(), value.into())),
                    item => decision.answers.extend(said(value).map(|text| Answer { item, text })),
                },
            }
        }
        decision.other = said(other.join("\n\n"));
        if status.is_none() {
            self.sink.push(&DECISION_STATUS, span, || format!("{id} has no status"));
        }
        decision.status = DecisionStatus::ALL[status.flatten()?];
        self.check(&decision, span, &seen);
        Some(decision)
    }

    /// What a decision must have, and must not have, depends on its status.
    fn check(&mut self, decision: &Decision, span: Span, fields: &HashMap<&str, &Block>) {
        let (id, status) = (decision.id, decision.status);
        let reasons = ["Reasoning", "Implication"].into_iter().filter_map(|name| fields.get(name));
        for block in reasons.filter(|block| status == DecisionStatus::Draft && !block.text.is_empty()) {
            self.sink.report(&DECISION_REASONED_DRAFT, block.span);
        }
        if fields.get("Source").is_none_or(|block| says_nothing(block.text.of(self.text))) {
            let rule = if status.is_final() { &DECISION_UNSOURCED } else { &DECISION_NO_SOURCE };
            self.sink.push(rule, span, || format!("{id} has no Source"));
        }
        if status.is_final() && decision.text().is_none() {
            self.sink.push(&DECISION_NO_TEXT, span, || format!("{id} does not say what was decided"));
        }
    }

    /// The ids of a Source; all of them exist in the clarifications, if these are known.
    fn source(&mut self, value: &str, span: Span) -> Vec<ItemId> {
        let mut ids = Vec::new();
        for part in value.split(',').map(str::trim).filter(|_| !says_nothing(value)) {
            let id = part.parse::<ItemId>();
            let is_there = |id: &ItemId| self.items.as_ref().is_none_or(|items| items.contains(id));
            if !id.as_ref().is_ok_and(is_there) {
                let why = if id.is_ok() { "is not in the clarifications" } else { "is no id such as Q1 or R1.2" };
                self.sink.push(&DECISION_SOURCE, span, || format!("`{}` {why}", excerpt(part)));
            }
            ids.extend(id);
        }
        ids
    }
}

/// A text that is not empty.
fn said(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

/// The index of a status word.
fn word(text: &str, span: Span, words: &[&str], sink: &mut Sink) -> Option<usize> {
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
