//! From a tree to a typed value, by a table, with a diagnostic for everything that does not fit (R-A14, R-A16).

use std::collections::HashSet;

use serde::de::DeserializeOwned;

use super::at::At;
use super::scalar::Read;
use super::{Extra, Field, Shape};
use crate::rules::{CONVERTED, KEPT_ASIDE, MISSING_FIELD, UNKNOWN_KEY, WRONG_TYPE};
use crate::text::is_blank;
use crate::tree::{Items, Kind, NodeRef, TreeBuilder};
use crate::{Diagnostics, Path, Policy, Rule, Tree};

/// A type that keeps what it does not know, at every level (R-A3).
pub trait KeepExtra {
    /// Where the object at `path` keeps its unknown members.
    fn extra_at(&mut self, path: &Path) -> Option<&mut Extra>;
}

/// Decodes the tree; `None` unless every required member was read with the right type (R-A16).
///
/// A scalar of the wrong type with one sure reading is converted with a warning. Otherwise a required member is an
/// error, and an optional one is kept among the unknown ones with a warning (R-A14). Under the strict policy nothing is
/// converted.
pub fn decode<T: DeserializeOwned + KeepExtra>(
    tree: &Tree,
    fields: &'static [Field],
    policy: Policy,
    log: &mut Diagnostics,
) -> Option<T> {
    let repeated = tree.repeated_keys().into_iter().map(|(_, _, key)| key.index()).collect();
    let mut decoder = Decoder { out: TreeBuilder::new(), log, policy, repeated, kept: Vec::new(), sound: true };
    decoder.object(tree.root(), fields, &At::ROOT);
    let Decoder { out, kept, sound, .. } = decoder;
    let ready = out.finish().filter(|_| sound)?;
    let mut value = T::deserialize(ready.root()).ok()?;
    for Kept { object, key, node } in kept {
        if let Some(extra) = value.extra_at(&object) {
            extra.as_map_mut().insert(key.to_owned(), node.to_value());
        }
    }
    Some(value)
}

pub(super) struct Decoder<'t, 'l> {
    out: TreeBuilder,
    pub(super) log: &'l mut Diagnostics,
    pub(super) policy: Policy,
    /// Keys that stand in their object for a second time: the first one counts (R-A11).
    repeated: HashSet<usize>,
    kept: Vec<Kept<'t>>,
    /// Whether every required member was read.
    sound: bool,
}

/// An optional member of the wrong type.
struct Kept<'t> {
    /// The path of its object in the value.
    object: Path,
    key: &'static str,
    node: NodeRef<'t>,
}

