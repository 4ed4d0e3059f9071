use std::fmt;

use serde_json::{Map, Number, Value as Json};

use super::parse::Parser;
use super::rules::KEY_WITHOUT_VALUE;
use crate::{Rule, Sink, Span};

/// The JSON of one message: every outermost object in it, in one list of nodes.
#[derive(Clone, Debug, Default)]
pub struct Document<'a> {
    pub(super) text: &'a str,
    /// All values in the order of the text; an object holds a key and a value in turn.
    pub(super) nodes: Vec<Node>,
    /// Decoded strings and repaired numbers, one behind the other.
    pub(super) decoded: String,
    /// The parts of `decoded`.
    pub(super) pieces: Vec<Span>,
    pub(super) roots: Vec<Root>,
    pub(super) repairs: Vec<Repair>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) start: u32,
    pub(super) end: u32,
    /// Of a container: the index behind its last node. Of a text or number: its piece, or [`Node::PLAIN`].
    pub(super) data: u32,
    pub(super) tag: Tag,
}

impl Node {
    /// The source is the text: between the quotes of a string, all of a number.
    pub(super) const PLAIN: u32 = u32::MAX;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    Object,
    Array,
    Text,
    /// A key that its object had before: it and its value are skipped.
    RepeatedKey,
    Number,
    True,
    False,
    Null,
}

/// An outermost value.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub(super) node: usize,
    pub(super) place: Place,
    pub(super) end: End,
    /// Whether it stands inside an object before it that could not be read to its end.
    pub(super) inside: bool,
    /// Its part of the repairs.
    pub(super) repairs: std::ops::Range<usize>,
}

/// Where in a message an outermost value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Open,
    /// In a fence; holds the line that opens it.
    Fence(Span),
    Thought,
}

/// How an outermost value ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Closed,
    /// At the end of the text or the fence.
    Cut(usize),
    /// Before something that is no JSON.
    Prose(usize),
    TooDeep(usize),
}

/// Something that was read although it is not JSON, or as JSON that says a thing twice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repair {
    pub(super) rule: &'static Rule,
    pub(super) span: Span,
    /// The first place of a repeated key.
    pub(super) other: Option<Span>,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_enums, reason = "JSON has no other kinds")]
pub enum Kind {
    /// `{…}`
    Object,
    /// `[…]`
    Array,
    /// `"…"`
    String,
    /// Digits.
    Number,
    /// `true` or `false`.
    Boolean,
    /// `null`
    Null,
}

/// A value in a [`Document`].
#[derive(Clone, Copy)]
pub struct Value<'d> {
    pub(super) document: &'d Document<'d>,
    pub(super) index: usize,
}

/// A member of an object.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Member<'d> {
    /// The key, decoded.
    pub key: &'d str,
    /// Where the key is.
    pub key_span: Span,
    /// The value.
    pub value: Value<'d>,
}

impl<'a> Document<'a> {
    /// Reads all JSON in a text.
    pub(crate) fn new(text: &'a str) -> Self {
        super::scan::scan(Parser::new(text))
    }

    pub(super) fn value(&self, index: usize) -> Value<'_> {
        Value { document: self, index }
    }

    #[inline]
    fn node(&self, index: usize) -> Node {
        const NONE: Node = Node { start: 0, end: 0, data: Node::PLAIN, tag: Tag::Null };
        self.nodes.get(index).copied().unwrap_or(NONE)
    }

    /// The index behind a node and all that it holds.
    #[inline]
    pub(super) fn behind(&self, index: usize) -> usize {
        let node = self.node(index);
        if matches!(node.tag, Tag::Object | Tag::Array) { node.data as usize } else { index + 1 }
    }

    pub(super) fn span(&self, index: usize) -> Span {
        let node = self.node(index);
        Span::new(node.start as usize, node.end as usize)
    }

    /// The text of a string or number.
    #[inline]
    pub(super) fn string(&self, index: usize) -> &str {
        let node = self.node(index);
        if node.data != Node::PLAIN {
            return self.pieces.get(node.data as usize).map_or("", |piece| piece.of(&self.decoded));
        }
        let quote = usize::from(node.tag != Tag::Number);
        self.text.get(node.start as usize + quote..node.end as usize - quote).unwrap_or_default()
    }

    /// The bytes of a key; to compare keys, for which a slice of text costs too much.
    pub(super) fn bytes(&self, key: usize) -> &[u8] {
        let node = self.node(key);
        if node.data == Node::PLAIN {
            return self.text.as_bytes().get(node.start as usize + 1..node.end as usize - 1).unwrap_or_default();
        }
        self.string(key).as_bytes()
    }

    /// Reports what was repaired in an outermost value.
    pub(super) fn report_repairs(&self, root: &Root, sink: &mut Sink) {
        for repair in self.repairs.get(root.repairs.clone()).unwrap_or_default() {
            match repair.other {
                Some(other) => sink.push_pair(repair.rule, repair.span, other, || self.describe(repair)),
                None => sink.push(repair.rule, repair.span, || self.describe(repair)),
            }
        }
    }

    /// What was wrong, and what it was read as if that is one value.
    fn describe(&self, repair: &Repair) -> String {
        let source = crate::text::excerpt(repair.span.of(self.text));
        let summary = repair.rule.summary;
        let at = self.nodes.partition_point(|node| (node.start as usize) < repair.span.start());
        let has_value = !matches!(self.node(at).tag, Tag::Object | Tag::Array) && repair.rule != &KEY_WITHOUT_VALUE;
        if source.is_empty() {
            summary.to_owned()
        } else if has_value && repair.other.is_none() && self.span(at) == repair.span {
            format!(
                "{summary}: `{source}` is read as `{}`",
                crate::text::excerpt(&self.value(at).to_json().to_string())
            )
        } else {
            format!("{summary}: `{source}`")
        }
    }
}

