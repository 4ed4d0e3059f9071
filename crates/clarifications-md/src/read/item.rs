//! The fields of an item: choices, labels, and what ends them.

use envelope_core::text::Line;
use envelope_core::{Edit, Span};

use super::line::{self, ANSWER, ITEMS, Label, Name};
use super::{Open, Owner, Reader};
use crate::ItemId;
use crate::syntax::{ChoiceSyntax, Field};

/// Text of an item that belongs to no field.
const OTHER: Open = Open::Other { owner: Owner::Item, heading: None, is_new: true };

impl<'a> Reader<'a> {
    /// Reads a line that begins a field; `false` if it is text.
    pub(super) fn field(&mut self, line: &Line<'a>) -> bool {
        let reads_choices = match self.open {
            Open::Flag { is_new } => return is_new && self.flag_items(line),
            Open::Body | Open::Choice | Open::Other { owner: Owner::Item, heading: None, .. } => true,
            Open::Recommendation | Open::Answer | Open::Repeated => false,
            Open::Preamble | Open::Other { .. } => return false,
        };
        // Most lines are told apart by their first byte.
        let is_label = match line.content().as_bytes().first() {
            Some(b'*' | b'-' | b'+') => line::label(line).is_some_and(|label| self.label(line, &label)),
            Some(b'_') => self.consolidated_from(line),
            _ => false,
        };
        if is_label || reads_choices && self.choice(line) {
            return true;
        }
        if let Some((indent, form)) = self.list_field
            && line.indent <= indent
            && line::bullet(line.content()).is_some()
        {
            // The next item of the list. Without the sign in front of the label it would become part of the value.
            self.syntax.old_forms[form].edits.clear();
            (self.open, self.list_field) = (OTHER, None);
        }
        false
    }

    fn flag_items(&mut self, line: &Line<'a>) -> bool {
        let label = line::label(line).filter(|label| label.span.of(self.text) == ITEMS);
        let items = label.map(|label| Span::new(label.span.end(), line.end()).trim(self.text));
        let mut ids = items.map(|items| items.of(self.text)).unwrap_or_default().split(',').map(str::trim);
        // What is no list of ids is text.
        let items = items.filter(|_| ids.all(|id| id.parse::<ItemId>().is_ok()));
        if let (Some(_), Some(flag)) = (items, self.syntax.flags.last_mut()) {
            flag.items = items;
            self.open = Open::Flag { is_new: false };
        }
        items.is_some()
    }

    fn consolidated_from(&mut self, line: &Line<'a>) -> bool {
        let Some(item) = self.syntax.items.last_mut().filter(|item| item.consolidated_from.is_none()) else {
            return false;
        };
        item.consolidated_from = line::consolidated_from(self.text, line);
        if item.consolidated_from.is_some() {
            (self.open, self.list_field) = (OTHER, None);
        }
        item.consolidated_from.is_some()
    }

    fn choice(&mut self, line: &Line<'a>) -> bool {
        let Some(item) = self.syntax.items.last_mut() else { return false };
        let expected = (b'A'..=b'Z').nth(item.choices.len()).map(char::from);
        let Some(choice) = expected.and_then(|expected| line::choice(line, expected)) else { return false };
        let (letter, text, is_ticked) = (choice.letter, choice.text, choice.is_ticked);
        item.choices.push(ChoiceSyntax { letter, text, is_ticked });
        self.open = Open::Choice;
        if choice.is_old {
            let edit = Edit::replace(Span::new(line.start, text.start()), format!("{letter}. "));
            let form = self.choices_form.unwrap_or_else(|| self.old_form(line.span(), "A. Choice", Vec::new()));
            self.choices_form = Some(form);
            let form = &mut self.syntax.old_forms[form];
            form.edits.push(edit);
            form.span = Span::new(form.span.start(), line.span().end());
        }
        true
    }

    fn label(&mut self, line: &Line<'a>, label: &Label) -> bool {
        let value = Span::new(label.span.end(), line.end()).trim(self.text);
        let Some(item) = self.syntax.items.last_mut() else { return false };
        let has_body = item.body.is_some();
        let field =
            Field { label: label.span, value: if value.is_empty() { Span::at(label.span.end()) } else { value } };
        let (slot, open) = match label.name {
            Name::Answer => (&mut item.answer, Open::Answer),
            Name::Recommendation => (&mut item.recommendation, Open::Recommendation),
            Name::Question if has_body || !matches!(self.open, Open::Body) => return false,
            Name::Question | Name::Choices => {
                let edit = Edit::replace(Span::new(label.span.start(), value.start()), "");
                self.old_form(label.span, "the text without a label", vec![edit]);
                (self.open, self.list_field) = (if has_body { OTHER } else { Open::Body }, None);
                if !value.is_empty() {
                    self.text_line(value, false);
                }
                return true;
            }
            Name::Items => return false,
        };
        self.open = open;
        match slot {
            Some(first) => {
                let first = *first;
                self.syntax.repeated.push((first, field));
                self.open = Open::Repeated;
            }
            None => *slot = Some(field),
        }
        self.list_field = None;
        if label.span.of(self.text) != label.right {
            let form = self.old_form(label.span, label.right, vec![Edit::replace(label.span, label.right)]);
            self.list_field = label.bullet.map(|indent| (indent, form));
        }
        true
    }

    /// Ends what belongs to the last item itself.
    pub(super) fn end_own(&mut self, at: usize) {
        let form = self.choices_form.take();
        self.list_field = None;
        let Some(item) = self.syntax.items.last_mut().filter(|_| self.in_own) else { return };
        self.in_own = false;
        item.own = Span::new(item.own.start(), at);
        let ticked = item.ticked();
        let Some(form) = form.and_then(|form| self.syntax.old_forms.get_mut(form)) else { return };
        match item.answer {
            _ if ticked.is_empty() => {}
            None => form.edits.push(Edit::insert(self.content_end, format!("\n\n{ANSWER} {ticked}"))),
            Some(Field { label, value }) if value.is_empty() => {
                form.edits.push(Edit::insert(label.end(), format!(" {ticked}")));
            }
            // The ticks would be lost.
            Some(answer) if !answer.value.of(self.text).starts_with(&ticked) => form.edits.clear(),
            Some(_) => {}
        }
    }
}
