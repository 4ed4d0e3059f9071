//! Building a tree from front to back.

use super::{Node, NodeRef, Tag, Tree};
use crate::Span;

/// Builds a [`Tree`] in the order of the text: keys and values as they come, containers opened and closed.
///
/// It is total: a container left open is closed by [`TreeBuilder::finish`], a close too many is ignored.
#[derive(Clone, Debug, Default)]
pub struct TreeBuilder {
    text: String,
    nodes: Vec<Node>,
    open: Vec<u32>,
}

impl TreeBuilder {
    /// An empty builder.
    pub fn new() -> Self {
        Self::default()
    }

    /// A builder for the value that a text of this length holds: what most messages need is taken at once, and a long
    /// text does not cost more than it turns out to hold.
    pub(crate) fn sized(len: usize) -> Self {
        let nodes = Vec::with_capacity((len / 16).min(MOST_AT_ONCE) + 4);
        Self { text: String::with_capacity(len.min(16 * MOST_AT_ONCE)), nodes, open: Vec::with_capacity(8) }
    }

    /// Goes on from the first nodes of a tree, up to the node at `end`; `open` are the containers around it.
    pub(crate) fn after(tree: &Tree, end: usize, open: Vec<u32>) -> Self {
        let known = tree.nodes.get(..end).unwrap_or_default();
        let mut nodes = Vec::with_capacity(tree.nodes.len() + 4);
        nodes.extend_from_slice(known);
        let mut text = String::with_capacity(tree.text.len());
        let read = known.last().map_or(0, |node| node.text.1 as usize);
        text.push_str(tree.text.get(..read).unwrap_or_default());
        Self { text, nodes, open }
    }

    /// How many containers are open.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Begins an object whose brace stands at `start`.
    pub fn open_object(&mut self, start: usize) {
        self.begin(Tag::Object, start);
    }

    /// Begins an array whose bracket stands at `start`.
    pub fn open_array(&mut self, start: usize) {
        self.begin(Tag::Array, start);
    }

    /// Ends the innermost container at `end`, one past its closer.
    pub fn close(&mut self, end: usize) {
        let next = index(self.nodes.len());
        if let Some(node) = self.open.pop().and_then(|at| self.nodes.get_mut(at as usize)) {
            node.next = next;
            node.span.1 = index(end);
        }
    }

    /// The key of the next value.
    pub fn key(&mut self, key: &str, span: Span) {
        self.leaf(Tag::Key, key, span);
    }

    /// A string.
    pub fn string(&mut self, value: &str, span: Span) {
        self.leaf(Tag::String, value, span);
    }

    /// A number, as it was written.
    pub fn number(&mut self, written: &str, span: Span) {
        self.leaf(Tag::Number, written, span);
    }

    /// `true` or `false`.
    pub fn bool(&mut self, value: bool, span: Span) {
        self.leaf(if value { Tag::True } else { Tag::False }, "", span);
    }

    /// `null`.
    pub fn null(&mut self, span: Span) {
        self.leaf(Tag::Null, "", span);
    }

    /// A value of another tree, as it is there but for repeated keys, of which the first stays (R-A11).
    pub fn copy(&mut self, node: NodeRef<'_>) {
        let (nodes, text) = node.parts();
        if let [only] = nodes {
            let content = text.get(only.text.0 as usize..only.text.1 as usize).unwrap_or_default();
            let span = Span::new(only.span.0 as usize, only.span.1 as usize);
            return self.leaf(only.tag, content, span);
        }
        let repeated = node.repeated_members();
        let mut at = 0;
        let mut open: Vec<usize> = Vec::new();
        while let Some(source) = nodes.get(at) {
            while open.last().is_some_and(|end| *end <= at) {
                open.pop();
                self.close_copied();
            }
            if repeated.contains(&at) {
                at = node.after_member(at);
                continue;
            }
            let content = text.get(source.text.0 as usize..source.text.1 as usize).unwrap_or_default();
            let span = Span::new(source.span.0 as usize, source.span.1 as usize);
            if matches!(source.tag, Tag::Array | Tag::Object) {
                self.open.push(index(self.nodes.len()));
                open.push(node.relative_end(at));
            }
            self.leaf(source.tag, content, span);
            at += 1;
        }
        for _ in open {
            self.close_copied();
        }
    }

    /// Takes back a key that no value follows.
    pub fn drop_dangling_key(&mut self) {
        if self.nodes.last().is_some_and(|node| node.tag == Tag::Key) {
            self.nodes.pop();
        }
    }

    /// The tree, if a value was built.
    pub fn finish(mut self) -> Option<Tree> {
        let end = self.nodes.last().map_or(0, |node| node.span.1);
        while !self.open.is_empty() {
            self.close(end as usize);
        }
        (!self.nodes.is_empty()).then_some(Tree { text: self.text, nodes: self.nodes })
    }

    /// Ends a container whose span is known already.
    fn close_copied(&mut self) {
        let next = index(self.nodes.len());
        if let Some(node) = self.open.pop().and_then(|at| self.nodes.get_mut(at as usize)) {
            node.next = next;
        }
    }

    fn begin(&mut self, tag: Tag, start: usize) {
        self.open.push(index(self.nodes.len()));
        self.leaf(tag, "", Span::at(start));
    }

    #[inline]
    fn leaf(&mut self, tag: Tag, text: &str, span: Span) {
        let start = index(self.text.len());
        self.text.push_str(text);
        let next = index(self.nodes.len() + 1);
        self.nodes.push(Node {
            tag,
            text: (start, index(self.text.len())),
            span: (index(span.start()), index(span.end())),
            next,
        });
    }
}

/// Nodes for which room is taken at once.
const MOST_AT_ONCE: usize = 256;

/// Offsets fit 32 bits because input is limited (`Limits::MAX_INPUT`); past that they stick at the end.
pub(super) fn index(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
