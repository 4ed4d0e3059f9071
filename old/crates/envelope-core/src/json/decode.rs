//! From a tree to a typed value, by a table, with a diagnostic for everything that does not fit (R-A14, R-A16).

use std::collections::{HashMap, HashSet};

use serde::de::DeserializeOwned;

use super::at::At;
use super::encoded::{is_encoded, says_nothing};
use super::other_keys::{Met, Standing, whole_below};
use super::out::Out;
use super::scalar::Read;
use super::spelling::called;
use super::{Decoded, Decoding, Extra, Field, Refused, Shape, stand_in};
use crate::rules::{CONVERTED, KEPT_ASIDE, MISSING_FIELD, TEMPLATE_ECHO, UNKNOWN_KEY, WRONG_TYPE};
use crate::text::{is_blank, is_choice, is_type_name, placeholder, stands_for_more};
use crate::tree::{Items, Kind, NodeRef};
use crate::{Diagnostic, Diagnostics, Draft, Path, Policy, Rule, Tree};

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
    decode_with(tree, fields, &Decoding::new(policy), log).value
}

/// The same by what a dialect changes in the table, and with what is known beside the value.
///
/// ```
/// use envelope_core::json::{self, Decoding, Extra, Field, KeepExtra, Request, Shape};
/// use envelope_core::{Diagnostics, Limits, Path, Source};
///
/// #[derive(serde::Deserialize)]
/// struct Ticket { state: String, note: Option<String>, #[serde(flatten)] extra: Extra }
/// impl KeepExtra for Ticket {
///     fn extra_at(&mut self, _: &Path) -> Option<&mut Extra> { Some(&mut self.extra) }
/// }
/// static FIELDS: [Field; 2] = [
///     Field::required("state", Shape::Status { words: &["open", "shut"], successes: &["shut"] }),
///     Field::required("note", Shape::Text),
/// ];
/// let read = json::read(&Source::new(r#"{"state": "shut"}"#), &Request::requiring(&["state"]));
/// let (tree, mut log) = read.into_parts();
/// let tree = tree.expect("an object");
/// let strict = json::decode_with::<Ticket>(&tree, &FIELDS, &Decoding::default(), &mut log.clone());
/// assert!(strict.value.is_none() && strict.stated == ["shut"]);
/// let lenient = Decoding::default().may_miss(&["note"]);
/// assert!(json::decode_with::<Ticket>(&tree, &FIELDS, &lenient, &mut log).value.is_some_and(|t| t.note.is_none()));
/// ```
pub fn decode_with<T: DeserializeOwned + KeepExtra>(
    tree: &Tree,
    fields: &'static [Field],
    options: &Decoding<'_>,
    log: &mut Diagnostics,
) -> Decoded<T> {
    let mut extras = Diagnostics::new(log.limits());
    let mut decoder = Decoder {
        tree,
        out: Out::new(tree),
        log,
        extras: &mut extras,
        options,
        repeated: None,
        below: None,
        kept: Vec::new(),
        holes: Vec::new(),
        stated: Vec::new(),
        bare: Vec::new(),
        moved: HashMap::new(),
        refused: Vec::new(),
        again: Vec::new(),
    };
    decoder.below = whole_below(tree, fields, decoder.log.limits());
    decoder.object(tree.root(), fields, &At::ROOT);
    let Decoder { out, kept, holes, stated, bare, moved, refused, again, .. } = decoder;
    let (mut made, mut draft) = (None, None);
    let written = out.finish();
    let root = match &written {
        Ok(own) => own.as_ref().map(Tree::root),
        Err(read) => Some(read.root()),
    };
    match root {
        Some(root) if holes.is_empty() => made = Some(T::deserialize(root)),
        Some(root) if options.drafting => draft = stand_in::draft::<T>(root.to_value(), holes),
        _ => {}
    }
    let mut value = made.and_then(|made| match made {
        Ok(value) => Some(value),
        Err(error) => {
            // The table and the type differ. Nothing may be refused without a word.
            log.push(Diagnostic::new(&WRONG_TYPE, tree.root().span(), format!("the value does not fit: {error}")));
            None
        }
    });
    let is_checked = value.is_some() || draft.is_some();
    if !(is_checked && options.extras_are_checked) {
        log.absorb(extras);
    }
    if let Some(value) = value.as_mut().or(draft.as_mut().map(Draft::value_mut)) {
        for Kept { object, key, node } in kept {
            if let Some(extra) = value.extra_at(&object) {
                extra.as_map_mut().insert(key.to_owned(), node.to_value());
            }
        }
    }
    Decoded { value, draft, stated, bare, moved, refused, again }
}

