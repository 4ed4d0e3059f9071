//! From the JSON object to the value, with all rules.

use std::collections::HashMap;

use envelope_core::json::{Fields, Located, Place, Required, Shape, Value, locate, report_flags};
use envelope_core::text::{excerpt, find_word};
use envelope_core::{Decoded, Info, Message, Protocol, Sink, Span, Status as _};

use super::fit::{Part, mismatches};
use super::model::{ANSWER_WORDS, count};
use super::rules::{
    EVALUATION_CLAIM, EVALUATION_COUNTS, EVALUATION_FEWER, EVALUATION_FIELD, EVALUATION_FIT, EVALUATION_ID,
    EVALUATION_OLD_WORD, EVALUATION_REASONING, EVALUATION_VERDICT, INFO,
};
use super::{AnswerVerdict, Evaluation, ItemVerdict};
use crate::status::WORDS;
use crate::{Context, ItemId, Verdict};

const COUNTS: [&str; 5] = ["answered_count", "empty_count", "vague_count", "contradictory_count", "total_count"];
const SHAPE: Shape<'static> = Shape {
    required: &["verdict", "answered_count", "empty_count", "vague_count", "total_count"],
    status: &["verdict"],
    words: &WORDS,
};

impl Protocol for Evaluation {
    const INFO: &'static Info = &INFO;
    type Status = Verdict;
    type Options = Context;
    type Place = Place;

    fn locate(message: &Message<'_>) -> Located<Place> {
        locate(message, &SHAPE)
    }

    /// An object with `verdict` and a count (R-A18).
    fn detect(message: &Message<'_>) -> Option<Span> {
        let has = |object: &Value<'_>, key: &str| object.get(key).is_some();
        let is_one = |object: &Value<'_>| has(object, "verdict") && COUNTS.iter().any(|count| has(object, count));
        message.json().objects().find(is_one).map(Value::span)
    }

    fn decode(message: &Message<'_>, place: Place, context: &Context, sink: &mut Sink) -> Decoded<Self> {
        let object = place.open(message, sink);
        let mut decoder = Decoder { object, sink, verdict: None, spans: HashMap::new() };
        let value = decoder.value();
        let verdict = decoder.verdict;
        let document = context.clarifications.as_deref();
        for (part, what) in value.iter().zip(document).flat_map(|(value, document)| mismatches(value, document)) {
            let span = match part {
                Part::Entry(id) => decoder.spans.get(&id).copied().unwrap_or_default(),
                Part::Field(key) => decoder.span_of(key),
            };
            decoder.sink.push(&EVALUATION_FIT, span, || what);
        }
        let first = verdict.map(|verdict| (verdict.outcome(), decoder.span_of("verdict")));
        let outcome = |word: &str| verdict_of(word).map(Verdict::outcome);
        let others = place.report_others(message, &SHAPE, first, outcome, sink);
        Decoded { value, status: verdict, worst: verdict.map(Verdict::outcome).max(others) }
    }

    fn status(&self) -> Verdict {
        self.verdict
    }

