//! Finding the blocks of a message: outside of fences first, then in one fence (R-A12, R-S4, R-S6).

use envelope_core::rules::{ENVELOPE_HIDDEN, ENVELOPE_IN_FENCE, FENCED_MESSAGE};
use envelope_core::text::{Decoration, Fence, HiddenPart, fences, is_blank, whole_message_fence};
use envelope_core::{Diagnostic, Diagnostics, Limits, Severity, Span};

use super::hidden::Hidden;
use super::margin::{Margin, goes_on};
use super::node::{Entry, Node};
use super::reader::Block;
use super::row::{Head, Key, Row};
use super::veiled::veiled;
use super::walk::{Step, Walk};
use super::{echo_beside, is_echo};
use crate::rules::{OPEN_ASIDE, SEVERAL_FENCES, UNEVEN_INDENT};
use crate::scratchpad::is_pad_line;

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

impl<'a> Aside<'a> {
    /// The line alone, whatever stands below it.
    fn of(key: Key<'a>, exact: bool) -> Self {
        let node = Node::plain(key.value, Span::new(key.value_at, key.value_at + key.value.len()));
        Self { entry: Entry { key: key.name, key_span: key.span, node }, exact, doubtful: false }
    }
}

/// The status lines of a part of the message.
#[derive(Debug, Default)]
struct Lines<'a> {
    candidates: Vec<Candidate<'a>>,
    asides: Vec<Aside<'a>>,
    /// What an agent thought or commented out, and the part of the text around it (R-A12).
    hidden: Vec<(HiddenPart, Candidate<'a>)>,
    /// Lines of a scratchpad, which nobody reports with (R-S7).
    of_a_pad: Vec<Span>,
    /// All parts in which something is thought or commented out.
    parts: Hidden,
}

/// What a message holds.
#[derive(Debug)]
pub(super) struct Located<'a> {
    /// The part of the message that was searched: all of it, or the inside of the fence around it.
    pub(super) region: Span,
    pub(super) candidates: Vec<Candidate<'a>>,
    pub(super) asides: Vec<Aside<'a>>,
    /// Lines of a scratchpad.
    pub(super) of_a_pad: Vec<Span>,
    /// The fence that holds the block, when one outside of fences was not found.
    pub(super) in_fence: bool,
    /// A tag stands behind the block that nothing closes.
    pub(super) left_open: bool,
    /// The fences that hold nothing but the instruction, where another one holds a block.
    pub(super) echoes: Vec<Span>,
}

/// The decoration before every line, when the block stands behind line numbers or quote marks.
pub(super) const LINE_PREFIXES: [Decoration; 2] = [Decoration::LineNumber, Decoration::Quote];

