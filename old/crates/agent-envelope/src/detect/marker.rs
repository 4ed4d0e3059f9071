//! Marker lines: what a line `RESULT: …` or `STATUS: …` says, and how it is written.

use envelope_core::text::{denies, states_failure};
use envelope_core::{Outcome, Span, Status as _};

use super::stated::word;

/// A marker line.
#[derive(Clone, Debug)]
pub(super) struct Marker {
    pub(super) value: String,
    /// Whether the value starts with a word of the protocol.
    pub(super) known: bool,
    /// Whether the marker is in capitals.
    pub(super) exact: bool,
    /// Whether it is written as the specification writes it, on this or another line: at the line's start, in capitals.
    pub(super) plain: bool,
    /// What follows the marker.
    pub(super) form: Form,
    /// The worst that any such line states.
    pub(super) stated: Option<Outcome>,
    /// The first line that states it.
    pub(super) line: Span,
}

/// How a marker is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// In any letter case but capitals.
    Otherwise,
    /// In capitals, and indented or dressed up.
    Capitals,
    /// As the specification writes it.
    Plain,
}

impl Written {
    pub(super) fn of(line: &str, key: &str, (name, _): MarkerWords) -> Self {
        match () {
            () if key != name => Self::Otherwise,
            () if line.strip_prefix(name).is_some_and(|rest| rest.starts_with(':')) => Self::Plain,
            () => Self::Capitals,
        }
    }
}

/// What follows a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Several words, as `12 passed, 3 failed` in a log.
    Phrase,
    /// Several words that state a failure; `blocked → completed` does not.
    Failure,
    /// A word, or nothing.
    Word,
    /// Pairs, on the same line or below it.
    Paired,
}

impl Form {
    pub(super) fn of(value: &str) -> Self {
        let mut words = value.split_whitespace().filter(|word| word.contains(char::is_alphanumeric));
        match () {
            () if value.contains('|') => Self::Paired,
            () if words.nth(1).is_none() => Self::Word,
            () if states_failure(value) => Self::Failure,
            () => Self::Phrase,
        }
    }
}

/// The marker of a protocol, and what its words state.
pub(super) type MarkerWords = (&'static str, fn(&str) -> Option<Outcome>);

/// To the letter: in prose `Result: clean` is a phrase.
#[cfg(feature = "clarity-protocol")]
pub(super) const RESULT: MarkerWords =
    ("RESULT", |word| clarity_protocol::ResultStatus::from_word(word).map(envelope_core::Status::outcome));
#[cfg(not(feature = "clarity-protocol"))]
pub(super) const RESULT: MarkerWords = ("RESULT", |_| None);
#[cfg(feature = "status-block")]
pub(super) const STATUS: MarkerWords = ("STATUS", |word| crate::Protocol::StatusBlock.outcome_of(word));
#[cfg(not(feature = "status-block"))]
pub(super) const STATUS: MarkerWords = ("STATUS", |_| None);

/// Whether it is the pair that every summary line has, with a word of the protocol (R-C4).
#[cfg(feature = "clarity-protocol")]
pub(super) fn names_type(key: &str, value: &str) -> bool {
    let is_known = |known: &&str| known.eq_ignore_ascii_case(word(value));
    key.eq_ignore_ascii_case(clarity_protocol::TYPE) && clarity_protocol::ResultType::WORDS.iter().any(is_known)
}

#[cfg(not(feature = "clarity-protocol"))]
pub(super) fn names_type(_: &str, _: &str) -> bool {
    false
}

/// Keeps the first marker line, or the first whose value is a word of the protocol, or of those the first in capitals: a
/// heading `Status: success` must not stand for the block behind it. A value that says that the work is not done states
/// something, too (R-C16).
pub(super) fn marker(place: &mut Option<Marker>, (name, words): MarkerWords, value: &str, at: Span, written: Written) {
    let exact = written != Written::Otherwise;
    let plain = written == Written::Plain || place.as_ref().is_some_and(|place| place.plain);
    let first = word(value);
    let own = words(first);
    let known = own.is_some();
    // What is written as data says something of a part.
    let denied = || if value.starts_with(['{', '[']) { None } else { denies(name, value) };
    let (own, before) = (own.or_else(denied), place.as_ref().and_then(|place| place.stated));
    let stated = own.map_or(before, |own| Some(before.map_or(own, |before| before.worst(own))));
    let line = place.as_ref().map(|place| place.line).filter(|_| stated == before).unwrap_or(at);
    if let Some(place) = place.as_mut().filter(|place| (known, exact) <= (place.known, place.exact)) {
        (place.stated, place.line, place.plain) = (stated, line, plain);
        return;
    }
    let form = Form::of(value);
    let value = if known { first } else { value }.chars().take(40).collect();
    *place = Some(Marker { value, known, exact, plain, form, stated, line });
}

/// The value of `"STATUS": …`: the block is YAML, where a key may stand in quotes. Keys in small letters are JSON's.
pub(super) fn quoted_status(line: &str) -> Option<&str> {
    let quote = line.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
    let after = line.get(1..)?.strip_prefix("STATUS")?.strip_prefix(quote)?;
    after.trim_start().strip_prefix(':').map(str::trim)
}
