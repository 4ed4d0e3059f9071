//! The refinements in the blocks that agents send.

use envelope_core::Span;
use envelope_core::text::{Lines, Region, Regions, strip_decoration};

use super::EditError;
use crate::ItemId;
use crate::syntax::{ItemSyntax, Syntax};

/// A refinement of a block.
pub(super) struct Block {
    pub(super) id: ItemId,
    /// The number of the text that it stands in, from 1.
    pub(super) number: usize,
    /// From its heading to its end, with LF as line end.
    pub(super) text: String,
    pub(super) content: Content,
    /// The id in the text.
    id_span: Span,
}

impl Block {
    /// The text under another id.
    pub(super) fn text_as(&self, id: ItemId) -> String {
        format!("{}{id}{}", &self.text[..self.id_span.start()], &self.text[self.id_span.end()..])
    }
}

/// What a refinement says.
#[derive(Clone, PartialEq)]
pub(super) struct Content {
    pub(super) title: String,
    /// All of it but the answer.
    text: String,
    answer: String,
}

impl Content {
    /// The content of an item, whose text ends at an offset.
    pub(super) fn new(text: &str, item: &ItemSyntax, span: Span) -> Self {
        let value = item.answer.map_or(Span::at(span.end()), |field| field.value);
        let [before, after] = [(span.start(), value.start()), (value.end(), span.end())].map(|(start, end)| {
            let part = text.get(start..end).unwrap_or_default();
            part.trim().replace("\r\n", "\n")
        });
        let title = item.title.of(text).to_owned();
        Self { title, text: format!("{before}\n{after}"), answer: value.of(text).replace("\r\n", "\n") }
    }

    /// Whether a block with other content has nothing new; an answer may have come in the meantime.
    pub(super) fn covers(&self, other: &Self) -> bool {
        self.text == other.text && (other.answer.is_empty() || self.answer == other.answer)
    }
}

/// The bytes of an item without those of the items below it.
pub(super) fn span_of(text: &str, syntax: &Syntax, index: usize) -> Span {
    let item = &syntax.items[index];
    let next = syntax.items.get(index + 1).map_or(text.len(), |next| next.heading.start());
    Span::new(item.heading.start(), item.span.end().min(next)).trim(text)
}

/// The refinements in the texts, and text that belongs to none.
pub(super) fn read(texts: &[&str]) -> Result<(Vec<Block>, Vec<String>), EditError> {
    let (mut blocks, mut ignored) = (Vec::new(), Vec::new());
    for (number, text) in (1..).zip(texts) {
        let before = blocks.len();
        for (heading, part) in parts(&text.replace("\r\n", "\n")) {
            read_part(part, heading, number, &mut blocks, &mut ignored)?;
        }
        if blocks.len() == before {
            return Err(EditError::NoRefinement(number));
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

fn read_part(
    text: &str,
    heading: Option<ItemId>,
    number: usize,
    blocks: &mut Vec<Block>,
    ignored: &mut Vec<String>,
) -> Result<(), EditError> {
    let syntax = Syntax::read_part(text, Span::new(0, text.len()));
    let mut end = 0;
    for (index, item) in syntax.items.iter().enumerate() {
        let id = item.id;
        if id.is_question() {
            return Err(EditError::NoQuestions { block: number, id });
        }
        if let Some(heading) = heading.filter(|heading| *heading != id.question() && Some(*heading) != id.parent()) {
            return Err(EditError::OtherParent { id, heading });
        }
        let span = span_of(text, &syntax, index);
        ignored.extend(leftover(&text[end..span.start()]));
        end = span.end();
        let id_span = Span::new(item.id_span.start() - span.start(), item.id_span.end() - span.start());
        let content = Content::new(text, item, span);
        blocks.push(Block { id, number, text: span.of(text).to_owned(), content, id_span });
    }
    ignored.extend(leftover(&text[end..]));
    Ok(())
}

/// Text between refinements, if there is any beside their heading.
fn leftover(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_suffix("#### Refinements").unwrap_or(text).trim();
    (!text.is_empty()).then(|| text.to_owned())
}