/// Finds every block; an `Err` names the first marker line that stands behind a line number or a quote mark.
pub(super) fn locate<'a>(text: &'a str, limits: Limits, found: &mut Diagnostics) -> Result<Located<'a>, usize> {
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let whole = Span::new(start, text.len());
    let mut region = whole;
    let mut around = None;
    let fenced = text.get(start..).unwrap_or_default().trim_start().starts_with(['`', '~']);
    if let Some(fence) = fenced.then(|| whole_message_fence(text)).flatten() {
        region = fence.inner;
        let span = Span::new(fence.span.start(), fence.inner.start());
        // Where the fence is not closed, something may be missing.
        around = Some(if fence.closed {
            Diagnostic::new(&FENCED_MESSAGE, span, "the whole message lies in a code fence")
        } else {
            let message = "the whole message lies in a code fence that nothing closes";
            Diagnostic::new(&FENCED_MESSAGE, span, message).severity(Severity::Warning)
        });
    }
    let Lines { candidates, mut asides, mut hidden, mut of_a_pad, parts } = lines(text, region, limits)?;
    if !candidates.is_empty() {
        if let Some(around) = around {
            found.push(around);
        }
        let left_open = note_left_open(&parts, text, found);
        return Ok(Located { region, candidates, asides, of_a_pad, in_fence: false, left_open, echoes: Vec::new() });
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
    let mut echoes = Vec::new();
    let real = |(_, inside): &(Fence, Lines<'_>)| !inside.candidates.iter().all(|candidate| is_echo(&candidate.block));
    if held.iter().any(real) {
        // The instruction's template in a fence of its own is no report (R-A5).
        held.retain(|held| {
            let real = real(held);
            if !real {
                found.push(echo_beside(Span::at(held.0.span.start())));
                echoes.push(held.0.span);
            }
            real
        });
    }
    if let [_, (fence, _), ..] = held.as_slice() {
        if let Some(around) = around {
            found.push(around);
        }
        let message = format!("{} fences hold a block; which one counts cannot be known", held.len());
        found.push(
            Diagnostic::new(&SEVERAL_FENCES, Span::at(fence.span.start()), message)
                .help("write one block, outside of fences"),
        );
        let candidates = Vec::new();
        return Ok(Located { region, candidates, asides, of_a_pad, in_fence: true, left_open: false, echoes });
    }
    held.retain(|(fence, inside)| {
        let inner = fence.inner;
        let first = inside.candidates.first().map_or(inner.end(), |first| first.block.span.start());
        is_blank(Span::new(inner.start(), first).of(text))
    });
    let Some((fence, inside)) = held.pop() else {
        if let Some(around) = around {
            found.push(around);
        }
        let left_open = hidden.is_empty() && note_left_open(&parts, text, found);
        let candidates = only_hidden(hidden, found);
        return Ok(Located { region, candidates, asides, of_a_pad, in_fence: false, left_open, echoes });
    };
    let message = "the block stands inside a code fence";
    found.push(
        Diagnostic::new(&ENVELOPE_IN_FENCE, Span::at(fence.span.start()), message)
            .help("write the block without a fence"),
    );
    let left_open = note_left_open(&parts, text, found) | note_left_open(&inside.parts, text, found);
    asides.extend(inside.asides);
    of_a_pad.extend(inside.of_a_pad);
    // What stands around the fence is kept, and so is what stands in it beside the block (R-S6).
    let candidates = inside.candidates;
    Ok(Located { region: whole, candidates, asides, of_a_pad, in_fence: true, left_open, echoes })
}

/// A tag that nothing closes beside a block hides what may be the failure (R-A2, R-A12).
fn note_left_open(parts: &Hidden, text: &str, found: &mut Diagnostics) -> bool {
    let part = parts.left_open(text);
    if let Some(part) = part {
        found.push(Diagnostic::new(&OPEN_ASIDE, part.tag, part.open_message()).help("close it where it ends"));
    }
    part.is_some()
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
    let mut lines = Lines { parts: Hidden::of(text, region, limits), ..Lines::default() };
    let mut within = None;
    let mut margin = Margin::new();
    // The section above lists status lines.
    let mut listed = false;
    let mut walk = Walk::new(text, region.start());
    while let Some(row) = walk.row() {
        let part = lines.parts.around(row.at);
        if part != within {
            // Nothing that was open goes on over such a border.
            within = part;
            walk.forget();
            margin = Margin::new();
            listed = false;
        }
        let (key, exact, start) = match walk.step(row) {
            Step::Passed => continue,
            Step::Other if part.is_some() => {
                margin.add(&row);
                listed &= row.indent > 0;
                continue;
            }
            Step::Other => {
                margin.add(&row);
                listed &= row.indent > 0;
                if is_pad_line(row.text) {
                    lines.of_a_pad.push(row.span());
                }
                lines.asides.extend(veiled(&row).map(|entry| Aside { entry, exact: false, doubtful: false }));
                continue;
            }
            Step::Status { key, exact, start } => (key, exact, start),
        };
        if LINE_PREFIXES.iter().any(|prefix| key.decorations.contains(*prefix)) {
            return Err(row.start);
        }
        listed &= key.decorations.contains(Decoration::List);
        if listed || margin.holds(&row) {
            lines.asides.extend(Some(Aside::of(key, exact)).filter(|_| part.is_none()));
            continue;
        }
        let text = part.and_then(|part| text.get(..part.span.end())).unwrap_or(text);
        let mut found = Diagnostics::new(limits);
        let block = Walk::block(text, row, start, limits, &mut found);
        // The section above takes it in, as an item or in a quote: whether it is the agent's word on the whole cannot be
        // known (R-A2).
        if start < row.start && block.span.start() >= row.start {
            listed = true;
            lines.asides.extend(Some(Aside::of(key, exact)).filter(|_| part.is_none()));
            continue;
        }
        if row.indent > 0 {
            let message = "the block is indented";
            found.push(
                Diagnostic::new(&UNEVEN_INDENT, key.span, message)
                    .help("begin STATUS and the sections at the line's start"),
            );
        }
        if goes_on(text, &row, block.span.end()) {
            walk.go_on_after(&block, row);
            let entries = block.status.into_iter().chain(block.further).filter(|_| part.is_none());
            lines.asides.extend(entries.map(|entry| Aside { entry, exact, doubtful: false }));
        } else if block.begins(exact && row.indent == 0) {
            walk.go_on_after(&block, row);
            let candidate = Candidate { block, found };
            match part {
                Some(part) => lines.hidden.push((part, candidate)),
                None => lines.candidates.push(candidate),
            }
        } else if let Some(mut entry) = block.status.filter(|_| part.is_none()) {
            let doubtful = key.decorations.contains(Decoration::DoubtfulSign);
            // A status line below it is no part of its value.
            let before_another =
                Row::read(text, row.next).is_some_and(|next| matches!(Head::read(&next), Head::Status { .. }));
            if doubtful || before_another {
                entry.node = Node::plain(key.value, Span::new(key.value_at, key.value_at + key.value.len()));
            }
            // In an object that is shown, the comma behind a member adds nothing to its word.
            if let Some(value) = key.value.strip_suffix(',').filter(|_| key.quoted) {
                let word = value.trim_matches(['"', '\'']);
                entry.node = Node::plain(word, Span::new(key.value_at, key.value_at + value.len()));
            }
            lines.asides.push(Aside { entry, exact, doubtful });
        }
    }
    Ok(lines)
}
