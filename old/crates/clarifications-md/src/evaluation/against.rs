//! An evaluation beside the document that it is about (R-Q10).

use std::collections::{HashMap, HashSet};

use envelope_core::{Issue, Path, Severity};

use super::check::rules_on;
use super::rules::{EMPTY_BUT_CLEAR, TOTAL_MISMATCH, UNJUDGED_ITEM, UNKNOWN_ITEM};
use super::{Evaluation, ItemVerdict};
use crate::evaluate::is_answered;
use crate::model::Item;
use crate::refusal::Reason;
use crate::{AnswerVerdict, Clarifications, ItemId};

pub(super) fn rules(value: &Evaluation, document: &Clarifications, issues: &mut Vec<Issue>) {
    let items: HashMap<ItemId, &Item> = document.items().collect();
    let path = || Path::root().key("per_question");
    let mut judged = HashSet::new();
    for (index, entry) in value.per_question().iter().enumerate() {
        let Some(id) = entry.id() else { continue };
        judged.insert(id);
        match items.get(&id) {
            None => {
                let at = path().index(index).key("question_id");
                issues.push(Issue::new(&UNKNOWN_ITEM, at, format!("{id} is not in the document")));
            }
            Some(item) if entry.verdict.is_answered() && !is_answered(item.answer_text()) => {
                let at = path().index(index).key("verdict");
                let message = format!("`{}`, but {id} is not answered in the document", entry.verdict.as_str());
                issues.push(Issue::new(&EMPTY_BUT_CLEAR, at, message));
            }
            Some(_) => {}
        }
    }
    let asked: Vec<ItemId> = asked(value, document).collect();
    let unjudged: Vec<String> = asked.iter().filter(|id| !judged.contains(id)).map(ToString::to_string).collect();
    if value.per_question.is_some() && !unjudged.is_empty() {
        let message = format!("no verdict on {}", unjudged.join(", "));
        issues.push(Issue::new(&UNJUDGED_ITEM, path(), message));
    }
    // Ids that are too many or too few tell more than the number.
    let ids_differ =
        value.per_question.is_some() && !unjudged.is_empty() || judged.iter().any(|id| !items.contains_key(id));
    if !ids_differ && !is_total(value, document) {
        let message = format!("`total_count` says {}, the document has {}", value.total_count, asked.len());
        issues.push(Issue::new(&TOTAL_MISMATCH, Path::root().key("total_count"), message));
    } else if value.per_question.is_none() {
        counts(value, document, issues);
    }
}

/// Counts without verdicts claim no more answers than the document has, in the pass whose total they have.
fn counts(value: &Evaluation, document: &Clarifications, issues: &mut Vec<Issue>) {
    let first = u64::try_from(document.questions().count()).ok() == Some(value.total_count.get());
    let counted = document.items().filter(|(id, _)| !first || matches!(id, ItemId::Question(_)));
    let answered = counted.filter(|(_, item)| is_answered(item.answer_text())).count();
    if u64::try_from(answered).is_ok_and(|answered| value.answered_count.get() > answered) {
        let message = format!("`answered_count` says {}, the document has {answered} answers", value.answered_count);
        issues.push(Issue::new(&EMPTY_BUT_CLEAR, Path::root().key("answered_count"), message));
    }
}

/// The ids that should have a verdict: the questions, or after refinement everything.
fn asked(value: &Evaluation, document: &Clarifications) -> impl Iterator<Item = ItemId> {
    let second = value.per_question().iter().any(|entry| matches!(entry.id(), Some(ItemId::Refinement(_))));
    document.items().map(|(id, _)| id).filter(move |id| second || matches!(id, ItemId::Question(_)))
}

/// Whether the total is the document's. Counts alone do not say which pass they are of, so either will do.
pub(super) fn is_total(value: &Evaluation, document: &Clarifications) -> bool {
    let is = |count: usize| u64::try_from(count).ok() == Some(value.total_count.get());
    is(asked(value, document).count()) || (value.per_question.is_none() && is(document.items().count()))
}

/// The verdict on each answer, by a given evaluation or mechanically.
#[derive(Debug)]
pub(crate) struct Verdicts {
    known: HashMap<ItemId, ItemVerdict>,
}

impl Verdicts {
    /// The verdict on an item. An answer that is not there is not answered, whatever an evaluator said.
    pub(crate) fn of(&self, id: ItemId, item: &Item) -> Option<ItemVerdict> {
        let said = self.known.get(&id).copied()?;
        Some(if is_answered(item.answer_text()) { said } else { ItemVerdict::NotAnswered })
    }
}

/// The verdicts to go on from; the given evaluation is checked against the document first (R-Q10).
pub(crate) fn verdicts(document: &Clarifications, given: Option<&Evaluation>) -> Result<Verdicts, Vec<Reason>> {
    let Some(value) = given else {
        let judged = document.items().map(|(id, item)| (id, document.judge(item).into()));
        return Ok(Verdicts { known: judged.collect() });
    };
    let errors = rules_on(value, Some(document)).into_iter().filter(|issue| issue.severity == Severity::Error);
    let mut reasons: Vec<Reason> = errors.map(|issue| Reason::Evaluation(issue.message)).collect();
    if value.per_question.is_none() {
        reasons.push(Reason::NoVerdicts);
    }
    if !reasons.is_empty() {
        return Err(reasons);
    }
    Ok(Verdicts { known: value.per_question().iter().filter_map(|entry| Some((entry.id()?, entry.verdict))).collect() })
}

impl Clarifications {
    /// Whether an item is answered clearly, by the mechanical rules.
    pub(crate) fn is_clear(&self, item: &Item) -> bool {
        self.judge(item) == AnswerVerdict::Clear
    }
}
