use std::fmt::Debug;

use serde::Serialize;

use crate::rules::{HIDDEN, SEVERAL};
use crate::{Example, Loss, Message, Outcome, Report, Rule, Sink, Span, Status};

/// A report format: where its envelope is in a message, what it says, and how it is written.
pub trait Protocol: Serialize + Debug + PartialEq + Send + Sync + Sized + 'static {
    /// What is known about the protocol without a message.
    const INFO: &'static Info;
    /// Its status words.
    type Status: Status;
    /// What the caller expects and allows.
    type Options: Default;
    /// What locating finds and decoding needs, such as the place of a marker line.
    type Place;

    /// Finds the envelope (R-A12).
    fn locate(message: &Message<'_>) -> Located<Self::Place>;

    /// Where the envelope is, if a message of unknown protocol is one of this (R-A18).
    fn detect(message: &Message<'_>) -> Option<Span>;

    /// Reads the envelope in one walk. Whatever is wrong goes to the sink; errors there reject the message.
    fn decode(message: &Message<'_>, at: Self::Place, options: &Self::Options, sink: &mut Sink) -> Decoded<Self>;

    /// The status.
    fn status(&self) -> Self::Status;

    /// The outcome that the status means.
    fn outcome(&self) -> Outcome {
        self.status().outcome()
    }

    /// The canonical text.
    fn render(&self) -> String;
}

/// What is known about a protocol without a message.
#[derive(Debug)]
#[allow(clippy::exhaustive_structs, reason = "protocol crates build it as a static item")]
pub struct Info {
    /// The name on the command line.
    pub name: &'static str,
    /// Whether the envelope is a JSON object.
    pub is_json: bool,
    /// The best outcome that a rejected message can have (R-A2).
    pub fallback: Outcome,
    /// The rule that a message without an envelope breaks.
    pub missing: &'static Rule,
    /// The protocol's own rules.
    pub rules: &'static [&'static Rule],
    /// The rules of the core that the protocol uses, with an example each.
    pub shared: &'static [(&'static Rule, Example)],
    /// Messages that follow the specification; one per status or type at least.
    pub canonical: &'static [Canonical],
}

impl Info {
    /// The canonical message of an example that is an edit, right and wrong.
    pub fn example(&self, example: Example) -> Option<(&'static str, String)> {
        let Example::Edit { of, from, to } = example else { return None };
        let right = self.canonical.iter().find(|canonical| canonical.name == of)?.text;
        right.contains(from).then(|| (right, right.replacen(from, to, 1)))
    }
}

/// A message that follows its specification.
#[derive(Debug)]
#[allow(clippy::exhaustive_structs, reason = "protocol crates build it as a static item")]
pub struct Canonical {
    /// The name that examples of rules use.
    pub name: &'static str,
    /// The whole message.
    pub text: &'static str,
    /// For a success: the text that ends the last part without which it would not be one (R-A10).
    pub last_part: Option<&'static str>,
}

/// Where the envelope of a protocol is in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_enums, reason = "every reader must handle every case")]
pub enum Located<P> {
    /// There is none.
    Absent,
    /// Here.
    At(P),
    /// Only inside a thought, where agents try things out.
    Hidden(Span),
    /// Two that differ, with no reason to prefer one.
    Several(Span, Span),
    /// Something that cannot be the envelope: the rule that it breaks, where, and what is wrong.
    Rejected(&'static Rule, Span, String),
}

impl<P> Located<P> {
    /// The place, or a report why there is none; `missing` is the rule that a message without an envelope breaks.
    pub fn found(self, missing: &'static Rule, sink: &mut Sink) -> Option<P> {
        match self {
            Self::At(place) => return Some(place),
            Self::Absent => sink.report(missing, Span::at(0)),
            Self::Hidden(span) => sink.report(&HIDDEN, span),
            Self::Several(first, second) => sink.push_pair(&SEVERAL, second, first, || SEVERAL.summary.to_owned()),
            Self::Rejected(rule, span, message) => sink.push(rule, span, || message),
        }
        None
    }
}

/// What a decoder read.
#[derive(Clone, Debug)]
#[allow(clippy::exhaustive_structs, reason = "protocol crates build it")]
pub struct Decoded<T: Protocol> {
    /// The value, if every required field was read (R-A16).
    pub value: Option<T>,
    /// The status of the envelope.
    pub status: Option<T::Status>,
    /// The worst outcome that the message states anywhere.
    pub worst: Option<Outcome>,
}

/// A protocol that converts to the neutral report (R-A15).
pub trait ToReport: Protocol {
    /// The neutral report.
    fn to_report(&self) -> Report;
}

/// A protocol that the neutral report converts to (R-A15).
pub trait FromReport: Protocol {
    /// The value, and what has no place in it.
    fn from_report(report: &Report) -> (Self, Vec<Loss>);
}
