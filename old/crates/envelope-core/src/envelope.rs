//! The traits that a protocol's envelope implements.

use crate::bytes::if_too_large;
use crate::{Issue, Loss, Outcome, Parsed, ReadOptions, Reading, Report, Rule, Source, Status, Verdict};

/// One protocol's report: read from text, checked, written, converted from; [`FromReport`] is for those that can be
/// converted to.
///
/// Reading never fails and never panics: text in, [`Parsed`] out. What changes how text is *read* is `Options`; what
/// the caller *expects* of it is `Expectations`. A crate's free functions `parse`, `check` and `render` call it.
pub trait Envelope: Sized {
    /// The protocol's name on the command line.
    const PROTOCOL: &'static str;
    /// Whether messages are JSON: then a path into the value is also one that whoever wrote the text can follow.
    const IS_JSON: bool = false;
    /// The outcome of what is not accepted, unless a worse one was stated (R-A2).
    const FALLBACK: Outcome;
    /// The protocol's own rules; the shared ones are [`rules::RULES`](crate::rules::RULES).
    const RULES: &'static [&'static Rule];

    /// The protocol's status words.
    type Status: Status;
    /// What changes how text is read: a dialect, evaluation rules.
    type Options: Default;
    /// What the caller expects: a session, a task, a root folder.
    type Expectations: Default;

    /// Reads a message as far as it goes; applies no rule that needs the value.
    fn read(source: &Source<'_>, options: &ReadOptions<Self::Options>) -> Reading<Self>;

    /// The protocol's own status word, where the value has one.
    fn status(&self) -> Option<Self::Status>;

    /// The outcome that the value claims; whether the claim counts is the [`Verdict`]'s to say.
    fn stated(&self) -> Outcome;

    /// The outcome that an earlier conversion carried along: it lowers the status word or says nothing (R-A15).
    fn carried_outcome(&self) -> Option<Outcome> {
        None
    }

    /// Applies every rule to the value.
    fn check(&self, expectations: &Self::Expectations) -> Vec<Issue>;

    /// Applies the rules to a [`Draft`](crate::Draft), which has stand-ins: code that the caller brought must not see it.
    fn check_draft(&self, expectations: &Self::Expectations) -> Vec<Issue> {
        self.check(expectations)
    }

    /// The canonical text: parsing it gives the same value and no diagnostic of class form.
    fn render(&self) -> String;

    /// The neutral report with the outcome of the verdict.
    fn to_report(&self, verdict: Verdict) -> Report;

    /// Reads and judges a message without expectations.
    fn parse(source: &Source<'_>, options: &ReadOptions<Self::Options>) -> Parsed<Self> {
        Self::parse_expecting(source, options, &Self::Expectations::default())
    }

    /// Reads and judges a message.
    ///
    /// What no protocol may forget is done here: a message over the limit is not read at all (R-A9), bytes that are
    /// not UTF-8 are an error (R-A13), a byte order mark is noted (R-A4), and every rule is applied.
    fn parse_expecting(
        source: &Source<'_>,
        options: &ReadOptions<Self::Options>,
        expectations: &Self::Expectations,
    ) -> Parsed<Self> {
        let reading = match if_too_large(source, options.limits) {
            Some(diagnostic) => Reading::refused(diagnostic, options.limits),
            None => Self::read(source, options),
        };
        let rules = |reading: &Reading<Self>| reading.said(expectations);
        let issues = rules(&reading);
        if let Some(instead) = reading.instead(&issues, source, options) {
            let issues = rules(&instead);
            return instead.judge(issues, source, options.policy);
        }
        reading.judge(issues, source, options.policy)
    }
}

/// An envelope that any report can be converted to (R-A15).
///
/// The report protocols implement it. A document that people write, such as clarifications, can be converted from but
/// not to: to make up questions that nobody asked would be an invention.
pub trait FromReport: Envelope {
    /// The nearest value of this protocol, and what was lost on the way.
    fn from_report(report: &Report) -> (Self, Vec<Loss>);
}
