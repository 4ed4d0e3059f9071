//! Ids: each once, each under its parent, running on (R-Q13).

use std::collections::{HashMap, HashSet};

use envelope_core::Issue;

use super::{ItemPlace, each_item};
use crate::model::{Clarifications, Question};
use crate::rules::{MISPLACED_REFINEMENT, NUMBERING, ORPHAN_REFINEMENT, REPEATED_ID, SUB_BEFORE_PARENT};
use crate::{ItemId, RefinementId};

pub(super) fn check(document: &Clarifications, issues: &mut Vec<Issue>) {
    if in_order(document) {
        return;
    }
    let known: HashSet<ItemId> = document.items().map(|(id, _)| id).collect();
    let mut seen = HashSet::with_capacity(known.len());
    let mut last = None;
    each_item(document, &mut |place, id, _| {
        let again = !seen.insert(id);
        if again {
            let message = format!("{id} stands in the document already");
            issues.push(Issue::new(&REPEATED_ID, place.path().key("id"), message).help("give it the next free number"));
        }
        match id {
            ItemId::Question(question) => {
                if !again {
                    numbering(place, id, question.number(), last.unwrap_or(0) + 1, issues);
                    last = Some(question.number());
                }
            }
            ItemId::Refinement(refinement) => {
                parentage(document, place, refinement, &known, &seen, issues);
            }
        }
    });
    for (section_at, section) in document.sections.iter().enumerate() {
        for (at, question) in section.questions.iter().enumerate() {
            refinement_numbers(
                ItemPlace { section: section_at, question: Some(at), refinement: None },
                question,
                issues,
            );
        }
    }
}

/// Whether every id is the one that the canonical order has in its place: then nothing is wrong with any.
fn in_order(document: &Clarifications) -> bool {
    let mut number = 0;
    document.sections.iter().all(|section| section.orphans.is_empty())
        && document.questions().all(|question| {
            number += 1;
            let mut last: Option<RefinementId> = None;
            question.id.number() == number
                && question.refinements.iter().all(|refinement| {
                    let id = refinement.id;
                    let next = match (last, id.letter()) {
                        (None, None) => id.number() == 1,
                        (None, Some(_)) => false,
                        (Some(last), None) => id.number() == last.number() + 1,
                        (Some(last), Some(letter)) => {
                            let after = last.letter().map_or(u32::from('a'), |last| u32::from(last) + 1);
                            id.number() == last.number() && u32::from(letter) == after
                        }
                    };
                    last = Some(id);
                    next && id.question() == question.id
                })
        })
}

fn parentage(
    document: &Clarifications,
    place: ItemPlace,
    id: RefinementId,
    known: &HashSet<ItemId>,
    seen: &HashSet<ItemId>,
    issues: &mut Vec<Issue>,
) {
    let parent = id.parent();
    let over = place.question.and_then(|at| document.sections.get(place.section)?.questions.get(at));
    let path = || place.path().key("id");
    if !known.contains(&parent) || !known.contains(&id.question().into()) {
        let lost = if known.contains(&id.question().into()) { parent } else { id.question().into() };
        issues.push(Issue::new(&ORPHAN_REFINEMENT, path(), format!("{id} refines {lost}, which is not there")));
    } else if over.is_none_or(|question| question.id != id.question()) {
        let message = format!("{id} does not stand under {}", id.question());
        issues.push(Issue::new(&MISPLACED_REFINEMENT, path(), message).help("move it under its question"));
    } else if !seen.contains(&parent) {
        issues.push(Issue::new(&SUB_BEFORE_PARENT, path(), format!("{id} stands before {parent}")));
    }
}

fn refinement_numbers(place: ItemPlace, question: &Question, issues: &mut Vec<Issue>) {
    let mut last = 0;
    let mut seen = HashSet::new();
    let own = question.refinements.iter().enumerate().filter(|(_, refinement)| refinement.id.question() == question.id);
    for (at, refinement) in own {
        let id = refinement.id;
        if id.letter().is_none() && seen.insert(id) {
            numbering(ItemPlace { refinement: Some(at), ..place }, id.into(), id.number(), last + 1, issues);
            last = id.number();
        }
    }
    let mut letters: HashMap<u32, u32> = HashMap::new();
    for (at, refinement) in question.refinements.iter().enumerate() {
        let id = refinement.id;
        let Some(letter) = id.letter().filter(|_| id.question() == question.id && seen.insert(id)) else { continue };
        let number = u32::from(letter) - u32::from('a') + 1;
        let last = letters.insert(id.number(), number).unwrap_or(0);
        numbering(ItemPlace { refinement: Some(at), ..place }, id.into(), number, last + 1, issues);
    }
}

fn numbering(place: ItemPlace, id: ItemId, number: u32, expected: u32, issues: &mut Vec<Issue>) {
    if number != expected {
        let how = if number > expected { "comes after a gap in the numbering" } else { "is out of order" };
        issues.push(Issue::new(&NUMBERING, place.path().key("id"), format!("{id} {how}")));
    }
}
