//! Block structure by pulldown-cmark: which lines are headings and which are code or HTML (R-Q2).
//!
//! Only ranges are taken from it. Words are read from the source, because events split and join them.

use super::plain;
use crate::steps;
use envelope_core::Span;
use envelope_core::text::{fences, trim_blank};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// The structure of a body of Markdown.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    /// Headings with marks, outside of lists and quotes, in order.
    pub(crate) headings: Vec<Heading>,
    /// Code blocks and HTML blocks in order: nothing in them is a heading or a field.
    pub(crate) opaque: Vec<Span>,
    /// A fence or a comment that nothing closes.
    pub(crate) unclosed: Option<Span>,
}

/// A heading such as `### Q1: Title`. A line underlined with `---` is text: agents put rules below paragraphs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heading {
    /// How many marks it has.
    pub(crate) level: u8,
    /// The line from its marks on, without its line end and blanks before it.
    pub(crate) span: Span,
    /// The words between the marks.
    pub(crate) words: Span,
}

/// The structure of `whole`, a part of `text`.
pub(crate) fn blocks(text: &str, whole: Span) -> Blocks {
    plain::blocks(text, whole).unwrap_or_else(|| by_markdown(text, whole))
}

/// The same, always asking pulldown-cmark.
pub(crate) fn by_markdown(text: &str, whole: Span) -> Blocks {
    let mut found = Blocks::default();
    let mut depth = 0_usize;
    // Looked for once: the blanks at the end must not be gone through for every block.
    let last = whole.start() + trim_end_blank(whole.of(text)).len();
    steps::count(2 * whole.len());
    let reaches_end = |span: Span| span.end() >= last;
    let parser = Parser::new_ext(whole.of(text), Options::ENABLE_TABLES);
    for (event, range) in parser.into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. }) if depth == 0 => {
                found.headings.extend(heading(text, Span::from(range).shifted(whole.start())));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let span = Span::from(range).shifted(whole.start());
                let fenced = matches!(kind, CodeBlockKind::Fenced(_));
                steps::count(if fenced && reaches_end(span) { span.len() } else { 1 });
                let open = || fences(span.of(text)).first().is_some_and(|fence| !fence.closed);
                if fenced && reaches_end(span) && open() {
                    found.unclosed = Some(first_line(text, span));
                }
                found.opaque.push(span);
            }
            Event::Start(Tag::HtmlBlock) => {
                let span = Span::from(range).shifted(whole.start());
                let html = span.of(text);
                steps::count(html.len());
                if html.starts_with("<!--") && !html.contains("-->") && reaches_end(span) {
                    found.unclosed = Some(first_line(text, span));
                }
                found.opaque.push(span);
            }
            Event::Start(Tag::Item | Tag::BlockQuote(_)) => depth += 1,
            Event::End(TagEnd::Item | TagEnd::BlockQuote(_)) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    found
}

/// The heading whose line, or lines, `span` covers; `None` for one that is underlined.
pub(crate) fn heading(text: &str, span: Span) -> Option<Heading> {
    let line = trim_blank(span.of(text));
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let rest = line.get(level..)?;
    if !(rest.is_empty() || rest.starts_with([' ', '\t'])) || line.contains(['\n', '\r']) {
        return None;
    }
    let words = trim_blank(rest);
    // `### Title ###`: closing marks are no words.
    let open = words.trim_end_matches('#');
    let words = if open.is_empty() || open.ends_with([' ', '\t']) { trim_blank(open) } else { words };
    let level = u8::try_from(level).ok().filter(|level| (1..=6).contains(level))?;
    Some(Heading { level, span: Span::of_slice(text, line), words: Span::of_slice(text, words) })
}

fn trim_end_blank(text: &str) -> &str {
    text.trim_end_matches([' ', '\t', '\r', '\n'])
}

pub(super) fn first_line(text: &str, span: Span) -> Span {
    let len = span.of(text).find(['\n', '\r']).unwrap_or(span.len());
    Span::new(span.start(), span.start() + len)
}
