//! From nodes to the typed value, and to the tree of the same shape (R-A14, R-A16).

use envelope_core::rules::{CONVERTED, DECORATION, TEMPLATE_ECHO};
use envelope_core::text::{Decoration, Decorations, Word, read_word};
use envelope_core::tree::TreeBuilder;
use envelope_core::{Count, Diagnostic, Diagnostics, Policy, Span, Tree};
use serde_json::{Map, Value};

use super::node::{Entry, Node, Scalar};
use super::prose::Kept;
use super::reader::Block;
use super::row::item_mark;
use super::scalar::begins_curly;
use super::{Prose, status_word};
use crate::fields::{CONFIDENCE, FLAGS, Field, NOTHING, Shape};
use crate::rules::{MISSING_STATUS, QUALIFIED_STATUS, UNKNOWN_STATUS};
use crate::{BlockStatus, Confidence, Errors, Files, Iterations, NextAction, Paths, Section, StatusBlock, Summary};

/// The typed value, if the status could be read; `first` is the first status that the message states (R-A11).
pub(super) fn decode(
    block: &Block<'_>,
    prose: &Prose,
    first: Option<BlockStatus>,
    policy: Policy,
    found: &mut Diagnostics,
) -> Option<StatusBlock> {
    let mut decoder = Decoder { found, strict: policy == Policy::Strict };
    let own = decoder.status(block);
    let mut value = StatusBlock::new(own.and(first)?);
    for (section, entry) in &block.sections {
        match (section, &entry.node) {
            (Some(_), node) if node.is_null() => {}
            (Some(section), Node::Map(entries, _)) if !value.has(*section) => {
                decoder.section(&mut value, *section, entries);
            }
            (Some(section), Node::Map(..)) if value.has(*section) => {}
            (section, node) => {
                let name = section.map_or(entry.key.as_ref(), |section| section.marker());
                value.extensions.entry(name).or_insert_with(|| node.to_value());
            }
        }
    }
    let text = |kept: &Option<Kept>| kept.as_ref().map(|kept| kept.text.clone());
    value.prose.before = text(&prose.before);
    value.prose.after = text(&prose.after);
    value.prose.inside = text(&prose.inside);
    Some(value)
}

struct Decoder<'d> {
    found: &'d mut Diagnostics,
    /// Nothing is read through or converted; it is reported all the same.
    strict: bool,
}

