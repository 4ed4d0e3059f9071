use std::collections::{BTreeMap, HashMap, HashSet};

use envelope_core::{Edit, edit::apply};

use super::blocks::{self, Block};
use super::{Document, EditError, accepted};
use crate::read::REFINEMENTS;
use crate::{Clarifications, Item, ItemId, render};

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
    /// Text in the blocks that belongs to no refinement, answers included.
    pub ignored: Vec<String>,
}

/// Inserts the refinements of blocks under their questions, in the order of their ids (R-Q12).
///
/// A block holds refinements, with or without a line such as `Refinements for Q6:` above them. They are inserted without
/// answers, which people write. With `renumber` one whose id is taken gets the next free one, and its sub-refinements in
/// the same block follow it. The order of the blocks makes no difference.
pub fn refine(text: &str, blocks: &[&str], renumber: bool) -> Result<Refined, EditError> {
    let document = Document::open(text)?;
    let (mut blocks, ignored) = blocks::read(blocks)?;
    let there = document.value.items().map(|item| (item.id, question_of(item))).collect();
    let mut plan = Plan { renumber, there, ..Plan::default() };
    // Parents come first, then those that keep their ids; nothing depends on the order in which blocks were given.
    blocks.sort_by_cached_key(|Block { item, .. }| {
        let is_sub = item.id.parent() != Some(item.id.question());
        (is_sub, plan.there.contains_key(&item.id), item.id, render::item(item))
    });
    for block in blocks {
        plan.add(block)?;
    }
    let Plan { new, dropped, renumbered, .. } = plan;
    let (text, same_title) = document.insert(&new)?;
    Ok(Refined { text, inserted: new.into_keys().collect(), dropped, renumbered, same_title, ignored })
}

/// An item without its answer and group, which are not part of what it asks.
fn question_of(item: &Item) -> Item {
    Item { answer: Some(String::new()), group: None, refinements: Vec::new(), ..item.clone() }
}

/// What will be inserted, and under which id.
#[derive(Default)]
struct Plan {
    renumber: bool,
    /// The items of the document.
    there: HashMap<ItemId, Item>,
    /// The new refinements.
    new: BTreeMap<ItemId, Item>,
    /// The id that a refinement of a block has got.
    given: HashMap<(usize, ItemId), ItemId>,
    dropped: Vec<ItemId>,
    renumbered: Vec<(ItemId, ItemId)>,
}

impl Plan {
    fn get(&self, id: ItemId) -> Option<&Item> {
        self.there.get(&id).or_else(|| self.new.get(&id))
    }

    fn add(&mut self, Block { number, mut item }: Block) -> Result<(), EditError> {
        let asked = item.id;
        let Some(parent) = asked.parent() else { return Ok(()) };
        let parent = *self.given.get(&(number, parent)).unwrap_or(&parent);
        if self.get(parent).is_none() {
            return Err(EditError::UnknownParent { id: asked, parent });
        }
        item.id = asked.below(parent);
        if self.get(item.id) == Some(&item) {
            self.dropped.push(item.id);
        } else {
            while self.get(item.id).is_some() {
                item.id = item.id.next().filter(|_| self.renumber).ok_or(EditError::Taken(item.id))?;
            }
            self.renumbered.extend((item.id != asked).then_some((asked, item.id)));
            self.new.insert(item.id, item.clone());
        }
        self.given.insert((number, asked), item.id);
        Ok(())
    }
}

impl Document<'_> {
    /// The text with new refinements and the count of all, if each is read back as it is; and which have the title of
    /// another one.
    fn insert(&self, new: &BTreeMap<ItemId, Item>) -> Result<(String, Vec<(ItemId, ItemId)>), EditError> {
        if new.is_empty() {
            return Ok((self.text.to_owned(), Vec::new()));
        }
        let places: BTreeMap<ItemId, _> = self.syntax.items.iter().map(|item| (item.id, item)).collect();
        let mut edits = Vec::with_capacity(new.len() + 1);
        let refined = places.keys().filter(|id| !id.is_question()).map(|id| id.question());
        let mut headed: HashSet<ItemId> = refined.chain(self.syntax.refinements_headings.iter().copied()).collect();
        for (id, item) in new {
            // At least its question comes before it.
            let Some((_, place)) = places.range(..id).next_back() else { continue };
            let is_first = headed.insert(id.question());
            let heading = if is_first { format!("#### {REFINEMENTS}\n\n") } else { String::new() };
            let end = place.span.trim(self.text).end();
            edits.push(Edit::insert(end, format!("\n\n{heading}{}", render::item(item))));
        }
        let count = self.value.frontmatter.refinement_count + new.len() as u64;
        let entry = self.syntax.frontmatter.as_ref().and_then(|front| front.get(self.text, "refinement_count"));
        edits.extend(entry.map(|entry| Edit::replace(entry.value, count.to_string())));
        let text = apply(self.text, edits);
        let value = accepted(&text)?;
        let is_right = |item: &Item| new.get(&item.id).is_none_or(|new| *new == Item { group: None, ..item.clone() });
        if value.items().all(is_right) { Ok((text, same_titles(&value, new))) } else { Err(EditError::Misread) }
    }
}

/// The new refinements with the title of another one under the same parent, and the first such.
fn same_titles(value: &Clarifications, new: &BTreeMap<ItemId, Item>) -> Vec<(ItemId, ItemId)> {
    let mut first = HashMap::new();
    let old = value.items().filter(|item| !new.contains_key(&item.id));
    let pair = |item: &Item| {
        let first = *first.entry((item.id.parent()?, item.title.to_lowercase())).or_insert(item.id);
        (first != item.id && new.contains_key(&item.id)).then_some((item.id, first))
    };
    old.chain(new.values()).filter_map(pair).collect()
}
