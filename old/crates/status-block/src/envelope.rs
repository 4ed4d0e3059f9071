//! The block as an envelope: what the free functions and the other crates call.

use envelope_core::{
    Envelope, FromReport, Issue, Loss, Outcome, ReadOptions, Reading, Report, Rule, Source, Verdict,
    report::{Target, carried_outcome},
};

use crate::fields::CARRIED;
use crate::{BlockStatus, StatusBlock, check, parse, render, report, rules};

impl Envelope for StatusBlock {
    const PROTOCOL: &'static str = Target::StatusBlock.as_str();
    const FALLBACK: Outcome = Outcome::Failed;
    const RULES: &'static [&'static Rule] = rules::RULES;

    type Status = BlockStatus;
    type Options = ();
    type Expectations = ();

    fn read(source: &Source<'_>, options: &ReadOptions<()>) -> Reading<Self> {
        parse::read(source, options.policy, options.limits)
    }

    fn status(&self) -> Option<BlockStatus> {
        Some(self.status)
    }

    fn stated(&self) -> Outcome {
        self.stated_outcome()
    }

    fn carried_outcome(&self) -> Option<Outcome> {
        carried_outcome(self.extensions.get(CARRIED)?.as_object()?)
    }

    fn check(&self, (): &()) -> Vec<Issue> {
        check::check(self)
    }

    fn render(&self) -> String {
        render::render(self)
    }

    fn to_report(&self, verdict: Verdict) -> Report {
        report::to_report(self, verdict)
    }
}

impl FromReport for StatusBlock {
    fn from_report(report: &Report) -> (Self, Vec<Loss>) {
        report::from_report(report)
    }
}
