//! Where new text goes, and the items that edits change.

use envelope_core::Edit;

use crate::ItemId;
use crate::labels::Label;
use crate::model::{Clarifications, Field, FieldSpots, Item, Spot, Text};
use crate::parse::line_end;

impl Clarifications {
    /// The one item with this id, for changing; `None` unless there is exactly one.
    pub(super) fn item_mut(&mut self, id: ItemId) -> Option<&mut Item> {
        self.items_mut().find(|(other, _)| *other == id).map(|(_, item)| item)
    }

    pub(super) fn items_mut(&mut self) -> impl Iterator<Item = (ItemId, &mut Item)> {
        self.sections.iter_mut().flat_map(|section| {
            let questions = section.questions.iter_mut().flat_map(|question| {
                let refinements = question.refinements.iter_mut();
                let refinements = refinements.map(|refinement| (refinement.id.into(), &mut refinement.item));
                std::iter::once((ItemId::from(question.id), &mut question.item)).chain(refinements)
            });
            let orphans = section.orphans.iter_mut();
            questions.chain(orphans.map(|refinement| (refinement.id.into(), &mut refinement.item)))
        })
    }

    /// The line end that inserted text takes (R-Q4).
    pub(super) fn line_end(&self) -> &'static str {
        line_end(self.text())
    }

    /// Inserts blocks, each after one blank line, at the end of a line; a blank line follows where none does.
    pub(super) fn insert_after(&self, offset: usize, blocks: &[&str]) -> Edit {
        let end = self.line_end();
        let mut text: String = blocks.iter().flat_map(|block| [end, end, block]).collect();
        let whole = self.text().get(..self.source.0.whole.end()).unwrap_or(self.text());
        let rest = whole.get(offset..).unwrap_or_default();
        let next = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\n', '\r'])).unwrap_or(rest);
        let blank = next.trim_start_matches([' ', '\t']);
        // The fence around a document closes on the next line, which needs no blank line before it.
        if !(blank.is_empty() || blank.starts_with(['\n', '\r'])) {
            text.push_str(end);
        }
        Edit::insertion(offset, text)
    }
}

/// A field with these words that stands nowhere yet.
pub(super) fn new_field(kind: Label, words: String) -> Field {
    let span = envelope_core::Span::default();
    let spots = FieldSpots { label: span, end: 0, kind, canonical: true, below: false };
    Field { text: Text::pieced(words, span), spots: Spot(spots) }
}
