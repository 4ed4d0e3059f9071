//! The refinements in the blocks that agents send.

use envelope_core::Span;
use envelope_core::text::{Lines, Region, Regions, strip_decoration};

use super::EditError;
use crate::syntax::{Syntax, lf};
use crate::{Item, ItemId, decode};

/// A refinement of a block.
pub(super) struct Block {
    /// The number of the text that it stands in, from 1.
    pub(super) number: usize,
    /// The refinement, without an answer.
    pub(super) item: Item,
}

/// The refinements in the texts, and text that belongs to none. Only people answer: what stands in an answer does not
/// belong to the refinement.
pub(super) fn read(texts: &[&str]) -> Result<(Vec<Block>, Vec<String>), EditError> {
    let (mut blocks, mut ignored) = (Vec::new(), Vec::new());
    for (number, text) in (1..).zip(texts) {
        let before = blocks.len();
        for (heading, part) in parts(&lf(text)) {
            let items = read_part(part, heading, &mut ignored).map_err(|reason| EditError::Block { number, reason })?;
            blocks.extend(items.into_iter().map(|item| Block { number, item }));
        }
        if blocks.len() == before {
            let reason = "has no refinement outside code fences; begin each with a heading such as `##### R1.1: Title`";
            return Err(EditError::Block { number, reason: reason.to_owned() });
        }
    }
    Ok((blocks, ignored))
}

/// The parts of a text that begin with a line such as `Refinements for Q6:`, and the item that it names.
fn parts(text: &str) -> Vec<(Option<ItemId>, &str)> {
    let (mut parts, mut heading, mut start) = (Vec::new(), None, 0);
    let mut regions = Regions::default();
    for line in Lines::new(text, Span::new(0, text.len())) {
        if regions.next(&line) != Region::Open {
            continue;
        }
        let name = strip_decoration(line.content());
        if let Some(id) = name.strip_prefix("Refinements for ").and_then(|id| id.parse().ok()) {
            parts.push((heading, &text[start..line.start]));
            (heading, start) = (Some(id), line.end());
        }
    }
    parts.push((heading, &text[start..]));
    parts
}

fn read_part(text: &str, heading: Option<ItemId>, ignored: &mut Vec<String>) -> Result<Vec<Item>, String> {
    let syntax = Syntax::read_part(text, Span::new(0, text.len()));
    let mut ignore = |text: &str| {
        let text = text.trim();
        let text = text.strip_suffix("#### Refinements").unwrap_or(text).trim_end();
        ignored.extend(Some(text).filter(|text| !text.is_empty()).map(str::to_owned));
    };
    let (mut items, mut end) = (decode::items(text, &syntax), 0);
    for (item, syntax) in items.iter_mut().zip(&syntax.items) {
        let id = item.id;
        if id.is_question() {
            return Err(format!("holds {id}, which is no refinement; send refinements only"));
        }
        if let Some(heading) = heading.filter(|heading| *heading != id.question() && Some(*heading) != id.parent()) {
            return Err(format!("has {id} under `Refinements for {heading}:`; correct one of the two"));
        }
        ignore(&text[end..syntax.span.start()]);
        ignore(item.answer.as_deref().unwrap_or_default());
        (item.answer, item.group) = (Some(String::new()), None);
        end = syntax.span.end();
    }
    ignore(&text[end..]);
    Ok(items)
}
