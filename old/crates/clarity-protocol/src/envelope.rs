//! The protocol as the core's trait knows it.

use envelope_core::report::carried_outcome;
use envelope_core::{
    Diagnostics, Envelope, FromReport, Issue, Loss, Outcome, Parsed, Path, Places, ReadOptions, Reading, Report, Rule,
    Source, Stated, Verdict,
};

use crate::parse::{Message, draft, scan};
use crate::{Block, ClarityResult, Expectations, RULES, ResultStatus, check, render, report};

/// Reads and judges a message without expectations; never fails, never panics.
///
/// ```
/// let parsed = clarity_protocol::parse("RESULT: CLEANUP | Type: digest");
/// assert!(parsed.accepted().is_none());
/// assert_eq!(parsed.outcome(), envelope_core::Outcome::Partial);
/// ```
pub fn parse<'a>(message: impl Into<Source<'a>>) -> Parsed<ClarityResult> {
    ClarityResult::parse(&message.into(), &ReadOptions::default())
}

impl Envelope for ClarityResult {
    const PROTOCOL: &'static str = "clarity";
    const FALLBACK: Outcome = Outcome::Partial;
    const RULES: &'static [&'static Rule] = RULES;

    type Status = ResultStatus;
    type Options = ();
    type Expectations = Expectations;

    fn read(source: &Source<'_>, options: &ReadOptions<()>) -> Reading<Self> {
        let mut diagnostics = Diagnostics::new(options.limits);
        let message = Message::new(source.text(), &mut diagnostics);
        let draft = draft(&message, &mut diagnostics);
        let truncated = draft.truncated;
        let places = draft
            .unread_place()
            .map_or_else(Places::default, |span| Places::default().with(Path::root().key("unread"), span));
        let mut stated = Stated::nothing();
        let value = draft.into_value();
        for status in check::stated_statuses(&value) {
            stated = stated.and(status);
        }
        stated = match (value.carried_outcome(), value.stated_status()) {
            (Some(carried), Some(_)) => stated.lowered(carried),
            // Without a word that can be read, it lowers what the message comes to (R-A15).
            (Some(carried), None) if carried > Self::FALLBACK => Stated::derived(carried),
            _ => stated,
        };
        Reading::new(diagnostics).value(Some(value)).places(places).scan_later(scan).truncated(truncated).stated(stated)
    }

    fn status(&self) -> Option<ResultStatus> {
        self.stated_status()
    }

    fn stated(&self) -> Outcome {
        self.stated_outcome()
    }

    /// Of several the worst; what is no outcome states nothing (R-A2), and a rule refuses it.
    fn carried_outcome(&self) -> Option<Outcome> {
        let outcomes = self.blocks.iter().filter_map(|block| match block {
            Block::Carried { object } => carried_outcome(object),
            _ => None,
        });
        outcomes.reduce(Outcome::worst)
    }

    fn check(&self, expectations: &Expectations) -> Vec<Issue> {
        check(self, expectations)
    }

    fn render(&self) -> String {
        render(self)
    }

    fn to_report(&self, verdict: Verdict) -> Report {
        report::to_report(self, verdict)
    }
}

impl FromReport for ClarityResult {
    fn from_report(report: &Report) -> (Self, Vec<Loss>) {
        report::from_report(report)
    }
}
