//! From text to decisions (clarifications-md, "Phase 1"; R-Q9).

mod body;
mod front;
mod heading;
mod label;

pub(super) use heading::{heading, unheaded};
pub(super) use label::label;

use envelope_core::rules::{ENVELOPE_IN_FENCE, FENCED_MESSAGE};
use envelope_core::text::{Lines, fences, whole_message_fence};
use envelope_core::{
    Amend, Diagnostic, Diagnostics, Envelope as _, Parsed, Path, Places, ReadOptions, Reading, Source, Span, Stated,
    note_line_ends,
};

use super::Decisions;
use super::rules::{ENTRY_TEXT, NO_DECISIONS};
use crate::cut::cut_key;

/// Reads and judges a decisions document with the default options, without the clarifications that it rests on.
///
/// ```
/// use clarifications_md::decisions;
/// use envelope_core::Outcome;
/// let text = "---\nstatus: final\ndecision_count: 1\n---\n\n### D1: Datum\n- **Source:** Q1\n\
///     - **Decision:** Gauges read from chart datum.\n- **Status:** resolved\n";
/// let parsed = decisions::parse(text);
/// assert_eq!(parsed.diagnostics(), []);
/// assert_eq!(parsed.outcome(), Outcome::Completed);
/// assert_eq!(decisions::render(parsed.accepted().expect("accepted")), text);
/// ```
pub fn parse(text: &str) -> Parsed<Decisions> {
    Decisions::parse(&Source::new(text), &ReadOptions::default())
}

/// What was read: the value, where its parts stand, and what is to be told of how it is written.
#[derive(Debug)]
struct Found {
    /// The part of the message that is the document.
    whole: Span,
    value: Decisions,
    places: Places,
    log: Diagnostics,
    /// What the rules on the value say, too, without knowing the very line.
    told: Vec<Path>,
    /// The text ends inside the front matter, a fence or a comment (R-A10).
    truncated: bool,
}

/// Reads a message; the rules are applied by the caller.
pub(super) fn read(source: &Source<'_>, options: &ReadOptions<()>) -> Reading<Decisions> {
    let text = source.text();
    let mut diagnostics = Diagnostics::new(options.limits);
    note_line_ends(text, &mut diagnostics);
    let Some(found) = locate(text, options, &mut diagnostics) else {
        let message = "neither front matter nor an entry, or not in one piece: this is no decisions document";
        let told = Diagnostic::new(&NO_DECISIONS, Span::at(0), message);
        diagnostics.push(told.help("it starts with `---`, `status: …`; an entry with `### D1: Title`"));
        return Reading::new(diagnostics).truncated(cut_key(text));
    };
    diagnostics.absorb(found.log);
    let stated = found.value.stated_outcome().map_or_else(Stated::nothing, Stated::derived);
    let left_out = crate::left_out::comments(found.whole.of(text), &found.value);
    let reading = Reading::new(diagnostics).value(Some(found.value)).left_out(left_out);
    let mut amend = Amend::new();
    for path in found.told {
        amend.told(&ENTRY_TEXT, path);
    }
    reading.places(found.places).stated(stated).amend(amend).truncated(found.truncated)
}

/// The document in the text: the text itself, the inside of the fence around it, or the one fence that holds a document
/// (R-A6, R-A12). `None` where nothing of the format is found.
fn locate(text: &str, options: &ReadOptions<()>, diagnostics: &mut Diagnostics) -> Option<Found> {
    let bom = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let is_document = |found: &Found| {
        let value = &found.value;
        value.frontmatter.is_some() || !value.entries.is_empty() || !value.quarantine.is_empty()
    };
    let opening = |start: usize| {
        let line = Span::new(start, text.len()).of(text);
        Span::new(start, start + line.find(['\n', '\r']).unwrap_or(line.len()))
    };
    if let Some(fence) = whole_message_fence(text) {
        let inside = Some(document(text, fence.inner, options)).filter(is_document)?;
        let message = "the whole document stands in a code fence";
        diagnostics.push(Diagnostic::new(&FENCED_MESSAGE, opening(fence.span.start()), message));
        return Some(inside);
    }
    let plain = document(text, Span::new(bom, text.len()), options);
    if is_document(&plain) {
        return Some(plain);
    }
    let mut inside = fences(text).into_iter().filter(|fence| fence.closed).filter_map(|fence| {
        let found = document(text, fence.inner, options);
        found.value.frontmatter.is_some().then_some((fence, found))
    });
    let (fence, found) = inside.next()?;
    if inside.next().is_some() || !is_prose(text, fence.span.end()) {
        return None;
    }
    let message = "the document was found inside a code fence";
    let told = Diagnostic::new(&ENVELOPE_IN_FENCE, opening(fence.span.start()), message);
    diagnostics.push(told.help("write the document alone"));
    Some(found)
}

/// Whether only prose follows: neither a fence nor a heading nor a field. If there is more, the fence may have been
/// closed by one inside of the document, and what follows belongs to it.
fn is_prose(text: &str, from: usize) -> bool {
    Lines::new(Span::new(from, text.len()).of(text)).all(|line| {
        let rest = line.text.trim_start_matches([' ', '\t']);
        let fenced = rest.starts_with("```") || rest.starts_with("~~~");
        !(fenced || rest.starts_with('#') || label(line.text).is_some())
    })
}

fn document(text: &str, whole: Span, options: &ReadOptions<()>) -> Found {
    let found = Found {
        whole,
        value: Decisions::default(),
        places: Places::new(Span::at(whole.start())),
        log: Diagnostics::new(options.limits),
        told: Vec::new(),
        truncated: false,
    };
    let (found, body) = front::read(text, whole, found);
    body::read(text, Span::new(body, whole.end()), found)
}
