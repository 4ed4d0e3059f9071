//! A value of a message with all that was read of it.

use super::encoded;
use super::rate::{Rating, rate};
use super::read::Request;
use super::scan::Scanned;
use crate::tree::NodeRef;
use crate::{Diagnostics, Severity, Span, Tree};

/// A value that was read, and the object that lies in it.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    pub(super) scanned: Scanned,
    /// The object inside a one-element array or an encoded string.
    pub(super) inner: Option<Inner>,
}

/// The object inside a one-element array or an encoded string.
#[derive(Clone, Debug)]
pub(super) struct Inner {
    pub(super) tree: Tree,
    pub(super) bracket: Span,
    pub(super) encoded: Option<(Span, Diagnostics)>,
    pub(super) truncated: bool,
}

impl Whole {
    /// Looks for the object in it, and rates that or the value itself.
    pub(super) fn new(scanned: Scanned, request: &Request<'_>) -> (Self, Rating) {
        let required = request.required;
        let root = scanned.tree.root();
        let inner = if required.is_empty() { None } else { only_item(root, request) };
        let mut rating = rate(inner.as_ref().map_or(root, |inner| inner.tree.root()), required);
        let inner = inner.filter(|_| rating.score > 0);
        if !root.is_object() && inner.is_none() && !required.is_empty() {
            rating.score = 0;
        }
        (Self { scanned, inner }, rating)
    }

    /// The object that is meant.
    pub(super) fn tree(&self) -> &Tree {
        self.inner.as_ref().map_or(&self.scanned.tree, |inner| &inner.tree)
    }

    /// Whether it was read whole, without an error and without a key met twice.
    pub(super) fn is_sound(&self) -> bool {
        let Scanned { tree, truncated, log, .. } = &self.scanned;
        let errors = log.worst() == Some(Severity::Error);
        !errors && !truncated && tree.repeated_keys().is_empty()
    }

    /// Gives back the room that it does not need.
    pub(super) fn shrink(&mut self) {
        self.scanned.tree.shrink();
    }

    /// How many bytes it takes.
    pub(super) fn size(&self) -> usize {
        let inner = self
            .inner
            .as_ref()
            .map_or(0, |Inner { tree, encoded, .. }| tree.size() + encoded.as_ref().map_or(0, |(_, log)| log.size()));
        size_of::<Self>() + self.scanned.tree.size() + self.scanned.log.size() + inner
    }
}

/// The one item of an array, if it is an object or one encoded as a string.
fn only_item(root: NodeRef<'_>, request: &Request<'_>) -> Option<Inner> {
    let mut items = root.items();
    let item = items.next().filter(|_| items.next().is_none())?;
    let bracket = Span::new(root.span().start(), root.span().start() + 1);
    if item.is_object() {
        return Some(Inner { tree: item.to_tree(), bracket, encoded: None, truncated: false });
    }
    let (tree, truncated, log) = encoded::read_value(item.as_str()?, item.span(), request)?;
    Some(Inner { tree, bracket, encoded: Some((item.span(), log)), truncated })
}
