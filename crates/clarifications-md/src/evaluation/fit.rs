//! Whether an evaluation belongs to a document (R-Q6, R-Q10).

use std::collections::HashMap;

use super::{AnswerVerdict, Evaluation};
use crate::{Clarifications, Item, ItemId, Verdict, answer_verdict};

/// What of an evaluation does not fit its document.
pub(super) enum Part {
    Entry(ItemId),
    Field(&'static str),
}

/// Whether an item has no answer (R-Q5).
pub(crate) fn is_empty(item: &Item) -> bool {
    answer_verdict(item, false) == AnswerVerdict::NotAnswered
}

/// Everything in an evaluation that does not fit a document.
pub(super) fn mismatches(evaluation: &Evaluation, document: &Clarifications) -> Vec<(Part, String)> {
    use AnswerVerdict::{Clear, NeedsRefinement, NotAnswered};
    let items: HashMap<ItemId, &Item> = document.items().map(|item| (item.id, item)).collect();
    let (total, questions, all) = (evaluation.total_count, document.frontmatter.question_count, items.len() as u64);
    let mut found = Vec::new();
    for entry in evaluation.per_question.iter().flatten() {
        let (id, verdict) = (entry.question_id, entry.verdict);
        let word = verdict.as_str();
        let what = match items.get(&id).map(|item| is_empty(item)) {
            None => format!("{id} is evaluated, but is not in the clarifications"),
            Some(true) if matches!(verdict, Clear | NeedsRefinement) => {
                format!("{id} has no answer, but is called `{word}`")
            }
            Some(false) if verdict == NotAnswered => format!("{id} has an answer, but is called `{word}`"),
            Some(_) => continue,
        };
        found.push((Part::Entry(id), what));
    }
    if total != questions && total != all {
        let what = format!("the clarifications have {questions} questions, {all} items in all");
        found.push((Part::Field("total_count"), format!("{total} items are evaluated; {what}")));
    }
    let empty = unevaluated(evaluation, document).into_iter().find(|item| is_empty(item));
    if let Some(item) = empty.filter(|_| evaluation.verdict == Verdict::Sufficient) {
        let what = format!("the verdict is `sufficient`, but {} has no answer", item.id);
        found.push((Part::Field("verdict"), what));
    }
    found
}

/// Everything that keeps an evaluation from being used with a document: an item without a verdict, too.
pub(crate) fn faults(evaluation: &Evaluation, document: &Clarifications) -> Vec<String> {
    let mut faults: Vec<String> = mismatches(evaluation, document).into_iter().map(|(_, what)| what).collect();
    let missing = unevaluated(evaluation, document).into_iter();
    match evaluation.per_question {
        None => faults.push("the evaluation has no `per_question`".to_owned()),
        Some(_) => faults.extend(missing.map(|item| format!("{} has no verdict in `per_question`", item.id))),
    }
    faults
}

/// The items without an entry; of the first pass, which is over the questions, the second over all items (R-Q7), the
/// questions only.
fn unevaluated<'c>(evaluation: &Evaluation, document: &'c Clarifications) -> Vec<&'c Item> {
    let verdicts = evaluation.verdicts();
    let is_first_pass =
        evaluation.total_count == document.frontmatter.question_count && verdicts.keys().all(|id| id.is_question());
    let evaluated = document.items().filter(|item| item.id.is_question() || !is_first_pass);
    evaluated.filter(|item| !verdicts.contains_key(&item.id)).collect()
}
