//! Setting one answer (R-Q4).

use envelope_core::text::trim_blank;
use envelope_core::{Diagnostic, Edit, Envelope as _, Limits, ReadOptions, Severity, Source, Span};

use super::place::new_field;
use super::{Change, EditError, holds, with_line_ends};
use crate::ItemId;
use crate::labels::Label;
use crate::model::{Clarifications, Item};
use crate::parse::above_rule;

impl Clarifications {
    /// Sets the answer of an item; blank text empties it.
    ///
    /// It is written as `**Answer:** text` in place of whatever stood after the label, and an older label is rewritten
    /// with it (R-Q4). Words that would be read as something else, such as a heading, are refused, and so are words with
    /// which the document would not be accepted, such as a placeholder.
    ///
    /// ```
    /// let parsed = clarifications_md::parse("## Tides\n\n### Q1: Datum\nWhich zero?\n\n**Answer**: \n\n### Q2: Moon\n");
    /// let document = parsed.read().expect("there is a question");
    /// let change = document.set_answer("Q1".parse()?, "Chart datum")?;
    /// assert_eq!(change.apply(), "## Tides\n\n### Q1: Datum\nWhich zero?\n\n**Answer:** Chart datum\n\n### Q2: Moon\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_answer(&self, id: ItemId, text: &str) -> Result<Change<'_>, EditError> {
        let mut same = self.items().filter(|(other, _)| *other == id);
        let (_, item) = same.next().ok_or(EditError::UnknownItem(id))?;
        if same.next().is_some() {
            return Err(EditError::AmbiguousItem(id));
        }
        let words = with_line_ends(trim_blank(text), self.line_end());
        let edit = self.answer_edit(item, &words);
        let mut expected = self.clone();
        if let Some(item) = expected.item_mut(id) {
            item.answer = Some(new_field(Label::Answer, words));
        }
        let edits = vec![edit];
        if !holds(self, &edits, &expected) {
            return Err(EditError::Misread(id));
        }
        let change = Change::new(self, edits);
        if self.worsens(id, &change) { Err(EditError::Unacceptable(id)) } else { Ok(change) }
    }

    /// Whether the changed text breaks more rules of severity error than this document, or one with the new answer.
    fn worsens(&self, id: ItemId, change: &Change<'_>) -> bool {
        let limits = Limits::default().with_input(Limits::MAX_INPUT);
        let options = ReadOptions::new(self.source.0.rules).limits(limits);
        let after = Self::parse(&Source::new(change.apply()), &options);
        let answer = after.read().and_then(|document| document.item(id)).and_then(|item| item.answer.as_ref());
        let answer = answer.map(|field| Span::new(field.spots.0.label.start(), field.spots.0.end));
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
        let wrong: Vec<&Diagnostic> = after.diagnostics().iter().filter(is_error).collect();
        if wrong.is_empty() {
            return false;
        }
        let own = wrong.iter().any(|found| answer.is_some_and(|answer| answer.contains(found.span)));
        own || wrong.len()
            > Self::parse(&Source::new(self.text()), &options).diagnostics().iter().filter(is_error).count()
    }

    /// The splice that writes an answer, whatever the words are.
    pub(super) fn answer_edit(&self, item: &Item, words: &str) -> Edit {
        let label = Label::Answer.canonical();
        // A fence opens only at the start of a line.
        let apart = if words.starts_with("```") || words.starts_with("~~~") { self.line_end() } else { " " };
        let apart = if words.is_empty() { "" } else { apart };
        let field_end = item.answer.as_ref().map(|field| field.spots.0.end).filter(|_| !words.is_empty());
        let after = field_end.map_or("", |end| above_rule(self.text(), end, self.line_end()));
        match &item.answer {
            Some(field) if field.spots.0.canonical => Edit::replacement(
                Span::new(field.spots.0.label.end(), field.spots.0.end),
                format!("{apart}{words}{after}"),
            ),
            Some(field) => {
                let span = Span::new(field.spots.0.label.start(), field.spots.0.end);
                Edit::replacement(span, format!("{label}{apart}{words}{after}"))
            }
            None => self.insert_after(item.span().end(), &[&format!("{label}{apart}{words}")]),
        }
    }
}
