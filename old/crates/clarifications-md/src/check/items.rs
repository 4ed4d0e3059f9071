//! What a single item needs: title, body, choices, recommendation, answer (R-Q1).

use envelope_core::text::placeholder;
use envelope_core::{Issue, Severity};

use super::{ItemPlace, echo};
use crate::ItemId;
use crate::model::Item;
use crate::parse::{Unclear, recommendation_conflict, tick_conflict, unclear_answer};
use crate::rules::{
    CHOICE_SEQUENCE, LOOSE_TEXT, MISSING_ANSWER, MISSING_BODY, MISSING_TITLE, NO_CHOICES, NO_OPEN_CHOICE,
    NO_RECOMMENDATION, RECOMMENDATION_CONFLICT, REPEATED_CHOICE, TICK_CONFLICT, UNCLEAR_ANSWER,
};

pub(super) fn check(place: ItemPlace, id: ItemId, item: &Item, issues: &mut Vec<Issue>) {
    // The ruling speaks of questions; a refinement may be terse.
    let terse = |issue: Issue| match id {
        ItemId::Question(_) => issue,
        ItemId::Refinement(_) => issue.severity(Severity::Note),
    };
    let path = || place.path();
    if item.title.is_empty() {
        issues.push(Issue::new(&MISSING_TITLE, path().key("title"), format!("{id} has no title")));
    }
    if item.body.is_none() {
        issues.push(terse(Issue::new(&MISSING_BODY, path(), format!("{id} has a title and no text"))));
    }
    let unclear = unclear_answer(item);
    if unclear == Some(Unclear::Question) {
        issues.push(unclear_issue(place, id, "this looks like its question"));
    }
    if unclear == Some(Unclear::Furniture) {
        issues.push(unclear_issue(place, id, "this looks like the end of the document"));
    }
    if unclear == Some(Unclear::Instruction) {
        let message = format!("the answer of {id} holds the instruction, copied back");
        issues.push(Issue::new(&UNCLEAR_ANSWER, path().key("answer"), message).help("take the instruction out"));
    }
    if unclear == Some(Unclear::Choices) {
        issues.push(unclear_issue(place, id, "these look like its choices"));
    } else if item.choices.is_empty() {
        issues.push(terse(Issue::new(&NO_CHOICES, path(), format!("{id} offers no choices"))));
    } else {
        choices(place, id, item, issues);
    }
    if unclear == Some(Unclear::Recommendation) {
        issues.push(unclear_issue(place, id, "this looks like its recommendation"));
    } else if item.recommendation_text().is_empty() && !item.choices.iter().any(|choice| choice.recommended) {
        issues.push(Issue::new(&NO_RECOMMENDATION, path(), format!("{id} has no recommendation")));
    }
    if item.answer.is_none() {
        let issue = Issue::new(&MISSING_ANSWER, path(), format!("{id} has no answer field"));
        issues.push(issue.help("end it with a line `**Answer:**`"));
    }
    for at in 0..item.other.len() {
        let message = format!("text of {id} that belongs to no field");
        issues.push(Issue::new(&LOOSE_TEXT, path().key("other").index(at), message));
    }
    if let Some(conflict) = tick_conflict(item) {
        let ticked = item.choices.iter().position(|choice| choice.ticked).unwrap_or_default();
        issues.push(Issue::new(&TICK_CONFLICT, path().key("choices").index(ticked), conflict));
    }
    if let Some(conflict) = recommendation_conflict(item) {
        let marked = item.choices.iter().position(|choice| choice.recommended).unwrap_or_default();
        issues.push(Issue::new(&RECOMMENDATION_CONFLICT, path().key("choices").index(marked), conflict));
    }
    placeholders(place, item, issues);
}

fn unclear_issue(place: ItemPlace, id: ItemId, looks: &str) -> Issue {
    let message = format!("whether {id} is answered is not clear: {looks}");
    let issue = Issue::new(&UNCLEAR_ANSWER, place.path().key("answer"), message);
    issue.help("put what the agent wrote above `**Answer:**`, or start the answer on the line of its label")
}

fn choices(place: ItemPlace, id: ItemId, item: &Item, issues: &mut Vec<Issue>) {
    let mut seen = [false; 26];
    let (mut expected, mut before) = ('A', 'A');
    for (at, choice) in item.choices.iter().enumerate() {
        let letter = choice.answer_letter();
        let slot = usize::try_from(u32::from(letter).saturating_sub(u32::from('A'))).ok();
        // Only what is written can stand there twice.
        let known = slot.filter(|_| choice.letter.is_some()).and_then(|slot| seen.get_mut(slot));
        let again = known.is_some_and(|seen| std::mem::replace(seen, true));
        let path = || place.path().key("choices").index(at);
        if again {
            issues.push(Issue::new(&REPEATED_CHOICE, path(), format!("{id} has a choice {letter} already")));
        } else if letter != expected {
            // A letter in its own place follows one that is not.
            let message = if letter == choice.place {
                format!("choice {letter} of {id} follows {before}")
            } else {
                format!("choice {letter} of {id} stands where {} should", choice.place)
            };
            issues.push(Issue::new(&CHOICE_SEQUENCE, path(), message));
        }
        expected = char::from_u32(u32::from(letter) + 1).unwrap_or('?');
        before = letter;
    }
    if !item.choices.iter().any(crate::model::Choice::is_open) {
        let issue = Issue::new(&NO_OPEN_CHOICE, place.path().key("choices"), format!("{id} has no open choice"));
        issues.push(issue.help("end the choices with `Other (please specify)`"));
    }
}

fn placeholders(place: ItemPlace, item: &Item, issues: &mut Vec<Issue>) {
    let path = || place.path();
    // Only a text that begins like one can be a placeholder.
    let is = |words: &str| {
        words.starts_with(['<', '{', '$', '.', '…', '[', '(', '"', '\'', '`', '“', '‘']) && placeholder(words).is_some()
    };
    let answer = item.answer.as_ref().map_or("", |answer| answer.text.as_str());
    let body = item.body.as_ref().map_or("", |body| body.as_str());
    for (key, words) in [
        ("title", item.title.as_str()),
        ("body", body),
        ("recommendation", item.recommendation_text()),
        ("answer", answer),
    ] {
        if is(words) {
            issues.push(echo(path().key(key), key));
        }
    }
    for (at, choice) in item.choices.iter().enumerate().filter(|(_, choice)| is(choice.text.as_str())) {
        issues.push(echo(path().key("choices").index(at), &format!("text of choice {}", choice.answer_letter())));
    }
}
