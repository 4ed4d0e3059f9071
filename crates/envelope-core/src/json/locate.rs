use super::rules::{IN_ARRAY, NESTED, TOO_DEEP, TOO_MANY};
use super::tree::{Document, End, Place as Surroundings, Root, Tag};
use super::{Kind, Member, Value};
use crate::rules::{FENCED, TEXT_AROUND};
use crate::text::is_placeholder;
use crate::{Located, Message, Sink, Span};

/// The most objects that could be the envelope (R-A12).
const MAX_CANDIDATES: usize = 64;

/// What the envelope of a protocol looks like.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_structs, reason = "protocol crates build it as a constant")]
pub struct Shape<'s> {
    /// The required top-level keys; if there are none, any object or array that is not empty counts.
    pub required: &'s [&'s str],
    /// The keys that lead to the status.
    pub status: &'s [&'s str],
    /// The status words, as their placeholder lists them.
    pub words: &'s [&'s str],
}

/// Where the envelope is in the JSON of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    root: usize,
    node: usize,
}

/// An object that stands in no other object.
#[derive(Clone, Copy)]
struct Candidate<'d> {
    place: Place,
    value: Value<'d>,
    score: usize,
    inside: bool,
}

impl Shape<'_> {
    /// How many of the required keys an object has.
    pub fn score(&self, object: Value<'_>) -> usize {
        if self.required.is_empty() {
            return 1 + usize::from(object.document.behind(object.index) > object.index + 1);
        }
        object.members().filter(|member| self.required.contains(&member.key)).count()
    }

    /// The value of the status.
    pub fn status<'d>(&self, object: Value<'d>) -> Option<Value<'d>> {
        self.status.iter().try_fold(object, |value, key| value.get(key))
    }

    fn is_template(&self, object: Value<'_>) -> bool {
        let status = if self.status.is_empty() { None } else { self.status(object) };
        status.and_then(Value::as_str).is_some_and(|status| is_placeholder(status, self.words) || status.contains('|'))
    }
}

/// Finds the envelope: the outermost object with the most required keys (R-A12).
pub fn locate(message: &Message<'_>, shape: &Shape<'_>) -> Located<Place> {
    let document = message.json();
    let any = shape.required.is_empty();
    let mut candidates: Vec<Candidate<'_>> = Vec::new();
    for mut candidate in outermost(document, any, false) {
        candidate.score = shape.score(candidate.value);
        if candidate.score > 0 && !candidate.inside {
            if candidates.len() == MAX_CANDIDATES {
                return Located::Rejected(&TOO_MANY, candidate.value.span(), TOO_MANY.summary.to_owned());
            }
            candidates.push(candidate);
        }
    }
    if candidates.iter().any(|candidate| !shape.is_template(candidate.value)) {
        candidates.retain(|candidate| !shape.is_template(candidate.value));
    }
    let Some(most) = candidates.iter().map(|candidate| candidate.score).max() else { return without(document, shape) };
    candidates.retain(|candidate| candidate.score == most);
    let first = candidates[0];
    if let Some(second) = candidates[1..].iter().find(|other| !first.value.same(other.value)) {
        return Located::Several(first.value.span(), second.value.span());
    }
    // What else is in an array belongs to the message as much as the object.
    let root = document.value(document.roots[first.place.root].node);
    let is_item = root.index != first.value.index;
    if let Some(second) = root.items().find(|item| is_item && item.index != first.value.index) {
        return Located::Several(first.value.span(), second.span());
    }
    Located::At(first.place)
}

/// What there is in place of an envelope: one in another object, a cut object, or one in a thought.
fn without(document: &Document<'_>, shape: &Shape<'_>) -> Located<Place> {
    let any = shape.required.is_empty();
    let enough = shape.required.len().div_ceil(2).max(1);
    for candidate in outermost(document, any, false) {
        if let Some(Member { key, value, .. }) =
            candidate.value.members().find(|inner| shape.score(inner.value) >= enough)
        {
            let message = || format!("{}, at `/{}`", NESTED.summary, super::pointer::escape(key));
            return Located::Rejected(&NESTED, value.span(), message());
        }
    }
    let begins_json = |value: Value<'_>| {
        document.behind(value.index) > value.index + 1 || document.text[..value.span().start()].trim().is_empty()
    };
    for candidate in outermost(document, any, false) {
        let is_cut = document.roots[candidate.place.root].end != End::Closed;
        if is_cut && begins_json(candidate.value) {
            return Located::At(candidate.place);
        }
    }
    let hidden = outermost(document, any, true).find(|candidate| shape.score(candidate.value) > 0);
    hidden.map_or(Located::Absent, |candidate| Located::Hidden(candidate.value.span()))
}