impl Decoder<'_> {
    fn status(&mut self, block: &Block<'_>) -> Option<BlockStatus> {
        let entry = block.status.as_ref()?;
        let span = entry.node.span();
        let words = "write one of success, blocked, failed";
        let (status, word) = status_word(block);
        let diagnostic = match word {
            Word::Exact(_) => return status,
            Word::Decorated { decorations, .. } => {
                self.note_decorations(decorations, span);
                return status.filter(|_| !self.strict);
            }
            Word::Placeholder(kind) => {
                Diagnostic::new(&TEMPLATE_ECHO, span, format!("the status is the {} of the instruction", kind.as_str()))
            }
            Word::Qualified { .. } => {
                Diagnostic::new(&QUALIFIED_STATUS, span, "the status has an addition, so it states none")
            }
            Word::Missing => Diagnostic::new(&MISSING_STATUS, entry.key_span, "the STATUS line has no word"),
            _ => Diagnostic::new(&UNKNOWN_STATUS, span, "this is no status"),
        };
        self.found.push(diagnostic.help(words));
        None
    }

    fn section(&mut self, value: &mut StatusBlock, section: Section, entries: &[Entry<'_>]) {
        let mut fields = self.fields(section, entries);
        match section {
            Section::Summary => {
                value.summary = Some(Summary {
                    what_i_did: fields.text(0),
                    confidence: match fields.take(1) {
                        Some(Held::Confidence(confidence)) => Some(confidence),
                        _ => None,
                    },
                    iterations_used: match fields.take(2) {
                        Some(Held::Iterations(iterations)) => Some(iterations),
                        _ => None,
                    },
                    extra: fields.extra,
                });
            }
            Section::Files => {
                value.files = Some(Files {
                    created: fields.paths(0),
                    modified: fields.paths(1),
                    read: fields.paths(2),
                    extra: fields.extra,
                });
            }
            Section::NextAction => {
                value.next_action = Some(NextAction {
                    recommended_agent: fields.text(0),
                    reason: fields.text(1),
                    context_forward: fields.text(2),
                    extra: fields.extra,
                });
            }
            Section::Errors => {
                value.errors = Some(Errors {
                    message: fields.text(0),
                    details: fields.text(1),
                    can_retry: match fields.take(2) {
                        Some(Held::Flag(flag)) => Some(flag),
                        _ => None,
                    },
                    extra: fields.extra,
                });
            }
        }
    }

    fn fields(&mut self, section: Section, entries: &[Entry<'_>]) -> Fields {
        let mut fields = Fields::default();
        let mut seen = [false; 3];
        for entry in entries {
            let known = section.field(&entry.key);
            if let Some(seen) = known.and_then(|at| seen.get_mut(at)) {
                // Of a repeated key the first value counts; that it is repeated was said.
                if std::mem::replace(seen, true) {
                    continue;
                }
            }
            let field = known.and_then(|at| Some((at, section.fields().get(at)?)));
            match field.map(|(at, field)| (at, self.held(field, &entry.node))) {
                Some((at, Ok(held))) => {
                    if let Some(slot) = fields.held.get_mut(at) {
                        *slot = held;
                    }
                }
                Some((_, Err(NotOfItsType))) | None => {
                    fields.extra.entry(entry.key.as_ref()).or_insert_with(|| entry.node.to_value());
                }
            }
        }
        fields
    }

    /// What the field holds; null is absent (R-A8).
    fn held(&mut self, field: &Field, node: &Node<'_>) -> Result<Option<Held>, NotOfItsType> {
        if node.is_null() {
            return Ok(None);
        }
        let held = match (field.shape, node) {
            (Shape::Text, Node::Scalar(scalar)) => Held::Text(scalar.text.as_ref().to_owned()),
            (Shape::Confidence, Node::Scalar(scalar)) => Held::Confidence(self.confidence(scalar)),
            (Shape::Iterations, Node::Scalar(scalar)) => Held::Iterations(iterations(&scalar.text)),
            (Shape::Flag, Node::Scalar(scalar)) => Held::Flag(self.flag(scalar).ok_or(NotOfItsType)?),
            (Shape::Paths, Node::List(items, _)) => Held::Paths(self.paths(items).ok_or(NotOfItsType)?),
            (Shape::Paths, Node::Scalar(scalar)) => Held::Paths(self.lone_path(scalar).ok_or(NotOfItsType)?),
            (Shape::Paths, Node::Data(Value::Array(items), _)) => {
                Held::Paths(items.iter().map(Value::as_str).collect::<Option<_>>().ok_or(NotOfItsType)?)
            }
            _ => return Err(NotOfItsType),
        };
        Ok(Some(held))
    }

    fn confidence(&mut self, scalar: &Scalar<'_>) -> Confidence {
        let known: Confidence = scalar.text.as_ref().into();
        if !matches!(known, Confidence::Other(_)) {
            return known;
        }
        match read_word(&scalar.text, &CONFIDENCE) {
            Word::Decorated { index, decorations } => {
                self.note_decorations(decorations, scalar.span);
                CONFIDENCE.get(index).filter(|_| !self.strict).map_or(known, |word| (*word).into())
            }
            Word::Exact(index) => CONFIDENCE.get(index).map_or(known, |word| (*word).into()),
            _ => known,
        }
    }

    fn flag(&mut self, scalar: &Scalar<'_>) -> Option<bool> {
        match read_word(&scalar.text, &FLAGS) {
            Word::Exact(index) => Some(index == 0),
            Word::Decorated { index, decorations } => {
                self.note_decorations(decorations, scalar.span);
                (!self.strict).then_some(index == 0)
            }
            _ => {
                let yes = scalar.text.eq_ignore_ascii_case("yes");
                if !yes && !scalar.text.eq_ignore_ascii_case("no") {
                    return None;
                }
                let message = format!("`{}` is read as `{yes}`", scalar.text);
                self.found.push(Diagnostic::new(&CONVERTED, scalar.span, message).help("write `true` or `false`"));
                (!self.strict).then_some(yes)
            }
        }
    }

    /// One path where a list of paths is meant; a word for nothing is the empty list (R-A14).
    fn lone_path(&mut self, scalar: &Scalar<'_>) -> Option<Paths> {
        let text = scalar.text.as_ref();
        let nothing = NOTHING.iter().any(|word| word.eq_ignore_ascii_case(text));
        // Whether a comma or a blank parts two paths, belongs to one or is a sentence's is not sure, an item's mark is
        // no part of a path, and what stands in brackets is a list that could not be read.
        let bracketed =
            [('[', ']'), ('{', '}')].iter().any(|(open, close)| text.starts_with(*open) && text.ends_with(*close));
        let parted = text.contains(|c: char| c == ',' || c.is_whitespace());
        let doubtful = parted || bracketed || item_mark(text).is_some();
        if text.is_empty() || doubtful && !nothing {
            return None;
        }
        let message =
            if nothing { "a word for nothing is read as an empty list" } else { "text is read as a list of one" };
        self.found.push(Diagnostic::new(&CONVERTED, scalar.span, message).help("write a list, like [\"src/lib.rs\"]"));
        let list = Paths::from_iter((!nothing).then(|| self.path(scalar)));
        (!self.strict).then_some(list)
    }

    /// The paths, if every item is one.
    fn paths(&mut self, items: &[Node<'_>]) -> Option<Paths> {
        let mut paths = Paths::new();
        for item in items {
            match item {
                Node::Scalar(scalar) if !scalar.is_null() => paths.push(self.path(scalar)),
                _ => return None,
            }
        }
        Some(paths)
    }

    /// The path without the back-ticks around it (R-A6).
    fn path<'s>(&mut self, scalar: &'s Scalar<'_>) -> &'s str {
        let inner = scalar.text.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
        match inner.filter(|inner| scalar.plain && !inner.is_empty() && !inner.contains('`')) {
            Some(inner) => {
                let mut decorations = Decorations::new();
                decorations.insert(Decoration::Code);
                self.note_decorations(decorations, scalar.span);
                if self.strict { &scalar.text } else { inner }
            }
            None => &scalar.text,
        }
    }

    fn note_decorations(&mut self, decorations: Decorations, span: Span) {
        for decoration in decorations.iter() {
            let kind = decoration.as_str();
            self.found.tally(&DECORATION, kind, span, format!("read through {kind}"));
        }
    }
}

/// The content does not have the type of its field.
struct NotOfItsType;

/// What one field holds.
enum Held {
    Text(String),
    Confidence(Confidence),
    Iterations(Iterations),
    Flag(bool),
    Paths(Paths),
}

/// The three fields of a section and its other keys.
#[derive(Default)]
struct Fields {
    held: [Option<Held>; 3],
    extra: Map<String, Value>,
}

impl Fields {
    fn take(&mut self, at: usize) -> Option<Held> {
        self.held.get_mut(at).and_then(Option::take)
    }

    fn text(&mut self, at: usize) -> Option<String> {
        match self.take(at) {
            Some(Held::Text(text)) => Some(text),
            _ => None,
        }
    }

    fn paths(&mut self, at: usize) -> Option<Paths> {
        match self.take(at) {
            Some(Held::Paths(paths)) => Some(paths),
            _ => None,
        }
    }
}

fn iterations(text: &str) -> Iterations {
    let digits = !text.is_empty() && text.len() < 17 && text.bytes().all(|byte| byte.is_ascii_digit());
    let count = if digits { text.parse().ok().and_then(Count::new) } else { None };
    count.map_or_else(|| Iterations::Text(text.to_owned()), Iterations::Count)
}

/// Whether the node has the type of the field, as [`Decoder::held`] decides.
fn fits(field: &Field, node: &Node<'_>) -> bool {
    let mut found = Diagnostics::new(envelope_core::Limits::default());
    node.is_null() || Decoder { found: &mut found, strict: false }.held(field, node).is_ok()
}

/// The tree of what was read, in the shape of the typed value. The place of the whole is the status line and that of a
/// section its marker, so that what is missing is reported there.
pub(super) fn tree(block: &Block<'_>, prose: &Prose) -> Option<Tree> {
    let mut tree = TreeBuilder::new();
    let status = block.status.as_ref()?;
    let whole = status.key_span.join(status.node.span());
    tree.open_object(whole.start());
    tree.key("status", status.key_span);
    match &status.node {
        Node::Scalar(scalar) => tree.string(&scalar.text, scalar.span),
        node => node.build(&mut tree),
    }
    let mut extensions = Vec::new();
    for (section, entry) in &block.sections {
        match (section, &entry.node) {
            (Some(_), node) if node.is_null() => {}
            (Some(section), Node::Map(entries, _)) => build_section(&mut tree, *section, entry, entries),
            (section, node) => {
                extensions.push((section.map_or(entry.key.as_ref(), |section| section.marker()), entry.key_span, node));
            }
        }
    }
    if !extensions.is_empty() {
        tree.key("extensions", whole);
        tree.open_object(whole.start());
        for (name, span, node) in extensions {
            tree.key(name, span);
            node.build(&mut tree);
        }
        tree.close(whole.end());
    }
    build_prose(&mut tree, prose, whole);
    tree.close(whole.end());
    tree.finish()
}

fn build_section(tree: &mut TreeBuilder, section: Section, entry: &Entry<'_>, entries: &[Entry<'_>]) {
    tree.key(section.member(), entry.key_span);
    tree.open_object(entry.key_span.start());
    let own = |entry: &&Entry<'_>| {
        let field = section.field(&entry.key).and_then(|at| section.fields().get(at));
        field.is_some_and(|field| fits(field, &entry.node))
    };
    for entry in entries.iter().filter(own) {
        tree.key(&entry.key, entry.key_span);
        entry.node.build(tree);
    }
    let mut extra = entries.iter().filter(|entry| !own(entry)).peekable();
    if extra.peek().is_some() {
        tree.key("extra", entry.key_span);
        tree.open_object(entry.key_span.start());
        for entry in extra {
            tree.key(&entry.key, entry.key_span);
            entry.node.build(tree);
        }
        tree.close(entry.key_span.end());
    }
    tree.close(entry.key_span.end());
}

