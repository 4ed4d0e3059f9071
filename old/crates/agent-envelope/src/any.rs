//! A message of any protocol, read and judged.

use envelope_core::rules::MORE_DIAGNOSTICS;
use envelope_core::{
    Diagnostic, DiagnosticRecord, Envelope, Loss, Outcome, Parsed, Report, Severity, Source, Span, Status, Tree,
    Verdict,
};
use serde::Serialize;
use serde_json::Value;

use crate::protocol::for_each_protocol;
use crate::reask::form;
use crate::rules::STRICT_REFUSAL;
use crate::{Protocol, Settings, Unclaimed, detect};

macro_rules! define {
    ($(#[doc = $doc:literal] $feature:literal $variant:ident($field:ident): $type:ty, $kind:literal, $signs:expr,
        [$($target:ident)?];)+) => {
        /// A message of any protocol, read and judged; what no protocol claims is one too, and its outcome is `failed`.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        #[allow(clippy::large_enum_variant, reason = "one is made for a message and stays where it is")]
        pub enum AnyEnvelope {
            $(#[doc = $doc] #[cfg(feature = $feature)] $variant(Parsed<$type>),)+
            /// Unknown or ambiguous input (R-A2).
            Unclaimed(Unclaimed),
        }

        /// Reads and judges a message as one of this protocol.
        ///
        /// ```
        /// use agent_envelope::{Protocol, Settings, envelope_core::Source, read_as};
        /// # #[cfg(feature = "status-block")] {
        /// let envelope = read_as(Protocol::StatusBlock, &Source::new("All done!"), &Settings::default());
        /// assert_eq!(envelope.protocol(), Some(Protocol::StatusBlock));
        /// assert_eq!(envelope.diagnostics()[0].rule.code(), "status-block/missing-status");
        /// # }
        /// ```
        pub fn read_as(protocol: Protocol, source: &Source<'_>, settings: &Settings) -> AnyEnvelope {
            let (policy, limits) = (settings.policy, settings.limits);
            match protocol {
                $(#[cfg(feature = $feature)] Protocol::$variant => {
                    let asked = &settings.$field;
                    let options = asked.read_options(policy, limits);
                    AnyEnvelope::$variant(<$type>::parse_expecting(source, &options, &asked.expectations))
                })+
            }
        }

        impl AnyEnvelope {
            /// The protocol; `None` for what none claims.
            pub fn protocol(&self) -> Option<Protocol> {
                match self {
                    $(#[cfg(feature = $feature)] Self::$variant(_) => Some(Protocol::$variant),)+
                    Self::Unclaimed(_) => None,
                }
            }

            fn judged(&self) -> &dyn Judged {
                match self {
                    $(#[cfg(feature = $feature)] Self::$variant(parsed) => parsed,)+
                    Self::Unclaimed(unclaimed) => unclaimed,
                }
            }
        }
    };
}
for_each_protocol!(define);

/// Reads and judges a message of whichever protocol it follows.
///
/// ```
/// use agent_envelope::{Settings, envelope_core::{Outcome, Source}, read};
/// let settings = Settings::default();
/// let nothing = read(&Source::new("All done, everything works!"), &settings);
/// assert_eq!((nothing.protocol(), nothing.outcome()), (None, Outcome::Failed));
/// ```
pub fn read(source: &Source<'_>, settings: &Settings) -> AnyEnvelope {
    if source.original_len() > settings.limits.input() {
        return AnyEnvelope::Unclaimed(Unclaimed::too_large(settings));
    }
    let detection = detect(source);
    match detection.protocol {
        Some(protocol) => read_as(protocol, source, settings),
        None => AnyEnvelope::Unclaimed(Unclaimed::new(detection, source)),
    }
}

impl AnyEnvelope {
    /// The verdict; `None` for what no protocol claims.
    pub fn verdict(&self) -> Option<Verdict> {
        self.judged().verdict()
    }

    /// Whether the message was accepted.
    pub fn is_accepted(&self) -> bool {
        self.judged().is_accepted()
    }

    /// The protocol's own word that was stated, the first if several; `None` when none could be read.
    pub fn status(&self) -> Option<&'static str> {
        self.judged().status()
    }

    /// What to branch on (R-A2).
    pub fn outcome(&self) -> Outcome {
        self.judged().outcome()
    }

    /// Whether the outcome is not the one that was stated.
    pub fn fallback(&self) -> bool {
        self.judged().fallback()
    }

    /// Whether the text ends before the envelope does (R-A10).
    pub fn truncated(&self) -> bool {
        self.judged().truncated()
    }

    /// What was found, in the order of the text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.judged().diagnostics()
    }

    /// How many more there are than are listed; the last entry of the list stands for them (R-A9).
    pub fn unlisted(&self) -> usize {
        self.judged().unlisted()
    }

    /// The diagnostics as every JSON output prints them.
    pub fn records(&self, source: &Source<'_>) -> Vec<DiagnosticRecord> {
        self.diagnostics().iter().map(|diagnostic| DiagnosticRecord::new(diagnostic, source)).collect()
    }

    /// An error, at the first warning, for a message that was read strictly and refused for its warnings alone (R-A2). It
    /// is none of the message's own diagnostics, which keep their severities; it is for whoever looks for errors and sees
    /// no verdict.
    ///
    /// ```
    /// use agent_envelope::{Protocol, Settings, envelope_core::{Policy, Source}, read_as};
    /// # #[cfg(feature = "clarity-protocol")] {
    /// let source = Source::new("RESULT: CLEAN | Type: digest | Doc: a.md | Sections: 3 | Entities: 2 | Cross-refs: 1\n");
    /// let mut settings = Settings::default();
    /// let accepted = read_as(Protocol::Clarity, &source, &settings);
    /// assert!(accepted.is_accepted() && accepted.strict_refusal().is_none());
    /// settings.policy = Policy::Strict;
    /// let refusal = read_as(Protocol::Clarity, &source, &settings).strict_refusal();
    /// assert_eq!(refusal.map(|refusal| refusal.rule.code()), Some("agent-envelope/strict-refusal"));
    /// # }
    /// ```
    pub fn strict_refusal(&self) -> Option<Diagnostic> {
        if self.is_accepted() || self.diagnostics().iter().any(|found| found.severity == Severity::Error) {
            return None;
        }
        let first = self.diagnostics().iter().find(|found| found.severity == Severity::Warning);
        let said = match first {
            Some(_) => "not accepted: strict reading takes no warning, and this is the first",
            None => "not accepted by strict reading",
        };
        Some(Diagnostic::new(&STRICT_REFUSAL, first.map_or(Span::at(0), |found| found.span), said))
    }

    /// How many diagnostics of this severity are listed; the entry that stands for those that are not is none.
    pub fn count(&self, severity: Severity) -> usize {
        let counts = |diagnostic: &&Diagnostic| diagnostic.severity == severity && diagnostic.rule != &MORE_DIAGNOSTICS;
        self.diagnostics().iter().filter(counts).count()
    }

    /// The neutral report with the outcome of the verdict; `None` when no value could be read.
    pub fn to_report(&self) -> Option<Report> {
        self.judged().to_report()
    }

    /// What of the status and what was carried along has no way into the neutral report.
    pub(crate) fn left_behind(&self) -> Option<Loss> {
        self.judged().left_behind()
    }

    /// What of the text neither the value nor a diagnostic holds.
    pub fn left_out(&self) -> &[Loss] {
        self.judged().left_out()
    }

    /// The canonical text, if the message was accepted: what was refused must not come out clean.
    pub fn render(&self) -> Option<String> {
        self.judged().render()
    }

    /// The typed value as JSON, as far as one could be read, accepted or not: for looking at, not for deciding by.
    pub fn value(&self) -> Option<Value> {
        self.judged().value()
    }

    /// The tree of what was read, where the value does not hold everything (R-A16).
    pub fn tree(&self) -> Option<&Tree> {
        self.judged().tree()
    }

    /// The message that tells the agent what to fix; `None` when there is nothing to ask. `settings` are those that the
    /// message was read with: where it holds no report that could be judged, the whole form is shown, of the type that was
    /// expected.
    pub fn reask(&self, source: &Source<'_>, settings: &Settings) -> Option<String> {
        Some(self.to_fix(source)? + &form(self, settings).unwrap_or_default())
    }

    /// The same without the form, for an agent that knows it.
    pub(crate) fn to_fix(&self, source: &Source<'_>) -> Option<String> {
        self.judged().reask(source)
    }
}

