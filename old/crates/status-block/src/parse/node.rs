//! What the line reader gives: scalars, lists and maps with their places, before any type is known.

use std::borrow::Cow;

use envelope_core::Span;
use envelope_core::tree::TreeBuilder;
use serde_json::{Map, Value};

/// A value as it was read.
#[derive(Clone, Debug)]
pub(super) enum Node<'a> {
    Scalar(Scalar<'a>),
    List(Vec<Node<'a>>, Span),
    Map(Vec<Entry<'a>>, Span),
    /// Read by the YAML crate, which keeps no places.
    Data(Value, Span),
}

/// Text, and whether it stood there without quotes, so that it may be a number, a boolean or null.
#[derive(Clone, Debug)]
pub(super) struct Scalar<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) span: Span,
    pub(super) plain: bool,
}

/// A key or section with its value.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    pub(super) key: Cow<'a, str>,
    pub(super) key_span: Span,
    pub(super) node: Node<'a>,
}

impl Entry<'_> {
    /// From its key to the end of its value.
    pub(super) fn extent(&self) -> Span {
        let value = match &self.node {
            // The span of a map is that of its key; recursion is as deep as the reader let the data be.
            Node::Map(entries, span) => entries.iter().fold(*span, |all, entry| all.join(entry.extent())),
            node => node.span(),
        };
        self.key_span.join(value)
    }
}

impl<'a> Node<'a> {
    pub(super) fn null(span: Span) -> Self {
        Self::plain("", span)
    }

    pub(super) fn plain(text: impl Into<Cow<'a, str>>, span: Span) -> Self {
        Self::Scalar(Scalar { text: text.into(), span, plain: true })
    }

    pub(super) fn span(&self) -> Span {
        match self {
            Self::Scalar(scalar) => scalar.span,
            Self::List(_, span) | Self::Map(_, span) | Self::Data(_, span) => *span,
        }
    }

    pub(super) fn is_null(&self) -> bool {
        match self {
            Self::Scalar(scalar) => scalar.is_null(),
            Self::Data(value, _) => value.is_null(),
            Self::List(..) | Self::Map(..) => false,
        }
    }

    /// The same as JSON: plain scalars by the core schema of YAML, of repeated keys the first (R-A11).
    ///
    /// Recursion is as deep as the reader let the data be.
    pub(super) fn to_value(&self) -> Value {
        match self {
            Self::Scalar(scalar) => scalar.to_value(),
            Self::List(items, _) => items.iter().map(Node::to_value).collect(),
            Self::Map(entries, _) => Value::Object(to_map(entries)),
            Self::Data(value, _) => value.clone(),
        }
    }

    /// A map in braces as one of keys, so that a section written `FILES: {created: []}` has its fields (R-S2).
    pub(super) fn opened(self) -> Self {
        match self {
            Self::Data(Value::Object(members), span) => {
                let entry = |(key, value)| Entry { key: Cow::Owned(key), key_span: span, node: of_data(value, span) };
                Self::Map(members.into_iter().map(entry).collect(), span)
            }
            other => other,
        }
    }

    /// Adds it to a tree; repeated keys stay.
    pub(super) fn build(&self, tree: &mut TreeBuilder) {
        match self {
            Self::Scalar(scalar) => build_value(tree, &scalar.to_value(), scalar.span),
            Self::List(items, span) => {
                tree.open_array(span.start());
                for item in items {
                    item.build(tree);
                }
                tree.close(span.end());
            }
            Self::Map(entries, span) => {
                tree.open_object(span.start());
                for entry in entries {
                    tree.key(&entry.key, entry.key_span);
                    entry.node.build(tree);
                }
                tree.close(span.end());
            }
            Self::Data(value, span) => build_value(tree, value, *span),
        }
    }

    /// Whether both say the same.
    pub(super) fn says(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Scalar(one), Self::Scalar(other)) => one.text == other.text,
            _ => self.to_value() == other.to_value(),
        }
    }
}

/// A scalar or a list of scalars as the line reader gives it; what is nested deeper stays data.
fn of_data<'a>(value: Value, span: Span) -> Node<'a> {
    match value {
        Value::String(text) => Node::Scalar(Scalar { text: text.into(), span, plain: false }),
        Value::Array(items) if !items.iter().any(|item| item.is_array() || item.is_object()) => {
            Node::List(items.into_iter().map(|item| of_data(item, span)).collect(), span)
        }
        Value::Array(_) | Value::Object(_) => Node::Data(value, span),
        plain => Node::plain(plain.to_string(), span),
    }
}

/// The entries as an object; the first of repeated keys counts.
pub(super) fn to_map(entries: &[Entry<'_>]) -> Map<String, Value> {
    let mut map = Map::new();
    for entry in entries {
        map.entry(entry.key.as_ref()).or_insert_with(|| entry.node.to_value());
    }
    map
}

impl Scalar<'_> {
    pub(super) fn is_null(&self) -> bool {
        self.plain && matches!(self.text.as_ref(), "" | "~" | "null" | "Null" | "NULL")
    }

    fn to_value(&self) -> Value {
        if !self.plain {
            return self.text.as_ref().into();
        }
        match self.text.as_ref() {
            "" | "~" | "null" | "Null" | "NULL" => Value::Null,
            "true" | "True" | "TRUE" => true.into(),
            "false" | "False" | "FALSE" => false.into(),
            text => number(text).map_or_else(|| text.into(), Value::Number),
        }
    }
}

/// The number that JSON would read and write back in the same letters, so that nothing changes on the way; versions,
/// dates, octals and figures that a double cannot hold stay text.
pub(super) fn number(text: &str) -> Option<serde_json::Number> {
    if !text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
        return None;
    }
    let number: serde_json::Number = serde_json::from_str(text).ok()?;
    let held = text.len() <= 15 || number.is_f64() || number.as_i64().is_some_and(|it| it.unsigned_abs() <= 1 << 53);
    (held && number.to_string() == text).then_some(number)
}

fn build_value(tree: &mut TreeBuilder, value: &Value, span: Span) {
    match value {
        Value::Null => tree.null(span),
        Value::Bool(flag) => tree.bool(*flag, span),
        Value::Number(number) => tree.number(&number.to_string(), span),
        Value::String(text) => tree.string(text, span),
        Value::Array(items) => {
            tree.open_array(span.start());
            for item in items {
                build_value(tree, item, span);
            }
            tree.close(span.end());
        }
        Value::Object(members) => {
            tree.open_object(span.start());
            for (key, member) in members {
                tree.key(key, span);
                build_value(tree, member, span);
            }
            tree.close(span.end());
        }
    }
}
