use std::collections::HashMap;

use envelope_core::{
    Edit, Span,
    edit::apply,
    text::{excerpt, is_placeholder},
};

use super::{Document, EditError, accepted};
use crate::read::line::ANSWER;
use crate::render::separator;
use crate::syntax::{ItemSyntax, Syntax, lf};
use crate::{AnswerVerdict, ItemId, answer_verdict};

/// Sets the answer of an item, without the blanks around it; an empty one clears it.
///
/// What would not be read back as it is, such as a heading or a field outside a fence, is an error.
pub fn answer(text: &str, id: ItemId, answer: &str) -> Result<String, EditError> {
    let document = Document::open(text)?;
    if document.value.item(id).is_none() {
        return Err(EditError::UnknownItem(id));
    }
    document.with_answers(&HashMap::from([(id, lf(answer.trim()))]))
}

impl Document<'_> {
    /// The text with the answers, if each is read back as it is.
    pub(super) fn with_answers(&self, answers: &HashMap<ItemId, String>) -> Result<String, EditError> {
        let edit = |item: &ItemSyntax| answers.get(&item.id).map(|answer| splice(self.text, item, answer));
        let text = apply(self.text, self.syntax.items.iter().filter_map(edit).collect());
        for item in Syntax::read(&text).items {
            let read = lf(item.fields.answer.map_or("", |field| field.value.of(&text)));
            if answers.get(&item.id).is_some_and(|answer| *answer != read) {
                return Err(EditError::Answer { id: item.id, read: excerpt(&read) });
            }
        }
        accepted(&text).map(|_| text)
    }
}

/// The edit that writes an answer.
fn splice(text: &str, item: &ItemSyntax, answer: &str) -> Edit {
    let separator = separator(answer);
    let Some(field) = item.fields.answer else {
        let end = Span::new(item.span.start(), item.fields.end).trim(text).end();
        return Edit::insert(end, format!("\n\n{ANSWER}{separator}{answer}"));
    };
    let behind = text[field.value.end()..].trim_start_matches([' ', '\t']);
    let end = if field.value.is_empty() { text.len() - behind.len() } else { field.value.end() };
    Edit::replace(Span::new(field.label.end(), end), format!("{separator}{answer}"))
}

/// A document with recommendations as answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Autofill {
    /// The document.
    pub text: String,
    /// The items whose recommendation is now their answer.
    pub filled: Vec<ItemId>,
    /// The items without an answer that have no recommendation, or only a placeholder.
    pub unfilled: Vec<ItemId>,
}

/// Copies the recommendation of each item that is not answered into its answer (R-Q8).
pub fn autofill(text: &str) -> Result<Autofill, EditError> {
    let document = Document::open(text)?;
    let (mut answers, mut filled, mut unfilled) = (HashMap::new(), Vec::new(), Vec::new());
    for item in document.value.items().filter(|item| answer_verdict(item, true) == AnswerVerdict::NotAnswered) {
        match &item.recommendation {
            Some(recommendation) if !is_placeholder(recommendation, &[]) => {
                answers.insert(item.id, recommendation.clone());
                filled.push(item.id);
            }
            _ => unfilled.push(item.id),
        }
    }
    Ok(Autofill { text: document.with_answers(&answers)?, filled, unfilled })
}
