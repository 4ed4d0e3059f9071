//! The document as an envelope of the core's vocabulary (R-Q14).

use envelope_core::{Envelope, Issue, Outcome, ReadOptions, Reading, Report, Rule, Source, Status, Verdict};

use crate::evaluate::EvaluationRules;
use crate::model::Clarifications;
use crate::{EvaluationVerdict, rules};

/// The status is the mechanical verdict on the answers (R-Q14). No report is converted to this kind (R-A15).
impl Envelope for Clarifications {
    const PROTOCOL: &'static str = "clarifications";
    const FALLBACK: Outcome = Outcome::Blocked;
    const RULES: &'static [&'static Rule] = rules::RULES;
    type Status = EvaluationVerdict;
    type Options = EvaluationRules;
    type Expectations = ();

    fn read(source: &Source<'_>, options: &ReadOptions<EvaluationRules>) -> Reading<Self> {
        crate::parse::read(source, options)
    }

    fn status(&self) -> Option<EvaluationVerdict> {
        Some(self.tally().verdict())
    }

    fn stated(&self) -> Outcome {
        self.tally().verdict().outcome()
    }

    fn check(&self, (): &()) -> Vec<Issue> {
        crate::check::check(self)
    }

    fn render(&self) -> String {
        crate::render::render(self)
    }

    fn to_report(&self, verdict: Verdict) -> Report {
        crate::report::to_report(self, verdict)
    }
}
