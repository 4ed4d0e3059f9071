//! A message that ends inside its last line, where a key, an item or a section was begun (R-A10).

use envelope_core::Span;
use envelope_core::text::is_blank;

use super::node::Node;
use super::reader::Block;
use super::row::Row;
use crate::Section;

/// What a cut left of the last line: an open item, the beginning of a key or that of a section. With a line end behind
/// it the line is whole, and nothing shows that more was to come.
pub(super) fn cut_line(text: &str, block: &Block<'_>) -> Option<Span> {
    let start = text.rfind(['\n', '\r'])? + 1;
    let row = Row::read(text, start).filter(|row| !row.is_blank())?;
    let end = block.span.end();
    let cut = if end > row.start {
        is_open_item(&row, block) || is_begun_key(&row, block)
    } else {
        is_begun_section(row.text) && is_blank(Span::new(end, row.start).of(text))
    };
    cut.then(|| row.span())
}

/// `-` and nothing behind it, which is no text.
fn is_open_item(row: &Row<'_>, block: &Block<'_>) -> bool {
    row.text == "-" && block.sections.last().is_some_and(|(_, entry)| ends_with_nothing(&entry.node))
}

fn ends_with_nothing(node: &Node<'_>) -> bool {
    let mut node = node;
    loop {
        node = match node {
            Node::List(items, _) => match items.last() {
                Some(last) => last,
                None => return true,
            },
            Node::Map(entries, _) => match entries.last() {
                Some(last) => &last.node,
                None => return true,
            },
            node => return node.is_null() || matches!(node, Node::Data(..)),
        };
    }
}

/// The beginning of a key of the section whose only content it is; another word is an odd value, cut or not.
fn is_begun_key(row: &Row<'_>, block: &Block<'_>) -> bool {
    let Some((Some(section), entry)) = block.sections.last() else { return false };
    let alone = matches!(&entry.node, Node::Scalar(scalar) if scalar.span.start() == row.at);
    alone && section.fields().iter().any(|field| field.name.starts_with(row.text))
}

/// `FIL`: the name of a section, or the beginning of it, without its colon.
fn is_begun_section(text: &str) -> bool {
    Section::ALL.iter().any(|section| section.marker().starts_with(text))
}
