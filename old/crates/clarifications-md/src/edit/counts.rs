//! Front matter counts by splice (R-Q12).

use envelope_core::{Count, Edit};

use super::Change;
use crate::labels::{COUNTS, CountKey};
use crate::model::{Clarifications, Frontmatter, Sections};

impl Clarifications {
    /// Makes every count say what the document holds; counts that are missing are added where a front matter is there.
    ///
    /// This is for tools that changed the document themselves. [`fmt`](Self::fmt) never changes a wrong count, because
    /// it may be the only sign that something was lost.
    pub fn update_counts(&self) -> Change<'_> {
        let Some(frontmatter) = &self.frontmatter else { return Change::new(self, Vec::new()) };
        let mut edits = Vec::new();
        for (key, _) in COUNTS {
            let Some(counted) = self.counted(key) else { continue };
            edits.extend(self.count_edit(frontmatter, key, counted));
        }
        Change::new(self, edits)
    }

    /// The splice that makes `key` claim `counted`; `None` where it does already or cannot be written.
    pub(super) fn count_edit(&self, frontmatter: &Frontmatter, key: CountKey, counted: usize) -> Option<Edit> {
        if frontmatter.count(key).map(Count::get) == u64::try_from(counted).ok() {
            return None;
        }
        match frontmatter.value_span(key.as_str()) {
            Some(span) => {
                let before = self.text().get(..span.start()).unwrap_or_default();
                let apart = if before.ends_with(':') { " " } else { "" };
                Some(Edit::replacement(span, format!("{apart}{counted}")))
            }
            None if frontmatter.spots.0.closed => {
                let line = format!("{}: {counted}{}", key.as_str(), self.line_end());
                Some(Edit::insertion(frontmatter.spots.0.insert, line))
            }
            None => None,
        }
    }
}

/// The same front matter with one count set, for comparing.
pub(super) fn set_count(frontmatter: &mut Frontmatter, key: CountKey, counted: usize) {
    let count = u64::try_from(counted).ok().and_then(Count::new);
    match key {
        CountKey::Questions => frontmatter.question_count = count,
        CountKey::Sections => frontmatter.sections = count.map(Sections::Count),
        CountKey::DuplicatesRemoved => frontmatter.duplicates_removed = count,
        CountKey::Refinements => frontmatter.refinement_count = count,
    }
}
