//! Which choices `fmt` letters anew: those whose letters no words of the document name (R-Q1).
//!
//! People and agents name choices by their letters, in answers, in recommendations, in refinements. Where the letters
//! run A, B, D, the last one can only become C if neither C nor D is said anywhere. The letter at the start of the
//! item's own recommendation is rewritten along; an answer never is.

use std::collections::HashMap;

use envelope_core::{Edit, Span};

use crate::QuestionId;
use crate::evaluate::{leading_letter, named_choice};
use crate::ids::ids_in;
use crate::model::{Choice, Field, Item, Mark, NeedsClarification, Quarantined, Section, Text};

/// A set of letters, one bit each.
type Letters = u32;

/// What stands outside of the sections.
pub(super) struct Around<'a> {
    pub(super) frontmatter: &'a str,
    pub(super) preamble: &'a Text,
    pub(super) needs: Option<&'a NeedsClarification>,
    /// What could not be placed, in the order of the text.
    pub(super) quarantine: &'a [Quarantined],
}

/// Marks the items whose choices get new letters; gives the splices for letters that stand as the format writes them,
/// and for recommendations that start with one.
pub(super) fn decide(text: &str, sections: &mut [Section], around: &Around<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    if sections.iter().flat_map(Section::items).all(in_sequence) {
        return edits;
    }
    let elsewhere = Elsewhere::of(around, sections);
    for question in sections.iter_mut().flat_map(|section| &mut section.questions) {
        let of_refinement = |item: &Item| talk(item) | beyond_names(item) | elsewhere.aside(item);
        let below = question.refinements.iter().fold(0, |letters, it| letters | of_refinement(&it.item));
        let said = elsewhere.beside(question.id) | elsewhere.aside(&question.item) | below;
        mark(text, &mut question.item, said, &mut edits);
        let said = said | talk(&question.item) | beyond_names(&question.item);
        for refinement in &mut question.refinements {
            mark(text, &mut refinement.item, said, &mut edits);
        }
    }
    edits
}

/// Whether every choice has the letter of its place.
pub(crate) fn in_sequence(item: &Item) -> bool {
    item.choices.iter().all(|choice| choice.answer_letter() == choice.place && choice.place <= 'Z')
}

/// The letter that a choice has once the document is in canonical form.
pub(crate) fn settled_letter(item: &Item, choice: &Choice) -> char {
    if item.spots.0.reletter { choice.place } else { choice.answer_letter() }
}

/// The words of the recommendation with the new letter of the choice that they start with, and where the old one
/// stands in them.
pub(crate) fn renamed(item: &Item) -> Option<(usize, char)> {
    let words = item.recommendation_text();
    let (at, _) = leading_letter(words)?;
    let named = named_choice(&item.choices, words).filter(|named| named.by_letter)?;
    Some((at, named.choice.place)).filter(|(_, place)| named.choice.answer_letter() != *place)
}

fn mark(text: &str, item: &mut Item, said: Letters, edits: &mut Vec<Edit>) {
    let Some(moved) = moved(item) else { return };
    let answer = item.answer.as_ref().map_or(0, |answer| letters_of_field(answer.text.as_str()));
    if moved & (said | answer | talk(item) | beyond_name(item)) != 0 {
        return;
    }
    item.spots.0.reletter = true;
    for choice in item.choices.iter().filter(|choice| choice.spots.0.how == Mark::Canonical) {
        let mark = choice.spots.0.mark;
        let letter = mark.of(text).find(|c: char| c.is_ascii_alphabetic());
        if let (Some(at), true) = (letter, choice.letter != Some(choice.place)) {
            let at = mark.start() + at;
            edits.push(Edit::replacement(Span::new(at, at + 1), choice.place.to_string()));
        }
    }
    if let (Some((at, new)), Some(field)) = (renamed(item), &item.recommendation) {
        let at = field.text.span().start() + at;
        edits.push(Edit::replacement(Span::new(at, at + 1), new.to_string()));
    }
}

/// The letters that would name another choice, or one where they name none; `None` where nothing is to be done or a
/// letter stands for two choices.
fn moved(item: &Item) -> Option<Letters> {
    if in_sequence(item) || item.choices.iter().any(|choice| choice.place > 'Z') {
        return None;
    }
    let (mut seen, mut moved) = (0, 0);
    for choice in &item.choices {
        let Some(letter) = choice.letter else { continue };
        if seen & bit(letter) != 0 {
            return None;
        }
        seen |= bit(letter);
        if letter != choice.place {
            moved |= bit(letter) | bit(choice.place);
        }
    }
    Some(moved)
}

/// The letters that an item says where it speaks of choices in words of its own, fields aside.
fn talk(item: &Item) -> Letters {
    let words = item.body.iter().chain(&item.other).chain(item.choices.iter().map(|choice| &choice.text));
    let words = words.chain(&item.consolidated_from).chain([&item.title]);
    words.fold(0, |letters, text| letters | letters_in(text.as_str()))
}

/// The letters that the fields of an item say beside the name of one of its own choices: another item's are meant.
fn beyond_names(item: &Item) -> Letters {
    let of = |field: &Field| {
        let words = field.text.as_str();
        let own = named_choice(&item.choices, words).filter(|named| named.by_letter);
        match own.and_then(|_| leading_letter(words)) {
            Some((at, _)) => letters_in(words.get(at + 1..).unwrap_or_default()),
            None => letters_of_field(words),
        }
    };
    [&item.recommendation, &item.answer].into_iter().flatten().fold(0, |letters, field| letters | of(field))
}

