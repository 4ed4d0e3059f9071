//! Contradictions and critical gaps under `## Needs Clarification` (R-Q15).

use std::collections::{HashMap, HashSet};

use envelope_core::Edit;
use envelope_core::text::trim_blank;
use serde::{Deserialize, Serialize};

use super::{Change, EditError, reread, with_line_ends};
use crate::evaluate::AnswerVerdict;
use crate::evaluation::{Evaluation, ItemVerdict, verdicts};
use crate::labels::{ITEMS, NEEDS_CLARIFICATION, QUESTION_LEVEL, SECTION_LEVEL, hashes};
use crate::model::{Clarifications, FlagKind, Question};
use crate::parse::end_of_line;
use crate::refusal::Refusal;
use crate::{ItemId, QuestionId};

/// Answers that conflict, as an agent that compared them found (clarifications-md, "Phase 1").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Contradiction {
    /// The items whose answers conflict.
    pub items: Vec<ItemId>,
    /// What it is about, in a line.
    pub title: String,
    /// Both sides of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

impl Contradiction {
    /// A contradiction without a note.
    pub fn new(items: Vec<ItemId>, title: impl Into<String>) -> Self {
        Self { items, title: title.into(), note: String::new() }
    }

    /// The same with both sides told.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }
}

/// What was written under `## Needs Clarification`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Flagged<'d> {
    /// The splices.
    pub change: Change<'d>,
    /// How many entries were written.
    pub written: usize,
    /// How many stood there already, with the same kind, title and items.
    pub known: usize,
}

/// An entry to write.
struct Entry {
    kind: FlagKind,
    title: String,
    items: Vec<ItemId>,
    note: String,
}

/// What a critical gap says below its items.
const GAP_NOTE: &str = "This question has to be answered before the work can go on.";

impl Clarifications {
    /// The questions that must be answered and are not, by the mechanical verdict (clarifications-md, "Phase 1").
    pub fn critical_gaps(&self) -> Vec<QuestionId> {
        let open = self
            .questions()
            .filter(|question| question.must_answer && self.judge(&question.item) == AnswerVerdict::NotAnswered);
        open.map(|question| question.id).collect()
    }

    /// The same by an evaluation, which is checked against the document first (R-Q10). An answer that is not there is
    /// a gap, whatever the evaluator said.
    pub fn critical_gaps_by(&self, evaluation: &Evaluation) -> Result<Vec<QuestionId>, Refusal> {
        let verdicts = verdicts(self, Some(evaluation))?;
        let open = self.questions().filter(|question| {
            let verdict = verdicts.of(question.id.into(), &question.item);
            question.must_answer && matches!(verdict, None | Some(ItemVerdict::NotAnswered))
        });
        Ok(open.map(|question| question.id).collect())
    }

    /// Writes contradictions, then critical gaps, under `## Needs Clarification`, which is added at the end of the
    /// document where it is missing (R-Q15). An entry that is there already is not written again.
    pub fn flag(&self, contradictions: &[Contradiction], gaps: &[QuestionId]) -> Result<Flagged<'_>, EditError> {
        let mut entries = Vec::new();
        for found in contradictions {
            let title = trim_blank(&found.title);
            if title.is_empty() || title.contains(['\n', '\r']) || found.items.is_empty() {
                return Err(EditError::IncompleteFlag);
            }
            let kind = FlagKind::Contradiction;
            entries.push(Entry { kind, title: title.to_owned(), items: found.items.clone(), note: found.note.clone() });
        }
        let questions: HashMap<QuestionId, &Question> =
            self.questions().map(|question| (question.id, question)).collect();
        for id in gaps {
            let question = questions.get(id).ok_or(EditError::UnknownItem((*id).into()))?;
            let title =
                if question.item.title.is_empty() { id.to_string() } else { question.item.title.as_str().to_owned() };
            let kind = FlagKind::CriticalGap;
            entries.push(Entry { kind, title, items: vec![(*id).into()], note: GAP_NOTE.to_owned() });
        }
        let known: HashSet<ItemId> = self.items().map(|(id, _)| id).collect();
        if let Some(id) = entries.iter().flat_map(|entry| &entry.items).find(|id| !known.contains(id)) {
            return Err(EditError::UnknownItem(*id));
        }
        let asked = entries.len();
        let flags = self.needs_clarification.iter().flat_map(|needs| &needs.entries);
        let mut known: HashSet<(FlagKind, String, Vec<ItemId>)> =
            flags.map(|flag| (flag.kind, flag.title.as_str().to_owned(), flag.items.clone())).collect();
        entries.retain(|entry| known.insert((entry.kind, entry.title.clone(), entry.items.clone())));
        let written = entries.len();
        let edits: Vec<Edit> = self.flag_edit(&entries).into_iter().collect();
        if self.flags_hold(&edits, &entries) {
            Ok(Flagged { change: Change::new(self, edits), written, known: asked - written })
        } else {
            Err(EditError::MisreadText)
        }
    }

    fn flag_edit(&self, entries: &[Entry]) -> Option<Edit> {
        if entries.is_empty() {
            return None;
        }
        let heading = format!("{} {NEEDS_CLARIFICATION}", hashes(SECTION_LEVEL));
        let texts: Vec<String> = entries.iter().map(|entry| self.flag_text(entry)).collect();
        let mut blocks: Vec<&str> = texts.iter().map(String::as_str).collect();
        let offset = if let Some(needs) = &self.needs_clarification {
            needs.span.0.end()
        } else {
            blocks.insert(0, &heading);
            let whole = self.source.0.whole;
            let words = trim_blank(whole.of(self.text()));
            let last = envelope_core::Span::of_slice(self.text(), words).end();
            end_of_line(self.text(), last)
        };
        Some(self.insert_after(offset, &blocks))
    }

    fn flag_text(&self, entry: &Entry) -> String {
        let end = self.line_end();
        let items: Vec<String> = entry.items.iter().map(ToString::to_string).collect();
        let heading = format!("{} {}: {}", hashes(QUESTION_LEVEL), entry.kind.heading(), entry.title);
        let mut text = format!("{heading}{end}{end}{ITEMS} {}", items.join(", "));
        let note = trim_blank(&entry.note);
        if !note.is_empty() {
            text = [text.as_str(), end, end, &with_line_ends(note, end)].concat();
        }
        text
    }

    /// Everything else is as it was, and the new entries are read as what they say.
    fn flags_hold(&self, edits: &[Edit], entries: &[Entry]) -> bool {
        let Ok(text) = envelope_core::apply_edits(self.text(), edits) else { return false };
        let Some(mut after) = reread(self, &text) else { return false };
        let mut before = self.clone();
        let old = before.needs_clarification.take();
        let new = after.needs_clarification.take();
        let (old, new) = (old.map_or_else(Vec::new, |it| it.entries), new.map_or_else(Vec::new, |it| it.entries));
        let added = new.get(old.len()..).unwrap_or_default();
        before == after
            && new.get(..old.len()) == Some(old.as_slice())
            && added.len() == entries.len()
            && added.iter().zip(entries).all(|(flag, entry)| {
                flag.kind == entry.kind && flag.title == *entry.title.as_str() && flag.items == entry.items
            })
    }
}
