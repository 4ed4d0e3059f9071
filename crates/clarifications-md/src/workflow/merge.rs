use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::{MARKS, answer, index, one_line};
use crate::decisions::{Decision, DecisionStatus, Decisions, DocumentStatus};
use crate::{AnswerVerdict, Clarifications, DecisionId, Item, ItemId, Section};

/// What became of a draft decision, or a new decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct Judgement {
    /// The entry that is judged; none for a new decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<DecisionId>,
    /// The items that a new decision comes from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source: Vec<ItemId>,
    /// The title of a new decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the new answers do to the entry; a new decision needs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<JudgementWord>,
    /// The text of the decision, in place of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision_text: Option<String>,
    /// Why.
    pub reasoning: String,
    /// What follows from it.
    pub implication: String,
}

/// What new answers do to a draft decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum JudgementWord {
    /// They support it.
    Supported,
    /// They contradict it.
    Contradicted,
    /// There are none.
    NoNewInformation,
    /// They change a part of it; it counts as supported (R-Q16).
    PartlyChanged,
}

/// Why there are no final decisions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// An entry of the draft without a judgement.
    #[error("{0} has no judgement")]
    Missing(DecisionId),
    /// Two judgements of one entry.
    #[error("{0} has two judgements")]
    Repeated(DecisionId),
    /// A judgement of an entry that is not there.
    #[error("{0} is judged, but is not in the draft")]
    UnknownDecision(DecisionId),
    /// A judgement that names neither an entry nor a source with a title, or both.
    #[error("judgement {0} needs `decision`, or `source` and `title`")]
    Subject(usize),
    /// A judgement of an entry without its word.
    #[error("the judgement of {0} says none of supported, contradicted, no-new-information, partly-changed")]
    NoWord(DecisionId),
    /// A judgement without reasoning or implication.
    #[error("the judgement of {0} has no {1}")]
    Blank(String, &'static str),
    /// A contradicted entry, or one that was open, without what is decided now.
    #[error("the judgement of {0} needs `decision_text`: what is decided now")]
    NoText(String),
    /// A critical gap or contradiction is resolved, and none of its sources has a clear answer.
    #[error("{0} cannot be resolved: neither its sources nor their refinements have a clear answer")]
    NoAnswer(DecisionId),
    /// A source that is not in the clarifications.
    #[error("{0} names {1}, which is not in the clarifications")]
    UnknownSource(String, ItemId),
    /// An entry without a source.
    #[error("{0} has no source")]
    NoSource(DecisionId),
    /// An answered refinement that no entry and no judgement covers.
    #[error("{0} is answered, but neither {question} has a draft nor a judgement names it as source", question = .0.question())]
    Uncovered(ItemId),
}

/// The final decisions (R-Q11), or everything that is missing for them.
pub fn merge(
    draft: &Decisions,
    clarifications: &Clarifications,
    judgements: &[Judgement],
) -> Result<Decisions, Vec<MergeError>> {
    let mut merge = Merge::new(clarifications);
    let judged = merge.judged(draft, judgements);
    for decision in &draft.decisions {
        match judged.get(&decision.id) {
            Some(judgement) => merge.entry(decision, judgement),
            None => merge.errors.push(MergeError::Missing(decision.id)),
        }
    }
    let mut next = draft.decisions.iter().map(|decision| decision.id).max();
    for judgement in judgements.iter().filter(|judgement| judgement.decision.is_none()) {
        let id = next.map_or(DecisionId::after(0), DecisionId::next);
        merge.new_entry(id, judgement);
        next = Some(id);
    }
    merge.check_coverage(draft, judgements);
    if !merge.errors.is_empty() {
        return Err(merge.errors);
    }
    let mut frontmatter = draft.frontmatter.clone();
    let is_conflict = |decision: &&Decision| decision.status == DecisionStatus::ConflictResolved;
    frontmatter.status = Some(DocumentStatus::Final);
    frontmatter.decision_count = merge.decisions.len() as u64;
    frontmatter.conflicts_resolved = Some(merge.decisions.iter().filter(is_conflict).count() as u64);
    Ok(Decisions { frontmatter, preamble: draft.preamble.clone(), decisions: merge.decisions })
}

struct Merge<'a> {
    index: HashMap<ItemId, (&'a Section, &'a Item)>,
    decisions: Vec<Decision>,
    errors: Vec<MergeError>,
}

impl<'a> Merge<'a> {
    fn new(clarifications: &'a Clarifications) -> Self {
        Self { index: index(clarifications), decisions: Vec::new(), errors: Vec::new() }
    }