impl<'t> Decoder<'t, '_> {
    fn object(&mut self, node: NodeRef<'t>, fields: &'static [Field], at: &At<'_>) {
        self.out.open_object(node.span().start());
        let mut met = vec![false; fields.len()];
        for (key, value) in node.entries().filter(|(key, _)| !self.repeated.contains(&key.index())).collect::<Vec<_>>()
        {
            let name = key.as_key().unwrap_or_default();
            if let Some(which) = fields.iter().position(|field| field.name == name) {
                if let (Some(met), Some(field)) = (met.get_mut(which), fields.get(which)) {
                    *met = true;
                    self.member(key, value, field, at);
                }
            } else {
                self.report(&UNKNOWN_KEY, key, &at.key(name), || {
                    format!("`{name}` is not a key of the specification; it is kept")
                });
                self.out.key(name, key.span());
                self.out.copy(value);
            }
        }
        for (field, met) in fields.iter().zip(met) {
            if field.required && !met {
                self.missing(node, field, at);
            }
        }
        self.out.close(node.span().end());
    }

    fn member(&mut self, key: NodeRef<'t>, value: NodeRef<'t>, field: &'static Field, at: &At<'_>) {
        let blank = field.required && value.as_str().is_some_and(is_blank);
        if value.is_null() || blank {
            if field.required {
                self.missing(value, field, at);
            }
            return;
        }
        self.out.key(field.name, key.span());
        let place = at.key(field.name);
        let written = self.value(value, &field.shape, &place);
        if written == Written::Yes {
            return;
        }
        self.out.drop_dangling_key();
        let (found, expected) = (value.kind_word(), field.shape.expected());
        if field.required {
            self.sound = false;
            if written == Written::WrongType {
                self.report(&WRONG_TYPE, value, &place, || format!("{found} where {expected} is meant"));
            }
        } else if written == Written::WrongType {
            self.report(&KEPT_ASIDE, value, &place, || format!("{found} where {expected} is meant; kept as it is"));
            self.kept.push(Kept { object: at.value_path(), key: field.name, node: value });
        }
    }

    /// Writes the value as the table wants it.
    fn value(&mut self, node: NodeRef<'t>, shape: &'static Shape, at: &At<'_>) -> Written {
        match (shape, node.kind()) {
            (Shape::Any, _) | (Shape::Map, Kind::Object(_)) => self.out.copy(node),
            (Shape::Object(fields) | Shape::ObjectOr { fields, .. }, Kind::Object(_)) => self.object(node, fields, at),
            (Shape::ObjectOr { bare, .. }, Kind::String(text)) => {
                if !self.converts(node, at, "an object") {
                    return Written::Refused;
                }
                self.out.open_object(node.span().start());
                self.out.key(bare, node.span());
                self.out.string(text, node.span());
                self.out.close(node.span().end());
            }
            (Shape::List(item), Kind::Array(items)) => self.list(node, items, item, at),
            (Shape::List(item), _) if is_one_item(node, item) => {
                if !self.converts(node, at, "a list of one") {
                    return Written::Refused;
                }
                self.out.open_array(node.span().start());
                self.value(node, item, &at.item(0, 0));
                self.out.close(node.span().end());
            }
            _ => return self.scalar(node, shape, at),
        }
        Written::Yes
    }

    fn list(&mut self, node: NodeRef<'t>, items: Items<'t>, item: &'static Shape, at: &At<'_>) {
        self.out.open_array(node.span().start());
        let mut count = 0;
        for (index, value) in items.enumerate() {
            let place = at.item(index, count);
            match self.value(value, item, &place) {
                Written::Yes => count += 1,
                Written::Refused => {}
                Written::WrongType => {
                    let (found, expected) = (value.kind_word(), item.expected());
                    self.report(&WRONG_TYPE, value, &place, || format!("{found} where {expected} is meant"));
                }
            }
        }
        self.out.close(node.span().end());
    }

    fn scalar(&mut self, node: NodeRef<'t>, shape: &'static Shape, at: &At<'_>) -> Written {
        match self.read_scalar(node, shape, at) {
            Read::Same => self.out.copy(node),
            Read::Text(text) => self.out.string(text, node.span()),
            Read::Number(text) => self.out.number(text, node.span()),
            Read::Bool(value) => self.out.bool(value, node.span()),
            Read::Refused => return Written::Refused,
            Read::WrongType => return Written::WrongType,
        }
        Written::Yes
    }

    /// Reports a conversion; whether it is made.
    pub(super) fn converts(&mut self, node: NodeRef<'t>, at: &At<'_>, into: &str) -> bool {
        let found = node.kind_word();
        self.report(&CONVERTED, node, at, || format!("{found} read as {into}"));
        self.policy == Policy::Tolerant
    }

    fn missing(&mut self, place: NodeRef<'t>, field: &Field, at: &At<'_>) {
        self.sound = false;
        let (name, expected) = (field.name, field.shape.expected());
        self.report(&MISSING_FIELD, place, &at.key(name), || format!("`{name}` is missing: {expected}"));
    }

    pub(super) fn report(
        &mut self,
        rule: &'static Rule,
        node: NodeRef<'t>,
        at: &At<'_>,
        message: impl FnOnce() -> String,
    ) {
        self.log.report_at(rule, node.span(), || (message(), at.path()));
    }
}

/// What became of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    Yes,
    /// Not written, and reported.
    Refused,
    /// Not written, and not reported yet.
    WrongType,
}

/// Whether a value that is no list can be the one item of it.
fn is_one_item(node: NodeRef<'_>, item: &Shape) -> bool {
    match item {
        Shape::Text | Shape::Word(_) | Shape::OpenWord(_) => node.as_str().is_some(),
        Shape::Object(_) | Shape::Map => node.is_object(),
        Shape::ObjectOr { .. } => node.is_object() || node.as_str().is_some(),
        _ => false,
    }
}
