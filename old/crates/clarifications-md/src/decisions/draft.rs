//! The draft: a decision for each clear answer, then gaps, then contradictions (clarifications-md, "Phase 1"; R-Q10).

use std::collections::HashMap;

use envelope_core::text::{Lines, trim_blank};
use envelope_core::{Count, Envelope as _, ReadOptions, Source};

use super::labels::{CONTRADICTION_MARK, CROSS_CUTTING, DRAFT, GAP_MARK, GAP_NOTE, NOT_ANSWERED, VAGUE_NOTE};
use super::{Decision, Decisions, SidedAnswer};
use crate::evaluate::is_answered;
use crate::evaluation::{Evaluation, ItemVerdict, verdicts};
use crate::model::{Clarifications, Item, Question, Section};
use crate::refusal::{Reason, Refusal, errors};
use crate::{Contradiction, DecisionId, DecisionStatus, ItemId};

impl Clarifications {
    /// Drafts the decisions (R-Q10). Without an evaluation the mechanical one counts; a given one is checked against
    /// the document first. No decision is drafted from an empty answer.
    ///
    /// ```
    /// use clarifications_md::decisions;
    /// let text = "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n## Tides\n\
    ///     \n### Q1: Datum [MUST ANSWER]\nWhich zero do the gauges use?\n\nA. Chart datum\nB. Other (please specify)\n\n\
    ///     **Recommendation:** A\n\n**Answer:**\n";
    /// let document = clarifications_md::parse(text).into_accepted().expect("nothing is wrong with it");
    /// let draft = document.draft(None, &[]).expect("it can be drafted from");
    /// assert!(decisions::render(&draft).contains("### D1: [Critical Gap] Datum\n- **Source:** Q1\n"));
    /// ```
    pub fn draft(
        &self,
        evaluation: Option<&Evaluation>,
        contradictions: &[Contradiction],
    ) -> Result<Decisions, Refusal> {
        let mut reasons: Vec<Reason> = errors(self, &()).map(Reason::Document).collect();
        let items: HashMap<ItemId, &Item> = self.items().collect();
        for found in contradictions {
            let title = trim_blank(&found.title);
            if title.is_empty() || title.contains(['\n', '\r']) || found.items.is_empty() {
                reasons.push(Reason::IncompleteContradiction);
            }
            reasons.extend(found.items.iter().filter(|id| !items.contains_key(id)).map(|id| Reason::UnknownItem(*id)));
        }
        Refusal::unless_empty(reasons)?;
        let verdicts = verdicts(self, evaluation)?;
        let mut drafted = Numbered::default();
        let sections = self.sections().iter().flat_map(|section| section.questions.iter().map(move |it| (section, it)));
        let judged: Vec<(&Section, &Question, Option<ItemVerdict>)> =
            sections.map(|(section, it)| (section, it, verdicts.of(it.id.into(), &it.item))).collect();
        for (section, question, _) in judged.iter().filter(|(.., verdict)| *verdict == Some(ItemVerdict::Clear)) {
            drafted.push(|id| from_question(id, section, question, DecisionStatus::Draft));
        }
        for (section, question, verdict) in judged.iter().filter(|(_, question, _)| question.must_answer) {
            let (status, mark, note) = match verdict {
                Some(ItemVerdict::Clear) => continue,
                Some(ItemVerdict::NotAnswered) | None => (DecisionStatus::CriticalGap, GAP_MARK, GAP_NOTE),
                Some(ItemVerdict::Vague | ItemVerdict::NeedsRefinement | ItemVerdict::Contradictory) => {
                    (DecisionStatus::NeedsReview, "", VAGUE_NOTE)
                }
            };
            drafted.push(|id| {
                let mut entry = from_question(id, section, question, status);
                entry.title.insert_str(0, mark);
                entry.note = Some(note.to_owned());
                entry
            });
        }
        for found in contradictions {
            drafted.push(|id| contradiction(id, found, &items));
        }
        finish(Decisions::new(DRAFT), drafted.entries)
    }
}

fn from_question(id: DecisionId, section: &Section, question: &Question, status: DecisionStatus) -> Decision {
    let mut entry = Decision::new(id, title(question));
    entry.source = vec![ItemId::from(question.id).into()];
    entry.section = section.title.as_ref().map(|title| title.as_str().to_owned());
    entry.answer = Some(answer(&question.item));
    entry.status = Some(status.into());
    entry
}

fn contradiction(id: DecisionId, found: &Contradiction, items: &HashMap<ItemId, &Item>) -> Decision {
    let mut entry = Decision::new(id, [CONTRADICTION_MARK, trim_blank(&found.title)].concat());
    entry.source = found.items.iter().map(|id| (*id).into()).collect();
    entry.section = Some(CROSS_CUTTING.to_owned());
    let sided = found.items.iter().filter_map(|id| Some(SidedAnswer::new(*id, answer(items.get(id)?))));
    entry.answers = sided.collect();
    entry.status = Some(DecisionStatus::Contradiction.into());
    entry.note = Some(tidy(&found.note)).filter(|note| !note.is_empty());
    entry
}

/// Entries that get their numbers as they come.
#[derive(Debug, Default)]
struct Numbered {
    entries: Vec<Decision>,
}

impl Numbered {
    fn push(&mut self, make: impl FnOnce(DecisionId) -> Decision) {
        // A document within any limit has fewer questions than there are ids.
        let number = u32::try_from(self.entries.len() + 1).ok();
        self.entries.extend(number.and_then(DecisionId::new).map(make));
    }
}

fn title(question: &Question) -> String {
    let title = question.item.title.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
    if title.is_empty() { question.id.to_string() } else { title }
}

/// The answer verbatim, or the words for one that is not there (R-Q10).
pub(super) fn answer(item: &Item) -> String {
    let said = item.answer_text();
    if is_answered(said) { tidy(said) } else { NOT_ANSWERED.to_owned() }
}

/// The text with line feeds, without blanks at the ends of lines and without blank lines around it.
pub(super) fn tidy(text: &str) -> String {
    let lines: Vec<&str> = Lines::new(trim_blank(text)).map(|line| line.text.trim_end_matches([' ', '\t'])).collect();
    lines.join("\n")
}

/// The document with these entries, counted; refused if its text would say something else.
pub(super) fn finish(mut value: Decisions, entries: Vec<Decision>) -> Result<Decisions, Refusal> {
    value.entries = entries;
    if let Some(frontmatter) = &mut value.frontmatter {
        frontmatter.decision_count = u64::try_from(value.entries.len()).ok().and_then(Count::new);
    }
    let text = super::render(&value);
    let limits = envelope_core::Limits::default().with_input(envelope_core::Limits::MAX_INPUT);
    let read = Decisions::parse(&Source::new(&text), &ReadOptions::default().limits(limits));
    if read.read() == Some(&value) { Ok(value) } else { Err(vec![Reason::Misread].into()) }
}
