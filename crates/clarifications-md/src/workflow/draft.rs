use serde::{Deserialize, Serialize};
use serde_json::Map;

use super::{CROSS_CUTTING, MARKS, NOT_ANSWERED, answer, index, one_line};
use crate::decisions::{Answer, Decision, DecisionStatus, Decisions, DecisionsFrontmatter, DocumentStatus};
use crate::evaluation::check_fit;
use crate::{AnswerVerdict, Clarifications, DecisionId, Evaluation, ItemId, Misfit};

/// Two or more clear answers that cannot all hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct Contradiction {
    /// The items that contradict each other.
    pub items: Vec<ItemId>,
    /// What it is about.
    pub title: String,
    /// Why they cannot all hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Why there is no draft.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DraftError {
    /// The evaluation is not one of the document.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// A contradiction of an item that is not there.
    #[error("the contradiction \"{0}\" names {1}, which is not in the clarifications")]
    UnknownItem(String, ItemId),
    /// A contradiction of an item without an answer.
    #[error("the contradiction \"{0}\" names {1}, which has no answer")]
    NoAnswer(String, ItemId),
    /// A contradiction of fewer than two items.
    #[error("the contradiction \"{0}\" names fewer than two items")]
    OneItem(String),
}

/// The draft decisions: one per clear question, then the critical gaps, then the contradictions (R-Q10).
///
/// Without an evaluation, the document is evaluated.
pub fn draft(
    clarifications: &Clarifications,
    evaluation: Option<&Evaluation>,
    contradictions: &[Contradiction],
) -> Result<Decisions, Vec<DraftError>> {
    let own;
    let evaluation = match evaluation {
        Some(given) => given,
        None => {
            own = crate::evaluate(clarifications, &crate::EvaluateOptions::default());
            &own
        }
    };
    let mut errors: Vec<DraftError> = check_fit(evaluation, clarifications).into_iter().map(DraftError::from).collect();
    errors.extend(check(contradictions, clarifications));
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut draft = Draft { clarifications, decisions: Vec::new() };
    let verdicts = evaluation.verdicts();
    draft.clear_questions(|id| verdicts.get(&id) == Some(&AnswerVerdict::Clear));
    draft.gaps(|id| verdicts.get(&id) == Some(&AnswerVerdict::NotAnswered));
    draft.contradictions(contradictions);
    let frontmatter = DecisionsFrontmatter {
        status: Some(DocumentStatus::Draft),
        decision_count: draft.decisions.len() as u64,
        conflicts_resolved: None,
        extra: Map::new(),
    };
    Ok(Decisions { frontmatter, preamble: None, decisions: draft.decisions })
}

/// What is wrong with the contradictions that a caller names.
pub(super) fn check(contradictions: &[Contradiction], clarifications: &Clarifications) -> Vec<DraftError> {
    let index = index(clarifications);
    let mut errors = Vec::new();
    for Contradiction { items, title, .. } in contradictions {
        let title = || title.clone();
        let first = items.first();
        if items.iter().all(|id| Some(id) == first) {
            errors.push(DraftError::OneItem(title()));
        }
        for id in items.iter().copied() {
            match index.get(&id) {
                None => errors.push(DraftError::UnknownItem(title(), id)),
                Some((_, item)) if answer(item).is_none() => errors.push(DraftError::NoAnswer(title(), id)),
                Some(_) => {}
            }
        }
    }
    errors
}

struct Draft<'a> {
    clarifications: &'a Clarifications,
    decisions: Vec<Decision>,
}

impl Draft<'_> {
    fn push(&mut self, title: String, status: DecisionStatus) -> &mut Decision {
        let id = DecisionId::after(self.decisions.len());
        self.decisions.push(Decision::new(id, title, status));
        let last = self.decisions.len() - 1;
        &mut self.decisions[last]
    }

    fn clear_questions(&mut self, is_clear: impl Fn(ItemId) -> bool) {
        for section in &self.clarifications.sections {
            for question in section.questions.iter().filter(|question| is_clear(question.id)) {
                let decision = self.push(question.title.clone(), DecisionStatus::Draft);
                decision.source = vec![question.id];
                decision.section.clone_from(&section.title);
                let text = answer(question).unwrap_or_default().replace("\r\n", "\n");
                decision.answers = vec![Answer { item: None, text }];
            }
        }
    }

    fn gaps(&mut self, is_empty: impl Fn(ItemId) -> bool) {
        for section in &self.clarifications.sections {
            for question in section.questions.iter().filter(|question| question.must_answer && is_empty(question.id)) {
                let decision = self.push(format!("{} {}", MARKS[0], question.title), DecisionStatus::CriticalGap);
                decision.source = vec![question.id];
                decision.section.clone_from(&section.title);
                decision.answers = vec![Answer { item: None, text: NOT_ANSWERED.to_owned() }];
                decision.note = Some("A [MUST ANSWER] question without an answer.".to_owned());
            }
        }
    }

    fn contradictions(&mut self, contradictions: &[Contradiction]) {
        let index = index(self.clarifications);
        for Contradiction { items, title, note } in contradictions {
            let answers = items.iter().filter_map(|id| Some((*id, answer(index.get(id)?.1)?)));
            let answers =
                answers.map(|(id, text)| Answer { item: Some(id), text: text.replace("\r\n", "\n") }).collect();
            let decision = self.push(format!("{} {}", MARKS[1], one_line(title)), DecisionStatus::Contradiction);
            decision.source.clone_from(items);
            decision.section = Some(CROSS_CUTTING.to_owned());
            decision.answers = answers;
            decision.note.clone_from(note);
        }
    }
}
