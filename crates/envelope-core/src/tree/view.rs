//! Looking at a tree: nodes, items, entries, and the same as JSON.

use std::collections::HashMap;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

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
    pub fn span(self) -> Span {
        self.node().map_or(Span::at(0), |node| Span::new(node.span.0 as usize, node.span.1 as usize))
    }

    /// The string, if it is one.
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
    pub fn as_key(self) -> Option<&'t str> {
        self.text_of(Tag::Key)
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        self.node().is_none_or(|node| node.tag == Tag::Null)
    }

    /// Whether it is an object.
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

    /// The same as a JSON value: the first of repeated keys keeps its name, the others become `key#2`, `key#3`.
    ///
    /// A number that a double cannot hold becomes its text.
    pub fn to_value(self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn node(self) -> Option<&'t Node> {
        self.tree.nodes.get(self.at)
    }

    fn text(self) -> &'t str {
        self.node().and_then(|node| self.tree.text.get(node.text.0 as usize..node.text.1 as usize)).unwrap_or_default()
    }

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

    fn next(&mut self) -> Option<NodeRef<'t>> {
        self.0.next()
    }
}

/// The entries of an object as (key, value), in order.
#[derive(Clone, Debug)]
pub struct Entries<'t>(Children<'t>);

impl<'t> Iterator for Entries<'t> {
    type Item = (NodeRef<'t>, NodeRef<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        Some((self.0.next()?, self.0.next()?))
    }
}

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

/// The number, if a double holds it (R-A4): no overflow, no underflow to zero, no integer that would change.
pub(crate) fn exact_number(text: &str) -> Option<serde_json::Number> {
    let number: serde_json::Number = serde_json::from_str(text).ok()?;
    let double = number.as_f64()?;
    let digits = text.split(['e', 'E']).next().unwrap_or(text);
    let held = if text.contains(['.', 'e', 'E']) {
        double != 0.0 || !digits.contains(|digit: char| ('1'..='9').contains(&digit))
    } else {
        text.len() <= 15 || text.parse::<i128>().is_ok_and(|integer| is_held(integer, double))
    };
    held.then_some(number)
}

#[expect(clippy::cast_possible_truncation, reason = "the cast saturates, and then the comparison fails")]
fn is_held(integer: i128, double: f64) -> bool {
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
            ("1e-999", false),
            ("0.0e-999", true),
            ("1e999", false),
            ("1.5", true),
            ("1E5", true),
        ] {
            assert_eq!(exact_number(text).is_some(), exact, "{text}");
        }
    }
}
