//! The evaluation as an envelope of the core's vocabulary.

use envelope_core::json::OtherStatus;
use envelope_core::{Envelope, Issue, Outcome, ReadOptions, Reading, Report, Rule, Source, Status as _, Verdict};

use super::{Evaluation, parse, rules};
use crate::{EvaluationVerdict, Expectations};

/// The status is the verdict. No report is converted to this kind (R-A15).
impl Envelope for Evaluation {
    const PROTOCOL: &'static str = "evaluation";
    const IS_JSON: bool = true;
    const FALLBACK: Outcome = Outcome::Blocked;
    const RULES: &'static [&'static Rule] = rules::RULES;
    type Status = EvaluationVerdict;
    type Options = ();
    type Expectations = Expectations;

    fn read(source: &Source<'_>, options: &ReadOptions<()>) -> Reading<Self> {
        parse::read_exact(source, options).unwrap_or_else(|| parse::read_slow(source, options))
    }

    fn status(&self) -> Option<EvaluationVerdict> {
        Some(self.verdict)
    }

    fn stated(&self) -> Outcome {
        let others = self.conflicting().filter(OtherStatus::is_read).map(|other| other.outcome());
        others.fold(self.verdict.outcome(), Outcome::worst)
    }

    fn check(&self, expectations: &Expectations) -> Vec<Issue> {
        super::check(self, expectations)
    }

    fn render(&self) -> String {
        super::render(self)
    }

    fn to_report(&self, verdict: Verdict) -> Report {
        super::report::to_report(self, verdict)
    }
}
