use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{GAP_NOTE, MARKS, NOT_ANSWERED, StepError, answer, filled, index, is_gap, one_line};
use crate::decisions::{Answer, Decision, DecisionStatus, Decisions, DecisionsFrontmatter, DocumentStatus};
use crate::{AnswerVerdict, Clarifications, DecisionId, Evaluation, Item, ItemId, Section, evaluation};

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
    pub note: Option<String>,
}

/// The draft decisions: one per clear question, then the critical gaps, then the contradictions (R-Q10).
///
/// Without an evaluation, the document is evaluated.
pub fn draft(
    clarifications: &Clarifications,
    given: Option<&Evaluation>,
    contradictions: &[Contradiction],
) -> Result<Decisions, StepError> {
    let own = crate::evaluate(clarifications, &crate::EvaluateOptions::default());
    let given = given.unwrap_or(&own);
    let mut faults = evaluation::faults(given, clarifications);
    let verdicts = given.verdicts();
    let entry = |(section, item): (&Section, &Item)| Decision {
        source: vec![item.id],
        section: section.title.clone(),
        answers: vec![Answer { item: None, text: answer(item).unwrap_or_else(|| NOT_ANSWERED.to_owned()) }],
        ..Decision::new(DecisionId(0), &item.title, DecisionStatus::Draft)
    };
    let items = || clarifications.sections.iter().flat_map(|section| section.items().map(move |item| (section, item)));
    let is_clear =
        |(_, item): &(&Section, &Item)| item.id.is_question() && verdicts.get(&item.id) == Some(&AnswerVerdict::Clear);
    let mut decisions: Vec<Decision> = items().filter(is_clear).map(entry).collect();
    decisions.extend(items().filter(|(_, item)| is_gap(item)).map(entry).map(|gap| Decision {
        title: format!("{} {}", MARKS[0], gap.title),
        status: DecisionStatus::CriticalGap,
        note: Some(GAP_NOTE.to_owned()),
        ..gap
    }));
    let index = index(clarifications);
    decisions.extend(contradictions.iter().map(|contradiction| contradiction.entry(&index, &mut faults)));
    if !faults.is_empty() {
        return Err(StepError::Faults(faults));
    }
    for (decision, number) in decisions.iter_mut().zip(1..) {
        decision.id = DecisionId(number);
    }
    let decision_count = decisions.len() as u64;
    let status = Some(DocumentStatus::Draft);
    let frontmatter = DecisionsFrontmatter { status, decision_count, ..DecisionsFrontmatter::default() };
    Ok(Decisions { frontmatter, preamble: None, decisions })
}

impl Contradiction {
    /// The entry of the draft; what is wrong with the contradiction is added to the faults.
    fn entry(&self, index: &HashMap<ItemId, (&Section, &Item)>, faults: &mut Vec<String>) -> Decision {
        let title = one_line(&self.title);
        let mut fault = |what: &str| faults.push(format!("the contradiction \"{title}\" {what}"));
        let mut source = self.items.clone();
        source.sort_unstable();
        source.dedup();
        if source.len() < 2 {
            fault("names fewer than two items");
        }
        if title.is_empty() {
            fault("has no title");
        }
        let mut answers = Vec::new();
        for id in &source {
            match index.get(id).map(|(_, item)| answer(item)) {
                None => fault(&format!("names {id}, which is not in the clarifications")),
                Some(None) => fault(&format!("names {id}, which has no answer")),
                Some(Some(text)) => answers.push(Answer { item: Some(*id), text }),
            }
        }
        Decision {
            source,
            section: Some("Cross-cutting".to_owned()),
            answers,
            note: self.note.as_deref().and_then(filled),
            ..Decision::new(DecisionId(0), format!("{} {title}", MARKS[1]), DecisionStatus::Contradiction)
        }
    }
}
