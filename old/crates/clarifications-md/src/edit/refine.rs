//! Inserting refinement blocks of sub-agents under their questions (R-Q12).

use std::collections::{BTreeMap, HashMap};

use envelope_core::text::{Fences, LineRole, Lines, fences, trim_blank, whole_message_fence};
use envelope_core::{Edit, Span};

use super::counts::set_count;
use super::place::new_field;
use super::{Change, EditError, holds, with_line_ends};
use crate::evaluate::{is_answered, normalised};
use crate::labels::{BLOCK_HEAD, CountKey, Label, REFINEMENTS, REFINEMENTS_LEVEL, hashes};
use crate::model::{
    COMMENT, COMMENT_END, Clarifications, Field, Item, Question, Refinement, Text, without_any_comments,
    without_comments,
};
use crate::parse::read_document;
use crate::{ItemId, QuestionId, RefinementId};

/// What inserting refinements did (R-Q12).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Refined<'d> {
    /// The splices.
    pub change: Change<'d>,
    /// The refinements that were inserted, in the order of their ids, as they are numbered now.
    pub inserted: Vec<RefinementId>,
    /// What a person may want to look at.
    pub notes: Vec<RefineNote>,
}

/// What a person may want to look at (R-Q12).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefineNote {
    /// The same refinement is there already, word for word; it was not inserted again.
    Dropped(RefinementId),
    /// The id was taken, so the refinement got another number.
    Renumbered {
        /// The id in the block.
        from: RefinementId,
        /// The id in the document.
        to: RefinementId,
    },
    /// Two refinements of the same parent have the same title; both are kept.
    SameTitle {
        /// The one that was inserted.
        id: RefinementId,
        /// The one that has the title, too.
        other: RefinementId,
    },
    /// Text of a block outside of its refinements, or below an empty answer; it was not inserted.
    Prose(String),
    /// The refinement comes with an answer that no person gave.
    Answered(RefinementId),
    /// The count of refinements was wrong or missing before, and was left.
    CountLeft,
}

/// A refinement to insert: as the block has it, and as the document will.
#[derive(Clone, Debug)]
struct Pending {
    text: String,
    refinement: Refinement,
}

impl Clarifications {
    /// Inserts the refinements of sub-agents' blocks under their questions, in the order of their ids (R-Q12).
    ///
    /// A block starts `Refinements for Q6:` or with a heading like `##### R6.1: Title`. With `renumber`, a refinement
    /// whose id is taken by other words gets the next free one, and its sub-refinements follow it.
    pub fn refine(&self, blocks: &[&str], renumber: bool) -> Result<Refined<'_>, EditError> {
        let mut questions = HashMap::new();
        self.questions().for_each(|question| *questions.entry(question.id).or_insert(0) += 1);
        let refinements = self.refinements().map(|refinement| (refinement.id, refinement)).collect();
        let (pending, notes) = (BTreeMap::new(), Vec::new());
        let mut last = HashMap::new();
        let orphans = self.sections.iter().flat_map(|section| &section.orphans);
        self.refinements().chain(orphans).for_each(|refinement| note_taken(&mut last, refinement.id));
        let mut work = Work { document: self, renumber, questions, refinements, pending, last, notes };
        for (at, block) in blocks.iter().enumerate() {
            work.block(at, block)?;
        }
        work.near_duplicates();
        let Work { pending, mut notes, .. } = work;
        let mut edits = Vec::new();
        let mut expected = self.clone();
        let mut by_question: BTreeMap<QuestionId, Vec<&Pending>> = BTreeMap::new();
        for item in pending.values() {
            by_question.entry(item.refinement.id.question()).or_default().push(item);
        }
        let loose = self.sections.iter().flat_map(|section| &section.other).map(Text::span);
        let loose: HashMap<usize, usize> = loose.map(|span| (span.start(), span.end())).collect();
        for question in self.questions() {
            if let Some(items) = by_question.get(&question.id) {
                edits.extend(self.insertions(question, items, &loose));
            }
        }
        for question in expected.sections.iter_mut().flat_map(|section| &mut section.questions) {
            if let Some(items) = by_question.get(&question.id) {
                merge(question, items);
            }
        }
        let (before, after) = (self.refinements().count(), expected.refinements().count());
        if let Some(frontmatter) = self.frontmatter.as_ref().filter(|_| before != after) {
            let claimed = frontmatter.refinement_count.map(envelope_core::Count::get);
            if claimed == u64::try_from(before).ok() {
                edits.extend(self.count_edit(frontmatter, CountKey::Refinements, after));
                if let Some(frontmatter) = &mut expected.frontmatter {
                    set_count(frontmatter, CountKey::Refinements, after);
                }
            } else {
                notes.push(RefineNote::CountLeft);
            }
        }
        if !holds(self, &edits, &expected) {
            return Err(EditError::MisreadText);
        }
        Ok(Refined { change: Change::new(self, edits), inserted: pending.into_keys().collect(), notes })
    }

    /// The end of the heading over refinements, or of the words that stand under it; `loose` has the end of each text
    /// without a field by its start.
    fn below_heading(&self, heading: Span, loose: &HashMap<usize, usize>) -> usize {
        let after = self.text().get(heading.end()..).unwrap_or_default();
        let words = self.text().len() - after.trim_start().len();
        let last = loose.get(&words).copied().unwrap_or(heading.end());
        crate::parse::end_of_line(self.text(), last)
    }

    /// The splices for one question: those that go to the same place are one.
    fn insertions(&self, question: &Question, items: &[&Pending], loose: &HashMap<usize, usize>) -> Vec<Edit> {
        let mut by_place: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for (item, at) in items.iter().zip(positions(question, items)) {
            by_place.entry(at).or_default().push(&item.text);
        }
        let heading = format!("{} {REFINEMENTS}", hashes(REFINEMENTS_LEVEL));
        let mut edits = Vec::new();
        for (at, mut texts) in by_place {
            let before = at.checked_sub(1).and_then(|at| question.refinements.get(at));
            let offset = match (before, question.refinements_heading.0) {
                (Some(refinement), _) => refinement.item.span().end(),
                (None, Some(span)) => self.below_heading(span, loose),
                (None, None) => {
                    texts.insert(0, &heading);
                    question.item.span().end()
                }
            };
            edits.push(self.insert_after(offset, &texts));
        }
        edits
    }
}

