//! Finding the blocks of a message: outside of fences first, then in one fence (R-A12, R-S4, R-S6).

use envelope_core::rules::{ECHO_BESIDE, ENVELOPE_HIDDEN, ENVELOPE_IN_FENCE, FENCED_MESSAGE};
use envelope_core::text::{
    Decoration, Decorations, Fence, Fences, HiddenPart, LineRole, fences, hidden_parts, is_blank, whole_message_fence,
};
use envelope_core::{Diagnostic, Diagnostics, Limits, Severity, Span};

use super::is_echo;
use super::node::{Entry, Node};
use super::reader::{Block, Reader};
use super::row::{Head, Row};
use crate::rules::{SEVERAL_FENCES, UNEVEN_INDENT};

/// A block and what was found while reading it.
#[derive(Debug)]
pub(super) struct Candidate<'a> {
    pub(super) block: Block<'a>,
    pub(super) found: Diagnostics,
}

/// A status line that begins no block of its own: indented, or decorated with no section after it (R-S4). Beside a block
/// it counts as a further status (R-A11).
#[derive(Debug)]
pub(super) struct Aside<'a> {
    pub(super) entry: Entry<'a>,
    /// It is written as the specification writes it, but for the indentation.
    pub(super) exact: bool,
    /// A sign before it may say no.
    pub(super) doubtful: bool,
}

/// The status lines of a part of the message.
#[derive(Debug, Default)]
struct Lines<'a> {
    candidates: Vec<Candidate<'a>>,
    asides: Vec<Aside<'a>>,
    /// What an agent thought or commented out, and the part of the text around it (R-A12).
    hidden: Vec<(HiddenPart, Candidate<'a>)>,
    /// All parts in which something is thought or commented out.
    parts: Hidden,
}

/// The parts of a text that are not said in it, in order (R-A12).
#[derive(Debug, Default)]
struct Hidden(Vec<HiddenPart>);

impl Hidden {
    fn of(text: &str, region: Span) -> Self {
        let mut parts = hidden_parts(region.of(text));
        for part in &mut parts {
            part.span = part.span.shifted(region.start());
            part.tag = part.tag.shifted(region.start());
        }
        Self(parts)
    }

    /// The part around a place.
    fn around(&self, at: usize) -> Option<HiddenPart> {
        let before = self.0.partition_point(|part| part.span.start() <= at);
        before.checked_sub(1).and_then(|last| self.0.get(last)).filter(|part| at < part.span.end()).copied()
    }

    /// The rest of `region`.
    fn said(&self, region: Span) -> impl Iterator<Item = Span> {
        let starts = std::iter::once(region.start()).chain(self.0.iter().map(|part| part.span.end()));
        let ends = self.0.iter().map(|part| part.span.start()).chain(std::iter::once(region.end()));
        starts.zip(ends).filter(|(start, end)| start < end).map(|(start, end)| Span::new(start, end))
    }
}

/// What a message holds.
#[derive(Debug)]
pub(super) struct Located<'a> {
    /// The part of the message that was searched: all of it, or the inside of the fence around it.
    pub(super) region: Span,
    pub(super) candidates: Vec<Candidate<'a>>,
    pub(super) asides: Vec<Aside<'a>>,
    /// The fence that holds the block, when one outside of fences was not found.
    pub(super) in_fence: bool,
}

/// The decoration before every line, when the block stands behind line numbers or quote marks.
pub(super) const LINE_PREFIXES: [Decoration; 2] = [Decoration::LineNumber, Decoration::Quote];

