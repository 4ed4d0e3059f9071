//! Diagnostics as rustc prints them: file, line, column, the offending text underlined, help.

use agent_envelope::envelope_core::{Diagnostic, Severity, Source, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::visible::{push_visible, visible};
use super::{colour, visible_text};

/// A line up to this length is shown whole, in characters; on a terminal as much as fits.
const WHOLE: usize = 130;
/// What a terminal needs for the number of the line and the marks of the cuts.
const GUTTER: usize = 10;
/// So much is shown on the narrowest terminal.
const LEAST: usize = 26;
/// What stands left of a help text, with a number of line of some digits.
const HELP: usize = 14;
/// What stands for the rest of a line.
const CUT: char = '…';
/// How far back from the end of a span blank text is left out of the count of its lines.
const BLANK: usize = 1024;

/// Prints diagnostics.
#[derive(Clone, Debug)]
pub(crate) struct Snippets {
    renderer: Renderer,
    /// How much of a line is shown at most, in characters.
    whole: usize,
    /// The width of the terminal, where there is one.
    columns: Option<usize>,
}

impl Snippets {
    /// With colours where standard error takes them, and as wide as it is.
    pub(crate) fn new() -> Self {
        let stderr = std::io::stderr();
        let columns = terminal_size::terminal_size_of(&stderr).map(|(width, _)| usize::from(width.0));
        let whole = columns.map_or(WHOLE, |columns| columns.saturating_sub(GUTTER).clamp(LEAST, WHOLE));
        Self { renderer: if colour(&stderr) { Renderer::styled() } else { Renderer::plain() }, whole, columns }
    }

    /// Without colours.
    pub(crate) fn plain() -> Self {
        Self { renderer: Renderer::plain(), whole: WHOLE, columns: None }
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
        let window = Window::new(source.text(), diagnostic.span, self.whole);
        let mut mark = AnnotationKind::Primary.span(window.mark.clone());
        let more = more_lines(source, diagnostic.span);
        if more > 0 {
            mark = mark.label(format!("and {more} more line{}", if more == 1 { "" } else { "s" }));
        }
        let code = diagnostic.rule.code();
        let title = self.wrapped(&visible(&diagnostic.message), diagnostic.severity.as_str().len() + code.len() + 4);
        let mut group = Group::with_title(level.primary_title(title).id(code))
            .element(Origin::path(visible(name).into_owned()).line(position.line).char_column(position.column))
            .element(Snippet::source(window.text).line_start(position.line).annotation(mark));
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(self.wrapped(&visible_text(help), HELP)));
        }
        without_second_origin(&self.renderer.render(&[group]))
    }

    /// The text broken at blanks, so that the terminal does not break it in mid-word; `before` stands left of it.
    fn wrapped(&self, text: &str, before: usize) -> String {
        match self.columns {
            Some(columns) => wrap(text, columns.saturating_sub(before).max(LEAST)),
            None => text.to_owned(),
        }
    }
}

/// Breaks lines at their last blank before the width; a longer word stays whole.
fn wrap(text: &str, width: usize) -> String {
    let mut wrapped = String::with_capacity(text.len() + text.len() / width.max(1));
    let mut column = 0;
    for part in text.split_inclusive([' ', '\n']) {
        let word = part.trim_end_matches([' ', '\n']).chars().count();
        if column > 0 && column + word > width {
            wrapped.truncate(wrapped.trim_end_matches(' ').len());
            wrapped.push('\n');
            column = 0;
        }
        wrapped.push_str(part);
        column = if part.ends_with('\n') { 0 } else { column + part.chars().count() };
    }
    wrapped
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
}

