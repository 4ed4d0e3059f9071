use std::collections::HashSet;
use std::fmt::Write as _;

use envelope_core::{Edit, Span, edit::apply};

use super::{Document, EditError, accepted};
use crate::decisions::DecisionStatus;
use crate::read::FLAGS;
use crate::workflow::{StepError, unmarked};
use crate::{Contradiction, Evaluation, Flag, FlagKind, draft, render};

/// Adds an entry for each critical gap and contradiction of the draft under `## Needs Clarification`, unless there is one
/// of the same items (R-Q15).
pub fn flag(text: &str, evaluation: &Evaluation, contradictions: &[Contradiction]) -> Result<String, StepError> {
    let document = Document::open(text)?;
    let drafted = draft(&document.value, Some(evaluation), contradictions)?;
    let of = |status, kind| {
        let entries = drafted.decisions.iter().filter(move |decision| decision.status == status);
        entries.map(move |entry| Flag {
            kind,
            title: unmarked(&entry.title).to_owned(),
            items: entry.source.clone(),
            // That of a gap says what its kind says.
            text: entry.note.clone().filter(|_| kind == FlagKind::Contradiction),
        })
    };
    let gaps = of(DecisionStatus::CriticalGap, FlagKind::CriticalGap);
    let mut new: Vec<Flag> = of(DecisionStatus::Contradiction, FlagKind::Contradiction).chain(gaps).collect();
    let known: HashSet<_> =
        document.value.needs_clarification.iter().map(|flag| (flag.kind as u8, &flag.items)).collect();
    new.retain(|flag| !known.contains(&(flag.kind as u8, &flag.items)));
    if new.is_empty() {
        return Ok(text.to_owned());
    }
    let flagged = apply(text, vec![splice(&document, &new)]);
    let mut expected = document.value.clone();
    expected.needs_clarification.extend(new);
    if accepted(&flagged)? == expected { Ok(flagged) } else { Err(EditError::Misread.into()) }
}

/// The edit that adds entries at the end of the section, or the section at the end of the document.
fn splice(document: &Document<'_>, flags: &[Flag]) -> Edit {
    let Document { text, syntax, .. } = document;
    let mut new = String::new();
    if syntax.flags_heading.is_none() {
        let _ = write!(new, "\n\n## {FLAGS}");
    }
    for flag in flags {
        let _ = write!(new, "\n\n{}", render::flag(flag));
    }
    // Without the section, behind all of the document.
    let last = Span::new(0, syntax.end).trim(text);
    let ends = syntax.flags_heading.into_iter().chain(syntax.flags_other.iter().copied());
    let ends = ends.chain(syntax.flags.iter().flat_map(|flag| [flag.heading, flag.text.trim(text)]));
    let end = ends.map(Span::end).max().unwrap_or(last.end());
    if end == text.len() {
        new.push('\n');
    }
    Edit::insert(end, new)
}
