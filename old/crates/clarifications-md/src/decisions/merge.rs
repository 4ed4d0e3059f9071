//! The merge protocol: a draft, the clarifications with their refinements, and a judgement on every entry give the final
//! decisions (clarifications-md, "merge protocol"; R-Q11).

use std::collections::{HashMap, HashSet};

use envelope_core::text::{placeholder, trim_blank};
use envelope_core::{Count, Severity};

use super::check::{rules_on, unanswered_questions};
use super::draft::{answer, finish, tidy};
use super::labels::{CONTRADICTION_MARK, CROSS_CUTTING, FINAL, GAP_MARK, GAP_NOTE, NOT_ANSWERED, VAGUE_NOTE};
use super::{Decision, Decisions, Judgement, JudgementWord, SidedAnswer};
use crate::evaluate::{is_no_answer, says_something};
use crate::model::{Clarifications, Item, Question, Text};
use crate::refusal::{Reason, Refusal, errors};
use crate::{DecisionId, DecisionStatus, Expectations, ItemId, QuestionId};

impl Decisions {
    /// The final decisions (R-Q11). Every entry needs a judgement, and every answered refinement of a question without
    /// an entry a new decision; on any fault nothing is made and every reason is given.
    ///
    /// A gap never becomes a success: what is a critical gap, a contradiction or needs review, and every entry over an
    /// unanswered `[MUST ANSWER]` question, is settled only with the decision's text and a clear answer among its
    /// sources or their refinements, one for each of its questions that must be answered.
    pub fn merge(&self, document: &Clarifications, judgements: &[Judgement]) -> Result<Self, Refusal> {
        let mut reasons: Vec<Reason> = errors(document, &()).map(Reason::Document).collect();
        reasons.extend(errors(self, &Expectations::default()).map(Reason::Decisions));
        let mut merger = Merger::new(self, document);
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
    /// Each item with its place in the document.
    items: HashMap<ItemId, (usize, &'d Item)>,
    questions: HashMap<QuestionId, (Option<&'d str>, &'d Question)>,
    /// Questions that must be answered and are not by themselves.
    open: HashSet<QuestionId>,
    /// What refines each item, directly or not; an item stands in two of these at most.
    below: HashMap<ItemId, Vec<ItemId>>,
    /// The items that are answered, by themselves or below.
    answered: HashSet<ItemId>,
    /// The items that are answered clearly, by themselves or below.
    clear: HashSet<ItemId>,
    /// The items whose refinements an entry has told.
    told: HashSet<ItemId>,
    /// How many items were looked at as evidence.
    steps: usize,
}

impl<'d> Merger<'d> {
    fn new(draft: &'d Decisions, document: &'d Clarifications) -> Self {
        let sections = document.sections().iter();
        let questions = sections.flat_map(|section| {
            let title = section.title.as_ref().map(Text::as_str);
            section.questions.iter().map(move |question| (question.id, (title, question)))
        });
        let items = document.items().enumerate().map(|(at, (id, item))| (id, (at, item)));
        let (items, questions) = (items.collect(), questions.collect());
        let mut below: HashMap<ItemId, Vec<ItemId>> = HashMap::new();
        let (mut answered, mut clear) = (HashSet::new(), HashSet::new());
        for (id, item) in document.items() {
            let (is_answered, is_clear) = (answer(item) != NOT_ANSWERED, document.is_clear(item));
            for above in std::iter::successors(Some(id), |at| at.parent()) {
                if above != id {
                    below.entry(above).or_default().push(id);
                }
                answered.extend(is_answered.then_some(above));
                clear.extend(is_clear.then_some(above));
            }
        }
        let (open, told) = (unanswered_questions(document), HashSet::new());
        Self { draft, document, items, questions, open, below, answered, clear, told, steps: 0 }
    }

    /// What is wrong with the judgements themselves.
    fn addressed(&self, judgements: &[Judgement]) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let known: HashSet<DecisionId> = self.draft.entries.iter().map(|entry| entry.id).collect();
        let mut seen = HashSet::new();
        for (at, judgement) in judgements.iter().enumerate() {
            let title = judgement.title.as_deref().map(trim_blank);
            let new = !judgement.source.is_empty()
                && title.is_some_and(|title| is_title(title) && !title.contains(['\n', '\r']));
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
            if !says_something(&judgement.reasoning) || !says_something(&judgement.implication) {
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

    /// The sources of an entry and what refines them, in the order of the sources' questions and of the document.
    ///
    /// What refines a source is told by the first entry that names the source: else entries that share a question would
    /// repeat all of its refinements, each of them.
    fn evidence(&mut self, sources: &[ItemId]) -> Vec<(ItemId, &'d Item)> {
        let mut order = HashMap::new();
        let mut found: Vec<(usize, usize, ItemId)> = Vec::new();
        let mut seen = HashSet::new();
        for source in sources {
            let next = order.len();
            let at = *order.entry(source.question()).or_insert(next);
            let below = if self.told.insert(*source) { self.below.get(source) } else { None };
            for id in below.into_iter().flatten().chain([source]) {
                self.steps += 1;
                if let Some((position, _)) = self.items.get(id).filter(|_| seen.insert(*id)) {
                    found.push((at, *position, *id));
                }
            }
        }
        found.sort_unstable();
        found.into_iter().filter_map(|(.., id)| Some((id, self.items.get(&id)?.1))).collect()
    }

    fn judged(&mut self, entry: &Decision, judgement: &Judgement, reasons: &mut Vec<Reason>) -> Decision {
        let word = judgement.judgement.unwrap_or(JudgementWord::NoNewInformation);
        let status = entry.known_status().unwrap_or(DecisionStatus::NeedsReview);
        let text = judgement.decision_text.as_deref().filter(|text| says_something(text)).map(tidy);
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
        let founded = if gap || hidden_gap { &self.clear } else { &self.answered };
        // An entry that was settled before it had sources is not this document's to doubt.
        let traced = !sources.is_empty() || gap || hidden_gap;
        let unfounded = (gap || hidden_gap) && self.leaves_open(&sources);
        if traced && (!sources.iter().any(|id| founded.contains(id)) || unfounded) {
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
    fn fill_gap(&mut self, entry: &mut Decision, sources: &[ItemId]) {
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
        let clear = |id: &&ItemId| self.items.get(id).is_some_and(|(_, item)| self.document.is_clear(item));
        let answered: Vec<&ItemId> = judgement.source.iter().filter(clear).collect();
        if answered.is_empty() || self.leaves_open(&judgement.source) {
            reasons.push(Reason::NewWithoutAnswer { judgement: at });
            return None;
        }
        let text = judgement.decision_text.as_deref().filter(|text| says_something(text)).map(tidy);
        if text.is_none() && judgement.source.iter().any(|id| self.open.contains(&id.question())) {
            reasons.push(Reason::NoDecisionText(id));
        }
        let title = judgement.title.as_deref().map(trim_blank).unwrap_or_default();
        let mut entry = Decision::new(id, title.split_whitespace().collect::<Vec<_>>().join(" "));
        entry.source = judgement.source.iter().map(|id| (*id).into()).collect();
        entry.section = self.section(&judgement.source);
        match judgement.source.as_slice() {
            [only] => entry.answer = self.items.get(only).map(|(_, item)| answer(item)),
            several => {
                let sided = several.iter().filter_map(|id| Some(SidedAnswer::new(*id, answer(self.items.get(id)?.1))));
                entry.answers = sided.collect();
            }
        }
        entry.decision = text;
        entry.reasoning = Some(tidy(&judgement.reasoning));
        entry.implication = Some(tidy(&judgement.implication));
        entry.status = Some(DecisionStatus::Resolved.into());
        Some(entry)
    }

    /// Whether a question among the sources must be answered and is not, clearly, by itself or by what the sources name
    /// of it: what one question says is no answer to another.
    fn leaves_open(&self, sources: &[ItemId]) -> bool {
        let must = |id: &&ItemId| self.questions.get(&id.question()).is_some_and(|(_, question)| question.must_answer);
        let founded: HashSet<QuestionId> = sources
            .iter()
            .filter(|id| self.clear.contains(id) || self.own_is_clear(id.question()))
            .map(|id| id.question())
            .collect();
        sources.iter().filter(must).any(|id| !founded.contains(&id.question()))
    }

    fn own_is_clear(&self, id: QuestionId) -> bool {
        self.questions.get(&id).is_some_and(|(_, question)| self.document.is_clear(&question.item))
    }

    /// The section of all the items, or that it concerns several.
    fn section(&self, sources: &[ItemId]) -> Option<String> {
        let mut sections = sources.iter().map(|id| self.questions.get(&id.question()).and_then(|(title, _)| *title));
        let first = sections.next()?;
        if sections.all(|section| section == first) { first.map(str::to_owned) } else { Some(CROSS_CUTTING.to_owned()) }
    }
}

/// A title may be a word such as `Default`, but not nothing.
fn is_title(text: &str) -> bool {
    !is_no_answer(text) && placeholder(text).is_none() && text.contains(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    /// A question that nobody answered with this many answered refinements, and as many gaps that name it.
    fn shared(count: u32) -> (Clarifications, Decisions, Vec<Judgement>) {
        let mut text = format!(
            "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: {count}\n---\n\n## S\n\n\
             ### Q1: T [MUST ANSWER]\nWhy?\n\nA. x\n\n**Answer:**\n\n#### Refinements\n"
        );
        for number in 1..=count {
            let _ = write!(text, "\n##### R1.{number}: T{number}\nWhy?\n\nA. x\n\n**Answer:** A\n");
        }
        let document = crate::parse(&text).into_accepted().expect("a good document");
        let mut draft = Decisions::new("draft");
        let mut judgements = Vec::new();
        for id in (1..=count).filter_map(DecisionId::new) {
            let mut entry = Decision::new(id, "T");
            entry.source = vec![ItemId::from(document.questions().next().expect("a question").id).into()];
            entry.status = Some(DecisionStatus::CriticalGap.into());
            draft.entries.push(entry);
            judgements.push(Judgement::on(id, JudgementWord::Supported, "So it is.", "On we go.").decision_text("x"));
        }
        if let Some(frontmatter) = &mut draft.frontmatter {
            frontmatter.decision_count = Count::new(count.into());
        }
        (document, draft, judgements)
    }

    /// Entries that share a question do not each go through all of its refinements, nor repeat them.
    #[test]
    fn steps_grow_with_the_input_not_with_its_square() {
        let steps = |count: u32| {
            let (document, draft, judgements) = shared(count);
            let mut merger = Merger::new(&draft, &document);
            let mut reasons = Vec::new();
            for (entry, judgement) in draft.entries.iter().zip(&judgements) {
                merger.judged(entry, judgement, &mut reasons);
            }
            assert_eq!(reasons, []);
            merger.steps
        };
        assert!(steps(40) > 40, "refinements are looked at");
        assert_eq!(steps(400), 10 * steps(40));
    }

    /// Each refinement's answer is told once, by the first entry that it settles.
    #[test]
    fn answers_are_told_once() {
        let (document, draft, judgements) = shared(3);
        let merged = draft.merge(&document, &judgements).expect("every gap is settled");
        let told: Vec<usize> = merged.entries.iter().map(|entry| entry.answers.len()).collect();
        assert_eq!(told, [3, 0, 0]);
    }
}
