//! The gate: what may happen after an evaluation (clarifications-md, "Current Flow"; R-Q15).

use envelope_core::{Parsed, Severity};
use serde::{Deserialize, Serialize};

use crate::evaluation::{Evaluation, rules_on};
use crate::{Clarifications, EvaluationVerdict};

/// What the orchestrator may do next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Gate {
    /// The verdict; null when the evaluation was refused, because then nothing is known.
    pub verdict: Option<EvaluationVerdict>,
    /// The steps to choose from; none when the evaluation was refused.
    pub next: Vec<GateStep>,
}

/// A step that the gate may offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum GateStep {
    /// Confirm the decisions; nothing is open.
    ConfirmDecisions,
    /// Take the recommendations for what is open, then confirm.
    AutofillAndConfirm,
    /// Ask refinements of what is open.
    DetailedResearch,
    /// Let the person answer more.
    AnswerMore,
    /// Narrow the scope before anything else (R-Q15).
    ScopeRecommendation,
}

/// What the evaluation allows. `document` is the one that it is about, where it is at hand: an evaluation that does not
/// agree with it is refused (R-Q10). If its front matter, or the evaluation, recommends to narrow the scope, nothing else
/// is offered (R-Q15).
///
/// ```
/// use clarifications_md::{evaluation, gate};
/// let refused = evaluation::parse("all answered, go ahead");
/// let gate = gate(&refused, None);
/// assert_eq!(serde_json::to_string(&gate).unwrap(), r#"{"verdict":null,"next":[]}"#);
/// ```
pub fn gate(evaluation: &Parsed<Evaluation>, document: Option<&Clarifications>) -> Gate {
    let Some(value) = evaluation.accepted() else { return Gate { verdict: None, next: Vec::new() } };
    // An evaluation of another document, or one that calls an empty answer clear, says nothing (R-Q10).
    let belongs = |document| rules_on(value, Some(document)).iter().all(|issue| issue.severity != Severity::Error);
    if !document.is_none_or(belongs) {
        return Gate { verdict: None, next: Vec::new() };
    }
    let guarded = value.narrows_scope() || document.is_some_and(Clarifications::scope_recommendation);
    let next: &[GateStep] = if guarded {
        &[GateStep::ScopeRecommendation]
    } else {
        match value.verdict {
            EvaluationVerdict::Sufficient => &[GateStep::ConfirmDecisions],
            EvaluationVerdict::Mixed => &[GateStep::AutofillAndConfirm, GateStep::DetailedResearch],
            EvaluationVerdict::Insufficient => &[GateStep::AutofillAndConfirm, GateStep::AnswerMore],
        }
    };
    Gate { verdict: Some(value.verdict), next: next.to_vec() }
}