/// The outermost objects, those in arrays included, or any outermost values; either those in thoughts or the others.
fn outermost<'d>(document: &'d Document<'d>, any: bool, thought: bool) -> impl Iterator<Item = Candidate<'d>> {
    let roots = document.roots.iter().enumerate();
    let roots = roots.filter(move |(_, root)| (root.place == Surroundings::Thought) == thought);
    roots.flat_map(move |(index, root)| {
        let value = document.value(root.node);
        let items = value.items().filter(move |_| !any);
        let values = std::iter::once(value).chain(items).filter(move |value| any || value.kind() == Kind::Object);
        values.map(move |value| {
            let place = Place { root: index, node: value.index };
            Candidate { place, value, score: 0, inside: root.inside }
        })
    })
}

impl Document<'_> {
    /// The outermost objects outside thoughts and quotations, those in arrays included.
    pub fn objects(&self) -> impl Iterator<Item = Value<'_>> {
        outermost(self, false, false).map(|candidate| candidate.value)
    }
}

impl Place {
    /// The bytes of the envelope.
    pub fn span(self, message: &Message<'_>) -> Span {
        message.json().value(self.node).span()
    }

    /// The envelope. Reports what was repaired in it and what stands around it; pointers are relative to it.
    pub fn open<'m>(self, message: &'m Message<'_>, sink: &mut Sink) -> Value<'m> {
        let document = message.json();
        let object = document.value(self.node);
        sink.set_object(self.node);
        let Some(root) = document.roots.get(self.root) else { return object };
        document.report_repairs(root, sink);
        for other in &document.roots {
            // What is cut off, or too deep to be read, may have contradicted the envelope.
            let is_cut = matches!(other.end, End::Cut(_)) && other.place != Surroundings::Thought;
            if other.node == root.node || is_cut || matches!(other.end, End::TooDeep(_)) {
                document.report_end(other, sink);
            }
        }
        if root.node != self.node {
            sink.report(&IN_ARRAY, Span::at(document.span(root.node).start()));
        }
        match root.place {
            Surroundings::Fence(line) => sink.report(&FENCED, line),
            _ => {
                if let Some(span) = document.text_around(root) {
                    sink.report(&TEXT_AROUND, span);
                }
            }
        }
        object
    }

    /// Every other object of the message that stands in no other, outside thoughts and quotations. A protocol compares
    /// their status with that of the envelope (R-A11).
    pub fn others<'m>(self, message: &'m Message<'_>) -> impl Iterator<Item = Value<'m>> {
        let others = outermost(message.json(), false, false).filter(move |candidate| candidate.place.node != self.node);
        others.map(|candidate| candidate.value)
    }
}

impl Document<'_> {
    pub(super) fn report_end(&self, root: &Root, sink: &mut Sink) {
        let container = if self.nodes[root.node].tag == Tag::Object { "an object" } else { "an array" };
        match root.end {
            End::Closed => {}
            End::Cut(at) => sink.truncated(at, || format!("the text ends inside {container}")),
            End::Prose(at) => {
                let line = self.text[at..].lines().next().unwrap_or_default();
                let found = crate::text::excerpt(line);
                sink.truncated(at, || format!("{container} is not closed before `{found}`"));
            }
            End::TooDeep(at) => sink.report(&TOO_DEEP, Span::new(at, at + 1)),
        }
    }

    /// The first outermost value with a status that goes over into prose before its end.
    pub(super) fn unclosed_status(&self, key: &str) -> Option<Span> {
        const NEAR: usize = 256;
        let quoted = [format!("\"{key}\""), format!("'{key}'")];
        let mut open = self.roots.iter().filter_map(|root| match root.end {
            End::Prose(at) if root.place != Surroundings::Thought => {
                Some(Span::new(self.span(root.node).start(), at + NEAR))
            }
            _ => None,
        });
        open.find(|span| {
            // Up to the end of the line on which it goes over into prose.
            let prose = span.end() - NEAR;
            let line = &self.text.as_bytes()[prose..span.end().min(self.text.len())];
            let end = prose + memchr::memchr(b'\n', line).unwrap_or(line.len());
            let bytes = &self.text.as_bytes()[span.start()..end];
            quoted.iter().any(|key| memchr::memmem::find(bytes, key.as_bytes()).is_some())
        })
    }

    /// The text before an outermost value, or else behind it.
    pub(super) fn text_around(&self, root: &Root) -> Option<Span> {
        let span = self.span(root.node);
        let text = |from: usize, to: usize| {
            let part = self.text.get(from..to)?;
            let start = from + part.len() - part.trim_start_matches(is_blank).len();
            let end = from + part.trim_end_matches(is_blank).len();
            (start < end).then(|| Span::new(start, end))
        };
        text(0, span.start()).or_else(|| text(span.end(), self.text.len()))
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}