/// Where refinements, in the order of their ids, go among those that are there: before the first with a greater id.
fn positions(question: &Question, items: &[&Pending]) -> Vec<usize> {
    let mut at = 0;
    let place = |item: &&Pending| {
        while question.refinements.get(at).is_some_and(|other| other.id <= item.refinement.id) {
            at += 1;
        }
        at
    };
    items.iter().map(place).collect()
}

/// Puts the new refinements where the text will have them.
fn merge(question: &mut Question, items: &[&Pending]) {
    let mut new = items.iter().zip(positions(question, items)).peekable();
    let old = std::mem::take(&mut question.refinements);
    let count = old.len();
    for (at, refinement) in old.into_iter().enumerate() {
        while let Some((item, _)) = new.next_if(|(_, place)| *place <= at) {
            question.refinements.push(item.refinement.clone());
        }
        question.refinements.push(refinement);
    }
    debug_assert!(new.clone().all(|(_, place)| place == count), "the others go to the end");
    question.refinements.extend(new.map(|(item, _)| item.refinement.clone()));
}

struct Work<'d> {
    document: &'d Clarifications,
    renumber: bool,
    /// How many questions have each id.
    questions: HashMap<QuestionId, usize>,
    /// The refinements of the document by their id.
    refinements: HashMap<RefinementId, &'d Refinement>,
    pending: BTreeMap<RefinementId, Pending>,
    /// The last number under each question and the last letter under each refinement.
    last: HashMap<ItemId, u32>,
    notes: Vec<RefineNote>,
}

/// Remembers that a number, or a letter, is taken.
fn note_taken(last: &mut HashMap<ItemId, u32>, id: RefinementId) {
    let mut raise = |parent: ItemId, to: u32| {
        let last = last.entry(parent).or_default();
        *last = to.max(*last);
    };
    raise(id.question().into(), id.number());
    if let Some(letter) = id.letter() {
        raise(id.parent(), letter.into());
    }
}

