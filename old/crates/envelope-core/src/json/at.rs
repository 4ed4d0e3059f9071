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
    /// A member under another key than the table's.
    Renamed {
        read: &'a str,
        written: &'a str,
    },
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

    pub(super) fn renamed(&'a self, read: &'a str, written: &'a str) -> Self {
        Self { parent: Some(self), step: Step::Renamed { read, written } }
    }

    pub(super) fn item(&'a self, read: usize, written: usize) -> Self {
        Self { parent: Some(self), step: Step::Item { read, written } }
    }

    pub(super) fn is_root(&self) -> bool {
        self.parent.is_none()
    }

    /// The path in the text.
    pub(super) fn path(&self) -> Path {
        self.build(true)
    }

    /// The path in the value.
    pub(super) fn value_path(&self) -> Path {
        self.build(false)
    }

    /// The names of the members on the way, with dots between: `metadata.session_id`, for items of lists too.
    pub(super) fn dotted(&self) -> String {
        let mut before = self.parent.map_or_else(String::new, At::dotted);
        if let Step::Key(key) | Step::Renamed { written: key, .. } = self.step {
            if !before.is_empty() {
                before.push('.');
            }
            before.push_str(key);
        }
        before
    }

    fn build(&self, as_read: bool) -> Path {
        let before = self.parent.map_or_else(Path::root, |parent| parent.build(as_read));
        match self.step {
            Step::Root => before,
            Step::Key(key) => before.key(key),
            Step::Renamed { read, written } => before.key(if as_read { read } else { written }),
            Step::Item { read, written } => before.index(if as_read { read } else { written }),
        }
    }
}