/// Finds every block; an `Err` names the first marker line that stands behind a line number or a quote mark.
pub(super) fn locate<'a>(text: &'a str, limits: Limits, found: &mut Diagnostics) -> Result<Located<'a>, usize> {
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut region = Span::new(start, text.len());
    let fenced = text.get(start..).unwrap_or_default().trim_start().starts_with(['`', '~']);
    if let Some(fence) = fenced.then(|| whole_message_fence(text)).flatten() {
        region = fence.inner;
        let span = Span::new(fence.span.start(), fence.inner.start());
        // Where the fence is not closed, something may be missing.
        found.push(if fence.closed {
            Diagnostic::new(&FENCED_MESSAGE, span, "the whole message lies in a code fence")
        } else {
            let message = "the whole message lies in a code fence that nothing closes";
            Diagnostic::new(&FENCED_MESSAGE, span, message).severity(Severity::Warning)
        });
    }
    let Lines { candidates, mut asides, mut hidden, parts } = lines(text, region, limits)?;
    if !candidates.is_empty() {
        return Ok(Located { region, candidates, asides, in_fence: false });
    }
    // Every fence with a block counts, also one in which text stands before it: which report is the real one is not
    // to be decided by how a fence begins (R-A2).
    let mut held = Vec::new();
    let said = parts.said(region).flat_map(|part| {
        fences(part.of(text)).into_iter().map(move |mut fence| {
            fence.span = fence.span.shifted(part.start());
            fence.inner = fence.inner.shifted(part.start());
            fence
        })
    });
    for fence in said {
        let mut inside = lines(text, fence.inner, limits)?;
        hidden.append(&mut inside.hidden);
        if !inside.candidates.is_empty() {
            held.push((fence, inside));
        }
    }
    let real = |(_, inside): &(Fence, Lines<'_>)| !inside.candidates.iter().all(|candidate| is_echo(&candidate.block));
    if held.iter().any(real) {
        // The instruction's template in a fence of its own is no report (R-A5).
        held.retain(|held| {
            let real = real(held);
            if !real {
                let message = "the instruction's template, copied back beside the report";
                let span = Span::at(held.0.span.start());
                found.push(Diagnostic::new(&ECHO_BESIDE, span, message).help("leave the template out"));
            }
            real
        });
    }
    if let [_, (fence, _), ..] = held.as_slice() {
        let message = format!("{} fences hold a block; which one counts cannot be known", held.len());
        found.push(
            Diagnostic::new(&SEVERAL_FENCES, Span::at(fence.span.start()), message)
                .help("write one block, outside of fences"),
        );
        return Ok(Located { region, candidates: Vec::new(), asides, in_fence: true });
    }
    held.retain(|(fence, inside)| {
        let inner = fence.inner;
        let first = inside.candidates.first().map_or(inner.end(), |first| first.block.span.start());
        is_blank(Span::new(inner.start(), first).of(text))
    });
    let Some((fence, inside)) = held.pop() else {
        let candidates = only_hidden(hidden, found);
        return Ok(Located { region, candidates, asides, in_fence: false });
    };
    let message = "the block stands inside a code fence";
    found.push(
        Diagnostic::new(&ENVELOPE_IN_FENCE, Span::at(fence.span.start()), message)
            .help("write the block without a fence"),
    );
    asides.extend(inside.asides);
    Ok(Located { region, candidates: inside.candidates, asides, in_fence: true })
}

/// What was only thought or commented out is shown, with an error: it is not what the agent reports (R-A12).
fn only_hidden<'a>(hidden: Vec<(HiddenPart, Candidate<'a>)>, found: &mut Diagnostics) -> Vec<Candidate<'a>> {
    if let Some((part, _)) = hidden.first() {
        let message = format!("the only block stands {}", part.place());
        let help = "write the block outside of it, as the last thing you say";
        found.push(Diagnostic::new(&ENVELOPE_HIDDEN, part.tag, message).help(help));
    }
    hidden.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The blocks and the other status lines of a part of the text, outside of its fences.