impl Window {
    /// Looks at no more of the line than it may show: a line may be the whole message, and have a thousand diagnostics.
    fn new(text: &str, span: Span, whole: usize) -> Self {
        let start = floor(text, span.start());
        let (head, rest) = text.split_at(start);
        let before = head.chars().rev().take(whole + 1).take_while(|character| !ends_line(*character)).count();
        let after = rest.chars().take(whole + 1).take_while(|character| !ends_line(*character)).count();
        // Of a longer line, a third stands before the offending text.
        let (most_before, most) =
            if before + after <= whole { (whole, whole) } else { (whole * 4 / 13, whole * 9 / 13) };
        let mut window = Self { text: String::new(), mark: 0..0 };
        if before > most_before {
            window.text.push(CUT);
        }
        let from = head.char_indices().rev().take(before.min(most_before)).last().map_or(start, |(at, _)| at);
        window.push(head.get(from..).unwrap_or_default());
        let mark = window.text.len();
        let shown = rest.char_indices().nth(after.min(most)).map_or(rest.len(), |(at, _)| at);
        let marked = floor(rest, span.end().saturating_sub(start)).min(shown);
        window.push(rest.get(..marked).unwrap_or_default());
        window.mark = mark..window.text.len();
        window.push(rest.get(marked..shown).unwrap_or_default());
        if after > most {
            window.text.push(CUT);
        }
        window
    }

    /// Adds text; a tab stays, since the renderer knows tabs.
    fn push(&mut self, text: &str) {
        text.chars().for_each(|character| push_visible(&mut self.text, character));
    }
}

/// How many lines of a span follow its first, without blank ones at its end.
fn more_lines(source: &Source<'_>, span: Span) -> usize {
    let text = source.text();
    let (start, end) = (floor(text, span.start()), floor(text, span.end()));
    let tail = floor(text, end.saturating_sub(BLANK)).max(start);
    let blank = text.get(tail..end).map_or(0, |tail| tail.len() - tail.trim_end().len());
    let line = |at| source.position(at).line;
    line(end - blank).saturating_sub(line(start))
}

/// The nearest place at or before `at` where a character begins.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn ends_line(character: char) -> bool {
    character == '\n' || character == '\r'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, span: Span, expected: (&str, &str, usize)) {
        let window = Window::new(text, span, WHOLE);
        let marked = &window.text[window.mark.clone()];
        assert_eq!((window.text.as_str(), marked, more_lines(&Source::new(text), span)), expected);
    }

    #[test]
    fn one_line_is_shown_whatever_the_span_covers() {
        check("ab\ncd ef\ngh", Span::new(6, 8), ("cd ef", "ef", 0));
        check("ab\ncd ef\ngh\nij\n", Span::new(6, 15), ("cd ef", "ef", 2));
        check("ab\r\ncd\r\n", Span::new(4, 6), ("cd", "cd", 0));
        check("ab\ncd", Span::new(0, 2), ("ab", "ab", 0));
        check("ab\rcd\re", Span::new(0, 7), ("ab", "ab", 2));
        check("", Span::at(0), ("", "", 0));
        check("ab", Span::new(7, 9), ("ab", "", 0));
        check("aéb", Span::new(2, 4), ("aéb", "éb", 0));
    }

    #[test]
    fn lines_are_broken_at_blanks() {
        assert_eq!(wrap("one two three four", 9), "one two\nthree\nfour");
        assert_eq!(wrap("unbreakable-word a b", 5), "unbreakable-word\na b");
        assert_eq!(wrap("é é é\nlonger line", 5), "é é é\nlonger\nline");
        assert_eq!(wrap("", 5), "");
    }

    #[test]
    fn long_lines_are_cut_and_escapes_shown() {
        let text = format!("{}\u{1b}[31m{}", "é".repeat(500), "x".repeat(500));
        let window = Window::new(&text, Span::new(1000, 1001), WHOLE);
        assert_eq!(&window.text[window.mark.clone()], "\\e");
        assert!(window.text.starts_with("…é") && window.text.ends_with("x…"), "{}", window.text);
        assert!(window.text.chars().count() < 200);
        assert!(Window::new(&text, Span::new(1000, 1001), LEAST).text.chars().count() <= LEAST + GUTTER - 4);
        let whole = "x".repeat(WHOLE);
        check(&whole, Span::new(3, 4), (&whole, "x", 0));
        check(&format!("{whole}x"), Span::new(0, 4), (&format!("{}…", "x".repeat(90)), "xxxx", 0));
        check(&format!("{whole}x"), Span::new(0, 131), (&format!("{0}…", "x".repeat(90)), &"x".repeat(90), 0));
    }
}
