//! From the JSON object to the value, with all rules.

use std::collections::HashMap;

use envelope_core::json::{Fields, Located, Member, Place, Required, Shape, Value, locate, report_flags};
use envelope_core::text::{excerpt, find_word};
use envelope_core::{Decoded, Info, Message, Protocol, Sink, Span, Status as _};

use super::model::{ANSWER_WORDS, count};
use super::rules::{
    EVALUATION_CLAIM, EVALUATION_COUNTS, EVALUATION_FEWER, EVALUATION_FIELD, EVALUATION_FIT, EVALUATION_ID,
    EVALUATION_OLD_WORD, EVALUATION_REASONING, EVALUATION_VERDICT, INFO,
};
use super::{AnswerVerdict, Context, Evaluation, ItemVerdict, Misfit, check_fit};
use crate::status::WORDS;
use crate::{ItemId, Verdict};

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
        if let (Some(value), Some(clarifications)) = (&value, &context.clarifications) {
            decoder.report_misfits(check_fit(value, clarifications));
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
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
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
        let (mut answered, mut empty, mut vague, mut contradictory, mut total) = (None, None, None, None, None);
        let (mut reasoning, mut list) = (None, None);
        let mut fields = Fields::new(self.sink, &REQUIRED);
        for field in self.object.members() {
            match field.key {
                "verdict" => {
                    let index = fields.status(field, &WORDS, &EVALUATION_VERDICT);
                    self.verdict = index.map(|index| Verdict::ALL[index]);
                }
                "answered_count" => answered = fields.count(field),
                "empty_count" => empty = fields.count(field),
                "vague_count" => vague = fields.count(field),
                "contradictory_count" => contradictory = fields.count(field),
                "total_count" => total = fields.count(field),
                "reasoning" => reasoning = fields.text(field),
                "per_question" => list = fields.list(field).map(|list| (field, list)),
                _ => fields.keep(field),
            }
        }
        let mut extra = fields.finish(self.object).0;
        if reasoning.is_none() {
            self.sink.report(&EVALUATION_REASONING, start_of(self.object));
        }
        let entries = list.and_then(|(field, list)| {
            let entries = self.entries(list);
            if entries.is_none() {
                extra.insert(field.key.to_owned(), field.value.to_json());
            }
            entries
        });
        let counts = [answered, empty, vague, contradictory.or(Some(0)), total];
        let [Some(answered), Some(empty), Some(vague), Some(others), Some(total)] = counts else { return None };
        self.check_counts([answered, empty, vague, others], total, entries.as_deref());
        if self.verdict == Some(Verdict::Sufficient) {
            let is_other = |word: &str| verdict_of(word).is_some_and(|verdict| verdict != Verdict::Sufficient);
            report_flags(self.object, &["verdict"], is_other, self.span_of("verdict"), self.sink);
        }
        Some(Evaluation {
            verdict: self.verdict?,
            answered_count: answered,
            empty_count: empty,
            vague_count: vague,
            contradictory_count: contradictory,
            total_count: total,
            reasoning,
            per_question: entries,
            extra,
        })
    }

    /// The entries; none if one of them cannot be read.
    fn entries(&mut self, list: Value<'d>) -> Option<Vec<ItemVerdict>> {
        let entries: Vec<Option<ItemVerdict>> = list.items().map(|item| self.entry(item)).collect();
        entries.into_iter().collect()
    }

    fn entry(&mut self, entry: Value<'d>) -> Option<ItemVerdict> {
        const REQUIRED: Required<'static> =
            Required { keys: &["question_id", "verdict"], missing: &EVALUATION_FIELD, mistyped: &EVALUATION_FIELD };
        if entry.members().next().is_none() {
            self.sink.push(&EVALUATION_FIELD, entry.span(), || "an entry is an object with `question_id`".to_owned());
            return None;
        }
        let (mut id, mut verdict) = (None, None);
        let mut fields = Fields::new(self.sink, &REQUIRED);
        for field in entry.members() {
            match field.key {
                "question_id" => id = item_id(&mut fields, field),
                "verdict" => {
                    let index = fields.word(field, &ANSWER_WORDS, &EVALUATION_VERDICT);
                    verdict = index.map(|index| AnswerVerdict::ALL[index]);
                    if let Some(old) = verdict.filter(|verdict| verdict.is_old()) {
                        let message = || format!("`{}` is an older word", old.as_str());
                        fields.sink.push(&EVALUATION_OLD_WORD, field.value.span(), message);
                    }
                }
                _ => fields.keep(field),
            }
        }
        let extra = fields.finish(entry).0;
        if let Some(id) = id
            && let Some(first) = self.spans.insert(id, entry.span())
        {
            self.sink.push_pair(&EVALUATION_ID, entry.span(), first, || format!("{id} has two verdicts"));
        }
        Some(ItemVerdict { question_id: id?, verdict: verdict?, extra })
    }

    /// The counts add up, and the verdict and the entries agree with them (R-Q6).
    fn check_counts(&mut self, counts: [u64; 4], total: u64, entries: Option<&[ItemVerdict]>) {
        let total_span = self.span_of("total_count");
        let sum = counts.iter().fold(0, |sum: u64, count| sum.saturating_add(*count));
        if sum != total {
            let message = || format!("the counts add up to {sum}, `total_count` is {total}");
            self.sink.push(&EVALUATION_COUNTS, total_span, message);
        }
        let mut listed = entries.unwrap_or_default().iter();
        let unclear = listed.find(|entry| entry.verdict != AnswerVerdict::Clear).map(|entry| entry.question_id);
        let all_clear = total > 0 && counts[0] == total && unclear.is_none();
        let claim = match self.verdict {
            Some(Verdict::Sufficient) if !all_clear => match unclear {
                Some(id) => format!("`sufficient`, but {id} is not clear"),
                None => format!("`sufficient`, but {} of {total} items are answered", counts[0]),
            },
            Some(Verdict::Insufficient) if all_clear => "`insufficient`, but all items are answered".to_owned(),
            _ => String::new(),
        };
        if !claim.is_empty() {
            let span = self.span_of("verdict");
            self.sink.push_pair(&EVALUATION_CLAIM, span, total_span, || claim);
        }
        if let Some(entries) = entries {
            self.check_entries(entries, counts, total);
        }
    }

    fn check_entries(&mut self, entries: &[ItemVerdict], counts: [u64; 4], total: u64) {
        let start = self.span_of("per_question").start();
        let place = Span::new(start, start + 1);
        let number = entries.len() as u64;
        if number != total {
            let rule = if number > total { &EVALUATION_COUNTS } else { &EVALUATION_FEWER };
            let message = || format!("`per_question` has {number} entries, `total_count` is {total}");
            let total = self.span_of("total_count");
            self.sink.push_pair(rule, place, total, message);
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

    fn report_misfits(&mut self, misfits: Vec<Misfit>) {
        for misfit in misfits {
            let entry = |id| self.spans.get(&id).copied().unwrap_or_default();
            let span = match misfit {
                Misfit::Unknown(id) | Misfit::Empty(id, _) => entry(id),
                Misfit::SufficientOverEmpty(_) => self.span_of("verdict"),
                Misfit::Total { .. } => self.span_of("total_count"),
                // An evaluation may have fewer entries than items (R-Q6); who needs them all asks for them.
                Misfit::NoEntries | Misfit::Missing(_) => continue,
            };
            self.sink.push(&EVALUATION_FIT, span, || misfit.to_string());
        }
    }

    /// The value of a key; the opening bracket if there is none.
    fn span_of(&self, key: &str) -> Span {
        self.object.get(key).map_or(start_of(self.object), Value::span)
    }
}

fn item_id(fields: &mut Fields<'_>, field: Member<'_>) -> Option<ItemId> {
    let text = fields.text(field)?;
    let id = text.parse();
    if let Err(error) = &id {
        let message = || format!("`{}` is no id: {error}", excerpt(&text));
        fields.sink.push(&EVALUATION_ID, field.value.span(), message);
    }
    id.ok()
}

/// The verdict that a text states, decorated or not.
fn verdict_of(text: &str) -> Option<Verdict> {
    find_word(text, &WORDS).map(|word| Verdict::ALL[word.index])
}

/// The opening bracket, where what is missing in an object is reported.
fn start_of(object: Value<'_>) -> Span {
    Span::new(object.span().start(), object.span().start() + 1)
}
