//! From text to the value: locate the STATUS line, walk over the lines of the block, then type the fields.

mod typed;
mod value;
mod walk;

use envelope_core::rules::{CONTRADICTION, FENCED, REPEATED_STATUS, TEMPLATE_ECHO};
use envelope_core::text::{
    Lines, Marker, MarkerPlace, excerpt, find_word, is_placeholder, locate_marker, strip_decoration,
};
use envelope_core::{Decoded, Info, Located, Message, Protocol, Sink, Span, Status as _};

use crate::rules::{INFO, MISSING_STATUS, UNKNOWN_STATUS};
use crate::status::WORDS;
use crate::{Outcome, Status, StatusBlock};

impl Protocol for StatusBlock {
    const INFO: &'static Info = &INFO;
    type Status = Status;
    type Options = ();
    type Place = MarkerPlace;

    fn locate(message: &Message<'_>) -> Located<MarkerPlace> {
        locate_marker(message.text(), "STATUS", &WORDS, |value| value)
    }

    /// A STATUS marker and one of the sections (R-A18).
    fn detect(message: &Message<'_>) -> Option<Span> {
        let text = message.text();
        let mut lines = Lines::new(text, Span::new(0, text.len()));
        let has_section = lines.any(|line| walk::known_section(&line).is_some());
        match Self::locate(message) {
            Located::At(place) => Some(place.marker.line),
            Located::Hidden(span) | Located::Several(span, _) => Some(span),
            Located::Absent | Located::Rejected(..) => None,
        }
        .filter(|_| has_section)
    }

    fn decode(message: &Message<'_>, place: MarkerPlace, (): &(), sink: &mut Sink) -> Decoded<Self> {
        let text = message.text();
        let (status, word) = status(text, &place.marker, sink);
        let stated = other_statuses(text, &place, status, sink);
        let worst = status.map(Status::outcome).max(stated);
        if let Some(fence) = place.fence {
            sink.report(&FENCED, fence);
        }
        if place.open_fence {
            sink.truncated(text.len(), || "the message ends inside a code fence".to_owned());
        }
        let mut block = walk::walk(text, &place, sink);
        let value = typed::typed(&mut block, status, word, sink);
        Decoded { value, status, worst }
    }

    fn status(&self) -> Status {
        self.status
    }

    fn render(&self) -> String {
        crate::render::render(self)
    }
}

/// The status that a marker line states, and the place of its word.
fn status(text: &str, marker: &Marker, sink: &mut Sink) -> (Option<Status>, Span) {
    let (value, at) = stated(text, marker);
    if value.is_empty() {
        sink.push(&MISSING_STATUS, marker.name, || "the STATUS line has no status".to_owned());
        if text[marker.line.end()..].trim_ascii().is_empty() {
            sink.truncated(text.len(), || "the message ends behind `STATUS:`".to_owned());
        }
        return (None, marker.name);
    }
    if is_placeholder(value, &WORDS) {
        sink.report(&TEMPLATE_ECHO, at);
        return (None, at);
    }
    let Some(word) = find_word(value, &WORDS) else {
        sink.push(&UNKNOWN_STATUS, at, || {
            format!("unknown status `{}`; expected `success`, `blocked` or `failed`", excerpt(strip_decoration(value)))
        });
        return (None, at);
    };
    let written = text[marker.line.start() + marker.indent..].starts_with("STATUS:");
    if word.decorated || !written {
        sink.decoration(marker.line);
    }
    (Some(Status::ALL[word.index]), at)
}

/// What a marker line states, without quotes and comment.
fn stated<'a>(text: &'a str, marker: &Marker) -> (&'a str, Span) {
    let value = value::without_comment(marker.value.of(text)).trim_ascii();
    let within = |quote: char| value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    let quoted = within('"').or_else(|| within('\''));
    let at = text[marker.value.range()].find(value).map_or(marker.value.start(), |at| marker.value.start() + at);
    (quoted.unwrap_or(value), Span::new(at, at + value.len()))
}

/// Compares every other marker with the one that counts (R-A11); gives the worst outcome that they state.
fn other_statuses(text: &str, place: &MarkerPlace, status: Option<Status>, sink: &mut Sink) -> Option<Outcome> {
    let first = strip_decoration(stated(text, &place.marker).0);
    let mut worst = None;
    for other in &place.others {
        let (value, at) = stated(text, other);
        if is_placeholder(value, &WORDS) {
            continue;
        }
        let word = find_word(value, &WORDS).map(|word| Status::ALL[word.index]);
        worst = worst.max(word.map(Status::outcome));
        let is_same =
            word.map_or_else(|| strip_decoration(value).eq_ignore_ascii_case(first), |word| Some(word) == status);
        let rule = if is_same { &REPEATED_STATUS } else { &CONTRADICTION };
        sink.push_pair(rule, at, place.marker.line, || format!("a second STATUS line says `{}`", excerpt(value)));
    }
    worst
}