fn lines(text: &str, region: Span, limits: Limits) -> Result<Lines<'_>, usize> {
    let text = text.get(..region.end()).unwrap_or(text);
    let mut lines = Lines { parts: Hidden::of(text, region), ..Lines::default() };
    let mut within = None;
    let mut fences = Fences::new();
    let mut at = region.start();
    // Where sections start that stand before their STATUS line.
    let mut sections_from: Option<usize> = None;
    while let Some(row) = Row::read(text, at) {
        at = row.next;
        if row.is_blank() {
            continue;
        }
        let part = lines.parts.around(row.at);
        if part != within {
            // Nothing that was open goes on over such a border.
            (within, fences, sections_from) = (part, Fences::new(), None);
        }
        if may_fence(&row, &fences)
            && fences.classify(text.get(row.start..row.end).unwrap_or_default()) != LineRole::Text
        {
            sections_from = None;
            continue;
        }
        let (key, exact) = match Head::read(&row) {
            Head::Status { key, exact } => (key, exact),
            Head::Known { exact: true, .. } if row.indent == 0 => {
                sections_from.get_or_insert(row.start);
                continue;
            }
            Head::Extension(_) if row.indent == 0 => continue,
            _ => {
                if row.indent == 0 && !row.is_comment() {
                    sections_from = None;
                }
                continue;
            }
        };
        if row.indent > 0 && sections_from.is_some() {
            // It belongs to the section above it, be it as literal text (R-S6).
            continue;
        }
        if LINE_PREFIXES.iter().any(|prefix| key.decorations.contains(*prefix)) {
            return Err(row.start);
        }
        let text = part.and_then(|part| text.get(..part.span.end())).unwrap_or(text);
        let mut found = Diagnostics::new(limits);
        let start = sections_from.take().filter(|_| row.indent == 0).unwrap_or(row.start);
        let mut block = Reader::new(text, start, row.indent, limits, &mut found).block();
        if block.status.is_none() {
            // The sections before the line were not of this block.
            found = Diagnostics::new(limits);
            block = Reader::new(text, row.start, row.indent, limits, &mut found).block();
        }
        if row.indent > 0 {
            let message = "the block is indented";
            found.push(
                Diagnostic::new(&UNEVEN_INDENT, key.span, message)
                    .help("begin STATUS and the sections at the line's start"),
            );
        }
        let strong = exact && row.indent == 0;
        if block.status.is_some() && (strong || block.has_known()) {
            // The line after the block is looked at next.
            at = Row::read(text, block.span.end().max(row.start)).map_or(text.len(), |last| last.next).max(row.next);
            let candidate = Candidate { block, found };
            match part {
                Some(part) => lines.hidden.push((part, candidate)),
                None => lines.candidates.push(candidate),
            }
        } else if let Some(mut entry) = block.status.filter(|_| part.is_none()) {
            let doubtful = key.decorations.contains(Decoration::DoubtfulSign);
            if doubtful {
                entry.node = Node::plain(key.value, Span::new(key.value_at, key.value_at + key.value.len()));
            }
            lines.asides.push(Aside { entry, exact, doubtful });
        }
    }
    Ok(lines)
}

/// Whether the line can matter to the fences: most lines cannot.
fn may_fence(row: &Row<'_>, fences: &Fences) -> bool {
    fences.is_open() || row.text.starts_with(['`', '~'])
}

/// The text without the line numbers or quote marks before the lines of the run that starts at `from`, and the way back.
#[derive(Debug)]
pub(super) struct Cleaned {
    pub(super) text: String,
    /// The first marks that were taken off, in the original text, and how many lines had them.
    pub(super) marks: Span,
    pub(super) decorations: Decorations,
    /// For each line: where it starts in the clean text, and how much the original is ahead.
    ahead: Vec<(usize, usize)>,
}

impl Cleaned {
    /// Takes the marks off every line from `from` on, up to the first line without them.
    pub(super) fn new(text: &str, from: usize) -> Self {
        let mut clean = text.get(..from).unwrap_or_default().to_owned();
        let (mut ahead, mut marks, mut decorations) = (Vec::new(), None, Decorations::new());
        let mut at = from;
        let mut removed = 0;
        while let Some(row) = Row::read(text, at) {
            let line = text.get(row.start..row.end).unwrap_or_default();
            let Some((rest, decoration)) = without_prefix(line) else { break };
            let length = line.len() - rest.len();
            marks.get_or_insert(Span::new(row.start, row.start + length));
            decorations.insert(decoration);
            removed += length;
            ahead.push((clean.len(), removed));
            clean.push_str(rest);
            clean.push_str(text.get(row.end..row.next).unwrap_or_default());
            at = row.next;
        }
        clean.push_str(text.get(at..).unwrap_or_default());
        Self { text: clean, marks: marks.unwrap_or_default(), decorations, ahead }
    }

    /// From a span of the clean text to that of the original.
    pub(super) fn original(&self, span: Span) -> Span {
        let place = |offset: usize| {
            let known = self.ahead.partition_point(|(start, _)| *start <= offset);
            known.checked_sub(1).and_then(|at| self.ahead.get(at)).map_or(offset, |(_, ahead)| offset + ahead)
        };
        let last = span.end().saturating_sub(1).max(span.start());
        Span::new(place(span.start()), place(last) + (span.end() - last))
    }
}

/// The line without its line number or its quote mark; the indentation after it stays.
fn without_prefix(line: &str) -> Option<(&str, Decoration)> {
    let text = line.trim_start_matches([' ', '\t']);
    if let Some(rest) = text.strip_prefix('>') {
        return Some((rest.strip_prefix(' ').unwrap_or(rest), Decoration::Quote));
    }
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == text.len() {
        return None;
    }
    let rest = rest.strip_prefix('→').or_else(|| rest.strip_prefix('|')).or_else(|| {
        rest.trim_start_matches([' ', '\t']).strip_prefix('│').map(|rest| rest.strip_prefix(' ').unwrap_or(rest))
    })?;
    Some((rest, Decoration::LineNumber))
}
