//! Recommendations into empty answers (R-Q8).

use std::ops::Range;

use envelope_core::text::placeholder;
use envelope_core::{Edit, Span, apply_edits};

use super::place::new_field;
use super::{Change, holds};
use crate::ItemId;
use crate::evaluate::is_no_answer;
use crate::labels::Label;
use crate::model::{Clarifications, Item, without_any_comments, without_comments};
use crate::parse::{read_document, recommendation_conflict};

/// What autofill did (R-Q8).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Autofill<'d> {
    /// The splices.
    pub change: Change<'d>,
    /// The items that were filled, in the order of the document.
    pub filled: Vec<ItemId>,
    /// The items without an answer that could not be, and why.
    pub unfilled: Vec<(ItemId, Unfilled)>,
}

/// Why an empty answer stays empty (R-Q8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfilled {
    /// The item has no recommendation of its own.
    NoRecommendation,
    /// The recommendation is a placeholder.
    Placeholder,
    /// A choice is ticked: the person chose, though not in words.
    Ticked,
    /// As an answer, the words would be read as something else.
    Misread,
}

impl Unfilled {
    /// The reason in words.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoRecommendation => "it has no recommendation",
            Self::Placeholder => "its recommendation is a placeholder",
            Self::Ticked => "a choice is ticked",
            Self::Misread => "its recommendation would be read as something else in an answer",
        }
    }
}

/// How often the whole document is read to find what cannot be filled.
const READINGS: usize = 32;

/// One answer to fill: which item, counted in document order, its splice and its words.
struct Fill {
    at: usize,
    id: ItemId,
    edit: Edit,
    words: String,
}

impl Clarifications {
    /// Copies each item's own recommendation into its answer where that is empty or says only that the recommendation
    /// was accepted; no answer is overwritten (R-Q8).
    pub fn autofill(&self) -> Autofill<'_> {
        let (mut fills, mut unfilled) = (Vec::new(), Vec::new());
        // The order in which `items_mut` gives them, so that positions agree.
        for (at, (id, item)) in self.clone().items_mut().enumerate() {
            // What is written counts: a tick beside an empty answer is told, and never filled over.
            let written = item.answer.as_ref().map_or("", |answer| answer.text.as_str());
            if !is_no_answer(&without_any_comments(written)) {
                continue;
            }
            if item.choices.iter().any(|choice| choice.ticked) {
                unfilled.push((id, Unfilled::Ticked));
                continue;
            }
            let words = recommended(item);
            if is_no_answer(&words) {
                unfilled.push((id, Unfilled::NoRecommendation));
            } else if placeholder(&words).is_some() {
                unfilled.push((id, Unfilled::Placeholder));
            } else {
                let edit = self.answer_edit(item, &words);
                if self.holds_alone(item, &edit, &words) {
                    fills.push(Fill { at, id, edit, words });
                } else {
                    unfilled.push((id, Unfilled::Misread));
                }
            }
        }
        let sound = self.sound(&fills, &mut unfilled, &mut (0..READINGS));
        let filled = sound.iter().map(|fill| fill.id).collect();
        let edits = sound.iter().map(|fill| fill.edit.clone()).collect();
        Autofill { change: Change::new(self, edits), filled, unfilled }
    }

    /// Whether the item, read by itself with the answer filled in and a heading below it, is the same but for the answer.
    /// This finds nearly every bad one at the cost of its own length.
    fn holds_alone(&self, item: &Item, edit: &Edit, words: &str) -> bool {
        let (span, end) = (item.span(), self.line_end());
        let (Some(from), Some(to)) =
            (edit.span.start().checked_sub(span.start()), edit.span.end().checked_sub(span.start()))
        else {
            return false;
        };
        let edit = Edit::replacement(Span::new(from, to), edit.text.clone());
        let Ok(filled) = apply_edits(span.of(self.text()), &[edit]) else { return false };
        let text = [&filled, end, end, "### Q1: Next"].concat();
        let read = read_document(&text, Span::new(0, text.len()), self.source.0.rules);
        let mut items: Vec<&Item> = read.items().map(|(_, item)| item).collect();
        items.sort_by_key(|item| item.span().start());
        let mut expected = item.clone();
        expected.answer = Some(new_field(Label::Answer, words.to_owned()));
        matches!(items.as_slice(), [first, next] if **first == expected && next.title == *"Next")
    }

    /// Those fills that hold together. A bad one is found by halving, and after so many readings of the whole document
    /// what is not known to hold is not filled: the work must not grow with every odd text.
    fn sound<'f>(
        &self,
        fills: &'f [Fill],
        unfilled: &mut Vec<(ItemId, Unfilled)>,
        readings: &mut Range<usize>,
    ) -> Vec<&'f Fill> {
        let known = readings.next().is_some();
        if fills.is_empty() || known && self.fills_hold(&fills.iter().collect::<Vec<_>>()) {
            return fills.iter().collect();
        }
        if fills.len() == 1 || !known {
            unfilled.extend(fills.iter().map(|bad| (bad.id, Unfilled::Misread)));
            return Vec::new();
        }
        let (first, second) = fills.split_at(fills.len() / 2);
        let mut sound = self.sound(first, unfilled, readings);
        sound.extend(self.sound(second, unfilled, readings));
        sound
    }

    fn fills_hold(&self, fills: &[&Fill]) -> bool {
        let mut expected = self.clone();
        let mut next = fills.iter().peekable();
        for (at, (_, item)) in expected.items_mut().enumerate() {
            if let Some(fill) = next.next_if(|fill| fill.at == at) {
                item.answer = Some(new_field(Label::Answer, fill.words.clone()));
            }
        }
        let edits: Vec<Edit> = fills.iter().map(|fill| fill.edit.clone()).collect();
        holds(self, &edits, &expected)
    }
}

