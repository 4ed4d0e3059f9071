use std::collections::{HashMap, HashSet};
use std::fmt::Display;

use serde::{Deserialize, Serialize};

use super::{GAP_NOTE, StepError, answer, filled, index, is_gap, one_line, unmarked};
use crate::decisions::{Answer, Decision, DecisionStatus, Decisions, DocumentStatus};
use crate::{AnswerVerdict, Clarifications, DecisionId, Item, ItemId, Section, answer_verdict};

/// What became of a draft decision, or a new decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct Judgement {
    /// The entry that is judged; none for a new decision.
    pub decision: Option<DecisionId>,
    /// The items that a new decision comes from.
    pub source: Vec<ItemId>,
    /// The title of a new decision.
    pub title: Option<String>,
    /// What the new answers do to the entry; a new decision needs none.
    pub judgement: Option<JudgementWord>,
    /// The text of the decision, in place of the answer.
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

/// The final decisions (R-Q11), or everything that is missing for them.
pub fn merge(
    draft: &Decisions,
    clarifications: &Clarifications,
    judgements: &[Judgement],
) -> Result<Decisions, StepError> {
    let mut merge = Merge::new(clarifications);
    let ids: HashSet<DecisionId> = draft.decisions.iter().map(|decision| decision.id).collect();
    let mut last = ids.iter().map(|id| id.0).max().unwrap_or_default();
    let (mut judged, mut new) = (HashMap::new(), Vec::new());
    for (number, judgement) in (1..).zip(judgements) {
        let title = judgement.title.as_deref().map(one_line).filter(|title| !title.is_empty());
        match (judgement.decision, judgement.source.as_slice(), title) {
            (Some(id), [], None) if !ids.contains(&id) => merge.fault(id, "is judged, but is not in the draft"),
            (Some(id), [], None) => {
                if judged.insert(id, judgement).is_some() {
                    merge.fault(id, "has two judgements");
                }
            }
            (None, [_, ..], Some(title)) if judgement.judgement.is_some() => {
                merge.fault(format_args!("the new decision \"{title}\""), "has `judgement`, which only a draft has");
            }
            (None, source @ [_, ..], Some(title)) => {
                last = last.saturating_add(1);
                new.push((merge.drafted(DecisionId(last), title, source), judgement));
            }
            _ => merge.fault(format_args!("judgement {number}"), "needs `decision`, or `source` and `title`"),
        }
    }
    for decision in &draft.decisions {
        match judged.get(&decision.id) {
            None => merge.fault(decision.id, "has no judgement"),
            Some(Judgement { judgement: None, .. }) => merge.fault(decision.id, "is judged without `judgement`"),
            Some(judgement) => merge.entry(decision, judgement, judgement.judgement),
        }
    }
    for (decision, judgement) in &new {
        merge.entry(decision, judgement, None);
    }
    merge.check_coverage(draft, judgements);
    if !merge.faults.is_empty() {
        return Err(StepError::Faults(merge.faults));
    }
    let mut frontmatter = draft.frontmatter.clone();
    let conflicts = merge.decisions.iter().filter(|decision| decision.status == DecisionStatus::ConflictResolved);
    frontmatter.status = Some(DocumentStatus::Final);
    frontmatter.decision_count = merge.decisions.len() as u64;
    frontmatter.conflicts_resolved = Some(conflicts.count() as u64);
    Ok(Decisions { frontmatter, preamble: draft.preamble.clone(), decisions: merge.decisions })
}

struct Merge<'a> {
    index: HashMap<ItemId, (&'a Section, &'a Item)>,
    /// The items with a clear answer, by their own id and those of what they refine.
    clear: HashMap<ItemId, Vec<&'a Item>>,
    decisions: Vec<Decision>,
    faults: Vec<String>,
}

impl<'a> Merge<'a> {
    fn new(clarifications: &'a Clarifications) -> Self {
        let mut clear = HashMap::<_, Vec<_>>::new();
        for item in clarifications.items().filter(|item| answer_verdict(item, false) == AnswerVerdict::Clear) {
            for id in std::iter::successors(Some(item.id), |id| id.parent()) {
                clear.entry(id).or_default().push(item);
            }
        }
        Self { index: index(clarifications), clear, decisions: Vec::new(), faults: Vec::new() }
    }

    fn fault(&mut self, subject: impl Display, what: &str) {
        self.faults.push(format!("{subject} {what}"));
    }

    /// A new decision as a draft that has the answers to its sources.
    fn drafted(&self, id: DecisionId, title: String, source: &[ItemId]) -> Decision {
        let answers = source.iter().filter_map(|id| answer(self.index.get(id)?.1));
        Decision {
            source: source.to_vec(),
            answers: answers.map(|text| Answer { item: None, text }).collect(),
            ..Decision::new(id, title, DecisionStatus::Draft)
        }
    }

