//! An indented block with text behind it: written at the line's start, it must not take up any of that text (R-S6).

use envelope_core::{Diagnostic, Diagnostics, Envelope as _, Limits, ReadOptions, Severity, Source, Span};

use super::row::Row;
use crate::rules::UNEVEN_INDENT;
use crate::{StatusBlock, render};

/// Whether the line in which the block begins is indented.
pub(super) fn is_indented(text: &str, block: Span) -> bool {
    let line = text.get(..block.start()).map_or(0, |before| before.rfind(['\n', '\r']).map_or(0, |at| at + 1));
    Row::read(text, line).is_some_and(|row| row.indent > 0)
}

/// Refuses a block of which the text behind it, at `after`, is a part once both begin at the line's start: a section that
/// is indented less than the block, with other lines between them. Where the block was meant to end cannot be known.
pub(super) fn note_taken_up(value: &StatusBlock, after: Span, found: &mut Diagnostics) {
    let limits = Limits::default().with_input(Limits::MAX_INPUT).with_depth(Limits::MAX_DEPTH);
    let written = render(value);
    let again = StatusBlock::parse(&Source::new(written.as_str()), &ReadOptions::new(()).limits(limits));
    if again.read() != Some(value) {
        let message = "the block is indented, and whether this text is a part of it cannot be known";
        let help = "begin STATUS and all sections at the line's start, and send nothing else";
        found.push(Diagnostic::new(&UNEVEN_INDENT, after, message).severity(Severity::Error).help(help));
    }
}