impl<'d> Value<'d> {
    /// What it is.
    #[inline]
    pub fn kind(self) -> Kind {
        match self.document.node(self.index).tag {
            Tag::Object => Kind::Object,
            Tag::Array => Kind::Array,
            Tag::Text | Tag::RepeatedKey => Kind::String,
            Tag::Number => Kind::Number,
            Tag::True | Tag::False => Kind::Boolean,
            Tag::Null => Kind::Null,
        }
    }

    /// Where it is.
    #[inline]
    pub fn span(self) -> Span {
        self.document.span(self.index)
    }

    /// Its opening bracket, where what is missing in it is reported; empty if it has none.
    pub fn opening(self) -> Span {
        let span = self.span();
        let has_bracket = self.document.text.as_bytes().get(span.start()).is_some_and(|byte| b"{[".contains(byte));
        Span::new(span.start(), span.start() + usize::from(has_bracket))
    }

    /// Whether it is an object or array without members.
    pub fn is_empty(self) -> bool {
        self.members().next().is_none() && self.items().next().is_none()
    }

    /// Whether it is more than null, zero, nothing and containers of these (R-A8).
    pub fn says_something(self) -> bool {
        let inner = |value: Value<'_>| match value.kind() {
            Kind::Object | Kind::Array => !value.is_empty(),
            _ => value.says_something(),
        };
        match self.kind() {
            Kind::Null => false,
            Kind::Boolean => true,
            Kind::Number => self.as_number() != Some("0"),
            Kind::String => self.as_str().is_some_and(|text| !super::is_absent(text)),
            Kind::Object => self.members().any(|member| inner(member.value)),
            Kind::Array => self.items().any(inner),
        }
    }

    /// Its source text, as written.
    pub fn raw(self) -> &'d str {
        self.span().of(self.document.text)
    }

    /// The text of a string, decoded.
    #[inline]
    pub fn as_str(self) -> Option<&'d str> {
        (self.kind() == Kind::String).then(|| self.document.string(self.index))
    }

    /// The digits of a number, as JSON has them.
    pub fn as_number(self) -> Option<&'d str> {
        (self.kind() == Kind::Number).then(|| self.document.string(self.index))
    }

    /// Of `true` and `false`: which.
    pub fn as_bool(self) -> Option<bool> {
        (self.kind() == Kind::Boolean).then(|| self.document.node(self.index).tag == Tag::True)
    }

    /// Whether it is `null`.
    #[inline]
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// The members of an object, each key once; nothing for other values.
    #[inline]
    pub fn members(self) -> impl Iterator<Item = Member<'d>> {
        let (document, end) = (self.document, self.inside(Tag::Object));
        let mut next = self.index + 1;
        std::iter::from_fn(move || {
            while next < end {
                let at = next;
                next = document.behind(at + 1);
                if document.node(at).tag == Tag::Text {
                    let value = document.value(at + 1);
                    return Some(Member { key: document.string(at), key_span: document.span(at), value });
                }
            }
            None
        })
    }

    /// The items of an array; nothing for other values.
    #[inline]
    pub fn items(self) -> impl Iterator<Item = Value<'d>> {
        let (document, end) = (self.document, self.inside(Tag::Array));
        let mut next = self.index + 1;
        std::iter::from_fn(move || {
            let at = next;
            next = document.behind(at);
            (at < end).then(|| document.value(at))
        })
    }

    /// The index behind the last node of a container of this kind; of anything else the own index.
    fn inside(self, tag: Tag) -> usize {
        let node = self.document.node(self.index);
        if node.tag == tag { node.data as usize } else { self.index }
    }

    /// The value of a key.
    pub fn get(self, key: &str) -> Option<Value<'d>> {
        self.members().find(|member| member.key == key).map(|member| member.value)
    }

    /// Whether two values are the same, key for key and digit for digit.
    pub(super) fn same(self, other: Value<'_>) -> bool {
        let (end, other_end) = (self.document.behind(self.index), other.document.behind(other.index));
        let (own, theirs) = (self.document, other.document);
        let same = |(a, b): (usize, usize)| {
            let tag = own.node(a).tag;
            tag == theirs.node(b).tag
                && own.behind(a) - a == theirs.behind(b) - b
                && (matches!(tag, Tag::Object | Tag::Array) || own.string(a) == theirs.string(b))
        };
        end - self.index == other_end - other.index && (self.index..end).zip(other.index..other_end).all(same)
    }

    /// The value as a `serde_json::Value`; keys keep their order, the first of a repeated key counts.
    pub fn to_json(self) -> Json {
        match self.kind() {
            Kind::Object => {
                let members = self.members();
                Json::Object(
                    members.map(|member| (member.key.to_owned(), member.value.to_json())).collect::<Map<_, _>>(),
                )
            }
            Kind::Array => Json::Array(self.items().map(Value::to_json).collect()),
            Kind::String => Json::String(self.document.string(self.index).to_owned()),
            Kind::Number => number(self.document.string(self.index)),
            Kind::Boolean => Json::Bool(self.document.node(self.index).tag == Tag::True),
            Kind::Null => Json::Null,
        }
    }
}

/// A number: an integer if it fits, except that `-0` has a sign only as a double.
fn number(text: &str) -> Json {
    let integer = text.parse::<i64>().map(Number::from).or_else(|_| text.parse::<u64>().map(Number::from));
    match integer {
        Ok(integer) if text != "-0" => Json::Number(integer),
        _ => text.parse().ok().and_then(Number::from_f64).map_or(Json::Null, Json::Number),
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {:?}", self.to_json(), self.span())
    }
}
