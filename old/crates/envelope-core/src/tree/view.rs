//! Looking at a tree: nodes, items, entries, and the same as JSON.

use std::collections::{HashMap, HashSet};

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::Value;

use super::{Node, Tag, Tree};
use crate::Span;

/// A node of a [`Tree`]: a value, or the key of an entry.
#[derive(Clone, Copy, Debug)]
pub struct NodeRef<'t> {
    tree: &'t Tree,
    at: usize,
}

/// What a node is.
#[derive(Clone, Debug)]
#[expect(clippy::exhaustive_enums, reason = "the kinds of JSON values are six")]
pub enum Kind<'t> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as it was written.
    Number(&'t str),
    /// A string, unescaped.
    String(&'t str),
    /// An array.
    Array(Items<'t>),
    /// An object; a key may occur more than once.
    Object(Entries<'t>),
}

impl<'t> NodeRef<'t> {
    pub(super) fn new(tree: &'t Tree, at: usize) -> Self {
        Self { tree, at }
    }

    /// What it is, with its content.
    #[inline]
    pub fn kind(self) -> Kind<'t> {
        match self.node().map(|node| node.tag) {
            None | Some(Tag::Null) => Kind::Null,
            Some(Tag::False) => Kind::Bool(false),
            Some(Tag::True) => Kind::Bool(true),
            Some(Tag::Number) => Kind::Number(self.text()),
            Some(Tag::String | Tag::Key) => Kind::String(self.text()),
            Some(Tag::Array) => Kind::Array(Items(self.children())),
            Some(Tag::Object) => Kind::Object(Entries(self.children())),
        }
    }

    /// The word for its kind, for messages.
    pub fn kind_word(self) -> &'static str {
        match self.kind() {
            Kind::Null => "null",
            Kind::Bool(_) => "a boolean",
            Kind::Number(_) => "a number",
            Kind::String(_) => "a string",
            Kind::Array(_) => "an array",
            Kind::Object(_) => "an object",
        }
    }

    /// Its bytes in the source.
    #[inline]
    pub fn span(self) -> Span {
        self.node().map_or(Span::at(0), |node| Span::new(node.span.0 as usize, node.span.1 as usize))
    }

    /// The string, if it is one.
    #[inline]
    pub fn as_str(self) -> Option<&'t str> {
        self.text_of(Tag::String)
    }

    /// The number as it was written, if it is one.
    pub fn as_number_text(self) -> Option<&'t str> {
        self.text_of(Tag::Number)
    }

    /// The boolean, if it is one.
    pub fn as_bool(self) -> Option<bool> {
        match self.node()?.tag {
            Tag::True => Some(true),
            Tag::False => Some(false),
            _ => None,
        }
    }

    /// The text of a key.
    #[inline]
    pub fn as_key(self) -> Option<&'t str> {
        self.text_of(Tag::Key)
    }

    /// Whether it is `null`.
    #[inline]
    pub fn is_null(self) -> bool {
        self.node().is_none_or(|node| node.tag == Tag::Null)
    }

    /// Whether it is an object.
    #[inline]
    pub fn is_object(self) -> bool {
        self.node().is_some_and(|node| node.tag == Tag::Object)
    }

    /// The items of an array; none for anything else.
    pub fn items(self) -> Items<'t> {
        Items(if self.node().is_some_and(|node| node.tag == Tag::Array) { self.children() } else { self.no_children() })
    }

    /// The entries of an object, repeated keys included; none for anything else.
    pub fn entries(self) -> Entries<'t> {
        Entries(if self.is_object() { self.children() } else { self.no_children() })
    }

    /// The first member called `key` (R-A11: the first one counts).
    pub fn get(self, key: &str) -> Option<NodeRef<'t>> {
        self.entries().find(|(name, _)| name.as_key() == Some(key)).map(|(_, value)| value)
    }

    /// What counts, as a JSON value: of a repeated key the first value (R-A11); a number that a double cannot hold
    /// becomes its text.
    pub fn to_value(self) -> Value {
        match self.kind() {
            Kind::Null => Value::Null,
            Kind::Bool(value) => Value::Bool(value),
            Kind::Number(text) => exact_number(text).map_or_else(|| text.into(), Value::Number),
            Kind::String(text) => text.into(),
            Kind::Array(items) => items.map(NodeRef::to_value).collect(),
            Kind::Object(entries) => {
                let mut members = serde_json::Map::new();
                for (key, value) in entries {
                    members.entry(key.as_key().unwrap_or_default()).or_insert_with(|| value.to_value());
                }
                Value::Object(members)
            }
        }
    }

    /// Whether the two say the same, whatever the order of members; at the cost of the smaller of the two.
    pub(crate) fn says_the_same(self, other: NodeRef<'_>) -> bool {
        let count = |node: NodeRef<'_>| node.parts().0.len();
        // Numbers may be written in several ways, so their length says nothing.
        let length = |node: NodeRef<'_>| -> usize {
            let texts = node.parts().0.iter().filter(|node| node.tag != Tag::Number);
            texts.map(|node| (node.text.1 - node.text.0) as usize).sum()
        };
        count(self) == count(other) && length(self) == length(other) && self.to_value() == other.to_value()
    }

    /// This value as a tree of its own.
    pub fn to_tree(self) -> Tree {
        let end = self.node().map_or(self.at, |node| node.next as usize);
        let nodes = self.tree.nodes.get(self.at..end).unwrap_or_default();
        let from = nodes.first().map_or(0, |node| node.text.0);
        let to = nodes.last().map_or(0, |node| node.text.1);
        let text = self.tree.text.get(from as usize..to as usize).unwrap_or_default().to_owned();
        let start = u32::try_from(self.at).unwrap_or(u32::MAX);
        let moved =
            |node: &Node| Node { text: (node.text.0 - from, node.text.1 - from), next: node.next - start, ..*node };
        Tree { text, nodes: nodes.iter().map(moved).collect() }
    }

    /// Its place among the nodes of the tree.
    pub(crate) fn index(self) -> usize {
        self.at
    }

    /// Its nodes, and the buffer that holds their text.
    pub(super) fn parts(self) -> (&'t [Node], &'t str) {
        let end = self.node().map_or(self.at, |node| node.next as usize);
        (self.tree.nodes.get(self.at..end).unwrap_or_default(), &self.tree.text)
    }

    /// Where the node at `relative` ends, among the nodes of [`NodeRef::parts`].
    pub(super) fn relative_end(self, relative: usize) -> usize {
        self.tree.nodes.get(self.at + relative).map_or(relative + 1, |node| node.next as usize - self.at)
    }

    /// Where the member whose key is at `relative` ends.
    pub(super) fn after_member(self, relative: usize) -> usize {
        self.relative_end(relative + 1)
    }

    /// The keys inside it that stand in their object for a second time, among the nodes of [`NodeRef::parts`].
    pub(super) fn repeated_members(self) -> HashSet<usize> {
        let end = self.node().map_or(self.at, |node| node.next as usize);
        self.tree.repeated_between(self.at, end).into_iter().map(|(_, _, key)| key.at - self.at).collect()
    }

    /// Whether a key stands in an object inside it for a second time; a scalar has none.
    pub(crate) fn has_repeated_members(self) -> bool {
        let end = self.node().map_or(self.at, |node| node.next as usize);
        end > self.at + 1 && !self.tree.repeated_between(self.at, end).is_empty()
    }

    #[inline]
    fn node(self) -> Option<&'t Node> {
        self.tree.nodes.get(self.at)
    }

    #[inline]
    fn text(self) -> &'t str {
        self.node().and_then(|node| self.tree.text.get(node.text.0 as usize..node.text.1 as usize)).unwrap_or_default()
    }

    #[inline]
    fn text_of(self, tag: Tag) -> Option<&'t str> {
        self.node().filter(|node| node.tag == tag).map(|_| self.text())
    }

    fn children(self) -> Children<'t> {
        Children { tree: self.tree, at: self.at + 1, end: self.node().map_or(0, |node| node.next as usize) }
    }

    fn no_children(self) -> Children<'t> {
        Children { tree: self.tree, at: 0, end: 0 }
    }
}

