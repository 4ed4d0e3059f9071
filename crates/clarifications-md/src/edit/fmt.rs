use envelope_core::edit::apply;
use envelope_core::{Edit, Loss, Span};

use super::{EditError, counts};
use crate::parse;
use crate::syntax::Syntax;

/// A document in canonical form.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Formatted {
    /// The document.
    pub text: String,
    /// The count that was made up, if it was missing.
    pub invented: Option<Loss>,
    /// Older forms that stay, because rewriting them would lose something; places in the original text.
    pub left: Vec<Span>,
}

/// Rewrites older forms, adds missing counts, and marks the questions under `### Required` with `[MUST ANSWER]` (R-Q1).
///
/// No other byte changes. The document may be rejected for what this corrects; the result is accepted.
pub fn fmt(text: &str) -> Result<Formatted, EditError> {
    let before = parse(text).into_result();
    let syntax = Syntax::read(text);
    let left = syntax.old_forms.iter().filter(|form| form.edits.is_empty()).map(|form| form.span).collect();
    let mut edits: Vec<Edit> = syntax.old_forms.iter().flat_map(|form| form.edits.clone()).collect();
    let missing = counts::missing(text, &syntax);
    edits.extend(counts::add(text, &syntax, &missing));
    let invented = missing.iter().any(|(key, _)| *key == "duplicates_removed");
    let invented = invented.then(|| Loss::invented("duplicates_removed", "the document does not say it; 0 is written"));
    let text = apply(text, edits);
    match (parse(&text).into_result(), before) {
        (Ok(after), Ok(before)) if after != before => Err(EditError::Misread),
        (Ok(_), _) => Ok(Formatted { text, invented, left }),
        (Err(_), Err(before)) => Err(EditError::Rejected(Box::new(before))),
        (Err(after), Ok(_)) => Err(EditError::Refused(Box::new(after))),
    }
}
