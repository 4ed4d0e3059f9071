//! Whether an evaluation belongs to a document (R-Q6, R-Q10).

use std::collections::HashMap;

use super::{AnswerVerdict, Evaluation};
use crate::{Clarifications, Item, ItemId, Verdict, answer_verdict};

/// What keeps an evaluation from being one of a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Misfit {
    /// A verdict on an item that is not there.
    #[error("{0} is evaluated, but is not in the clarifications")]
    Unknown(ItemId),
    /// An empty answer is called clear.
    #[error("{0} has no answer, but is called `{word}`", word = .1.as_str())]
    Empty(ItemId, AnswerVerdict),
    /// The verdict is `sufficient`, and an answer is empty.
    #[error("the verdict is `sufficient`, but {0} has no answer")]
    SufficientOverEmpty(ItemId),
    /// The total is neither that of the questions nor that of all items.
    #[error("{total} items are evaluated; the clarifications have {questions} questions, {items} items in all")]
    Total {
        /// How many the evaluation says there are.
        total: u64,
        /// How many questions there are.
        questions: u64,
        /// How many items there are.
        items: u64,
    },
    /// There is no `per_question`.
    #[error("the evaluation has no `per_question`")]
    NoEntries,
    /// An item without a verdict.
    #[error("{0} has no verdict in `per_question`")]
    Missing(ItemId),
}

/// Whether an item has no answer (R-Q5).
pub(crate) fn is_empty(item: &Item) -> bool {
    answer_verdict(item, false) == AnswerVerdict::NotAnswered
}

/// All reasons why an evaluation is not one of a document.
pub(crate) fn check_fit(evaluation: &Evaluation, clarifications: &Clarifications) -> Vec<Misfit> {
    let items: HashMap<ItemId, &Item> = clarifications.items().map(|item| (item.id, item)).collect();
    let questions = clarifications.items().filter(|item| item.id.is_question()).count() as u64;
    let (total, all) = (evaluation.total_count, items.len() as u64);
    let mut misfits = Vec::new();
    let mut verdicts = HashMap::new();
    for entry in evaluation.per_question.iter().flatten() {
        let (id, verdict) = (entry.question_id, entry.verdict);
        verdicts.insert(id, verdict);
        match items.get(&id) {
            None => misfits.push(Misfit::Unknown(id)),
            Some(item) if is_empty(item) && verdict.is_answered() => misfits.push(Misfit::Empty(id, verdict)),
            Some(_) => {}
        }
    }
    if total != questions && total != all {
        misfits.push(Misfit::Total { total, questions, items: all });
    }
    if evaluation.per_question.is_none() {
        misfits.push(Misfit::NoEntries);
    }
    // The first pass is over the questions, the second over all items (R-Q7).
    let is_first_pass = total == questions && verdicts.keys().all(|id| id.is_question());
    let evaluated = clarifications.items().filter(|item| item.id.is_question() || !is_first_pass);
    for item in evaluated.filter(|item| !verdicts.contains_key(&item.id)) {
        if evaluation.per_question.is_some() {
            misfits.push(Misfit::Missing(item.id));
        }
        if evaluation.verdict == Verdict::Sufficient && is_empty(item) {
            misfits.push(Misfit::SufficientOverEmpty(item.id));
        }
    }
    misfits
}