/// The item's recommendation: its field, or in an older form the one choice that is marked.
fn recommended(item: &Item) -> String {
    let field = item.recommendation_text();
    let marked = item.choices.iter().find(|choice| choice.recommended);
    match marked.filter(|_| field.is_empty() && recommendation_conflict(item).is_none()) {
        Some(choice) => {
            let words: Vec<&str> = choice.text.as_str().split_whitespace().collect();
            format!("{}. {}", choice.answer_letter(), words.join(" "))
        }
        None => without_comments(field).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One odd recommendation in each of many items must not cost a reading of the whole document each.
    #[test]
    fn odd_recommendations_are_found_without_reading_everything() {
        let item =
            |id: &str, words: &str| format!("### {id}: T\nWhy?\n\n**Recommendation:** {words}\n\n**Answer:**\n\n");
        let text = format!("## S\n\n{}{}{}", item("Q1", "good"), item("Q2", "```"), item("Q3", "- a list\n- of two"));
        let parsed = crate::parse(&text);
        let document = parsed.read().expect("a document");
        let alone = |(_, item): (ItemId, &Item)| {
            let words = recommended(item);
            document.holds_alone(item, &document.answer_edit(item, &words), &words)
        };
        assert_eq!(document.items().map(alone).collect::<Vec<_>>(), [true, false, true]);
        let fill = |(at, (id, item)): (usize, (ItemId, &Item))| {
            let words = recommended(item);
            Fill { at, id, edit: document.answer_edit(item, &words), words }
        };
        let fills: Vec<Fill> = document.items().enumerate().map(fill).collect();
        let sound = |most: usize| {
            let mut unfilled = Vec::new();
            let sound = document.sound(&fills, &mut unfilled, &mut (0..most));
            (sound.len(), unfilled.len())
        };
        assert_eq!(sound(READINGS), (2, 1), "halving finds the bad one");
        assert_eq!(sound(2), (1, 2), "what could not be tried is not filled");
    }
}
