//! Recommendations into empty answers (R-Q8).

use envelope_core::Edit;
use envelope_core::text::{is_blank, placeholder};

use super::place::new_field;
use super::{Change, holds};
use crate::ItemId;
use crate::labels::{ACCEPTED_RECOMMENDATION, Label};
use crate::model::{Clarifications, Item};
use crate::parse::recommendation_conflict;

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
    /// As an answer, the words would be read as something else.
    Misread,
}

impl Unfilled {
    /// The reason in words.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoRecommendation => "it has no recommendation",
            Self::Placeholder => "its recommendation is a placeholder",
            Self::Misread => "its recommendation would be read as something else in an answer",
        }
    }
}

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
            let answer = item.answer_text().trim();
            if !(is_blank(answer) || answer.eq_ignore_ascii_case(ACCEPTED_RECOMMENDATION)) {
                continue;
            }
            let words = recommended(item);
            if is_blank(&words) {
                unfilled.push((id, Unfilled::NoRecommendation));
            } else if placeholder(&words).is_some() {
                unfilled.push((id, Unfilled::Placeholder));
            } else {
                fills.push(Fill { at, id, edit: self.answer_edit(item, &words), words });
            }
        }
        let sound = self.sound(&fills, &mut unfilled);
        let filled = sound.iter().map(|fill| fill.id).collect();
        let edits = sound.iter().map(|fill| fill.edit.clone()).collect();
        Autofill { change: Change::new(self, edits), filled, unfilled }
    }

    /// Those fills that hold together. A bad one is found by halving, so that one odd text does not cost a reading for
    /// every item.
    fn sound<'f>(&self, fills: &'f [Fill], unfilled: &mut Vec<(ItemId, Unfilled)>) -> Vec<&'f Fill> {
        if fills.is_empty() || self.fills_hold(&fills.iter().collect::<Vec<_>>()) {
            return fills.iter().collect();
        }
        if let [bad] = fills {
            unfilled.push((bad.id, Unfilled::Misread));
            return Vec::new();
        }
        let (first, second) = fills.split_at(fills.len() / 2);
        let mut sound = self.sound(first, unfilled);
        sound.extend(self.sound(second, unfilled));
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
        None => field.to_owned(),
    }
}