#[derive(Clone, Debug)]
struct Children<'t> {
    tree: &'t Tree,
    at: usize,
    end: usize,
}

impl<'t> Iterator for Children<'t> {
    type Item = NodeRef<'t>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'t>> {
        if self.at >= self.end {
            return None;
        }
        let node = NodeRef::new(self.tree, self.at);
        self.at = node.node()?.next as usize;
        Some(node)
    }
}

/// The items of an array.
#[derive(Clone, Debug)]
pub struct Items<'t>(Children<'t>);

impl<'t> Iterator for Items<'t> {
    type Item = NodeRef<'t>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'t>> {
        self.0.next()
    }
}

/// The entries of an object as (key, value), in order.
#[derive(Clone, Debug)]
pub struct Entries<'t>(Children<'t>);

impl<'t> Iterator for Entries<'t> {
    type Item = (NodeRef<'t>, NodeRef<'t>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        Some((self.0.next()?, self.0.next()?))
    }
}

/// All that was read: the first of repeated keys keeps its name, so that no reader takes another; the others become
/// `key#2`, `key#3`.
impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.root().serialize(serializer)
    }
}

impl Serialize for NodeRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.kind() {
            Kind::Null => serializer.serialize_unit(),
            Kind::Bool(value) => serializer.serialize_bool(value),
            Kind::Number(text) => match exact_number(text) {
                Some(number) => number.serialize(serializer),
                None => serializer.serialize_str(text),
            },
            Kind::String(text) => serializer.serialize_str(text),
            Kind::Array(items) => {
                let mut sequence = serializer.serialize_seq(None)?;
                items.into_iter().try_for_each(|item| sequence.serialize_element(&item))?;
                sequence.end()
            }
            Kind::Object(entries) => {
                let mut map = serializer.serialize_map(None)?;
                let mut met: HashMap<&str, usize> = HashMap::new();
                for (key, value) in entries {
                    let name = key.as_key().unwrap_or_default();
                    let count = met.entry(name).or_default();
                    *count += 1;
                    if *count == 1 {
                        map.serialize_entry(name, &value)?;
                    } else {
                        map.serialize_entry(&format!("{name}#{count}"), &value)?;
                    }
                }
                map.end()
            }
        }
    }
}

