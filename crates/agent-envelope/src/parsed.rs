use std::fmt;

use envelope_core::{
    Diagnostic, Message, Outcome, Parsed, Protocol, Rejected, Report, Severity, Sink, Span, ToReport, json, reask,
};
use serde::Serialize;
use serde_json::Value;

use crate::rules::{AMBIGUOUS, UNKNOWN_PROTOCOL};
use crate::{AnyProtocol, Options, PROTOCOLS, Undetected, detect, find};

/// The result of parsing, whatever the protocol. Displays as a line such as `rejected: partial (clarity: CLEAN), 1 error`.
/// As JSON it is what `envelope check --format json` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnyParsed {
    /// The protocol that was named or detected.
    protocol: Option<&'static str>,
    /// Whether the message is accepted.
    accepted: bool,
    #[serde(skip)]
    has_envelope: bool,
    /// The status word that the message states, accepted or not.
    status: Option<&'static str>,
    /// What an orchestrator branches on; a success only if the message is accepted.
    outcome: Outcome,
    #[serde(skip)]
    fallback: Outcome,
    /// Whether the message ends too early.
    truncated: bool,
    /// What is wrong, in the order of the text.
    diagnostics: Vec<Diagnostic>,
    #[serde(skip)]
    value: Option<Box<dyn AnyValue>>,
}

/// A value without its type.
pub trait AnyValue: fmt::Debug + Send + Sync {
    /// The value as JSON, as its schema describes it.
    fn to_json(&self) -> Value;
    /// The same as text, which is faster to write.
    fn to_json_text(&self) -> String {
        self.to_json().to_string()
    }
    /// The canonical text.
    fn render(&self) -> String;
    /// The neutral report.
    fn to_report(&self) -> Report;
}

impl<T: ToReport> AnyValue for T {
    fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn to_json_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    fn render(&self) -> String {
        Protocol::render(self)
    }

    fn to_report(&self) -> Report {
        ToReport::to_report(self)
    }
}

/// Parses a message of a protocol.
pub fn parse(message: &Message<'_>, protocol: &AnyProtocol, options: &Options) -> AnyParsed {
    (protocol.parse)(message, options)
}

/// Parses a message of a protocol, or of the one that claims it. A message that no protocol claims, or more than one, is
/// rejected with the outcome `failed`.
pub fn read(message: &Message<'_>, protocol: Option<&AnyProtocol>, options: &Options) -> AnyParsed {
    if let Some(protocol) = protocol {
        return parse(message, protocol, options);
    }
    let mut sink = Sink::default();
    if sink.check_readable(message) {
        let undetected = match detect(message, PROTOCOLS) {
            Ok(protocol) => return parse(message, protocol, options),
            Err(undetected) => undetected,
        };
        match &undetected {
            Undetected::Ambiguous(claims) if claims.len() > 1 => {
                sink.push_pair(&AMBIGUOUS, claims[0].1, claims[1].1, || undetected.to_string());
            }
            _ => sink.report(&UNKNOWN_PROTOCOL, Span::at(0)),
        }
    }
    let diagnostics = sink.finish(message);
    let (outcome, fallback) = (Outcome::Failed, Outcome::Failed);
    AnyParsed {
        protocol: None,
        accepted: false,
        has_envelope: false,
        status: None,
        outcome,
        fallback,
        truncated: false,
        diagnostics,
        value: None,
    }
}

impl AnyParsed {
    pub(crate) fn of<T: ToReport>(parsed: Parsed<T>) -> Self {
        let (accepted, outcome, truncated) = (parsed.is_accepted(), parsed.outcome(), parsed.truncated());
        let (status, diagnostics) = (parsed.status(), parsed.diagnostics().to_vec());
        let has_envelope = parsed.has_envelope();
        let value = parsed.into_result().map_or_else(Rejected::into_partial, Some);
        let value = value.map(|value| Box::new(value) as Box<dyn AnyValue>);
        let (protocol, fallback) = (Some(T::INFO.name), T::INFO.fallback);
        Self { protocol, accepted, has_envelope, status, outcome, fallback, truncated, diagnostics, value }
    }

    /// The protocol that was named or detected.
    pub fn protocol(&self) -> Option<&'static str> {
        self.protocol
    }

    /// Whether the message was accepted.
    pub fn is_accepted(&self) -> bool {
        self.accepted
    }

    /// The status word that the message states, accepted or not.
    pub fn status(&self) -> Option<&'static str> {
        self.status
    }

    /// What an orchestrator branches on. Never a success unless the message was accepted.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Whether the message ends too early.
    pub fn truncated(&self) -> bool {
        self.truncated
    }

    /// Whether there is an envelope in the message, accepted or not.
    pub fn has_envelope(&self) -> bool {
        self.has_envelope
    }

    /// What is wrong, in the order of the text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The same, but rejected if there is a warning.
    #[must_use]
    pub fn strict(mut self) -> Self {
        let is_note = |diagnostic: &Diagnostic| diagnostic.severity() > Severity::Warning;
        if self.accepted && !self.diagnostics.iter().all(is_note) {
            self.accepted = false;
            self.outcome = self.fallback.max(self.outcome);
        }
        self
    }

    /// The value of an accepted message.
    pub fn accepted(&self) -> Option<&dyn AnyValue> {
        self.value.as_deref().filter(|_| self.accepted)
    }

    /// The value of a rejected message, if every required field was read. Not a result to act on.
    pub fn rejected(&self) -> Option<&dyn AnyValue> {
        self.value.as_deref().filter(|_| !self.accepted)
    }

    /// The value of an accepted message; where `any` is set, of a rejected one, too.
    pub fn value(&self, any: bool) -> Option<&dyn AnyValue> {
        self.value.as_deref().filter(|_| self.accepted || any)
    }

    /// The JSON of a rejected message that has no value, as it stands there.
    pub fn raw_json(&self, message: &Message<'_>) -> Option<Value> {
        let protocol = find(self.protocol?).filter(|protocol| protocol.info.is_json && self.value.is_none());
        protocol.and_then(|_| json::read(message, &[]).value)
    }

    /// What to tell the agent so that it sends a better message; empty if this one was accepted.
    pub fn reask(&self) -> String {
        if self.accepted { String::new() } else { reask(self.protocol.unwrap_or("final"), &self.diagnostics) }
    }
}

impl fmt::Display for AnyParsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |severity| self.diagnostics.iter().filter(|diagnostic| diagnostic.severity() == severity).count();
        let verdict = match (self.accepted, of(Severity::Error)) {
            (true, _) => "accepted",
            (false, 0) => "rejected for warnings",
            (false, _) => "rejected",
        };
        write!(f, "{verdict}: {} (", self.outcome)?;
        match self.protocol {
            Some(protocol) => write!(f, "{protocol}: {})", self.status.unwrap_or("no status"))?,
            None => f.write_str("no protocol)")?,
        }
        for severity in [Severity::Error, Severity::Warning] {
            match of(severity) {
                0 => {}
                1 => write!(f, ", 1 {severity}")?,
                count => write!(f, ", {count} {severity}s")?,
            }
        }
        Ok(())
    }
}
