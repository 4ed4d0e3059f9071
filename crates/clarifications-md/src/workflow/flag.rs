use std::fmt::Write as _;

use envelope_core::edit::apply;
use envelope_core::{Edit, Span};

use super::draft::{self, DraftError};
use super::{Contradiction, one_line};
use crate::evaluation::check_fit;
use crate::read::FLAGS;
use crate::syntax::Syntax;
use crate::{AnswerVerdict, Clarifications, Evaluation, Flag, FlagKind, Rejected, parse, render};

/// Why a document is not flagged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FlagError {
    /// The document is rejected.
    #[error("{0}; correct the document first")]
    Rejected(Box<Rejected<Clarifications>>),
    /// The evaluation or a contradiction does not fit the document.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// The entries would not be read back as they are.
    #[error("the entries would be read in another way; leave headings out of titles and notes")]
    Misread,
}

/// Adds an entry for each critical gap and contradiction under `## Needs Clarification`, unless there is one of the same
/// items (R-Q15).
pub fn flag(text: &str, evaluation: &Evaluation, contradictions: &[Contradiction]) -> Result<String, Vec<FlagError>> {
    let document = parse(text).into_result().map_err(|error| vec![FlagError::Rejected(Box::new(error))])?;
    let misfits = check_fit(evaluation, &document).into_iter().map(DraftError::from);
    let errors: Vec<_> = misfits.chain(draft::check(contradictions, &document)).map(FlagError::from).collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let there = document.needs_clarification.as_deref().unwrap_or_default();
    let is_new = |flag: &Flag| !there.iter().any(|other| other.kind == flag.kind && other.items == flag.items);
    let new: Vec<Flag> = flags(&document, evaluation, contradictions).into_iter().filter(is_new).collect();
    if new.is_empty() {
        return Ok(text.to_owned());
    }
    let flagged = apply(text, vec![splice(text, &new)]);
    let mut expected = document;
    expected.needs_clarification.get_or_insert_default().extend(new);
    let is_right = parse(&flagged).accepted() == Some(&expected);
    if is_right { Ok(flagged) } else { Err(vec![FlagError::Misread]) }
}

/// The entries for what keeps decisions from being made.
fn flags(document: &Clarifications, evaluation: &Evaluation, contradictions: &[Contradiction]) -> Vec<Flag> {
    let verdicts = evaluation.verdicts();
    let is_gap = |id| verdicts.get(&id) == Some(&AnswerVerdict::NotAnswered);
    let gaps = document.items().filter(|item| item.must_answer && is_gap(item.id)).map(|item| Flag {
        kind: FlagKind::CriticalGap,
        title: item.title.clone(),
        items: vec![item.id],
        text: None,
    });
    let contradictions = contradictions.iter().map(|contradiction| Flag {
        kind: FlagKind::Contradiction,
        title: one_line(&contradiction.title),
        items: contradiction.items.clone(),
        text: contradiction.note.as_deref().map(|note| note.trim().replace("\r\n", "\n")),
    });
    contradictions.chain(gaps).collect()
}

/// The edit that adds entries at the end of the section, or the section at the end of the document.
fn splice(text: &str, flags: &[Flag]) -> Edit {
    let syntax = Syntax::read(text);
    let mut new = String::new();
    if syntax.flags_heading.is_none() {
        let _ = write!(new, "\n\n## {FLAGS}");
    }
    for flag in flags {
        let _ = write!(new, "\n\n{}", render::flag(flag));
    }
    // Without the section, behind the last one: behind all of the document, if it is not in a fence.
    let last = syntax.sections.last().map_or(Span::new(0, text.len()), |section| section.span).trim(text);
    let ends = syntax.flags_heading.into_iter().chain(syntax.flags_other.iter().copied());
    let ends = ends.chain(syntax.flags.iter().flat_map(|flag| [flag.heading, flag.text.trim(text)]));
    let end = ends.map(Span::end).max().unwrap_or(last.end());
    if end == text.len() {
        new.push('\n');
    }
    Edit::insert(end, new)
}
