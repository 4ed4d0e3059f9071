//! The verdict on each message and the last line of `check`.

use agent_envelope::AnyEnvelope;
use agent_envelope::envelope_core::Severity;

use super::visible;

/// What was counted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Summary {
    messages: usize,
    accepted: usize,
    counts: [usize; 3],
    /// How many diagnostics were found that no list shows.
    unlisted: usize,
}

impl Summary {
    /// Counts a message.
    pub(crate) fn add(&mut self, other: &Self) {
        self.messages += other.messages;
        self.accepted += other.accepted;
        self.unlisted += other.unlisted;
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }

    /// The summary of one message.
    pub(crate) fn of(envelope: &AnyEnvelope) -> Self {
        let counts = [Severity::Error, Severity::Warning, Severity::Note].map(|severity| envelope.count(severity));
        Self { messages: 1, accepted: usize::from(envelope.is_accepted()), counts, unlisted: envelope.unlisted() }
    }

    /// Whether no message was read.
    pub(crate) fn is_empty(&self) -> bool {
        self.messages == 0
    }

    /// Whether every message was accepted.
    pub(crate) fn all_accepted(&self) -> bool {
        self.accepted == self.messages
    }

    /// The last line; of inputs that could not be read only where there are any.
    pub(crate) fn line(&self, unreadable: usize) -> String {
        let [errors, warnings, notes] = self.counts;
        let refused = self.messages - self.accepted;
        let unlisted = if self.unlisted > 0 { format!(", {} more not listed", self.unlisted) } else { String::new() };
        let unreadable = if unreadable > 0 { format!("; {unreadable} could not be read") } else { String::new() };
        format!(
            "{}: {} accepted, {refused} not accepted; {}, {}, {}{unlisted}{unreadable}\n",
            plural(self.messages, "message"),
            self.accepted,
            plural(errors, "error"),
            plural(warnings, "warning"),
            plural(notes, "note")
        )
    }
}

/// One line per message: the file, whether it was accepted, and what a program should branch on.
pub(crate) fn verdict(name: &str, envelope: &AnyEnvelope, colour: bool) -> String {
    let accepted = match (envelope.is_accepted(), colour) {
        (true, false) => "accepted",
        (true, true) => "\u{1b}[32maccepted\u{1b}[0m",
        (false, false) => "NOT ACCEPTED",
        (false, true) => "\u{1b}[1;31mNOT ACCEPTED\u{1b}[0m",
    };
    let protocol = envelope.protocol().map_or("no protocol", |protocol| protocol.as_str());
    let status = envelope.status().unwrap_or("no status");
    let why = if envelope.strict_refusal().is_some() { " (--strict takes no warning)" } else { "" };
    format!("{}: {accepted}: {protocol}, {status} -> {}{why}\n", visible(name), envelope.outcome())
}

/// A count with its noun.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
