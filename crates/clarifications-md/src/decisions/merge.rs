//! The merge protocol: a draft, the clarifications with their refinements, and a judgement on every entry give the final
//! decisions (clarifications-md, "merge protocol"; R-Q11).

use std::collections::{HashMap, HashSet};

use envelope_core::text::{placeholder, trim_blank};
use envelope_core::{Count, Severity};

use super::check::{rules_on, unanswered_questions};
use super::draft::{answer, finish, tidy};
use super::labels::{CONTRADICTION_MARK, CROSS_CUTTING, FINAL, GAP_MARK, GAP_NOTE, NOT_ANSWERED, VAGUE_NOTE};
use super::{Decision, Decisions, Judgement, JudgementWord, SidedAnswer};
use crate::evaluate::is_no_answer;
use crate::model::{Clarifications, Item, Question, Text};
use crate::refusal::{Reason, Refusal, errors};
use crate::{DecisionId, DecisionStatus, Expectations, ItemId, QuestionId};

impl Decisions {
    /// The final decisions (R-Q11). Every entry needs a judgement, and every answered refinement of a question without
    /// an entry a new decision; on any fault nothing is made and every reason is given.
    ///
    /// A gap never becomes a success: what is a critical gap, a contradiction or needs review, and every entry over an
    /// unanswered `[MUST ANSWER]` question, is settled only with the decision's text and a clear answer among its
    /// sources or their refinements.
    pub fn merge(&self, document: &Clarifications, judgements: &[Judgement]) -> Result<Self, Refusal> {
        let mut reasons: Vec<Reason> = errors(document, &()).map(Reason::Document).collect();
        reasons.extend(errors(self, &Expectations::default()).map(Reason::Decisions));
        let merger = Merger::new(self, document);
        reasons.extend(merger.addressed(judgements));
        reasons.extend(merger.unknown_sources());
        Refusal::unless_empty(reasons)?;
        let mut reasons = merger.uncovered(judgements);
        let on: HashMap<DecisionId, &Judgement> =
            judgements.iter().filter_map(|judgement| Some((judgement.decision?, judgement))).collect();
        let mut entries = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            match on.get(&entry.id) {
                Some(judgement) => entries.push(merger.judged(entry, judgement, &mut reasons)),
                None => reasons.push(Reason::NotJudged(entry.id)),
            }
        }
        let mut next = self.entries.iter().map(|entry| entry.id.number()).max().unwrap_or(0);
        for (at, judgement) in judgements.iter().enumerate().filter(|(_, judgement)| judgement.decision.is_none()) {
            next += 1;
            match DecisionId::new(next) {
                Some(id) => entries.extend(merger.new_entry(id, at, judgement, &mut reasons)),
                None => reasons.push(Reason::Misread),
            }
        }
        Refusal::unless_empty(reasons)?;
        let conflicts = entries.iter().filter(|entry| entry.known_status() == Some(DecisionStatus::ConflictResolved));
        let conflicts = u64::try_from(conflicts.count()).ok().and_then(Count::new);
        let mut value = Self { entries: Vec::new(), ..self.clone() };
        let frontmatter = value.frontmatter.get_or_insert_default();
        frontmatter.status = Some(FINAL.to_owned());
        frontmatter.conflicts_resolved = conflicts;
        let result = finish(value, entries)?;
        // Whatever was overlooked above, the rules on the result have the last word.
        let left = rules_on(&result, Some(document)).into_iter().filter(|issue| issue.severity == Severity::Error);
        Refusal::unless_empty(left.map(|issue| Reason::Decisions(issue.message)).collect())?;
        Ok(result)
    }
}

/// What the merge looks things up in.
struct Merger<'d> {
    draft: &'d Decisions,
    document: &'d Clarifications,
    items: HashMap<ItemId, &'d Item>,
    questions: HashMap<QuestionId, (Option<&'d str>, &'d Question)>,
    /// Questions that must be answered and are not by themselves.
    open: HashSet<QuestionId>,
}

impl<'d> Merger<'d> {
    fn new(draft: &'d Decisions, document: &'d Clarifications) -> Self {
        let sections = document.sections().iter();
        let questions = sections.flat_map(|section| {
            let title = section.title.as_ref().map(Text::as_str);
            section.questions.iter().map(move |question| (question.id, (title, question)))
        });
        let (items, questions) = (document.items().collect(), questions.collect());
        Self { draft, document, items, questions, open: unanswered_questions(document) }
    }

