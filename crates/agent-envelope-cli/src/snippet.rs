//! Diagnostics as rustc prints them.

use std::io::{Result, Write};

use agent_envelope::envelope_core::text::{one_line, visible};
use agent_envelope::{Diagnostic, Message, Position, Severity};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

/// Prints diagnostics to standard error.
pub(crate) fn print(diagnostics: &[Diagnostic], file: &str, message: &Message<'_>) -> Result<()> {
    write!(anstream::stderr(), "{}", all(diagnostics, file, message))
}

/// Diagnostics with an empty line behind each.
pub(crate) fn all(diagnostics: &[Diagnostic], file: &str, message: &Message<'_>) -> String {
    diagnostics.iter().map(|diagnostic| render(diagnostic, file, message) + "\n\n").collect()
}

/// The most bytes of a line that are shown before a place and behind it, so that many places in a long line are cheap.
const AROUND: usize = 200;

/// A diagnostic with the line that it begins on.
fn render(diagnostic: &Diagnostic, file: &str, message: &Message<'_>) -> String {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        _ => Level::NOTE,
    };
    let text = message.text();
    let end = boundary(text, diagnostic.span.end());
    let start = boundary(text, diagnostic.span.start()).min(end);
    let before = boundary(text, start.saturating_sub(AROUND));
    let behind = boundary(text, (start + AROUND).min(text.len()));
    let line_start = memchr::memrchr(b'\n', &text.as_bytes()[before..start]).map_or(before, |at| before + at + 1);
    let line_end = memchr::memchr(b'\n', &text.as_bytes()[start..behind]).map_or(behind, |at| start + at);
    let line = text[line_start..line_end].trim_end_matches('\r');
    // Escapes are longer than what they stand for.
    let column = |at: usize| shown(&line[..(at - line_start).min(line.len())]).len();
    let annotation = AnnotationKind::Primary.span(column(start)..column(end.min(line_end)));
    let (file, line) = (shown(&one_line(file)), shown(line));
    let snippet = Snippet::source(line).line_start(diagnostic.position.line).annotation(annotation);
    let title = level.primary_title(shown(&diagnostic.message)).id(diagnostic.rule.code);
    let is_whole = line_start == 0 || text.as_bytes()[line_start - 1] == b'\n';
    let group = if is_whole {
        title.element(snippet.path(file))
    } else {
        let Position { line, column, .. } = diagnostic.position;
        title.element(Origin::path(file).line(line).char_column(column)).element(snippet)
    };
    let help = Group::with_title(Level::HELP.secondary_title(diagnostic.help()));
    Renderer::styled().render(&[group, help])
}

/// What an agent wrote, as a part of a line: without control characters, and without what GitHub takes for a command.
fn shown(text: &str) -> String {
    visible(text).replace("##[", "##\\[")
}

/// The place, or that of the character around it.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