    /// The judgement of each entry.
    fn judged<'j>(&mut self, draft: &Decisions, judgements: &'j [Judgement]) -> HashMap<DecisionId, &'j Judgement> {
        let ids: HashSet<DecisionId> = draft.decisions.iter().map(|decision| decision.id).collect();
        let mut judged = HashMap::new();
        for (number, judgement) in (1..).zip(judgements) {
            let is_new = !judgement.source.is_empty() && judgement.title.is_some();
            let has_none = judgement.source.is_empty() && judgement.title.is_none();
            match judgement.decision {
                None if is_new => {}
                Some(id) if has_none && !ids.contains(&id) => self.errors.push(MergeError::UnknownDecision(id)),
                Some(id) if has_none => {
                    if judged.insert(id, judgement).is_some() {
                        self.errors.push(MergeError::Repeated(id));
                    }
                }
                _ => self.errors.push(MergeError::Subject(number)),
            }
            self.check_texts(judgement);
        }
        judged
    }

    fn check_texts(&mut self, judgement: &Judgement) {
        for (field, text) in [("reasoning", &judgement.reasoning), ("implication", &judgement.implication)] {
            if text.trim().is_empty() {
                self.errors.push(MergeError::Blank(subject(judgement), field));
            }
        }
    }

    fn entry(&mut self, draft: &Decision, judgement: &Judgement) {
        let Some(word) = judgement.judgement else {
            self.errors.push(MergeError::NoWord(draft.id));
            return;
        };
        if draft.source.is_empty() {
            self.errors.push(MergeError::NoSource(draft.id));
        }
        self.check_sources(&draft.id.to_string(), &draft.source);
        let text = text_of(judgement);
        let is_open = matches!(draft.status, DecisionStatus::CriticalGap | DecisionStatus::Contradiction);
        let stays_open = is_open && word == JudgementWord::NoNewInformation;
        let needs_text = is_open && !stays_open || word == JudgementWord::Contradicted;
        if needs_text && text.is_none() {
            self.errors.push(MergeError::NoText(draft.id.to_string()));
        }
        if is_open && !stays_open && !self.has_clear_answer(&draft.source) {
            self.errors.push(MergeError::NoAnswer(draft.id));
        }
        let mut decision = draft.clone();
        decision.reasoning = Some(judgement.reasoning.trim().to_owned());
        decision.implication = Some(judgement.implication.trim().to_owned());
        if decision.section.is_none() {
            decision.section = self.section(&draft.source);
        }
        if !stays_open {
            let old = answers(draft);
            if word == JudgementWord::Contradicted {
                decision.status = DecisionStatus::ConflictResolved;
                decision.note = Some(format!("The earlier answer was: {old}"));
            } else {
                decision.status = DecisionStatus::Resolved;
                decision.note = draft.note.clone().filter(|_| !is_open);
            }
            decision.decision = text.or_else(|| draft.decision.clone()).or(Some(old));
            decision.answers.clear();
            unmarked(&draft.title).clone_into(&mut decision.title);
        }
        self.decisions.push(decision);
    }

    fn new_entry(&mut self, id: DecisionId, judgement: &Judgement) {
        let Some(title) = &judgement.title else { return };
        let subject = subject(judgement);
        self.check_sources(&subject, &judgement.source);
        let answers: Vec<&str> =
            judgement.source.iter().filter_map(|source| answer(self.index.get(source)?.1)).collect();
        let text = text_of(judgement).or_else(|| Some(answers.join("\n\n")).filter(|text| !text.is_empty()));
        if text.is_none() {
            self.errors.push(MergeError::NoText(subject));
        }
        let mut decision = Decision::new(id, one_line(title), DecisionStatus::Resolved);
        decision.source.clone_from(&judgement.source);
        decision.section = self.section(&judgement.source);
        decision.decision = text;
        decision.reasoning = Some(judgement.reasoning.trim().to_owned());
        decision.implication = Some(judgement.implication.trim().to_owned());
        self.decisions.push(decision);
    }

    fn check_sources(&mut self, subject: &str, sources: &[ItemId]) {
        let unknown = sources.iter().filter(|id| !self.index.contains_key(id));
        let unknown = unknown.map(|id| MergeError::UnknownSource(subject.to_owned(), *id));
        self.errors.extend(unknown);
    }

    /// Whether one of the sources or their refinements has a clear answer.
    fn has_clear_answer(&self, sources: &[ItemId]) -> bool {
        let is_clear = |item: &Item| crate::answer_verdict(item, false) == AnswerVerdict::Clear;
        sources.iter().any(|source| {
            let Some((_, item)) = self.index.get(source) else { return false };
            // The refinements of a question stand in it, the sub-refinements beside their refinement.
            let refinements = self.index.get(&source.question()).map_or(&[][..], |(_, question)| &question.refinements);
            let below = refinements.iter().filter(|other| source.is_question() || other.id.parent() == Some(*source));
            is_clear(item) || below.into_iter().any(is_clear)
        })
    }

    fn section(&self, sources: &[ItemId]) -> Option<String> {
        self.index.get(sources.first()?)?.0.title.clone()
    }

    /// Every answered refinement of a question without an entry is the source of a new decision.
    fn check_coverage(&mut self, draft: &Decisions, judgements: &[Judgement]) {
        let drafted = draft.decisions.iter().flat_map(|decision| &decision.source);
        let covered: HashSet<ItemId> =
            drafted.chain(judgements.iter().flat_map(|judgement| &judgement.source)).copied().collect();
        let answered = self.index.values().filter(|(_, item)| !item.id.is_question() && answer(item).is_some());
        let mut uncovered: Vec<ItemId> = answered.map(|(_, item)| item.id).collect();
        uncovered.retain(|id| !covered.contains(id) && !covered.contains(&id.question()));
        uncovered.sort_unstable();
        self.errors.extend(uncovered.into_iter().map(MergeError::Uncovered));
    }
}

/// What a judgement is about, in words.
fn subject(judgement: &Judgement) -> String {
    let ids = || judgement.source.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    judgement.decision.map_or_else(ids, |id| id.to_string())
}

fn text_of(judgement: &Judgement) -> Option<String> {
    judgement.decision_text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// What an entry rests on.
fn answers(decision: &Decision) -> String {
    let one = |answer: &crate::decisions::Answer| match answer.item {
        Some(item) => format!("{item}: {}", answer.text),
        None => answer.text.clone(),
    };
    decision.answers.iter().map(one).collect::<Vec<_>>().join("\n\n")
}

/// A title without `[Critical Gap]` or `[Contradiction]`.
fn unmarked(title: &str) -> &str {
    MARKS.iter().find_map(|mark| title.strip_prefix(mark)).map_or(title, str::trim)
}
