//! Diagnostics as rustc prints them: file, line, column, the offending text underlined, help.

use agent_envelope::envelope_core::{Diagnostic, Severity, Source, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::visible::{hides, visible};
use super::{colour, visible_text};

/// A line up to this length is shown whole, in characters.
const WHOLE: usize = 130;
/// Of a longer one, how much is shown before the offending text, and how much from its start on.
const BEFORE: usize = 40;
const FROM: usize = 90;

/// Prints diagnostics.
#[derive(Clone, Debug)]
pub(crate) struct Snippets {
    renderer: Renderer,
}

impl Snippets {
    /// With colours where standard error takes them.
    pub(crate) fn new() -> Self {
        Self { renderer: if colour(&std::io::stderr()) { Renderer::styled() } else { Renderer::plain() } }
    }

    /// Without colours.
    pub(crate) fn plain() -> Self {
        Self { renderer: Renderer::plain() }
    }

    /// The diagnostics of one message, each with the line that it points at and an empty line behind.
    pub(crate) fn all(&self, diagnostics: &[Diagnostic], name: &str, source: &Source<'_>) -> String {
        diagnostics.iter().map(|diagnostic| self.one(diagnostic, name, source)).collect()
    }

    fn one(&self, diagnostic: &Diagnostic, name: &str, source: &Source<'_>) -> String {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let position = source.position(diagnostic.span.start());
        let window = Window::new(source.text(), diagnostic.span);
        let mut mark = AnnotationKind::Primary.span(window.mark.clone());
        if window.more_lines > 0 {
            let plural = if window.more_lines == 1 { "" } else { "s" };
            mark = mark.label(format!("and {} more line{plural}", window.more_lines));
        }
        let mut group = Group::with_title(
            level.primary_title(visible(&diagnostic.message).into_owned()).id(diagnostic.rule.code()),
        )
        .element(Origin::path(visible(name).into_owned()).line(position.line).char_column(position.column))
        .element(Snippet::source(window.text).line_start(position.line).annotation(mark));
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(visible_text(help).into_owned()));
        }
        without_second_origin(&self.renderer.render(&[group]))
    }
}

/// The renderer takes a snippet after an origin for one from another file and puts a line `:::` between. The origin is
/// given on its own because a line may be cut and have escapes in it, so that its columns are not those of the file.
fn without_second_origin(rendered: &str) -> String {
    let mut text = String::with_capacity(rendered.len() + 1);
    let mut found = false;
    for line in rendered.lines() {
        let between = !found && unstyled(line).trim() == ":::";
        found |= between;
        if !between {
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text + "\n"
}

fn unstyled(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or(part, |(_, rest)| rest))
}

/// The first line of a span, cut to what fits, made visible, with the place of the span in it.
#[derive(Debug, PartialEq, Eq)]
struct Window {
    text: String,
    mark: std::ops::Range<usize>,
    more_lines: usize,
}

impl Window {
    fn new(text: &str, span: Span) -> Self {
        let start = span.start().min(text.len());
        let line_start = text.get(..start).and_then(|before| before.rfind(ends_line)).map_or(0, |at| at + 1);
        let rest = text.get(start..).unwrap_or_default();
        let line_end = start + rest.find(ends_line).unwrap_or(rest.len());
        let end = span.end().clamp(start, line_end);
        let beyond = text.get(line_end..span.end().max(line_end)).unwrap_or_default().trim_end();
        let mut window = Self { text: String::new(), mark: 0..0, more_lines: beyond.matches('\n').count() };
        let before = text.get(line_start..start).unwrap_or_default();
        let whole = text.get(line_start..line_end).is_none_or(|line| line.chars().nth(WHOLE).is_none());
        let (most_before, most) = if whole { (WHOLE, WHOLE) } else { (BEFORE, FROM) };
        let cut = before.char_indices().rev().nth(most_before).map(|(at, character)| at + character.len_utf8());
        if cut.is_some() {
            window.text.push('…');
        }
        window.push(before.get(cut.unwrap_or(0)..).unwrap_or_default());
        let from = window.text.len();
        let marked = text.get(start..end).unwrap_or_default();
        let shown: String = marked.chars().take(most).collect();
        window.push(&shown);
        window.mark = from..window.text.len();
        if shown.len() < marked.len() {
            window.text.push('…');
            return window;
        }
        let after = text.get(end..line_end).unwrap_or_default();
        let left = most.saturating_sub(shown.chars().count());
        let shown: String = after.chars().take(left).collect();
        window.push(&shown);
        if shown.len() < after.len() {
            window.text.push('…');
        }
        window
    }

    /// Adds text; a tab stays, since the renderer knows tabs.
    fn push(&mut self, text: &str) {
        for character in text.chars() {
            if character != '\t' && hides(character) {
                self.text.push_str(&visible(character.encode_utf8(&mut [0; 4])));
            } else {
                self.text.push(character);
            }
        }
    }
}

fn ends_line(character: char) -> bool {
    character == '\n' || character == '\r'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, span: Span, expected: (&str, &str, usize)) {
        let window = Window::new(text, span);
        let marked = &window.text[window.mark.clone()];
        assert_eq!((window.text.as_str(), marked, window.more_lines), expected);
    }

    #[test]
    fn one_line_is_shown_whatever_the_span_covers() {
        check("ab\ncd ef\ngh", Span::new(6, 8), ("cd ef", "ef", 0));
        check("ab\ncd ef\ngh\nij\n", Span::new(6, 15), ("cd ef", "ef", 2));
        check("ab\r\ncd\r\n", Span::new(4, 6), ("cd", "cd", 0));
        check("", Span::at(0), ("", "", 0));
        check("ab", Span::new(7, 9), ("ab", "", 0));
    }

    #[test]
    fn long_lines_are_cut_and_escapes_shown() {
        let text = format!("{}\u{1b}[31m{}", "é".repeat(500), "x".repeat(500));
        let window = Window::new(&text, Span::new(1000, 1001));
        assert_eq!(&window.text[window.mark.clone()], "\\e");
        assert!(window.text.starts_with("…é") && window.text.ends_with("x…"), "{}", window.text);
        assert!(window.text.chars().count() < 200);
    }
}
