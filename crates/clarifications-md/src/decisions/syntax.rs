//! A decisions document by lines: headings, fields, and the text between them.

use envelope_core::Span;
use envelope_core::text::{Line, Lines, Region, Regions, same_name, split_key, strip_decoration};

use crate::read::line::{self, Id};
use crate::{DecisionId, ItemId};

/// A heading, a field or other text.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) kind: Kind,
    /// Where it begins, behind the indentation.
    pub(super) start: usize,
    /// The id, the name, or the first line of other text.
    pub(super) span: Span,
    /// The title, the value, or the lines.
    pub(super) text: Span,
}

#[derive(Debug)]
pub(super) enum Kind {
    /// `### D1: Title`, and how many `#` it has.
    Entry(DecisionId, usize),
    /// A field, by its name as it should be written, and whether that is written in another way.
    Field(String, bool),
    Text,
}

impl Block {
    pub(super) fn is_entry(&self) -> bool {
        matches!(self.kind, Kind::Entry(..))
    }

    fn is_field(&self) -> bool {
        matches!(self.kind, Kind::Field(..))
    }

    /// The title, the value without the indentation of its further lines, or the text; with LF as line end.
    pub(super) fn text(&self, text: &str) -> String {
        let lines = self.text.of(text).split('\n').map(|line| {
            let line = line.trim_end_matches('\r');
            let value = continued(line).filter(|_| self.is_field());
            if line.trim_ascii().is_empty() { "" } else { value.unwrap_or(line) }
        });
        let lines = lines.collect::<Vec<_>>().join("\n");
        if self.is_field() { lines.trim_ascii().to_owned() } else { lines.trim_ascii_end().to_owned() }
    }
}

/// What a further line of a value says.
fn continued(line: &str) -> Option<&str> {
    line.strip_prefix("  ").or_else(|| line.strip_prefix('\t'))
}

/// The names, in the order in which they are written; `Answer (Q1)` is one, too.
const FIELDS: [&str; 8] = ["Source", "Section", "Answer", "Decision", "Reasoning", "Implication", "Status", "Note"];

/// The item of `Answer (Q1)`.
pub(super) fn answer_of(name: &str) -> Option<ItemId> {
    let (answer, id) = name.strip_suffix(')')?.split_once('(')?;
    id.trim().parse().ok().filter(|_| same_name(answer.trim_end(), "Answer"))
}

/// A name of the protocol, as it should be written.
fn known(name: &str) -> Option<String> {
    let field = || FIELDS.into_iter().find(|known| same_name(known, name)).map(str::to_owned);
    answer_of(name).map(|id| format!("Answer ({id})")).or_else(field)
}

/// The entry that a heading such as `### D1: Title` begins, at any level.
pub(super) fn heading(text: &str, line: &Line<'_>) -> Option<Block> {
    let (level, title) = line::heading(line)?;
    let Id { item, span, title } = line::id(text, title)?;
    Some(Block { kind: Kind::Entry(item, level), start: line.span().start(), span, text: title })
}

/// The field that a line begins.
fn field(line: &Line<'_>) -> Option<Block> {
    let content = line.content();
    let bold = content.strip_prefix("- **").and_then(|rest| rest.split_once(":**"));
    let bold = bold.filter(|(name, _)| !name.trim().is_empty() && !name.contains("**"));
    let (written, value) = match bold {
        Some(bold) => bold,
        None => {
            let (key, value) = split_key(content)?;
            let key = strip_decoration(key.trim_start_matches(['-', '+', ' ']));
            known(key)?;
            // `**Status**: x` and `**Status:** x` are the same.
            (key, content[value..].trim_start_matches('*'))
        }
    };
    let name = known(written).unwrap_or_else(|| written.to_owned());
    let is_decorated = name != written || bold.is_none();
    let (start, end) = (line.span().start(), line.span().end());
    let at = start + content.find(written)?;
    let span = Span::new(at, at + written.len());
    let text = Span::new(end - value.trim_ascii_start().len(), end);
    Some(Block { kind: Kind::Field(name, is_decorated), start, span, text })
}

/// The blocks of a part of a text, and what the last of them leaves open (R-A10).
pub(super) fn scan(text: &str, part: Span) -> (Vec<Block>, Option<&'static str>) {
    let (mut blocks, mut regions, mut has_entry) = (Vec::<Block>::new(), Regions::default(), false);
    for line in Lines::new(text, part).filter(|line| !line.is_blank()) {
        let mut last = blocks.last_mut();
        if let Some(field) = last.as_mut().filter(|last| last.is_field() && continued(line.text).is_some()) {
            field.text = Span::new(field.text.start(), line.end());
            continue;
        }
        let is_open = regions.next(&line) == Region::Open;
        let entry = heading(text, &line).filter(|_| is_open);
        has_entry |= entry.is_some();
        let block = entry.or_else(|| field(&line).filter(|_| is_open && has_entry));
        match (block, last) {
            (Some(block), _) => blocks.push(block),
            (None, Some(last)) if matches!(last.kind, Kind::Text) => {
                last.text = Span::new(last.text.start(), line.end());
            }
            (None, _) => {
                let (start, text) = (line.span().start(), Span::new(line.start, line.end()));
                blocks.push(Block { kind: Kind::Text, start, span: line.span(), text });
            }
        }
    }
    let is_open = regions.in_fence() || regions.in_thought();
    let open_end = if is_open { Some("a fence or a thought is not closed") } else { open_end(text, &blocks) };
    (blocks, open_end)
}

fn open_end(text: &str, blocks: &[Block]) -> Option<&'static str> {
    let last = blocks.last()?;
    let lines = last.text.of(text);
    let is_below_a_field = || {
        let above = blocks.iter().rev().nth(1).filter(|above| above.is_field());
        above.is_some_and(|above| text[above.text.end()..last.start].matches('\n').count() == 1)
    };
    match last.kind {
        Kind::Entry(..) => Some("the last entry has no fields"),
        Kind::Field(..) => lines.is_empty().then_some("the last field has no value"),
        Kind::Text if lines.rsplit('\n').next().is_some_and(|line| line.starts_with('#')) => {
            Some("nothing stands below the last heading")
        }
        Kind::Text => {
            let is_cut = lines.starts_with(['-', '*']) && !lines.contains('\n') && is_below_a_field();
            is_cut.then_some("the last line is no whole field")
        }
    }
}
