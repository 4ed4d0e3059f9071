//! Where the parts of a value stand in the text (R-A7).

use std::collections::HashMap;

use crate::{Path, Span, Tree};

/// Path → span, for values whose tree does not already tell (R-A7).
///
/// A path without a place of its own takes its nearest parent's.
///
/// ```
/// use envelope_core::{Path, Places, Span};
/// let places = Places::new(Span::new(0, 90)).with(Path::root().key("findings").index(0), Span::new(40, 60));
/// let cell = Path::root().key("findings").index(0).key("severity");
/// assert_eq!(places.locate(&cell, false, None), Span::new(40, 60));
/// assert_eq!(places.locate(&Path::root().key("summary"), false, None), Span::new(0, 90));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    whole: Span,
    spans: HashMap<Path, Span>,
}

impl Places {
    /// No places yet; the value as a whole stands at `whole`.
    pub fn new(whole: Span) -> Self {
        Self { whole, spans: HashMap::new() }
    }

    /// The same with one more place.
    #[must_use]
    pub fn with(mut self, path: Path, span: Span) -> Self {
        self.insert(path, span);
        self
    }

    /// Adds a place; the first one for a path stays.
    pub fn insert(&mut self, path: Path, span: Span) {
        self.spans.entry(path).or_insert(span);
    }

    /// Where `path` stands: its own place, else the tree's, else its nearest parent's.
    pub fn locate(&self, path: &Path, at_key: bool, tree: Option<&Tree>) -> Span {
        let key = if at_key { tree.and_then(|tree| tree.key_span(path)) } else { None };
        let mut step = Some(path.clone());
        key.or_else(|| {
            while let Some(path) = step.take() {
                let known = self.spans.get(&path).copied().or_else(|| tree.and_then(|tree| tree.span(&path)));
                if known.is_some() {
                    return known;
                }
                step = path.parent();
            }
            None
        })
        .unwrap_or(self.whole)
    }
}
