//! Where the decoder stands, as a chain on the machine's stack: a path costs nothing until a diagnostic needs it.

use crate::Path;

/// A place below its parent; the chain is as long as the table is deep.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'a> {
    parent: Option<&'a At<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Root,
    Key(&'a str),
    /// The item's place in the text, and in the value: they differ after an item that was left out.
    Item {
        read: usize,
        written: usize,
    },
}

impl<'a> At<'a> {
    pub(super) const ROOT: Self = Self { parent: None, step: Step::Root };

    pub(super) fn key(&'a self, key: &'a str) -> Self {
        Self { parent: Some(self), step: Step::Key(key) }
    }

    pub(super) fn item(&'a self, read: usize, written: usize) -> Self {
        Self { parent: Some(self), step: Step::Item { read, written } }
    }

    /// The path in the text.
    pub(super) fn path(&self) -> Path {
        self.build(&|read, _| read)
    }

    /// The path in the value.
    pub(super) fn value_path(&self) -> Path {
        self.build(&|_, written| written)
    }

    /// The names of the members on the way, with dots between: `metadata.session_id`, for items of lists too.
    pub(super) fn dotted(&self) -> String {
        let mut before = self.parent.map_or_else(String::new, At::dotted);
        if let Step::Key(key) = self.step {
            if !before.is_empty() {
                before.push('.');
            }
            before.push_str(key);
        }
        before
    }

    fn build(&self, index: &dyn Fn(usize, usize) -> usize) -> Path {
        let before = self.parent.map_or_else(Path::root, |parent| parent.build(index));
        match self.step {
            Step::Root => before,
            Step::Key(key) => before.key(key),
            Step::Item { read, written } => before.index(index(read, written)),
        }
    }
}