fn build_prose(tree: &mut TreeBuilder, prose: &Prose, whole: Span) {
    let parts = [("before", &prose.before), ("inside", &prose.inside), ("after", &prose.after)];
    if parts.iter().all(|(_, part)| part.is_none()) {
        return;
    }
    tree.key("prose", whole);
    tree.open_object(whole.start());
    for (name, part) in parts {
        if let Some(Kept { text, span }) = part {
            tree.key(name, Span::at(span.start()));
            tree.string(text, *span);
        }
    }
    tree.close(whole.end());
}

/// Moves every place of the block.
pub(super) fn move_block(block: &mut Block<'_>, place: &impl Fn(Span) -> Span) {
    block.span = place(block.span);
    for span in block.stray.iter_mut().chain(&mut block.repeated).chain(&mut block.again) {
        *span = place(*span);
    }
    let entries =
        block.status.iter_mut().chain(&mut block.further).chain(block.sections.iter_mut().map(|(_, entry)| entry));
    entries.for_each(|entry| move_entry(entry, place));
}

fn move_entry(entry: &mut Entry<'_>, place: &impl Fn(Span) -> Span) {
    entry.key_span = place(entry.key_span);
    move_node(&mut entry.node, place);
}

fn move_node(node: &mut Node<'_>, place: &impl Fn(Span) -> Span) {
    match node {
        Node::Scalar(scalar) => scalar.span = place(scalar.span),
        Node::List(items, span) => {
            *span = place(*span);
            for item in items {
                move_node(item, place);
            }
        }
        Node::Map(entries, span) => {
            *span = place(*span);
            for entry in entries {
                move_entry(entry, place);
            }
        }
        Node::Data(_, span) => *span = place(*span),
    }
}

/// Puts the curly quotes back that were read as straight ones: strict reading repairs nothing (R-A4).
pub(super) fn leave_curly(block: &mut Block<'_>, text: &str) {
    for (_, entry) in &mut block.sections {
        leave_curly_in(&mut entry.node, text);
    }
}

/// Recursion is as deep as the reader let the data be.
fn leave_curly_in(node: &mut Node<'_>, text: &str) {
    match node {
        Node::Scalar(scalar) if !scalar.plain && begins_curly(scalar.span.of(text)) => {
            scalar.text = scalar.span.of(text).to_owned().into();
        }
        Node::List(items, _) => items.iter_mut().for_each(|item| leave_curly_in(item, text)),
        Node::Map(entries, _) => entries.iter_mut().for_each(|entry| leave_curly_in(&mut entry.node, text)),
        Node::Scalar(_) | Node::Data(..) => {}
    }
}
