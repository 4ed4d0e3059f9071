use std::collections::HashMap;

use envelope_core::markdown::{Kind, blocks};
use envelope_core::text::{Lines, Regions, excerpt};
use envelope_core::{Edit, Span, edit::apply};

use super::{Document, EditError};
use crate::syntax::{ItemSyntax, Syntax};
use crate::{Clarifications, Item, ItemId};

/// Sets the answer of an item, without the blanks around it; an empty one clears it.
///
/// What would be read as a heading or a field outside a fence, and a fence that is not closed, are errors.
pub fn answer(text: &str, id: ItemId, answer: &str) -> Result<String, EditError> {
    let document = Document::open(text)?;
    if document.value.item(id).is_none() {
        return Err(EditError::UnknownItem(id));
    }
    document.with_answers(&HashMap::from([(id, answer.trim().replace("\r\n", "\n"))]))
}

impl Document<'_> {
    /// The text with the answers, if each is read back as it is and nothing else has changed.
    pub(super) fn with_answers(&self, answers: &HashMap<ItemId, String>) -> Result<String, EditError> {
        let edit = |item: &ItemSyntax| answers.get(&item.id).map(|answer| splice(self.text, item, answer));
        let edits: Vec<Edit> = self.syntax.items.iter().filter_map(edit).collect();
        let mut expected = self.value.clone();
        set_answers(&mut expected, answers);
        let result = self.apply(edits.clone(), |value| *value == expected);
        result.map_err(|error| reason(&apply(self.text, edits), answers).unwrap_or(error))
    }
}

/// The edit that writes an answer.
fn splice(text: &str, item: &ItemSyntax, answer: &str) -> Edit {
    let whole = Span::new(0, answer.len());
    // A list or a fence begins on a line of its own.
    let separator = match blocks(answer, whole).first().map(|block| block.kind) {
        None => "",
        Some(Kind::Item | Kind::Fence { .. } | Kind::Table | Kind::Quote) => "\n\n",
        Some(_) => " ",
    };
    let Some(field) = item.answer else {
        return Edit::insert(item.own.trim(text).end(), format!("\n\n**Answer:**{separator}{answer}"));
    };
    let behind = text[field.value.end()..].trim_start_matches([' ', '\t']);
    let end = if field.value.of(text).is_empty() { text.len() - behind.len() } else { field.value.end() };
    Edit::replace(Span::new(field.label.end(), end), format!("{separator}{answer}"))
}

fn set_answers(value: &mut Clarifications, answers: &HashMap<ItemId, String>) {
    for question in value.sections.iter_mut().flat_map(|section| &mut section.questions) {
        for item in &mut question.refinements {
            set_answer(item, answers);
        }
        set_answer(question, answers);
    }
}

fn set_answer(item: &mut Item, answers: &HashMap<ItemId, String>) {
    if let Some(answer) = answers.get(&item.id) {
        item.answer = Some(answer.clone());
    }
}

/// The first answer that is not read back as it is, and why.
fn reason(text: &str, answers: &HashMap<ItemId, String>) -> Option<EditError> {
    let syntax = Syntax::read(text);
    syntax.items.iter().find_map(|item| {
        let answer = answers.get(&item.id)?;
        let read = item.answer.map_or("", |field| field.value.of(text)).replace("\r\n", "\n");
        let reason = why(answer, &read)?;
        Some(EditError::Answer { id: item.id, reason })
    })
}

fn why(answer: &str, read: &str) -> Option<String> {
    let mut regions = Regions::default();
    for line in Lines::new(answer, Span::new(0, answer.len())) {
        regions.next(&line);
    }
    if regions.in_fence() || regions.in_thought() {
        return Some("has a fence or a tag that is not closed; close it".to_owned());
    }
    if answer == read {
        return None;
    }
    let line = answer.strip_prefix(read).and_then(|rest| rest.trim_start().lines().next());
    Some(match line {
        Some(line) => format!("would end at the line `{}`; put headings and labels into a fence", excerpt(line)),
        None => format!("would be read as `{}`; write it in other words", excerpt(read)),
    })
}
