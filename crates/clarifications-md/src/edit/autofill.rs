use std::collections::HashMap;

use envelope_core::text::is_placeholder;

use super::{Document, EditError};
use crate::{AnswerVerdict, ItemId, answer_verdict};

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
