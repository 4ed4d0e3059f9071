//! What reading a message gives: the value, what was wrong, and the verdict (R-A2, R-A16).

use crate::bytes::note_bytes;
use crate::{
    Amend, Diagnostic, DiagnosticRecord, Diagnostics, Draft, Envelope, Issue, Limits, Loss, Need, Outcome, Places,
    Policy, ReadOptions, Report, Severity, Source, Span, Status, Tree,
};

/// What a message says of its own status (R-A2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stated<S> {
    status: Option<S>,
    outcome: Option<Outcome>,
}

impl<S: Status> Stated<S> {
    /// Nothing was stated, or nothing that could be read; a qualified status counts as none.
    pub const fn nothing() -> Self {
        Self { status: None, outcome: None }
    }

    /// One status was stated.
    pub fn status(status: S) -> Self {
        Self { status: Some(status), outcome: Some(status.outcome()) }
    }

    /// No status word, but an outcome that follows from the content (R-Q14).
    pub const fn derived(outcome: Outcome) -> Self {
        Self { status: None, outcome: Some(outcome) }
    }

    /// A further status was stated: the first one is shown, the worst one counts.
    #[must_use]
    pub fn and(self, status: S) -> Self {
        let outcome = status.outcome();
        let worst = self.outcome.map_or(outcome, |stated| stated.worst(outcome));
        Self { status: self.status.or(Some(status)), outcome: Some(worst) }
    }

    /// The same, with an outcome that can only lower it (R-A15, `carried`); where nothing was stated, nothing is.
    #[must_use]
    pub fn lowered(self, outcome: Outcome) -> Self {
        Self { outcome: self.outcome.map(|stated| stated.worst(outcome)), ..self }
    }

    /// Whether a success was stated, and nothing worse.
    pub(crate) fn is_success(&self) -> bool {
        self.outcome.is_some_and(Outcome::is_success)
    }
}