    /// What is wrong with the judgements themselves.
    fn addressed(&self, judgements: &[Judgement]) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let known: HashSet<DecisionId> = self.draft.entries.iter().map(|entry| entry.id).collect();
        let mut seen = HashSet::new();
        for (at, judgement) in judgements.iter().enumerate() {
            let title = judgement.title.as_deref().map(trim_blank);
            let new =
                !judgement.source.is_empty() && title.is_some_and(|title| says(title) && !title.contains(['\n', '\r']));
            let on = judgement.source.is_empty() && title.is_none();
            match judgement.decision {
                Some(_) if !on => reasons.push(Reason::Unaddressed { judgement: at }),
                None if !new => reasons.push(Reason::Unaddressed { judgement: at }),
                Some(id) if !known.contains(&id) => reasons.push(Reason::UnknownDecision(id)),
                Some(id) if !seen.insert(id) => reasons.push(Reason::JudgedTwice(id)),
                _ => {}
            }
            let worded = match (judgement.decision, judgement.judgement) {
                (Some(_), word) => word.is_some(),
                (None, word) => word != Some(JudgementWord::Contradicted),
            };
            if !worded {
                reasons.push(Reason::NoWord { judgement: at });
            }
            if !says(&judgement.reasoning) || !says(&judgement.implication) {
                reasons.push(Reason::Unreasoned { judgement: at });
            }
            let unknown = judgement.source.iter().filter(|id| !self.items.contains_key(id));
            reasons.extend(unknown.map(|id| Reason::UnknownItem(*id)));
        }
        reasons
    }

    /// Sources of the draft that are not in the document.
    fn unknown_sources(&self) -> Vec<Reason> {
        let sources = self.draft.entries.iter().flat_map(Decision::items);
        sources.filter(|id| !self.items.contains_key(id)).map(Reason::UnknownItem).collect()
    }

    /// Answered refinements and questions that must be answered which no decision covers (R-Q11).
    fn uncovered(&self, judgements: &[Judgement]) -> Vec<Reason> {
        let drafted = self.draft.entries.iter().flat_map(Decision::items);
        let new = judgements.iter().flat_map(|judgement| judgement.source.iter().copied());
        let named: HashSet<ItemId> = drafted.chain(new).collect();
        let touched: HashSet<QuestionId> = named.iter().map(|id| id.question()).collect();
        // An entry of the draft covers all of its question; a new decision what it names.
        let questions: HashSet<QuestionId> =
            self.draft.entries.iter().flat_map(Decision::items).map(ItemId::question).collect();
        let covers = |id: ItemId| {
            named.contains(&id) || named.contains(&id.question().into()) || questions.contains(&id.question())
        };
        let refinements =
            self.document.refinements().filter(|it| self.document.is_clear(&it.item) && !covers(it.id.into()));
        let mut reasons: Vec<Reason> = refinements.map(|it| Reason::UncoveredRefinement(it.id)).collect();
        let must = self.document.questions().filter(|question| question.must_answer && !touched.contains(&question.id));
        reasons.extend(must.map(|question| Reason::UncoveredQuestion(question.id)));
        reasons
    }

    /// The sources of an entry and everything that refines them, in the order of the sources.
    fn evidence(&self, sources: &[ItemId]) -> Vec<(ItemId, &'d Item)> {
        let named: HashSet<ItemId> = sources.iter().copied().collect();
        let below = |id: ItemId| std::iter::successors(Some(id), |at| at.parent()).any(|at| named.contains(&at));
        let mut seen = HashSet::new();
        let asked =
            sources.iter().filter_map(|id| self.questions.get(&id.question()).filter(|_| seen.insert(id.question())));
        let items = asked.flat_map(|(_, question)| {
            let refinements = question.refinements.iter().map(|refinement| (refinement.id.into(), &refinement.item));
            std::iter::once((question.id.into(), &question.item)).chain(refinements)
        });
        items.filter(|(id, _)| below(*id)).collect()
    }

    fn judged(&self, entry: &Decision, judgement: &Judgement, reasons: &mut Vec<Reason>) -> Decision {
        let word = judgement.judgement.unwrap_or(JudgementWord::NoNewInformation);
        let status = entry.known_status().unwrap_or(DecisionStatus::NeedsReview);
        let text = judgement.decision_text.as_deref().filter(|text| says(text)).map(tidy);
        let mut judged = entry.clone();
        judged.reasoning = Some(tidy(&judgement.reasoning));
        judged.implication = Some(tidy(&judgement.implication));
        let gap =
            matches!(status, DecisionStatus::CriticalGap | DecisionStatus::Contradiction | DecisionStatus::NeedsReview);
        if gap && word == JudgementWord::NoNewInformation {
            if let Some(text) = text {
                judged.decision = Some(text);
            }
            return judged;
        }
        let sources: Vec<ItemId> = entry.items().collect();
        // A gap is one whatever it is called.
        let hidden_gap =
            entry.answer.iter().chain(entry.answers.iter().map(|sided| &sided.text)).any(|it| is_no_answer(it))
                || sources.iter().any(|id| self.open.contains(&id.question()));
        if (gap || hidden_gap || word == JudgementWord::Contradicted) && text.is_none() {
            reasons.push(Reason::NoDecisionText(entry.id));
        }
        let answered = |item: &Item| {
            let needed = gap || hidden_gap;
            self.document.is_clear(item) || (!needed && answer(item) != NOT_ANSWERED)
        };
        // An entry that was settled before it had sources is not this document's to doubt.
        let traced = !sources.is_empty() || gap || hidden_gap;
        if traced && !self.evidence(&sources).iter().any(|(_, item)| answered(item)) {
            reasons.push(Reason::NothingAnswered(entry.id));
        }
        if text.is_some() {
            judged.decision = text;
        }
        judged.status = Some(word.settles().into());
        if gap || hidden_gap {
            self.fill_gap(&mut judged, &sources);
        }
        judged
    }

    /// A gap that is settled says so no longer: its mark and our own note go, and the answers that settle it come.
    fn fill_gap(&self, entry: &mut Decision, sources: &[ItemId]) {
        for mark in [GAP_MARK, CONTRADICTION_MARK] {
            if let Some(title) = entry.title.strip_prefix(mark) {
                entry.title = title.to_owned();
            }
        }
        if entry.note.as_deref().is_some_and(|note| [GAP_NOTE, VAGUE_NOTE].contains(&note)) {
            entry.note = None;
        }
        if entry.answer.as_deref().is_some_and(is_no_answer) {
            entry.answer = None;
        }
        entry.answers.retain(|sided| !is_no_answer(&sided.text));
        let known: HashSet<ItemId> = entry.answers.iter().filter_map(|sided| sided.item.id()).collect();
        let evidence = self.evidence(sources).into_iter();
        for (id, item) in evidence.filter(|(id, item)| self.document.is_clear(item) && !known.contains(id)) {
            match (&entry.answer, sources) {
                (None, [only]) if *only == id => entry.answer = Some(answer(item)),
                (Some(said), [only]) if *only == id && *said == answer(item) => {}
                _ => entry.answers.push(SidedAnswer::new(id, answer(item))),
            }
        }
    }

    fn new_entry(
        &self,
        id: DecisionId,
        at: usize,
        judgement: &Judgement,
        reasons: &mut Vec<Reason>,
    ) -> Option<Decision> {
        let clear = |id: &&ItemId| self.items.get(id).is_some_and(|item| self.document.is_clear(item));
        let answered: Vec<&ItemId> = judgement.source.iter().filter(clear).collect();
        if answered.is_empty() {
            reasons.push(Reason::NewWithoutAnswer { judgement: at });
            return None;
        }
        let text = judgement.decision_text.as_deref().filter(|text| says(text)).map(tidy);
        if text.is_none() && judgement.source.iter().any(|id| self.open.contains(&id.question())) {
            reasons.push(Reason::NoDecisionText(id));
        }
        let title = judgement.title.as_deref().map(trim_blank).unwrap_or_default();
        let mut entry = Decision::new(id, title.split_whitespace().collect::<Vec<_>>().join(" "));
        entry.source = judgement.source.iter().map(|id| (*id).into()).collect();
        entry.section = self.section(&judgement.source);
        match judgement.source.as_slice() {
            [only] => entry.answer = self.items.get(only).map(|item| answer(item)),
            several => {
                let sided = several.iter().filter_map(|id| Some(SidedAnswer::new(*id, answer(self.items.get(id)?))));
                entry.answers = sided.collect();
            }
        }
        entry.decision = text;
        entry.reasoning = Some(tidy(&judgement.reasoning));
        entry.implication = Some(tidy(&judgement.implication));
        entry.status = Some(DecisionStatus::Resolved.into());
        Some(entry)
    }

    /// The section of all the items, or that it concerns several.
    fn section(&self, sources: &[ItemId]) -> Option<String> {
        let mut sections = sources.iter().map(|id| self.questions.get(&id.question()).and_then(|(title, _)| *title));
        let first = sections.next()?;
        if sections.all(|section| section == first) { first.map(str::to_owned) } else { Some(CROSS_CUTTING.to_owned()) }
    }
}

fn says(text: &str) -> bool {
    !is_no_answer(text) && placeholder(text).is_none()
}
