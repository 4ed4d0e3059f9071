//! The mechanical evaluator (clarifications-md, "answer-evaluator"; R-Q5 to R-Q7).

use envelope_core::Count;
use envelope_core::json::Extra;

use super::{Evaluation, QuestionVerdict};
use crate::{Clarifications, ItemId, Tally};

/// Which answers are evaluated (R-Q7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pass {
    /// The questions: before refinements are asked for.
    #[default]
    First,
    /// Questions and refinements.
    Second,
}

impl Clarifications {
    /// Evaluates the answers by the mechanical rules that the document was read with (R-Q5, R-Q6).
    ///
    /// ```
    /// use clarifications_md::Pass;
    /// let text = "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n## Tides\n\
    ///     \n### Q1: Datum\nWhich zero do the gauges use?\n\nA. Chart datum\nB. Other (please specify)\n\n\
    ///     **Recommendation:** A\n\n**Answer:** B\n";
    /// let document = clarifications_md::parse(text).into_accepted().expect("nothing is wrong with it");
    /// let evaluation = document.evaluate(Pass::First);
    /// assert_eq!(evaluation.vague_count.get(), 1, "the open choice alone says nothing");
    /// ```
    pub fn evaluate(&self, pass: Pass) -> Evaluation {
        let asked = self.items().filter(|(id, _)| pass == Pass::Second || matches!(id, ItemId::Question(_)));
        let mut tally = Tally::default();
        let mut per_question = Vec::new();
        for (id, item) in asked {
            let verdict = self.judge(item);
            tally = tally.add(verdict);
            per_question.push(QuestionVerdict::new(id, verdict.into()));
        }
        let what = if pass == Pass::Second { "items" } else { "questions" };
        Evaluation {
            verdict: tally.verdict(),
            answered_count: count(tally.answered),
            empty_count: count(tally.empty),
            vague_count: count(tally.vague),
            contradictory_count: None,
            total_count: count(tally.total()),
            reasoning: Some(format!(
                "{} of {} {what} answered; {} empty, {} vague.",
                tally.answered,
                tally.total(),
                tally.empty,
                tally.vague
            )),
            per_question: Some(per_question),
            document_accepted: None,
            scope_recommendation: self.scope_recommendation().then_some(true),
            extra: Extra::default(),
        }
    }
}

fn count(number: usize) -> Count {
    // A document within any limit has fewer items than a count can hold.
    u64::try_from(number).ok().and_then(Count::new).unwrap_or_default()
}