impl Work<'_> {
    fn block(&mut self, at: usize, block: &str) -> Result<(), EditError> {
        let block = self.located(block);
        let block = with_line_ends(block, self.document.line_end());
        let mut renamed = HashMap::new();
        let mut found = 0;
        for (head, chunk) in chunks(&block) {
            let read = read_document(&chunk, Span::new(0, chunk.len()), self.document.source.0.rules);
            let foreign = read.questions().next().is_some()
                || read.sections.iter().any(|section| section.title.is_some())
                || read.frontmatter.is_some()
                || read.needs_clarification.is_some()
                || !read.quarantine.is_empty();
            if foreign {
                return Err(EditError::NotRefinements { block: at });
            }
            let prose = read.sections.iter().flat_map(|section| section.other.iter().chain(&section.groups));
            let prose = std::iter::once(&read.preamble).chain(prose).filter(|prose| !prose.is_empty());
            self.notes.extend(prose.map(|prose| RefineNote::Prose(prose.as_str().to_owned())));
            for refinement in read.refinements() {
                found += 1;
                if let Some(head) = head.filter(|head| *head != refinement.id.question()) {
                    return Err(EditError::OtherQuestion { id: refinement.id, head });
                }
                let (refinement, text) = self.unanswered(refinement, &chunk);
                self.take(refinement, text, &mut renamed)?;
            }
        }
        if found == 0 { Err(EditError::NoRefinement { block: at }) } else { Ok(()) }
    }

    /// The block itself, or the inside of the fence around it, or of the one fence that holds refinements (R-A12).
    fn located<'b>(&mut self, block: &'b str) -> &'b str {
        if let Some(fence) = whole_message_fence(block) {
            return fence.inner.of(block);
        }
        let rules = self.document.source.0.rules;
        let holds = |text: &str| read_document(text, Span::new(0, text.len()), rules).refinements().next().is_some();
        if holds(block) {
            return block;
        }
        let found = fences(block);
        let mut inside = found.iter().filter(|fence| fence.closed && holds(fence.inner.of(block)));
        let (Some(fence), None) = (inside.next(), inside.next()) else { return block };
        let around = [Span::new(0, fence.span.start()), Span::new(fence.span.end(), block.len())];
        let prose = around.iter().map(|part| trim_blank(part.of(block))).filter(|prose| !prose.is_empty());
        self.notes.extend(prose.map(|prose| RefineNote::Prose(prose.to_owned())));
        fence.inner.of(block)
    }

    /// The refinement with room for its answer. What stands below an empty answer is what an agent says at the end of
    /// its message, and must not pass for the answer of a person (R-A2).
    fn unanswered(&mut self, refinement: &Refinement, chunk: &str) -> (Refinement, String) {
        let mut refinement = refinement.clone();
        let span = refinement.item.span();
        let empty = || new_field(Label::Answer, String::new());
        let text = match &refinement.item.answer {
            Some(field) if is_talk(field) => {
                self.notes.push(RefineNote::Prose(field.text.as_str().to_owned()));
                let before = Span::new(span.start(), field.label_span().end()).of(chunk);
                let after = Span::new(field.span().end(), span.end()).of(chunk);
                let text = [before, after].concat();
                refinement.item.answer = Some(empty());
                text
            }
            Some(field) => {
                if !without_comments(field.text.as_str()).is_empty() {
                    self.notes.push(RefineNote::Answered(refinement.id));
                }
                span.of(chunk).to_owned()
            }
            None => {
                refinement.item.answer = Some(empty());
                let end = self.document.line_end();
                [trim_blank(span.of(chunk)), end, end, Label::Answer.canonical()].concat()
            }
        };
        (refinement, trim_blank(&text).to_owned())
    }

    fn take(
        &mut self,
        mut refinement: Refinement,
        mut text: String,
        renamed: &mut HashMap<RefinementId, RefinementId>,
    ) -> Result<(), EditError> {
        let from = refinement.id;
        match self.questions.get(&from.question()).copied().unwrap_or(0) {
            0 => return Err(EditError::UnknownParent(from)),
            1 => {}
            _ => return Err(EditError::AmbiguousItem(from.question().into())),
        }
        // A sub-refinement follows its refinement to its new number.
        let mut id = from;
        if let (Some(letter), ItemId::Refinement(parent)) = (from.letter(), from.parent()) {
            let parent = renamed.get(&parent).copied().unwrap_or(parent);
            if self.known(parent).is_none() {
                return Err(EditError::UnknownParent(from));
            }
            id = parent.sub(letter).unwrap_or(from);
        }
        let same = self.known(id).map(|(words, known)| same_words(words, &text) || asks_the_same(known, &refinement));
        if let Some(same) = same {
            if id == from && same {
                self.notes.push(RefineNote::Dropped(id));
                return Ok(());
            }
            if !self.renumber {
                return Err(EditError::Taken(id));
            }
            id = self.next_free(id)?;
        }
        if id != from {
            let head = from.to_string();
            let place = text.find(&head).unwrap_or_default();
            text.replace_range(place..place + head.len(), &id.to_string());
            refinement.id = id;
            renamed.insert(from, id);
            self.notes.push(RefineNote::Renumbered { from, to: id });
        }
        note_taken(&mut self.last, id);
        self.pending.insert(id, Pending { text, refinement });
        Ok(())
    }

    /// The refinement that has this id, in the document or among those to insert, with its text.
    fn known(&self, id: RefinementId) -> Option<(&str, &Refinement)> {
        let inserted = self.pending.get(&id).map(|pending| (pending.text.as_str(), &pending.refinement));
        inserted.or_else(|| {
            let refinement = *self.refinements.get(&id)?;
            Some((refinement.item.span().of(self.document.text()), refinement))
        })
    }

    fn next_free(&self, id: RefinementId) -> Result<RefinementId, EditError> {
        let last = self.last.get(&id.parent()).copied().unwrap_or_default();
        let next = if id.letter().is_some() {
            char::from_u32(last + 1).and_then(|letter| id.sub(letter))
        } else {
            last.checked_add(1).and_then(|number| RefinementId::new(id.question(), number))
        };
        next.ok_or(EditError::NoneLeft(id))
    }

    fn near_duplicates(&mut self) {
        let of_document = self.document.refinements().map(|refinement| (refinement.id, refinement.item.title.as_str()));
        let of_pending = self.pending.values().map(|item| (item.refinement.id, item.refinement.item.title.as_str()));
        let mut titles: HashMap<(ItemId, String), RefinementId> = HashMap::new();
        let mut notes = Vec::new();
        for (id, title) in of_document.chain(of_pending) {
            let title = normalised(title);
            if title.is_empty() {
                continue;
            }
            let first = *titles.entry((id.parent(), title)).or_insert(id);
            if first != id && self.pending.contains_key(&id) {
                notes.push(RefineNote::SameTitle { id, other: first });
            }
        }
        self.notes.extend(notes);
    }
}

