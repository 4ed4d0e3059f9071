//! What the decoder writes: the tree that was read, as far as the two are the same, and a tree of its own from where they
//! part. Most values are what the table wants from front to back, and then nothing is copied.

use crate::Tree;
use crate::tree::{NodeRef, TreeBuilder};

/// The tree that the typed value is made of.
pub(super) struct Out<'t> {
    read: &'t Tree,
    /// The containers that are open, by their nodes, while nothing was changed.
    open: Vec<u32>,
    own: Option<TreeBuilder>,
}

impl<'t> Out<'t> {
    pub(super) fn new(read: &'t Tree) -> Self {
        Self { read, open: Vec::new(), own: None }
    }

    /// The tree that was written; where nothing was changed, the one that was read.
    pub(super) fn finish(self) -> Result<Option<Tree>, &'t Tree> {
        self.own.map(TreeBuilder::finish).ok_or(self.read)
    }

    /// From this node on the two differ; what is written now is written here.
    pub(super) fn part_before(&mut self, node: NodeRef<'t>) -> &mut TreeBuilder {
        let (read, open) = (self.read, &mut self.open);
        self.own.get_or_insert_with(|| TreeBuilder::after(read, node.index(), std::mem::take(open)))
    }

    /// Opens an object for the node.
    pub(super) fn open_object(&mut self, node: NodeRef<'t>) {
        if self.own.is_none() && node.is_object() {
            self.open.push(u32::try_from(node.index()).unwrap_or(u32::MAX));
        } else {
            self.part_before(node).open_object(node.span().start());
        }
    }

    /// Opens the array that the node is.
    pub(super) fn open_array(&mut self, node: NodeRef<'t>) {
        match &mut self.own {
            Some(own) => own.open_array(node.span().start()),
            None => self.open.push(u32::try_from(node.index()).unwrap_or(u32::MAX)),
        }
    }

    /// Closes the container that was opened for the node.
    pub(super) fn close(&mut self, node: NodeRef<'t>) {
        match &mut self.own {
            Some(own) => own.close(node.span().end()),
            None => drop(self.open.pop()),
        }
    }

    /// A key, which stands in the text as it is.
    pub(super) fn key(&mut self, key: NodeRef<'t>) {
        if let Some(own) = &mut self.own {
            own.key(key.as_key().unwrap_or_default(), key.span());
        }
    }

    /// A key under another name.
    pub(super) fn renamed_key(&mut self, key: NodeRef<'t>, name: &str) {
        self.part_before(key).key(name, key.span());
    }

    /// Takes back the key, since nothing follows it.
    pub(super) fn drop_key(&mut self, key: NodeRef<'t>) {
        self.part_before(key).drop_dangling_key();
    }

    /// A value as it stands, but for repeated keys inside it.
    pub(super) fn copy(&mut self, node: NodeRef<'t>) {
        match &mut self.own {
            Some(own) => own.copy(node),
            None if node.has_repeated_members() => self.part_before(node).copy(node),
            None => {}
        }
    }
}