/// The number, if a double holds it (R-A4): no overflow, no integer that would change.
pub(crate) fn exact_number(text: &str) -> Option<serde_json::Number> {
    if let Some(count) = short_count(text) {
        return Some(count.into());
    }
    let number: serde_json::Number = serde_json::from_str(text).ok()?;
    let double = number.as_f64().filter(|double| double.is_finite())?;
    let mantissa = text.split(['e', 'E']).next().unwrap_or(text);
    let held = if text.contains(['.', 'e', 'E']) {
        let vanished = double == 0.0 && mantissa.contains(|digit| ('1'..='9').contains(&digit));
        !vanished && keeps_integer(text, double)
    } else {
        text.len() <= 15 || text.parse::<i128>().is_ok_and(|integer| is_held(integer, double))
    };
    held.then_some(number)
}

/// A whole number from 0 of few digits, as most are; a double holds every one.
fn short_count(text: &str) -> Option<u64> {
    let sure = match text.as_bytes() {
        [b'0'] => true,
        [b'1'..=b'9', rest @ ..] => rest.len() < 15 && rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if sure { text.parse().ok() } else { None }
}

/// Whether a number with a point or an exponent stays what it is, if it is a long integer: `9007199254740993.0`. With an
/// exponent the digits of the double itself will do: `1.7976931348623157e308` is how one is written.
fn keeps_integer(text: &str, double: f64) -> bool {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let written = || integer.bytes().chain(fraction.bytes()).filter(u8::is_ascii_digit).skip_while(|it| *it == b'0');
    let (mut count, mut zeros) = (0_usize, 0_usize);
    for digit in written() {
        count += 1;
        zeros = if digit == b'0' { zeros + 1 } else { 0 };
    }
    // What stands before the zeros at the end, and the power of ten behind it.
    let significant = count - zeros;
    let power = exponent.parse::<i64>().ok().and_then(|exponent| {
        exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?.checked_add(i64::try_from(zeros).ok()?)
    });
    let Some(power) = power.and_then(|power| u32::try_from(power).ok()) else { return true };
    let plain = exponent.trim_start_matches(['+', '-']).bytes().all(|digit| digit == b'0');
    if significant <= 15 && (!plain || count <= 15) {
        return true;
    }
    let whole = written()
        .take(significant)
        .try_fold(0_i128, |whole, digit| whole.checked_mul(10)?.checked_add(i128::from(digit - b'0')));
    let whole = whole.and_then(|whole| whole.checked_mul(10_i128.checked_pow(power)?));
    if whole.is_some_and(|whole| is_held(whole, double.abs())) {
        return true;
    }
    if plain || significant > 17 {
        return false;
    }
    let own = format!("{:e}", double.abs());
    own.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).eq(written().take(significant))
}

#[expect(clippy::cast_possible_truncation, reason = "the cast saturates, and then the comparison fails")]
pub(crate) fn is_held(integer: i128, double: f64) -> bool {
    double as i128 == integer
}

#[cfg(test)]
mod tests {
    use super::super::TreeBuilder;
    use super::*;

    #[test]
    fn a_repeated_key_keeps_its_first_value_under_its_name() {
        let mut builder = TreeBuilder::new();
        builder.open_object(0);
        for (at, word) in ["failed", "completed"].into_iter().enumerate() {
            builder.key("status", Span::at(at));
            builder.string(word, Span::at(at));
        }
        let tree = builder.finish().expect("a tree");
        let json = serde_json::to_string(&tree).expect("json");
        assert_eq!(json, r#"{"status":"failed","status#2":"completed"}"#);
        assert_eq!(tree.root().get("status").and_then(NodeRef::as_str), Some("failed"));
    }

    #[test]
    fn numbers_that_would_change_stay_text() {
        for (text, exact) in [
            ("1", true),
            ("-0", true),
            ("9007199254740992", true),
            ("9007199254740993", false),
            ("18446744073709551616", true),
            ("18446744073709551615", false),
            ("9007199254740993.0", false),
            ("9007199254740993e0", false),
            ("9.007199254740993e15", false),
            ("-9.007199254740993E+15", false),
            ("90071992547409930e-1", false),
            ("123456789012345678e1", false),
            ("9007199254740993000e-0003", false),
            ("0.0009007199254740993e19", false),
            ("9.007199254740992e15", true),
            ("9.007199254740994e15", true),
            ("90071992547409925e-1", true),
            ("1.7976931348623157e308", true),
            ("1.2345678901234568e18", true),
            ("1.23456789012345678e18", false),
            ("1e23", true),
            ("1e400", false),
            ("1e-999999999", false),
            ("0e999999999999999999999999", true),
            ("0.1234567890123456789", true),
            ("1e-400", false),
            ("0.0e-400", true),
            ("1e300", true),
            ("1e999", false),
            ("1.5", true),
            ("1E5", true),
        ] {
            assert_eq!(exact_number(text).is_some(), exact, "{text}");
        }
    }
}
