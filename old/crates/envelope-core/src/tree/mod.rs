//! The tree of what was read, whole, with a span for every node (R-A16).
//!
//! It keeps what a typed value cannot: members met twice, numbers as they were written, fields of the wrong type.
//! Nodes lie in one vector in the order of the text, strings in one buffer, so that building a tree of a megabyte
//! takes a handful of allocations.

mod builder;
mod de;
mod places;
mod view;

pub use builder::TreeBuilder;
pub use view::{Entries, Items, Kind, NodeRef};
pub(crate) use view::{exact_number, is_held};

use crate::{Path, Span};

/// An ordered tree of values with their places in the text (R-A16).
///
/// ```
/// use envelope_core::{Path, Span, tree::TreeBuilder};
/// let mut builder = TreeBuilder::new();
/// builder.open_object(0);
/// builder.key("n", Span::new(1, 4));
/// builder.number("1e999", Span::new(6, 11));
/// builder.close(12);
/// let tree = builder.finish().expect("one value was built");
/// assert_eq!(tree.root().get("n").and_then(|n| n.as_number_text()), Some("1e999"));
/// assert_eq!(tree.span(&Path::root().key("n")), Some(Span::new(6, 11)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    text: String,
    nodes: Vec<Node>,
}

/// One value or one key; the nodes of its children follow it up to `next`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    tag: Tag,
    /// Where its text lies in the buffer: the string, the number as written, the key.
    text: (u32, u32),
    /// Its bytes in the source.
    span: (u32, u32),
    /// The index of the node after its last child.
    next: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tag {
    Null,
    False,
    True,
    Number,
    String,
    Key,
    Array,
    Object,
}

impl Tree {
    /// Gives back the room that it does not need.
    pub(crate) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.nodes.shrink_to_fit();
    }

    /// How many bytes it takes, what is not used of them included.
    pub(crate) fn size(&self) -> usize {
        self.text.capacity() + self.nodes.capacity() * size_of::<Node>()
    }

    /// The value itself.
    pub fn root(&self) -> NodeRef<'_> {
        NodeRef::new(self, 0)
    }

    /// Where the value at `path` stands; of a member met twice, the first.
    pub fn span(&self, path: &Path) -> Option<Span> {
        self.at(path).map(NodeRef::span)
    }

    /// Where the key stands under which the value at `path` is found.
    pub fn key_span(&self, path: &Path) -> Option<Span> {
        let last = path.each().last()?;
        self.at(&path.parent()?)?.entries().find(|(key, _)| key.as_key() == Some(&*last)).map(|(key, _)| key.span())
    }

    /// The value at `path`; of a member met twice, the first.
    pub fn at(&self, path: &Path) -> Option<NodeRef<'_>> {
        path.each().try_fold(self.root(), |node, step| match node.kind() {
            Kind::Object(_) => node.get(&step),
            Kind::Array(mut items) => items.nth(step.parse().ok()?),
            _ => None,
        })
    }
}
