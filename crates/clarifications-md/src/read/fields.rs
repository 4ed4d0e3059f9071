//! The fields of an item: choices, labels, and what ends them.

use envelope_core::text::{Line, Lines, Region, Regions};
use envelope_core::{Edit, Span};

use super::extend;
use super::line::{self, ANSWER, CHOICES, Label, QUESTION, RECOMMENDATION};
use crate::syntax::{Field, Fields, OldForm, Syntax};

/// What the next line of text belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Body,
    Choice,
    /// Text that belongs to no field.
    Notes,
    Recommendation,
    Answer,
    /// A field that the item has already.
    Repeated,
}

struct Reader<'r> {
    text: &'r str,
    fields: Fields,
    open: Open,
    /// The indentation and older form of the open field if that is an item of a list.
    list_item: Option<(usize, usize)>,
    /// The older form of the choices: its place and the edits that rewrite it.
    choices_form: (Span, Vec<Edit>),
    syntax: &'r mut Syntax,
}

/// Reads the fields in the text below a heading; older forms and repeated fields go to the syntax of the document.
pub(super) fn read(text: &str, body: Span, syntax: &mut Syntax) -> Fields {
    let fields = Fields { end: body.end(), ..Fields::default() };
    let choices_form = (Span::default(), Vec::new());
    let mut reader = Reader { text, fields, open: Open::Body, list_item: None, choices_form, syntax };
    let (mut regions, mut after_blank) = (Regions::default(), false);
    for line in Lines::new(text, body) {
        let is_open = regions.next(&line) == Region::Open;
        if line.is_blank() {
            after_blank = true;
            continue;
        }
        if !is_open || !reader.field(&line) {
            reader.text_line(&line, after_blank && is_open);
        }
        after_blank = false;
    }
    reader.end_choices(body);
    reader.fields
}

impl Reader<'_> {
    /// Adds a line of text to what it belongs to.
    fn text_line(&mut self, line: &Line<'_>, after_blank: bool) {
        if self.open == Open::Choice && after_blank {
            self.begin_notes();
        }
        let fields = &mut self.fields;
        let value = match self.open {
            Open::Body => Some(&mut fields.body),
            Open::Choice => fields.choices.last_mut().map(|choice| &mut choice.text),
            Open::Notes => fields.notes.last_mut(),
            Open::Recommendation => fields.recommendation.as_mut().map(|field| &mut field.value),
            Open::Answer => fields.answer.as_mut().map(|field| &mut field.value),
            Open::Repeated => self.syntax.repeated.last_mut().map(|(_, field)| &mut field.value),
        };
        if let Some(value) = value {
            extend(value, line.span());
        }
    }

    fn begin_notes(&mut self) {
        (self.open, self.list_item) = (Open::Notes, None);
        self.fields.notes.push(Span::default());
    }

    /// Reads a line that begins a field; `false` if it is text.
    fn field(&mut self, line: &Line<'_>) -> bool {
        // Most lines are told apart by their first byte.
        match line.content().as_bytes().first() {
            Some(b'*' | b'-' | b'+') if line::label(line).is_some_and(|label| self.label(line, &label)) => return true,
            Some(b'_') if self.consolidated_from(line) => return true,
            _ => {}
        }
        if let Some((indent, form)) = self.list_item
            && line.indent <= indent
            && line::bullet(line.content()).is_some()
        {
            // The next item of the list. Without the sign in front of the label it would become part of the value.
            self.syntax.old_forms[form].edits.clear();
            self.begin_notes();
        }
        let is_first = self.open == Open::Notes && self.fields.choices.is_empty();
        (is_first || matches!(self.open, Open::Body | Open::Choice)) && self.choice(line)
    }

    fn consolidated_from(&mut self, line: &Line<'_>) -> bool {
        let names = line::consolidated_from(self.text, line).filter(|_| self.fields.consolidated_from.is_none());
        let Some(names) = names else { return false };
        self.fields.consolidated_from = Some(names);
        self.begin_notes();
        true
    }

    fn choice(&mut self, line: &Line<'_>) -> bool {
        let expected = (b'A'..=b'Z').nth(self.fields.choices.len()).map(char::from);
        let Some(choice) = expected.and_then(|expected| line::choice(line, expected)) else { return false };
        if choice.is_old {
            let (span, edits) = &mut self.choices_form;
            extend(span, line.span());
            edits.push(Edit::replace(Span::new(line.start, choice.text.start()), format!("{}. ", choice.letter)));
        }
        self.fields.choices.push(choice);
        self.open = Open::Choice;
        true
    }

    fn label(&mut self, line: &Line<'_>, label: &Label) -> bool {
        let value = Span::new(label.span.end(), line.end()).trim(self.text);
        let fields = &mut self.fields;
        let (slot, open) = match label.today {
            ANSWER => (&mut fields.answer, Open::Answer),
            RECOMMENDATION => (&mut fields.recommendation, Open::Recommendation),
            today => return self.open == Open::Body && self.old_label(today, label.span, value),
        };
        let value = if value.is_empty() { Span::at(label.span.end()) } else { value };
        let field = Field { label: label.span, value };
        if let Some(first) = slot {
            self.syntax.repeated.push((*first, field));
            self.open = Open::Repeated;
        } else {
            *slot = Some(field);
            self.open = open;
        }
        self.list_item = None;
        if label.span.of(self.text) != label.today {
            self.list_item = label.bullet.map(|indent| (indent, self.syntax.old_forms.len()));
            self.syntax.old_form(label.span, label.today, Edit::replace(label.span, label.today));
        }
        true
    }

    /// Takes a label that is no longer written: above the question, or alone above the choices.
    fn old_label(&mut self, name: &str, label: Span, value: Span) -> bool {
        match name {
            QUESTION if self.fields.body.is_empty() => self.fields.body = value,
            CHOICES if value.is_empty() && self.fields.body.is_empty() => {}
            CHOICES if value.is_empty() => self.begin_notes(),
            _ => return false,
        }
        self.syntax.old_form(label, "", Edit::replace(Span::new(label.start(), value.start()), ""));
        true
    }

    /// Notes the older form of the choices. Ticks become the answer where that is empty.
    fn end_choices(&mut self, body: Span) {
        let (span, mut edits) = std::mem::take(&mut self.choices_form);
        let ticked = self.fields.ticked();
        match self.fields.answer {
            _ if ticked.is_empty() => {}
            None => edits.push(Edit::insert(body.trim(self.text).end(), format!("\n\n{ANSWER} {ticked}"))),
            Some(Field { label, value }) if value.is_empty() => {
                edits.push(Edit::insert(label.end(), format!(" {ticked}")));
            }
            // The ticks would be lost.
            Some(answer) if !answer.value.of(self.text).starts_with(&ticked) => edits.clear(),
            Some(_) => {}
        }
        if !span.is_empty() {
            self.syntax.old_forms.push(OldForm { span, today: "A. Choice", edits });
        }
    }
}