/// A message that was read but not judged yet: no rule has been applied, so it has no outcome.
///
/// [`Envelope::read`] gives it; [`Envelope::parse`] applies the rules and makes a [`Parsed`] of it. That a reading
/// cannot be asked for an outcome is what keeps a caller from skipping the rules.
#[derive(Debug)]
pub struct Reading<T: Envelope> {
    value: Option<T>,
    tree: Option<Tree>,
    scan: Option<fn(&Source<'_>) -> Option<Tree>>,
    again: Option<Again<T>>,
    draft: Option<Box<(Draft<T>, &'static [Need])>>,
    places: Places,
    diagnostics: Diagnostics,
    truncated: bool,
    stated: Stated<T::Status>,
    amend: Amend,
    left_out: Vec<Loss>,
}

/// Another reading of the same message, if what the rules say of the first one asks for it.
type Again<T> = fn(&Source<'_>, &ReadOptions<<T as Envelope>::Options>, &[Issue]) -> Option<Reading<T>>;

impl<T: Envelope> Reading<T> {
    /// A reading with what was found wrong on the way; the rest is added by the methods below.
    #[inline]
    pub fn new(diagnostics: Diagnostics) -> Self {
        Self {
            value: None,
            tree: None,
            scan: None,
            again: None,
            draft: None,
            places: Places::default(),
            diagnostics,
            truncated: false,
            stated: Stated::nothing(),
            amend: Amend::new(),
            left_out: Vec::new(),
        }
    }

    /// The typed value; only where every required field was read with the right type (R-A16).
    #[must_use]
    #[inline]
    pub fn value(mut self, value: Option<T>) -> Self {
        self.value = value;
        self
    }

    /// The tree of what was read, whole.
    #[must_use]
    #[inline]
    pub fn tree(mut self, tree: Option<Tree>) -> Self {
        self.tree = tree;
        self
    }

    /// How to get the tree from the source when a place is first needed; for readers with an exact path.
    #[must_use]
    #[inline]
    pub fn scan_later(mut self, scan: fn(&Source<'_>) -> Option<Tree>) -> Self {
        self.scan = Some(scan);
        self
    }

    /// Another reading in place of this one, if the rules say something of its value that this one cannot stand by; for
    /// readers with an exact path that leaves it to the rules to look at every text.
    #[must_use]
    #[inline]
    pub fn read_again(mut self, again: Again<T>) -> Self {
        self.again = Some(again);
        self
    }

    /// What the value would be, where there is none: the rules look at it, and nobody else. `needs` names the rules that
    /// look at more than the place they speak of.
    #[must_use]
    pub fn draft(mut self, draft: Option<Draft<T>>, needs: &'static [Need]) -> Self {
        self.draft = draft.map(|draft| Box::new((draft, needs)));
        self
    }

    /// Where the parts of the value stand, beyond what the tree tells.
    #[must_use]
    #[inline]
    pub fn places(mut self, places: Places) -> Self {
        self.places = places;
        self
    }

    /// Whether the text ends before the envelope does (R-A10).
    #[must_use]
    #[inline]
    pub fn truncated(mut self, truncated: bool) -> Self {
        self.truncated = truncated;
        self
    }

    /// What the message says of its status.
    #[must_use]
    #[inline]
    pub fn stated(mut self, stated: Stated<T::Status>) -> Self {
        self.stated = stated;
        self
    }

    /// What reading knows better than the rules on the value.
    #[must_use]
    #[inline]
    pub fn amend(mut self, amend: Amend) -> Self {
        self.amend = amend;
        self
    }

    /// What of the text neither the value nor a diagnostic holds, such as comments: a conversion loses it (R-A15).
    #[must_use]
    #[inline]
    pub fn left_out(mut self, losses: Vec<Loss>) -> Self {
        self.left_out = losses;
        self
    }

    /// A message that is not read at all.
    pub(crate) fn refused(diagnostic: Diagnostic, limits: Limits) -> Self {
        let mut diagnostics = Diagnostics::new(limits);
        diagnostics.push(diagnostic);
        Self::new(diagnostics)
    }

    /// Joins the issues of the rules with the places, and closes the list.
    pub(crate) fn judge(mut self, issues: Vec<Issue>, source: &Source<'_>, policy: Policy) -> Parsed<T> {
        note_bytes(source, &mut self.diagnostics);
        if let (false, None, Some(scan)) = (issues.is_empty(), &self.tree, self.scan) {
            self.tree = scan(source);
        }
        let amend = std::mem::take(&mut self.amend);
        for issue in issues.into_iter().filter_map(|issue| amend.apply(issue)) {
            // A place is looked for only where it will be shown: the search is linear in the message (R-A9).
            let span = if self.diagnostics.lists(issue.severity) {
                self.places.locate(&issue.path, issue.at_key, self.tree.as_ref())
            } else {
                Span::default()
            };
            self.diagnostics.push(Diagnostic::from_issue(issue, span));
        }
        let bar = match policy {
            Policy::Tolerant => Severity::Error,
            Policy::Strict => Severity::Warning,
        };
        // The value may know of a worse outcome than its status word, such as one that was carried.
        if let Some(value) = &self.value {
            self.stated = self.stated.lowered(value.stated());
        }
        let sound = self.diagnostics.worst().is_none_or(|worst| worst < bar);
        let accepted = sound && !self.truncated && self.value.is_some() && self.stated.outcome.is_some();
        let verdict = Verdict::new::<T>(self.stated.outcome, accepted);
        Parsed {
            value: self.value,
            tree: self.tree,
            unlisted: self.diagnostics.unlisted(),
            diagnostics: self.diagnostics.finish(),
            truncated: self.truncated,
            status: self.stated.status,
            stated: self.stated.outcome,
            verdict,
            bar,
            left_out: self.left_out,
        }
    }

    pub(crate) fn instead(
        &self,
        issues: &[Issue],
        source: &Source<'_>,
        options: &ReadOptions<T::Options>,
    ) -> Option<Self> {
        if issues.is_empty() { None } else { self.again.and_then(|again| again(source, options, issues)) }
    }

    /// What the rules say of the value; where there is none, of its draft.
    pub(crate) fn said(&self, expectations: &T::Expectations) -> Vec<Issue> {
        match (&self.value, self.draft.as_deref()) {
            (Some(value), _) => value.check(expectations),
            (None, Some((draft, needs))) => draft.said(needs, |value| value.check_draft(expectations)),
            (None, None) => Vec::new(),
        }
    }
}

/// What the orchestrator branches on: the outcome, and whether it is the one that was stated (R-A2).
///
/// Reading a message makes one ([`Parsed::verdict`]). For a value that a program built itself there is [`Verdict::of`];
/// it is not for values taken out of a message, since it cannot know what was wrong with their text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    outcome: Outcome,
    accepted: bool,
    fallback: bool,
}

impl Verdict {
    /// The verdict on a value that a program built itself: its own outcome, if no rule of severity error speaks.
    pub fn of<T: Envelope>(value: &T, expectations: &T::Expectations) -> Self {
        let sound = value.check(expectations).iter().all(|issue| issue.severity < Severity::Error);
        Self::new::<T>(Some(value.stated()), sound)
    }

    fn new<T: Envelope>(stated: Option<Outcome>, accepted: bool) -> Self {
        let outcome = match stated {
            Some(stated) if accepted => stated,
            Some(stated) => T::FALLBACK.worst(stated),
            None => T::FALLBACK,
        };
        Self { outcome, accepted, fallback: stated != Some(outcome) }
    }

    /// The outcome: the stated one if accepted, else the worse of it and the protocol's fallback.
    pub const fn outcome(self) -> Outcome {
        self.outcome
    }

    /// Whether the message was accepted.
    pub const fn accepted(self) -> bool {
        self.accepted
    }

    /// Whether the outcome is not the one that was stated.
    pub const fn fallback(self) -> bool {
        self.fallback
    }
}

/// A message read and judged. It is what conversion, aggregation and hooks take, because a bare value does not know
/// that it was refused (R-A2).
#[derive(Clone, Debug)]
pub struct Parsed<T: Envelope> {
    value: Option<T>,
    tree: Option<Tree>,
    diagnostics: Vec<Diagnostic>,
    unlisted: usize,
    truncated: bool,
    status: Option<T::Status>,
    stated: Option<Outcome>,
    verdict: Verdict,
    bar: Severity,
    left_out: Vec<Loss>,
}

impl<T: Envelope> Parsed<T> {
    /// The value, if the message was accepted.
    pub fn accepted(&self) -> Option<&T> {
        self.value.as_ref().filter(|_| self.verdict.accepted)
    }

    /// The value as far as one could be read, accepted or not: for looking at, not for deciding by.
    ///
    /// A bare value does not know that it was refused. Its status, its text and [`Verdict::of`] say what it claims;
    /// what counts is [`Parsed::outcome`], and [`Parsed::render`] and [`Parsed::to_report`] keep to that.
    pub fn read(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// The value by itself, if the message was accepted; else the whole back.
    pub fn into_accepted(self) -> Result<T, Box<Self>> {
        match self.value {
            Some(value) if self.verdict.accepted => Ok(value),
            value => Err(Box::new(Self { value, ..self })),
        }
    }

    /// The tree of what was read; absent where the exact path was taken and the value holds everything.
    pub fn tree(&self) -> Option<&Tree> {
        self.tree.as_ref()
    }

    /// What was found, in the order of the text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// How many more there are than are listed; the last entry of the list stands for them (R-A9).
    pub fn unlisted(&self) -> usize {
        self.unlisted
    }

    /// The diagnostics as every JSON output prints them; `source` is the message that was read.
    pub fn records(&self, source: &Source<'_>) -> Vec<DiagnosticRecord> {
        self.diagnostics.iter().map(|diagnostic| DiagnosticRecord::new(diagnostic, source)).collect()
    }

    /// What of the text neither the value nor a diagnostic holds, such as comments: a conversion loses it (R-A15).
    pub fn left_out(&self) -> &[Loss] {
        &self.left_out
    }

    /// Whether the text ends before the envelope does (R-A10).
    pub fn truncated(&self) -> bool {
        self.truncated
    }

    /// The protocol's own word that was stated, the first if several; `None` when none could be read.
    pub fn status(&self) -> Option<T::Status> {
        self.status
    }

    /// What was stated, the worst if several: a claim, not the outcome.
    pub fn stated(&self) -> Option<Outcome> {
        self.stated
    }

    /// From which severity on a diagnostic stands in the way of acceptance: error, or warning in strict mode.
    pub fn bar(&self) -> Severity {
        self.bar
    }

    /// Outcome, acceptance and fallback together.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// What the orchestrator branches on: the stated outcome if accepted, else the worse of it and the fallback.
    pub fn outcome(&self) -> Outcome {
        self.verdict.outcome
    }

    /// The neutral report with the outcome of the verdict; `None` when no value could be read.
    pub fn to_report(&self) -> Option<Report> {
        let mut report = self.value.as_ref()?.to_report(self.verdict);
        report.outcome = report.outcome.worst(self.verdict.outcome);
        Some(report)
    }

    /// The canonical text, if the message was accepted: what was refused must not come out clean.
    pub fn render(&self) -> Option<String> {
        self.accepted().map(T::render)
    }
}