pub(super) struct Decoder<'t, 'l> {
    tree: &'t Tree,
    out: Out<'t>,
    pub(super) log: &'l mut Diagnostics,
    /// What is to be said of unknown members and of those kept aside, if nobody else does.
    extras: &'l mut Diagnostics,
    pub(super) options: &'l Decoding<'l>,
    /// Keys that stand in their object for a second time, looked for when a key is met that the table does not know.
    repeated: Option<HashSet<usize>>,
    /// Where an object with everything that is required lies, and whether in a string, where the outermost lacks some of it.
    below: Option<(Path, bool)>,
    kept: Vec<Kept<'t>>,
    /// Required members that were not read, by their paths in the value.
    holes: Vec<(Path, &'static Shape)>,
    pub(super) stated: Vec<&'static str>,
    bare: Vec<Path>,
    moved: HashMap<Path, Path>,
    refused: Vec<Refused>,
    again: Vec<Path>,
}

/// An unknown member, or an optional one of the wrong type.
struct Kept<'t> {
    /// The path of its object in the value.
    object: Path,
    key: &'t str,
    node: NodeRef<'t>,
}

impl<'t> Decoder<'t, '_> {
    fn object(&mut self, node: NodeRef<'t>, fields: &'static [Field], at: &At<'_>) {
        self.out.open_object(node);
        let mut met = Met::default();
        let standings = self.standings(node, fields, at);
        for (key, value) in node.entries() {
            let name = key.as_key().unwrap_or_default();
            let known = fields.iter().position(|field| field.name == name);
            // Of a key that stands there twice the first one counts (R-A11).
            if known.map_or_else(|| self.is_repeated(key), |index| met.again(index)) {
                self.out.part_before(key);
                self.stated_again(name, value, fields, at);
                continue;
            }
            let standing = standings.of(key).or_else(|| known.map(Standing::Read)).unwrap_or(Standing::Unknown);
            match standing {
                Standing::Read(index) => {
                    met.again(index);
                    if let Some(field) = fields.get(index) {
                        self.member(key, value, field, at);
                    }
                    continue;
                }
                Standing::Dropped => {}
                Standing::Repeated => self.stated_again(name, value, fields, at),
                Standing::Duplicate => {
                    self.stated_again(name, value, fields, at);
                    self.keep(name, value, at);
                    self.again.push(at.key(name).value_path());
                }
                Standing::OtherStatus | Standing::Unknown => {
                    if matches!(standing, Standing::OtherStatus) {
                        self.stated_again(name, value, fields, at);
                    }
                    let said = || format!("`{name}` is not a key of the specification; it is kept");
                    self.extras.report_at(&UNKNOWN_KEY, key.span(), || (said(), at.key(name).path()));
                    self.keep(name, value, at);
                }
            }
            self.out.part_before(key);
        }
        for (index, field) in fields.iter().enumerate().filter(|(_, field)| field.required) {
            if !met.has(index) && self.is_required(field, at) {
                self.missing(node, field, at);
            }
        }
        self.out.close(node);
    }

    /// Whether the key, which the table does not know, stands in its object for a second time.
    pub(super) fn is_repeated(&mut self, key: NodeRef<'t>) -> bool {
        let tree = self.tree;
        let find = || tree.repeated_keys().into_iter().map(|(_, _, key)| key.index()).collect();
        self.repeated.get_or_insert_with(find).contains(&key.index())
    }

    fn keep(&mut self, key: &'t str, node: NodeRef<'t>, at: &At<'_>) {
        self.kept.push(Kept { object: at.value_path(), key, node });
    }

    fn member(&mut self, key: NodeRef<'t>, value: NodeRef<'t>, field: &'static Field, at: &At<'_>) {
        let blank = field.required && value.as_str().is_some_and(is_blank);
        if value.is_null() || blank {
            if self.is_required(field, at) {
                self.missing(value, field, at);
            }
            // Null is absent for a type, too, but for a list, where it is an empty one.
            if value.is_null() && key.as_key() == Some(field.name) && !matches!(field.shape, Shape::List(_)) {
                self.out.key(key);
                self.out.copy(value);
            } else {
                self.out.part_before(key);
            }
            return;
        }
        let read = key.as_key().unwrap_or(field.name);
        let place = if read == field.name { at.key(read) } else { at.renamed(read, field.name) };
        if read == field.name {
            self.out.key(key);
        } else {
            self.out.renamed_key(key, field.name);
            self.moved.insert(place.value_path(), place.path());
        }
        let written = self.value(value, &field.shape, &place);
        if written == Written::Yes {
            return;
        }
        self.out.drop_key(key);
        let (found, expected) = (found_word(value, &field.shape), field.shape.expected());
        if self.is_required(field, at) {
            self.holes.push((at.key(field.name).value_path(), &field.shape));
            if written == Written::WrongType {
                self.report(&WRONG_TYPE, value, &place, || format!("{found} where {expected} is meant"));
            }
        } else if written == Written::WrongType {
            if value.as_str().is_some_and(|text| placeholder(text).is_some() || is_choice(text) || is_type_name(text)) {
                let said = || "a placeholder of the instruction, not a value".to_owned();
                self.extras.report_at(&TEMPLATE_ECHO, value.span(), || (said(), place.path()));
            }
            let said = || format!("{found} where {expected} is meant; kept as it is");
            self.extras.report_at(&KEPT_ASIDE, value.span(), || (said(), place.path()));
            self.keep(field.name, value, at);
        } else {
            self.refused.push(Refused { path: place.value_path(), item: false, value: value.to_value() });
        }
    }

    /// Writes the value as the table wants it.
    fn value(&mut self, node: NodeRef<'t>, shape: &'static Shape, at: &At<'_>) -> Written {
        match (shape, node.kind()) {
            (Shape::Any, _) | (Shape::Map, Kind::Object(_)) => self.out.copy(node),
            (Shape::Object(fields) | Shape::ObjectOr { fields, .. }, Kind::Object(_)) => self.object(node, fields, at),
            (Shape::ObjectOr { bare, fields }, Kind::String(text)) => {
                if placeholder(text).is_some() {
                    self.echo(node, at);
                    return Written::Refused;
                }
                if is_encoded(text) {
                    return Written::WrongType;
                }
                let required = fields.iter().find(|field| field.name == *bare && field.required);
                if let Some(field) = required.filter(|_| is_blank(text)) {
                    // It is refused as a whole, so its place in the value is that of the next one.
                    self.tell_missing(node, field, at);
                    return Written::Refused;
                }
                if !self.converts(node, at, "an object") {
                    return Written::Refused;
                }
                let out = self.out.part_before(node);
                out.open_object(node.span().start());
                out.key(bare, node.span());
                out.string(text, node.span());
                out.close(node.span().end());
                self.bare.push(at.value_path());
            }
            (Shape::List(item), Kind::Array(items)) => self.list(node, items, item, at),
            (Shape::List(_), Kind::String(text)) if is_encoded(text) && !says_nothing(text) => {
                return Written::WrongType;
            }
            (Shape::List(_), Kind::String(text)) if says_nothing(text) || is_blank(text) => {
                if !self.converts(node, at, "an empty list") {
                    return Written::Refused;
                }
                self.out.part_before(node).open_array(node.span().start());
                self.out.close(node);
            }
            (Shape::List(item), _) if is_one_item(node, item) => {
                if !self.converts(node, at, "a list of one") {
                    return Written::Refused;
                }
                self.out.part_before(node).open_array(node.span().start());
                if self.item(node, item, &at.item(0, 0)) != Written::Yes {
                    self.refused.push(Refused { path: at.value_path(), item: true, value: node.to_value() });
                }
                self.out.close(node);
            }
            _ => return self.scalar(node, shape, at),
        }
        Written::Yes
    }

    /// Writes an item of a list. A text that stands for items left out is none.
    fn item(&mut self, node: NodeRef<'t>, shape: &'static Shape, at: &At<'_>) -> Written {
        let text = matches!(shape, Shape::Text | Shape::ObjectOr { .. });
        if text && node.as_str().is_some_and(stands_for_more) {
            self.report(&TEMPLATE_ECHO, node, at, || "an ellipsis for items left out, not an item".to_owned());
            return Written::Refused;
        }
        self.value(node, shape, at)
    }

    fn list(&mut self, node: NodeRef<'t>, items: Items<'t>, item: &'static Shape, at: &At<'_>) {
        self.out.open_array(node);
        let mut count = 0;
        for (index, value) in items.enumerate() {
            let place = at.item(index, count);
            // A word for "nothing" where an object is meant is no item, and none is made of it.
            if matches!(item, Shape::ObjectOr { .. }) && value.as_str().is_some_and(says_nothing) {
                self.out.part_before(value);
                if !self.converts(value, &place, "no item") {
                    self.refused.push(Refused { path: at.value_path(), item: true, value: value.to_value() });
                }
                continue;
            }
            match self.item(value, item, &place) {
                Written::Yes => {
                    if count != index {
                        self.moved.insert(place.value_path(), place.path());
                    }
                    count += 1;
                }
                refused => {
                    if refused == Written::WrongType {
                        let (found, expected) = (value.kind_word(), item.expected());
                        self.report(&WRONG_TYPE, value, &place, || format!("{found} where {expected} is meant"));
                    }
                    self.out.part_before(value);
                    self.refused.push(Refused { path: at.value_path(), item: true, value: value.to_value() });
                }
            }
        }
        self.out.close(node);
    }

    fn scalar(&mut self, node: NodeRef<'t>, shape: &'static Shape, at: &At<'_>) -> Written {
        match self.read_scalar(node, shape, at) {
            Read::Same => self.out.copy(node),
            Read::Text(text) if node.as_str() == Some(text) => self.out.copy(node),
            Read::Text(text) => self.out.part_before(node).string(text, node.span()),
            Read::Number(text) => self.out.part_before(node).number(&text, node.span()),
            Read::Bool(value) => self.out.part_before(node).bool(value, node.span()),
            Read::Refused => return Written::Refused,
            Read::WrongType => return Written::WrongType,
        }
        Written::Yes
    }

    /// Reports a conversion; whether it is made.
    pub(super) fn converts(&mut self, node: NodeRef<'t>, at: &At<'_>, into: &str) -> bool {
        let found = node.kind_word();
        let made = self.options.policy == Policy::Tolerant;
        let read = self.options.policy.reads();
        self.report(&CONVERTED, node, at, || format!("{found} {read} as {into}"));
        made
    }

    fn is_required(&self, field: &Field, at: &At<'_>) -> bool {
        let place = || at.key(field.name).dotted();
        field.required && (self.options.may_miss.is_empty() || !self.options.may_miss.contains(&place().as_str()))
    }

    /// A status that stands in its object for a second time is stated, too (R-A2); the duplicate is told elsewhere.
    fn stated_again(&mut self, name: &str, value: NodeRef<'t>, fields: &'static [Field], at: &At<'_>) {
        let spelled = || called(name, fields).and_then(|(index, ..)| fields.get(index));
        let field = fields.iter().find(|field| field.name == name).or_else(spelled);
        match field.map(|field| field.shape) {
            Some(Shape::Status { words, successes }) => {
                let text = value.as_str().unwrap_or_default();
                if let (Some((word, _)), _) = self.among(text, words, successes, &at.key(name)) {
                    self.stated.push(word);
                }
            }
            Some(Shape::Object(fields)) => {
                let place = at.key(name);
                for (key, value) in value.entries() {
                    self.stated_again(key.as_key().unwrap_or_default(), value, fields, &place);
                }
            }
            _ => {}
        }
    }

    fn missing(&mut self, place: NodeRef<'t>, field: &'static Field, at: &At<'_>) {
        self.holes.push((at.key(field.name).value_path(), &field.shape));
        self.tell_missing(place, field, at);
    }

    /// `place` is what stands in the field's place and says nothing, or the object that lacks it.
    fn tell_missing(&mut self, place: NodeRef<'t>, field: &'static Field, at: &At<'_>) {
        let (name, expected) = (field.name, field.shape.expected());
        let message = || match place.kind() {
            Kind::Null => format!("`{name}` is null where {expected} is meant"),
            Kind::String(_) => format!("`{name}` is blank where {expected} is meant"),
            _ => format!("`{name}` is missing: {expected}"),
        };
        let near = place.entries().find_map(|(key, _)| key.as_key().filter(|key| is_nearly(key, name)));
        let help = match (near, &self.below) {
            _ if self.log.is_full() => None,
            (Some(near), _) => Some(format!("write the key `{}` as `{name}`", near.trim())),
            (None, Some((path, false))) if at.is_root() => {
                Some(format!("a whole one stands at `{path}`: send that as the outermost object"))
            }
            (None, Some((path, true))) if at.is_root() => Some(format!(
                "a whole one is encoded in the string at `{path}`: send the object it holds as the outermost object"
            )),
            _ => None,
        };
        let Some(help) = help else {
            return self.report(&MISSING_FIELD, place, &at.key(name), message);
        };
        self.log.push(Diagnostic::new(&MISSING_FIELD, place.span(), message()).path(at.key(name).path()).help(help));
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

/// Whether the key is the name but for case, decoration and what stands between its words.
fn is_nearly(key: &str, name: &str) -> bool {
    let between = |character: &char| !matches!(character, '_' | '-' | ' ');
    let bare = key.trim_matches(|character: char| !character.is_alphanumeric());
    let letters = bare.chars().filter(between).map(|character| character.to_ascii_lowercase());
    letters.eq(name.chars().filter(between))
}

/// What stands in place of a count that is none.
pub(super) const NEGATIVE: &str = "a negative number";

/// The word for what stands where something of the shape is meant.
fn found_word(value: NodeRef<'_>, shape: &Shape) -> &'static str {
    match (shape, value.kind()) {
        (Shape::Count, Kind::Number(number)) if number.starts_with('-') => NEGATIVE,
        _ => value.kind_word(),
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
        Shape::Text | Shape::Word(_) | Shape::Status { .. } | Shape::OpenWord(_) => node.as_str().is_some(),
        Shape::Map => node.is_object(),
        Shape::Object(fields) => is_one_of(node, fields),
        Shape::ObjectOr { fields, .. } => is_one_of(node, fields) || node.as_str().is_some(),
        _ => false,
    }
}

/// Whether the object can be one with these members: it has one of those that must be there, if any must.
fn is_one_of(node: NodeRef<'_>, fields: &[Field]) -> bool {
    let mut required = fields.iter().filter(|field| field.required).peekable();
    node.is_object() && (required.peek().is_none() || required.any(|field| node.get(field.name).is_some()))
}
