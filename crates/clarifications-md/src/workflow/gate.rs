use serde::Serialize;

use crate::{Evaluation, Verdict};

/// What may happen after an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Gate {
    /// The verdict; none if there is no evaluation to trust.
    pub verdict: Option<Verdict>,
    /// The steps to choose from.
    pub next: &'static [Next],
}

/// A step of the workflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Next {
    /// Narrow the scope first.
    ScopeRecommendation,
    /// Write the decisions.
    ConfirmDecisions,
    /// Fill the empty answers with recommendations, then write the decisions.
    AutofillAndConfirm,
    /// Refine what is not clear.
    DetailedResearch,
    /// Ask for more answers.
    AnswerMore,
}

/// The steps after an evaluation; while the scope is to be narrowed, only that (R-Q15).
pub fn gate(evaluation: &Evaluation, scope_recommendation: bool) -> Gate {
    let next: &[Next] = match evaluation.verdict {
        _ if scope_recommendation => &[Next::ScopeRecommendation],
        Verdict::Sufficient => &[Next::ConfirmDecisions],
        Verdict::Mixed => &[Next::AutofillAndConfirm, Next::DetailedResearch],
        Verdict::Insufficient => &[Next::AutofillAndConfirm, Next::AnswerMore],
    };
    Gate { verdict: Some(evaluation.verdict), next }
}

impl Gate {
    /// The gate of a rejected evaluation: closed.
    pub const CLOSED: Self = Self { verdict: None, next: &[] };
}