/// The letters of the recommendation but for the one that it starts with, where that is rewritten.
fn beyond_name(item: &Item) -> Letters {
    let words = item.recommendation_text();
    match renamed(item) {
        Some((at, _)) => letters_in(words.get(at + 1..).unwrap_or_default()),
        None => letters_of_field(words),
    }
}

/// Letters that are said of a question in other places than under it, or where nothing could be placed.
struct Elsewhere {
    beside: HashMap<QuestionId, Letters>,
    /// The letters of what could not be placed, with where it starts, in the order of the text.
    aside: Vec<(usize, Letters)>,
    /// The letters of what could not be placed and stands under no item: it may speak of any.
    anywhere: Letters,
}

impl Elsewhere {
    fn of(around: &Around<'_>, sections: &[Section]) -> Self {
        let aside = around.quarantine.iter().map(|kept| (kept.text.span().start(), all_letters(kept.text.as_str())));
        let mut found = Self { beside: HashMap::new(), aside: aside.collect(), anywhere: 0 };
        let mut spans: Vec<Span> = sections.iter().flat_map(Section::items).map(Item::span).collect();
        spans.sort_unstable_by_key(|span| span.start());
        for (at, letters) in &found.aside {
            let before = spans.partition_point(|span| span.start() <= *at).checked_sub(1);
            let under = before.and_then(|before| spans.get(before)).is_some_and(|span| *at < span.end());
            found.anywhere |= if under { 0 } else { *letters };
        }
        found.note(around.frontmatter);
        found.note(around.preamble.as_str());
        for section in sections {
            section.other.iter().for_each(|text| found.note(text.as_str()));
            section.items().for_each(|item| found.item(item));
        }
        if let Some(needs) = around.needs {
            needs.other.iter().for_each(|text| found.note(text.as_str()));
            for entry in &needs.entries {
                let letters = letters_in(entry.title.as_str()) | letters_in(entry.body.as_str());
                entry.items.iter().for_each(|id| *found.beside.entry(id.question()).or_default() |= letters);
            }
        }
        found
    }

    fn item(&mut self, item: &Item) {
        let fields = [&item.recommendation, &item.answer].into_iter().flatten().map(|field| &field.text);
        let words = item.body.iter().chain(&item.other).chain(item.choices.iter().map(|choice| &choice.text));
        let words = words.chain(&item.consolidated_from);
        for text in words.chain(fields).chain([&item.title]) {
            self.note(text.as_str());
        }
    }

    fn note(&mut self, text: &str) {
        let mut ids = ids_in(text).peekable();
        if ids.peek().is_some() {
            let letters = letters_in(text);
            ids.for_each(|id| *self.beside.entry(id.question()).or_default() |= letters);
        }
    }

    fn beside(&self, id: QuestionId) -> Letters {
        self.beside.get(&id).copied().unwrap_or_default() | self.anywhere
    }

    /// The letters of what could not be placed under this item, such as a second answer.
    fn aside(&self, item: &Item) -> Letters {
        let from = self.aside.partition_point(|(at, _)| *at < item.span().start());
        let under = self.aside.iter().skip(from).take_while(|(at, _)| *at < item.span().end());
        under.fold(0, |letters, (_, more)| letters | more)
    }
}

/// The letters of a field: at its very start a small `a` names a choice, whatever word follows it.
fn letters_of_field(text: &str) -> Letters {
    let alone =
        |(at, _): &(usize, char)| !text.get(at + 1..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    letters_in(text) | leading_letter(text).filter(alone).map_or(0, |(_, letter)| bit(letter))
}

/// The letters that stand by themselves. A small `a` or `i` before another word is a word, too.
fn letters_in(text: &str) -> Letters {
    letters(text, true)
}

/// The letters that stand by themselves, articles included: where nothing is known of the words.
fn all_letters(text: &str) -> Letters {
    letters(text, false)
}

fn letters(text: &str, articles: bool) -> Letters {
    crate::steps::count(text.len());
    let mut letters = 0;
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        let (Some(letter), true) = (word.chars().next().filter(char::is_ascii_alphabetic), word.len() == 1) else {
            continue;
        };
        let behind = Span::of_slice(text, word).end();
        let behind = text.get(behind..).unwrap_or_default();
        let article = articles
            && matches!(letter, 'a' | 'i')
            && behind.starts_with(' ')
            && behind.trim_start().starts_with(char::is_alphabetic);
        if !article {
            letters |= bit(letter);
        }
    }
    letters
}

fn bit(letter: char) -> Letters {
    let at = u32::from(letter.to_ascii_uppercase()).wrapping_sub(u32::from('A'));
    1_u32.checked_shl(at).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_by_themselves_are_found() {
        let of = |letters: &str| letters.chars().fold(0, |set, letter| set | bit(letter));
        for (text, expected) in [
            ("D", "D"),
            ("d) and (C), not 'b'", "DCB"),
            ("a fixed rate, or i guess A", "A"),
            ("a", "A"),
            ("Dam, Boat and R2D2; Käse", ""),
            ("option D-2", "D"),
            ("", ""),
        ] {
            assert_eq!(letters_in(text), of(expected), "{text}");
        }
    }
}