    fn render(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

struct Decoder<'d, 's> {
    object: Value<'d>,
    sink: &'s mut Sink,
    verdict: Option<Verdict>,
    /// The entry of each item.
    spans: HashMap<ItemId, Span>,
}

impl<'d> Decoder<'d, '_> {
    fn value(&mut self) -> Option<Evaluation> {
        const REQUIRED: Required<'static> =
            Required { keys: SHAPE.required, missing: &EVALUATION_FIELD, mistyped: &EVALUATION_FIELD };
        let (mut counts, mut reasoning, mut list) = ([None; 5], None, None);
        let mut fields = Fields::new(self.sink, &REQUIRED);
        for field in self.object.members() {
            match field.key {
                "verdict" => {
                    let index = fields.status(field, &WORDS, &EVALUATION_VERDICT);
                    self.verdict = index.map(|index| Verdict::ALL[index]);
                }
                "reasoning" => reasoning = fields.text(field),
                "per_question" => list = fields.list(field),
                key => match COUNTS.iter().position(|count| *count == key) {
                    Some(at) => counts[at] = fields.count(field),
                    None => fields.keep(field),
                },
            }
        }
        let mut extra = fields.finish(self.object).0;
        if reasoning.is_none() {
            self.sink.report(&EVALUATION_REASONING, self.object.opening());
        }
        let per_question = list.and_then(|list| self.entries(list));
        if let Some(list) = list.filter(|_| per_question.is_none()) {
            extra.insert("per_question".to_owned(), list.to_json());
        }
        let [answered_count, empty_count, vague_count, contradictory_count, total_count] = counts;
        let value = Evaluation {
            // Of one that is missing the counts are checked, too.
            verdict: self.verdict.unwrap_or(Verdict::Mixed),
            answered_count: answered_count?,
            empty_count: empty_count?,
            vague_count: vague_count?,
            contradictory_count,
            total_count: total_count?,
            reasoning,
            per_question,
            extra,
        };
        self.check(&value);
        self.verdict.map(|_| value)
    }

    /// The entries; none if one of them cannot be read.
    fn entries(&mut self, list: Value<'d>) -> Option<Vec<ItemVerdict>> {
        let entries: Vec<Option<ItemVerdict>> = list.items().map(|item| self.entry(item)).collect();
        entries.into_iter().collect()
    }

    fn entry(&mut self, entry: Value<'d>) -> Option<ItemVerdict> {
        const REQUIRED: Required<'static> =
            Required { keys: &["question_id", "verdict"], missing: &EVALUATION_FIELD, mistyped: &EVALUATION_FIELD };
        let (mut id, mut verdict) = (None, None);
        let mut fields = Fields::new(self.sink, &REQUIRED);
        for field in entry.members() {
            match field.key {
                "question_id" => {
                    let text = fields.text(field);
                    id = text.as_deref().and_then(|text| text.parse::<ItemId>().ok());
                    if let (Some(text), None) = (text, id) {
                        let message = || format!("`{}` is no id such as Q6 or R6.1", excerpt(&text));
                        fields.sink.push(&EVALUATION_ID, field.value.span(), message);
                    }
                }
                "verdict" => {
                    let index = fields.word(field, &ANSWER_WORDS, &EVALUATION_VERDICT);
                    verdict = index.map(|index| AnswerVerdict::ALL[index]);
                    if matches!(verdict, Some(AnswerVerdict::NeedsRefinement | AnswerVerdict::Contradictory)) {
                        fields.sink.report(&EVALUATION_OLD_WORD, field.value.span());
                    }
                }
                _ => fields.keep(field),
            }
        }
        let extra = fields.finish(entry).0;
        let question_id = id?;
        if let Some(first) = self.spans.insert(question_id, entry.span()) {
            self.sink.push_pair(&EVALUATION_ID, entry.span(), first, || format!("{question_id} has two verdicts"));
        }
        Some(ItemVerdict { question_id, verdict: verdict?, extra })
    }

    /// The counts add up, and the verdict and the entries agree with them (R-Q6).
    fn check(&mut self, value: &Evaluation) {
        let Evaluation { answered_count, empty_count, vague_count, contradictory_count, total_count: total, .. } =
            *value;
        let counts = [answered_count, empty_count, vague_count, contradictory_count.unwrap_or_default()];
        let (total_span, verdict_span) = (self.span_of("total_count"), self.span_of("verdict"));
        let sum = counts.iter().fold(0, |sum: u64, count| sum.saturating_add(*count));
        if sum != total {
            let message = || format!("the counts add up to {sum}, `total_count` is {total}");
            self.sink.push(&EVALUATION_COUNTS, total_span, message);
        }
        let entries = value.per_question.as_deref();
        let unclear = entries.unwrap_or_default().iter().find(|entry| entry.verdict != AnswerVerdict::Clear);
        let all_clear = total > 0 && answered_count == total && unclear.is_none();
        if value.verdict != Verdict::Mixed && all_clear != (value.verdict == Verdict::Sufficient) {
            let what = unclear.filter(|_| !all_clear).map(|entry| format!("{} is not clear", entry.question_id));
            let what = what.unwrap_or_else(|| format!("{answered_count} of {total} items are answered"));
            let message = || format!("`{}`, but {what}", value.verdict.as_str());
            self.sink.push_pair(&EVALUATION_CLAIM, verdict_span, total_span, message);
        }
        if value.verdict == Verdict::Sufficient {
            let is_other = |word: &str| verdict_of(word).is_some_and(|verdict| verdict != Verdict::Sufficient);
            report_flags(self.object, &["verdict"], is_other, verdict_span, self.sink);
        }
        let Some(entries) = entries else { return };
        let (number, start) = (entries.len() as u64, self.span_of("per_question").start());
        let place = Span::new(start, start + 1);
        if number != total {
            let rule = if number > total { &EVALUATION_COUNTS } else { &EVALUATION_FEWER };
            let message = || format!("`per_question` has {number} entries, `total_count` is {total}");
            self.sink.push_pair(rule, place, total_span, message);
            return;
        }
        for ((key, stated), counted) in COUNTS.iter().zip(counts).zip(count(entries)) {
            if stated != counted {
                let span = self.object.get(key).map_or(place, Value::span);
                let message = || format!("`{key}` is {stated}, the entries have {counted}");
                self.sink.push_pair(&EVALUATION_COUNTS, span, place, message);
            }
        }
    }

    /// The value of a key; the opening bracket if there is none.
    fn span_of(&self, key: &str) -> Span {
        self.object.get(key).map_or(self.object.opening(), Value::span)
    }
}

/// The verdict that a text states, decorated or not.
fn verdict_of(text: &str) -> Option<Verdict> {
    find_word(text, &WORDS).map(|word| Verdict::ALL[word.index])
}