/// What can be asked of a judged message without knowing its type.
pub(crate) trait Judged {
    fn is_accepted(&self) -> bool;
    fn status(&self) -> Option<&'static str>;
    fn outcome(&self) -> Outcome;
    fn fallback(&self) -> bool;
    fn truncated(&self) -> bool;
    fn verdict(&self) -> Option<Verdict>;
    fn diagnostics(&self) -> &[Diagnostic];
    fn unlisted(&self) -> usize;
    fn to_report(&self) -> Option<Report>;
    fn left_behind(&self) -> Option<Loss>;
    fn left_out(&self) -> &[Loss];
    fn render(&self) -> Option<String>;
    fn value(&self) -> Option<Value>;
    fn tree(&self) -> Option<&Tree>;
    fn reask(&self, source: &Source<'_>) -> Option<String>;
}

impl<T: Envelope + Serialize> Judged for Parsed<T> {
    fn is_accepted(&self) -> bool {
        self.verdict().accepted()
    }

    fn status(&self) -> Option<&'static str> {
        Parsed::status(self).map(Status::as_str)
    }

    fn outcome(&self) -> Outcome {
        Parsed::outcome(self)
    }

    fn fallback(&self) -> bool {
        self.verdict().fallback()
    }

    fn truncated(&self) -> bool {
        Parsed::truncated(self)
    }

    fn verdict(&self) -> Option<Verdict> {
        Some(Parsed::verdict(self))
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        Parsed::diagnostics(self)
    }

    fn unlisted(&self) -> usize {
        Parsed::unlisted(self)
    }

    fn to_report(&self) -> Option<Report> {
        Parsed::to_report(self)
    }

    fn left_behind(&self) -> Option<Loss> {
        crate::convert::left_behind(self)
    }

    fn left_out(&self) -> &[Loss] {
        Parsed::left_out(self)
    }

    fn render(&self) -> Option<String> {
        Parsed::render(self)
    }

    fn value(&self) -> Option<Value> {
        self.read().and_then(|value| serde_json::to_value(value).ok())
    }

    fn tree(&self) -> Option<&Tree> {
        Parsed::tree(self)
    }

    fn reask(&self, source: &Source<'_>) -> Option<String> {
        envelope_core::reask(self, source)
    }
}
