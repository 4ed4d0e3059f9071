//! Diagnostics as rustc prints them.

use std::io::{Result, Write};

use agent_envelope::{Diagnostic, Message, Severity};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// Prints diagnostics to standard error.
pub(crate) fn print(diagnostics: &[Diagnostic], file: &str, message: &Message<'_>) -> Result<()> {
    let mut err = anstream::stderr().lock();
    for diagnostic in diagnostics {
        writeln!(err, "{}\n", render(diagnostic, file, message))?;
    }
    Ok(())
}

/// A diagnostic with the line that it begins on.
fn render(diagnostic: &Diagnostic, file: &str, message: &Message<'_>) -> String {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        _ => Level::NOTE,
    };
    let text = message.text();
    let end = diagnostic.span.end().min(text.len());
    let start = diagnostic.span.start().min(end);
    // Only the first line of the span is shown, so that the cost is that of a line and not of the message.
    let line_start = memchr::memrchr(b'\n', &text.as_bytes()[..start]).map_or(0, |at| at + 1);
    let line_end = memchr::memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |at| start + at);
    let annotation = AnnotationKind::Primary.span(start - line_start..end.min(line_end) - line_start);
    let line = text[line_start..line_end].trim_end_matches('\r');
    let snippet = Snippet::source(line).line_start(diagnostic.position.line).path(file).annotation(annotation);
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.rule.code);
    let help = Group::with_title(Level::HELP.secondary_title(diagnostic.help()));
    Renderer::styled().render(&[title.element(snippet), help])
}
