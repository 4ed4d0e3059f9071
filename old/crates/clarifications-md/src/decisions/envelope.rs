//! The decisions as an envelope of the core's vocabulary (R-Q14).

use envelope_core::{Envelope, Issue, Outcome, ReadOptions, Reading, Report, Rule, Source, Verdict};

use super::{Decisions, parse, rules};
use crate::{DecisionStatus, Expectations};

/// The document has no status of its own; its outcome is the worst of its entries' (R-Q14). No report is converted to
/// this kind (R-A15).
impl Envelope for Decisions {
    const PROTOCOL: &'static str = "decisions";
    const FALLBACK: Outcome = Outcome::Blocked;
    const RULES: &'static [&'static Rule] = rules::RULES;
    type Status = DecisionStatus;
    type Options = ();
    type Expectations = Expectations;

    fn read(source: &Source<'_>, options: &ReadOptions<()>) -> Reading<Self> {
        parse::read(source, options)
    }

    fn status(&self) -> Option<DecisionStatus> {
        None
    }

    fn stated(&self) -> Outcome {
        self.derived()
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