    /// Makes the final entry; a new one has no word.
    fn entry(&mut self, draft: &Decision, judgement: &Judgement, word: Option<JudgementWord>) {
        let new = || format!("the new decision \"{}\"", draft.title);
        let subject = &word.map_or_else(new, |_| draft.id.to_string());
        let is_open = matches!(draft.status, DecisionStatus::CriticalGap | DecisionStatus::Contradiction);
        let stays_open = is_open && word == Some(JudgementWord::NoNewInformation);
        let is_contradicted = word == Some(JudgementWord::Contradicted);
        let (old, text) = (draft.text(), judgement.decision_text.as_deref().and_then(filled));
        let section = draft.source.first().and_then(|id| self.index.get(id)?.0.title.clone());
        let mut decision = Decision {
            section: draft.section.clone().or(section),
            reasoning: filled(&judgement.reasoning),
            implication: filled(&judgement.implication),
            ..draft.clone()
        };
        let needs_text = !stays_open && (is_open || is_contradicted || old.is_none());
        for (is_missing, what) in [
            (draft.source.is_empty(), "has no source"),
            (decision.reasoning.is_none(), "is judged without `reasoning`"),
            (decision.implication.is_none(), "is judged without `implication`"),
            (needs_text && text.is_none(), "is judged without `decision_text`: what is decided now"),
        ] {
            if is_missing {
                self.fault(subject, what);
            }
        }
        for source in draft.source.iter().filter(|source| !self.index.contains_key(source)) {
            self.faults.push(format!("{subject} names {source}, which is not in the clarifications"));
        }
        if stays_open {
            decision.decision = text.or(decision.decision);
        } else {
            let has_gap = draft.source.iter().any(|id| self.index.get(id).is_some_and(|(_, item)| is_gap(item)));
            if (is_open || has_gap || word.is_none()) && !self.is_settled(draft) {
                let what = "cannot be resolved: neither its sources nor their refinements have a clear answer";
                let is_contradiction = draft.status == DecisionStatus::Contradiction;
                let beside = if is_contradiction { " beside those that contradict" } else { "" };
                self.fault(subject, &format!("{what}{beside}"));
            }
            let earlier = old.as_ref().filter(|_| is_contradicted).map(|old| format!("The earlier answer was: {old}"));
            let note = decision.note.filter(|note| note != GAP_NOTE);
            decision.note = filled(&earlier.into_iter().chain(note).collect::<Vec<_>>().join("\n\n"));
            decision.status = if is_contradicted { DecisionStatus::ConflictResolved } else { DecisionStatus::Resolved };
            decision.decision = text.or(old);
            decision.answers.clear();
            unmarked(&draft.title).clone_into(&mut decision.title);
        }
        self.decisions.push(decision);
    }

    /// Whether one of the sources or their refinements has a clear answer; of an entry that is open, one that it does not
    /// record itself.
    fn is_settled(&self, entry: &Decision) -> bool {
        let recorded = entry.answers.iter().filter(|_| entry.status != DecisionStatus::Draft);
        let recorded: HashSet<_> = recorded.map(|answer| (answer.item, one_line(&answer.text))).collect();
        let is_new = |item: &&Item| {
            let text = one_line(item.answer.as_deref().unwrap_or_default());
            ![None, Some(item.id)].into_iter().any(|id| recorded.contains(&(id, text.clone())))
        };
        entry.source.iter().filter_map(|id| self.clear.get(id)).flatten().any(is_new)
    }

    /// Every answered refinement is the source of a new decision, unless the draft has its question; every gap is in the
    /// draft.
    fn check_coverage(&mut self, draft: &Decisions, judgements: &[Judgement]) {
        let drafted: HashSet<ItemId> = draft.decisions.iter().flat_map(|decision| &decision.source).copied().collect();
        let named: HashSet<ItemId> = judgements.iter().flat_map(|judgement| &judgement.source).copied().collect();
        let mut items: Vec<&Item> = self.index.values().map(|(_, item)| *item).collect();
        items.sort_unstable_by_key(|item| item.id);
        for item in items.into_iter().filter(|item| !drafted.contains(&item.id)) {
            let (id, question) = (item.id, item.id.question());
            let is_covered = id.is_question() || named.contains(&id) || drafted.contains(&question);
            if is_gap(item) {
                self.fault(id, "must be answered and is not, but the draft has no entry for it");
            } else if answer(item).is_some() && !is_covered {
                self.fault(
                    id,
                    &format!("is answered, but neither {question} has a draft nor a judgement names it as source"),
                );
            }
        }
    }
}
