use envelope_core::edit::apply;
use envelope_core::text::Lines;
use envelope_core::{Edit, Located, Loss, Span};

use super::{EditError, accepted};
use crate::locate::locate;
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
    let (mut edits, mut invented) = (Vec::new(), None);
    add_counts(text, &syntax, &mut edits, &mut invented);
    edits.extend(syntax.old_forms.into_iter().flat_map(|form| form.edits));
    let text = apply(text, edits);
    match (accepted(&text), before) {
        (Ok(after), Ok(before)) if after != before => Err(EditError::Misread),
        (Ok(_), _) => Ok(Formatted { text, invented, left }),
        (Err(_), Err(before)) => Err(EditError::Rejected(Box::new(before))),
        (Err(refused), Ok(_)) => Err(refused),
    }
}

/// Adds the required counts that are missing. What was merged away cannot be counted: 0 is invented.
fn add_counts(text: &str, syntax: &Syntax, edits: &mut Vec<Edit>, invented: &mut Option<Loss>) {
    let frontmatter = syntax.frontmatter.as_ref();
    let mut lines = String::new();
    for (name, count) in syntax.counts() {
        let entry = frontmatter.and_then(|frontmatter| frontmatter.get(text, name));
        let value = count.unwrap_or_default();
        match entry {
            Some(entry) if !entry.value.is_empty() => continue,
            Some(entry) => edits.push(Edit::insert(entry.value.end(), format!(" {value}"))),
            None => lines += &format!("{name}: {value}\n"),
        }
        if count.is_none() {
            *invented = Some(Loss::invented(name, "the document does not say it; 0 is written"));
        }
    }
    if lines.is_empty() {
        return;
    }
    if let Some(frontmatter) = frontmatter {
        let last_line = text[..frontmatter.span.end()].rfind('\n').map_or(0, |at| at + 1);
        edits.push(Edit::insert(last_line, lines));
    } else if let Located::At(place) = locate(text) {
        // Behind a byte order mark.
        let start = Lines::new(text, place.region).offset();
        edits.push(Edit::insert(start, format!("---\n{lines}---\n\n")));
    }
}
