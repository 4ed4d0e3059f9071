use envelope_core::text::find_word;
use envelope_core::{Edit, Located, Message, Protocol as _, Rejected, Span, edit};

use super::status::WORDS;
use super::syntax::{Block, Kind};
use super::{Decisions, parse_with, read};
use crate::Context;

/// Rewrites headings at another level, and labels and statuses that are written in another way (R-A6).
///
/// No other byte changes, and neither does what the document says; what cannot be rewritten so stays.
pub fn fmt(text: &str) -> Result<String, Box<Rejected<Decisions>>> {
    let before = parse_with(text, &Context::default()).into_result().map_err(Box::new)?;
    let Located::At(place) = Decisions::locate(&Message::from(text)) else { return Ok(text.to_owned()) };
    let edits = read(text, place).1.iter().flat_map(|block| edits(text, block)).collect();
    let after = edit::apply(text, edits);
    let is_same = parse_with(&after, &Context::default()).accepted() == Some(&before);
    Ok(if is_same { after } else { text.to_owned() })
}

fn edits(text: &str, block: &Block) -> Vec<Edit> {
    match &block.kind {
        Kind::Entry(_, level) => vec![Edit::replace(Span::new(block.start, block.start + level), "###")],
        Kind::Field(name, is_decorated) => {
            let value = block.text.of(text);
            let label = format!("- **{name}:**{}", if value.is_empty() { "" } else { " " });
            let label = is_decorated.then(|| Edit::replace(Span::new(block.start, block.text.start()), label));
            let word = find_word(value, &WORDS).filter(|word| name == "Status" && word.decorated);
            label.into_iter().chain(word.map(|word| Edit::replace(block.text, WORDS[word.index]))).collect()
        }
        Kind::Text => Vec::new(),
    }
}
