use std::fmt;

use crate::rules::{AMBIGUOUS, NOT_UTF8, TOO_LARGE};
use crate::{Decoded, Diagnostic, Message, Outcome, Protocol, Severity, Sink, Status, reask};

/// Parses a message of a protocol. Never fails and never panics: what is wrong is in the result.
pub fn parse<T: Protocol>(message: &Message<'_>, options: &T::Options) -> Parsed<T> {
    let (mut sink, decoded) = read::<T>(message, options);
    // A message with no diagnostics has one reading, and JSON has always one.
    if let Some(value) = decoded.value.as_ref().filter(|_| !T::INFO.is_json && sink.worst() > Some(Severity::Error)) {
        let rendered = value.render();
        let (again_sink, again) = read::<T>(&Message::from(&rendered), options);
        if again_sink.worst() == Some(Severity::Error) || again.value.as_ref() != Some(value) {
            sink.report(&AMBIGUOUS, T::detect(message).unwrap_or_default());
        }
    }
    let truncated = sink.is_truncated();
    let accepted = decoded.value.is_some() && sink.worst() != Some(Severity::Error);
    let diagnostics = sink.finish(message);
    Parsed { value: decoded.value, status: decoded.status, worst: decoded.worst, truncated, accepted, diagnostics }
}

fn read<T: Protocol>(message: &Message<'_>, options: &T::Options) -> (Sink, Decoded<T>) {
    let mut sink = Sink::default();
    let place = if sink.check_readable(message) { T::locate(message).found(T::INFO.missing, &mut sink) } else { None };
    let nothing = Decoded { value: None, status: None, worst: None };
    let decoded = place.map_or(nothing, |place| T::decode(message, place, options, &mut sink));
    (sink, decoded)
}

/// Checks a value that a program built: parses what it renders to.
pub fn check<T: Protocol>(value: &T, options: &T::Options) -> Parsed<T> {
    parse(&Message::from(&value.render()), options)
}

/// The result of parsing: the outcome, the diagnostics, and the value if the message was accepted.
#[derive(Clone, Debug)]
pub struct Parsed<T: Protocol> {
    value: Option<T>,
    status: Option<T::Status>,
    worst: Option<Outcome>,
    truncated: bool,
    accepted: bool,
    diagnostics: Vec<Diagnostic>,
}

impl<T: Protocol> Parsed<T> {
    /// What an orchestrator branches on. Never a success unless the message was accepted (R-A2).
    pub fn outcome(&self) -> Outcome {
        match self.accepted() {
            Some(value) => value.outcome(),
            None => self.worst.map_or(T::INFO.fallback, |worst| worst.max(T::INFO.fallback)),
        }
    }

    /// Whether the message was accepted.
    pub fn is_accepted(&self) -> bool {
        self.accepted
    }

    /// The value of an accepted message.
    pub fn accepted(&self) -> Option<&T> {
        self.value.as_ref().filter(|_| self.accepted)
    }

    /// The value, or an error that holds what could be read.
    pub fn into_result(self) -> Result<T, Rejected<T>> {
        let outcome = self.outcome();
        match self.value {
            Some(value) if self.accepted => Ok(value),
            partial => Err(Rejected { partial, outcome, diagnostics: self.diagnostics }),
        }
    }

    /// The status that the message states, accepted or not.
    pub fn status(&self) -> Option<&'static str> {
        self.status.map(Status::as_str)
    }

    /// Whether there is an envelope in the message, accepted or not.
    pub fn has_envelope(&self) -> bool {
        let absent = [T::INFO.missing.code, TOO_LARGE.code, NOT_UTF8.code];
        self.diagnostics.iter().all(|diagnostic| !absent.contains(&diagnostic.rule.code))
    }

    /// Whether the message ends too early.
    pub fn truncated(&self) -> bool {
        self.truncated
    }

    /// What is wrong, in the order of the text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The same, but rejected if there is a warning.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.accepted &= self.diagnostics.iter().all(|diagnostic| diagnostic.severity() > Severity::Warning);
        self
    }

    /// What to tell the agent so that it sends a better message; empty if this one was accepted.
    pub fn reask(&self) -> String {
        if self.accepted { String::new() } else { reask(T::INFO.name, &self.diagnostics) }
    }
}

/// A message that was rejected: why, and what could be read.
#[derive(Clone, Debug)]
pub struct Rejected<T> {
    partial: Option<T>,
    outcome: Outcome,
    diagnostics: Vec<Diagnostic>,
}

impl<T> Rejected<T> {
    /// The value of the rejected message, if every required field was read. Not a result to act on.
    pub fn partial(&self) -> Option<&T> {
        self.partial.as_ref()
    }

    /// Takes the value out, see [`partial`](Self::partial).
    pub fn into_partial(self) -> Option<T> {
        self.partial
    }

    /// The outcome; never a success.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// What is wrong, in the order of the text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

impl<T> fmt::Display for Rejected<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rejected: {}", Diagnostic::summary(&self.diagnostics))
    }
}

impl<T: fmt::Debug> std::error::Error for Rejected<T> {}
