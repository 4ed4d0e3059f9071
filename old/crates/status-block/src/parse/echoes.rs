//! Copies of the instruction beside a report: they are told, and left out of what is read (R-A5).

use std::borrow::Cow;

use envelope_core::Span;
use envelope_core::text::is_invisible;

use super::denied::denied;
use super::locate::Located;
use super::node::{Entry, Node, Scalar};
use super::reader::Block;
use super::{counts, has_key, inside_sections, is_echo, is_template, main, status_word};
use crate::fields::{CARRIED, STATUS, is_echoed_path};

/// A copy of the instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Echo {
    /// What is shown of it.
    pub(super) place: Span,
    /// All its lines.
    pub(super) lines: Span,
}

/// The copies beside the block that counts, in order.
///
/// None where that block is no report by itself, so that nothing that may be one is taken away, and none where a copy
/// says something that must not be lost: another status, that the work failed, or what a conversion carried along.
pub(super) fn beside(text: &str, located: &Located<'_>) -> Vec<Echo> {
    let Some(at) = main(&located.candidates) else { return Vec::new() };
    let Some(chosen) = located.candidates.get(at).map(|chosen| &chosen.block) else { return Vec::new() };
    if is_echo(chosen) || !chosen.has_known() {
        return Vec::new();
    }
    let line = |entry: &Entry<'_>| {
        let place = entry.key_span.join(entry.node.span());
        // A row that hides something in it is not looked through for what may be left out.
        let lines = begins_its_line(text, place.start()).then(|| lines_of(text, place))?;
        (!lines.of(text).contains(|c: char| c != '\t' && is_invisible(c))).then_some(Echo { place, lines })
    };
    let others = || {
        let others = located.candidates.iter().enumerate().filter(|(index, _)| *index != at);
        others.map(|(_, other)| &other.block).filter(|block| is_echo(block))
    };
    let blocks = others().filter_map(|block| {
        let Echo { place, lines } = line(block.status.as_ref()?)?;
        Some(Echo { place, lines: lines.join(lines_of(text, block.span)) })
    });
    let inside = inside_sections(chosen).filter(|entry| entry.key == STATUS);
    let asides = located.asides.iter().filter(|aside| counts(aside, status_word(chosen).0)).map(|aside| &aside.entry);
    let single = chosen.further.iter().chain(inside).chain(asides).filter(|entry| is_template(entry));
    let fences = located.echoes.iter().map(|fence| Echo { place: Span::at(fence.start()), lines: *fence });
    let mut echoes: Vec<Echo> = blocks.chain(single.filter_map(line)).chain(fences).collect();
    echoes.sort_by_key(|echo| echo.lines.start());
    // The status line itself lists the words, and states none of them.
    let denies = |Echo { place, lines }: &Echo| {
        let around = [Span::new(lines.start(), place.start()), Span::new(place.end(), lines.end())];
        let mut around = around.into_iter().map(|part| part.of(text));
        around.any(|says| denied(says, Span::at(0)).is_some() || has_key(says, CARRIED))
    };
    let states = |block: &Block<'_>| {
        !block.further.iter().chain(inside_sections(block)).all(is_template) || has_own_words(block)
    };
    if others().any(states) || echoes.iter().any(denies) { Vec::new() } else { echoes }
}

/// The text with blanks for the copies; every other byte keeps its place.
pub(super) fn blanked(text: &str, echoes: &[Echo]) -> String {
    let mut blanked = String::with_capacity(text.len());
    for Echo { lines, .. } in echoes {
        // Of two that overlap, a part was blanked already.
        let start = lines.start().max(blanked.len());
        blanked.push_str(text.get(blanked.len()..start).unwrap_or_default());
        let bytes = text.as_bytes().get(start..lines.end()).unwrap_or_default();
        blanked.extend(bytes.iter().map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(*byte) } else { ' ' }));
    }
    blanked.push_str(text.get(blanked.len()..).unwrap_or_default());
    blanked
}

/// What the span of a text holds beside the copies.
pub(super) fn without<'t>(text: &'t str, span: Span, echoes: &[Echo]) -> Cow<'t, str> {
    if echoes.is_empty() {
        return span.of(text).into();
    }
    let mut kept = String::with_capacity(span.len());
    let mut at = span.start();
    for Echo { lines, .. } in echoes.iter().filter(|echo| span.contains(echo.lines)) {
        kept.push_str(text.get(at..lines.start()).unwrap_or_default());
        let rest = text.get(lines.end()..span.end()).unwrap_or_default();
        let apart = kept.is_empty() || kept.ends_with("\n\n") || kept.ends_with("\r\n\r\n");
        // The blank lines around it were there for its sake.
        let line = || rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\n', '\r'])).unwrap_or(rest);
        let more = if apart { rest.trim_start_matches(['\n', '\r']) } else { line() };
        at = at.max(span.end() - more.len());
    }
    kept.push_str(text.get(at..span.end()).unwrap_or_default());
    kept.into()
}

/// Whether a block whose status lists the words holds values all the same: what an agent wrote there is no instruction, and
/// not to be left out (R-A3).
fn has_own_words(block: &Block<'_>) -> bool {
    block.sections.iter().any(|(section, entry)| match (section, &entry.node) {
        (Some(section), Node::Map(entries, _)) => entries.iter().any(|entry| {
            let field = section.field_any_case(&entry.key);
            let echoed = |text: &str| field.is_none_or(|field| field.is_echo(text)) || is_echoed_path(text);
            // A word or a figure alone may be one of those to choose from.
            let says = |scalar: &Scalar<'_>| !scalar.plain || scalar.text.split_whitespace().nth(2).is_some();
            let is_list = |text: &str| text.contains(" | ");
            let own = |node: &Node<'_>| match node {
                Node::Scalar(scalar) => says(scalar) && !is_list(&scalar.text) && !echoed(&scalar.text),
                _ => false,
            };
            match &entry.node {
                Node::List(items, _) => items.iter().any(own),
                node => own(node),
            }
        }),
        _ => false,
    })
}

/// Whether nothing but marks and blanks stands before it on its line; no more of them than anybody writes are looked at.
fn begins_its_line(text: &str, at: usize) -> bool {
    const MARKS: usize = 40;
    let before = text.get(..at).unwrap_or_default();
    let lead = before.chars().rev().take(MARKS).take_while(|c| !c.is_alphanumeric() && !matches!(c, '\n' | '\r'));
    let lead: usize = lead.map(char::len_utf8).sum();
    let rest = before.get(..before.len() - lead).unwrap_or_default();
    rest.is_empty() || rest.ends_with(['\n', '\r'])
}

/// The span with the whole of its first and last line.
fn lines_of(text: &str, span: Span) -> Span {
    let breaks = ['\n', '\r'];
    let start = text.get(..span.start()).and_then(|before| before.rfind(breaks)).map_or(0, |at| at + 1);
    let end = text.get(span.end()..).and_then(|after| after.find(breaks)).map_or(text.len(), |at| span.end() + at);
    Span::new(start, end)
}