/// The parts of a block, split at its lines `Refinements for Q6:`, each with the question of its head.
fn chunks(block: &str) -> Vec<(Option<QuestionId>, String)> {
    let mut chunks = Vec::new();
    let mut fences = Fences::new();
    let (mut head, mut text) = (None, String::new());
    for line in Lines::new(block) {
        let outside = fences.classify(line.text) == LineRole::Text;
        if let Some(id) = block_head(line.text).filter(|_| outside) {
            chunks.push((head.replace(id), std::mem::take(&mut text)));
            continue;
        }
        text.push_str(line.full_span().of(block));
    }
    chunks.push((head, text));
    chunks
}

/// `Refinements for Q6:`, also decorated.
fn block_head(line: &str) -> Option<QuestionId> {
    let words = line.trim_matches(|c| matches!(c, '*' | '_' | '#' | ' ' | '\t' | ':'));
    let (start, id) = words.split_at_checked(BLOCK_HEAD.len())?;
    if start.eq_ignore_ascii_case(BLOCK_HEAD) { id.parse().ok() } else { None }
}

/// Whether the words of an answer field are an agent's own: something stands there, and no answer on the label's line,
/// but nothing, a comment, a placeholder or a line to write on.
fn is_talk(field: &Field) -> bool {
    let words = field.text.as_str();
    if field.spots.0.below {
        return !words.is_empty();
    }
    let mut line = words;
    while let Some((_, behind)) = line.strip_prefix(COMMENT).and_then(|comment| comment.split_once(COMMENT_END)) {
        line = behind.trim_start_matches([' ', '\t']);
    }
    let line = line.split(['\n', '\r']).next().unwrap_or_default();
    let answered = is_answered(line) && line.contains(char::is_alphanumeric);
    !(answered || without_any_comments(words).is_empty())
}

/// Whether a refinement without an answer asks what the other one asks, which may be answered by now.
fn asks_the_same(known: &Refinement, new: &Refinement) -> bool {
    let bare = |item: &Item| Item { answer: None, ..item.clone() };
    let open = new.item.answer.as_ref().is_none_or(|answer| answer.text.is_empty());
    open && bare(&known.item) == bare(&new.item) && known.must_answer == new.must_answer
}

/// Whether two texts are the same but for blanks at the ends of lines and line ends.
fn same_words(one: &str, other: &str) -> bool {
    let lines = |text| Lines::new(trim_blank(text)).map(|line| line.text.trim_end().to_owned()).collect::<Vec<_>>();
    lines(one) == lines(other)
}
