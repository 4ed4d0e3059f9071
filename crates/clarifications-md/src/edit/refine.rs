use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Bound::{Excluded, Unbounded};

use envelope_core::Edit;

use super::blocks::{self, Block, Content};
use super::{Document, EditError, counts};
use crate::ItemId;

/// A document with new refinements.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refined {
    /// The document.
    pub text: String,
    /// The new refinements, by id.
    pub inserted: Vec<ItemId>,
    /// Those that were there with the same content.
    pub dropped: Vec<ItemId>,
    /// Those that got a free number: the old id and the new one.
    pub renumbered: Vec<(ItemId, ItemId)>,
    /// New refinements with the title of another one under the same parent, and that one.
    pub same_title: Vec<(ItemId, ItemId)>,
    /// Text in the blocks that belongs to no refinement.
    pub ignored: Vec<String>,
}

/// Inserts the refinements of blocks under their questions, in the order of their ids (R-Q12).
///
/// A block holds refinements, with or without a line such as `Refinements for Q6:` above them. With `renumber` one whose
/// id is taken gets the next free one, and its sub-refinements in the same block follow it. The order of the blocks makes
/// no difference.
pub fn refine(text: &str, blocks: &[&str], renumber: bool) -> Result<Refined, EditError> {
    let document = Document::open(text)?;
    let (mut blocks, ignored) = blocks::read(blocks)?;
    // Parents come first, and nothing depends on the order in which blocks were given.
    let is_sub = |block: &Block| block.id.parent() != Some(block.id.question());
    blocks.sort_by(|a, b| (is_sub(a), a.id, &a.text).cmp(&(is_sub(b), b.id, &b.text)));
    let mut plan = Plan::new(&document, &blocks, renumber);
    for block in &blocks {
        plan.add(block)?;
    }
    let new_text = document.insert(&plan.new)?;
    let inserted = plan.new.into_keys().collect();
    let Plan { dropped, renumbered, same_title, .. } = plan;
    Ok(Refined { text: new_text, inserted, dropped, renumbered, same_title, ignored })
}

/// What will be inserted, and under which id.
struct Plan {
    renumber: bool,
    /// The text of each new refinement.
    new: BTreeMap<ItemId, String>,
    /// The items of the document and the new ones.
    taken: HashMap<ItemId, Content>,
    /// The first refinement with a title under a parent.
    titles: HashMap<(ItemId, String), ItemId>,
    /// The ids that blocks ask for.
    asked: HashSet<ItemId>,
    /// The id that was given last under a parent.
    last: HashMap<ItemId, ItemId>,
    /// The id that a refinement of a block has got.
    given: HashMap<(usize, ItemId), ItemId>,
    dropped: Vec<ItemId>,
    renumbered: Vec<(ItemId, ItemId)>,
    same_title: Vec<(ItemId, ItemId)>,
}

impl Plan {
    fn new(document: &Document<'_>, blocks: &[Block], renumber: bool) -> Self {
        let mut plan = Self {
            renumber,
            new: BTreeMap::new(),
            taken: HashMap::new(),
            titles: HashMap::new(),
            asked: blocks.iter().map(|block| block.id).collect(),
            last: HashMap::new(),
            given: HashMap::new(),
            dropped: Vec::new(),
            renumbered: Vec::new(),
            same_title: Vec::new(),
        };
        for (index, item) in document.syntax.items.iter().enumerate() {
            let span = blocks::span_of(document.text, &document.syntax, index);
            plan.take(item.id, Content::new(document.text, item, span));
        }
        plan
    }

    /// Takes an id; gives the refinement with the same title under the same parent.
    fn take(&mut self, id: ItemId, content: Content) -> Option<ItemId> {
        let parent = id.parent();
        let title = content.title.to_lowercase();
        self.taken.insert(id, content);
        let first = *self.titles.entry((parent?, title)).or_insert(id);
        (first != id).then_some(first)
    }

    fn add(&mut self, block: &Block) -> Result<(), EditError> {
        let asked = block.id;
        let Some(parent) = asked.parent() else { return Ok(()) };
        let parent = *self.given.get(&(block.number, parent)).unwrap_or(&parent);
        if !self.taken.contains_key(&parent) {
            return Err(EditError::UnknownParent { id: asked, parent });
        }
        let mut id = asked.below(parent);
        if let Some(other) = self.taken.get(&id) {
            if other.covers(&block.content) {
                self.dropped.push(id);
                self.given.insert((block.number, asked), id);
                return Ok(());
            }
            if !self.renumber {
                return Err(EditError::Taken(id));
            }
            id = self.free(id, parent)?;
        }
        if id != asked {
            self.renumbered.push((asked, id));
        }
        self.given.insert((block.number, asked), id);
        self.new.insert(id, block.text_as(id));
        let same = self.take(id, block.content.clone());
        self.same_title.extend(same.map(|other| (id, other)));
        Ok(())
    }

    /// The next id that is neither taken nor asked for.
    fn free(&mut self, id: ItemId, parent: ItemId) -> Result<ItemId, EditError> {
        let mut free = *self.last.get(&parent).unwrap_or(&id);
        while self.taken.contains_key(&free) || self.asked.contains(&free) {
            free = free.next().ok_or(EditError::NoFreeId(id))?;
        }
        self.last.insert(parent, free);
        Ok(free)
    }
}

impl Document<'_> {
    /// The text with new refinements and the count of all, if nothing else has changed.
    fn insert(&self, new: &BTreeMap<ItemId, String>) -> Result<String, EditError> {
        if new.is_empty() {
            return Ok(self.text.to_owned());
        }
        let ids = self.syntax.items.iter().enumerate().map(|(index, item)| (item.id, index));
        let places: BTreeMap<ItemId, usize> = ids.collect();
        let mut edits = Vec::with_capacity(new.len() + 1);
        let mut last = None;
        for (id, block) in new {
            let next = places.range((Excluded(id), Unbounded)).next();
            if let Some((_, next)) = next.filter(|(next, _)| next.question() == id.question()) {
                edits.push(Edit::insert(self.syntax.items[*next].heading.start(), format!("{block}\n\n")));
            } else if let Some(question) = places.get(&id.question()) {
                let is_first = last.replace(question) != Some(question);
                edits.push(self.append(*question, block, is_first));
            }
        }
        let before = self.value.frontmatter.refinement_count;
        edits.extend(counts::set(self.text, &self.syntax, "refinement_count", before + new.len() as u64));
        self.apply(edits, |value| {
            for question in value.sections.iter_mut().flat_map(|section| &mut section.questions) {
                question.refinements.retain(|item| !new.contains_key(&item.id));
            }
            value.frontmatter.refinement_count = before;
            *value == self.value
        })
    }

    /// The edit that adds a refinement at the end of a question.
    fn append(&self, question: usize, block: &str, is_first: bool) -> Edit {
        let item = &self.syntax.items[question];
        let next = self.syntax.items.get(question + 1);
        let has_heading = item.refinements_heading.is_some() || next.is_some_and(|next| next.below == Some(question));
        let heading = if is_first && !has_heading { "#### Refinements\n\n" } else { "" };
        Edit::insert(item.span.trim(self.text).end(), format!("\n\n{heading}{block}"))
    }
}
