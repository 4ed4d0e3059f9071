//! Diagnostics as rustc prints them: file, line, column, the offending text underlined, help.

use agent_envelope::envelope_core::{Diagnostic, Severity, Source, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use unicode_width::UnicodeWidthStr as _;

use super::visible::{push_visible, visible};
use super::{colour, visible_text};

/// A line up to this width is shown whole; on a terminal as much as fits.
const WHOLE: usize = 130;
/// What a terminal needs beside the line and the digits of its number: the bar, the marks of two cuts, a mark at the end.
const GUTTER: usize = 6;
/// As wide as the renderer shows a tab.
const TAB: usize = 4;
/// Wider than any window, so that the renderer does not cut a second time.
const UNCUT: usize = 10_000;
/// So much is shown on the narrowest terminal.
const LEAST: usize = 26;
/// What stands left of a help text, with a number of line of some digits.
const HELP: usize = 14;
/// What stands before the further lines of a title that has no room beside the code of its rule.
const BELOW: &str = "  ";
/// What stands for the rest of a line.
const CUT: char = '…';
/// How far back from the end of a span blank text is left out of the count of its lines.
const BLANK: usize = 1024;

/// Prints diagnostics.
#[derive(Clone, Debug)]
pub(crate) struct Snippets {
    renderer: Renderer,
    /// The width of the terminal, where there is one.
    columns: Option<usize>,
}

impl Snippets {
    /// With colours where standard error takes them, and as wide as it is.
    pub(crate) fn new() -> Self {
        let stderr = std::io::stderr();
        let columns = terminal_size::terminal_size_of(&stderr).map(|(width, _)| usize::from(width.0));
        Self::with(if colour(&stderr) { Renderer::styled() } else { Renderer::plain() }, columns)
    }

    /// Without colours.
    pub(crate) fn plain() -> Self {
        Self::with(Renderer::plain(), None)
    }

    fn with(renderer: Renderer, columns: Option<usize>) -> Self {
        Self { renderer: renderer.term_width(UNCUT), columns }
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
        let label = match more_lines(source, diagnostic.span) {
            0 => None,
            1 => Some("and 1 more line".to_owned()),
            more => Some(format!("and {more} more lines")),
        };
        let beside = position.line.to_string().len() + label.as_ref().map_or(0, |label| label.len() + 1);
        let window = Window::new(source.text(), diagnostic.span, self.room(beside));
        let mut mark = AnnotationKind::Primary.span(window.mark.clone());
        if let Some(label) = label {
            mark = mark.label(label);
        }
        let code = diagnostic.rule.code();
        let before = diagnostic.severity.as_str().len() + code.len() + 4;
        let narrow = self.columns.filter(|columns| *columns < before + LEAST);
        let message = visible(&diagnostic.message);
        let title = if narrow.is_some() { message.into_owned() } else { self.wrapped(&message, before) };
        let mut group = Group::with_title(level.primary_title(title).id(code))
            .element(Origin::path(visible(name).into_owned()).line(position.line).char_column(position.column))
            .element(Snippet::source(window.text).line_start(position.line).annotation(mark));
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(self.wrapped(&visible_text(help), HELP)));
        } else if diagnostic.severity > Severity::Note {
            // What was written cannot be put right in fewer words than what is asked for.
            let asked = self.wrapped(diagnostic.rule.summary(), HELP);
            group = group.element(Level::HELP.with_name("rule").message(asked));
        }
        let shown = without_second_origin(&self.renderer.render(&[group]));
        match (narrow, shown.split_once('\n')) {
            (Some(columns), Some((title, rest))) => wrap(title, columns, BELOW) + "\n" + rest,
            _ => shown,
        }
    }

    /// How wide a line may be, with so much beside it.
    fn room(&self, beside: usize) -> usize {
        self.columns.map_or(WHOLE, |columns| columns.saturating_sub(GUTTER + beside).clamp(LEAST, WHOLE))
    }

    /// The text broken at blanks, so that the terminal does not break it in mid-word; `before` stands left of it.
    fn wrapped(&self, text: &str, before: usize) -> String {
        match self.columns {
            Some(columns) => wrap(text, columns.saturating_sub(before).max(LEAST), ""),
            None => text.to_owned(),
        }
    }
}

/// Breaks lines at their last blank before the width, and begins the next with `indent`; a longer word stays whole.
fn wrap(text: &str, width: usize, indent: &str) -> String {
    let mut wrapped = String::with_capacity(text.len() + text.len() / width.max(1));
    let mut column = 0;
    for part in text.split_inclusive([' ', '\n']) {
        let part_columns = unstyled(part.trim_end_matches('\n')).width();
        let word = unstyled(part.trim_end_matches([' ', '\n'])).width();
        if column > 0 && column + word > width {
            wrapped.truncate(wrapped.trim_end_matches(' ').len());
            wrapped.push('\n');
            wrapped.push_str(indent);
            column = indent.width();
        }
        wrapped.push_str(part);
        column = if part.ends_with('\n') { 0 } else { column + part_columns };
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
        // Of a longer line, a third stands before the offending text, or what there is.
        let (_, after, _) = fitting(start, behind(text, start), whole * 9 / 13);
        let (from, before, all_before) = fitting(start, before(text, start), whole - after);
        let (to, _, all_behind) = fitting(start, behind(text, start), whole - before);
        let marked = floor(text, span.end()).clamp(start, to);
        let mut window = Self { text: String::new(), mark: 0..0 };
        if !all_before {
            window.text.push(CUT);
        }
        window.push(text.get(from..start).unwrap_or_default());
        let mark = window.text.len();
        window.push(text.get(start..marked).unwrap_or_default());
        window.mark = mark..window.text.len();
        window.push(text.get(marked..to).unwrap_or_default());
        if !all_behind {
            window.text.push(CUT);
        }
        window
    }

    /// Adds text; a tab stays, since the renderer knows tabs.
    fn push(&mut self, text: &str) {
        text.chars().for_each(|character| push_visible(&mut self.text, character));
    }
}

/// The characters of the line behind a place: where each ends, and its columns.
fn behind(text: &str, place: usize) -> impl Iterator<Item = (usize, usize)> {
    let characters =
        text.get(place..).unwrap_or_default().char_indices().map(move |(at, character)| (place + at, character));
    let characters = characters.take_while(|(_, character)| !ends_line(*character));
    characters.map(|(at, character)| (at + character.len_utf8(), columns(text, at, character)))
}

/// The characters of the line before a place, the last one first: where each begins, and its columns.
fn before(text: &str, place: usize) -> impl Iterator<Item = (usize, usize)> {
    let characters = text.get(..place).unwrap_or_default().char_indices().rev();
    let characters = characters.take_while(|(_, character)| !ends_line(*character));
    characters.map(|(at, character)| (at, columns(text, at, character)))
}

/// How far so many columns go from a place: where they end, how many are taken, and whether all of the line is.
fn fitting(place: usize, characters: impl Iterator<Item = (usize, usize)>, most: usize) -> (usize, usize, bool) {
    let (mut place, mut taken) = (place, 0);
    for (next, columns) in characters {
        if taken + columns > most {
            return (place, taken, false);
        }
        (place, taken) = (next, taken + columns);
    }
    (place, taken, true)
}

/// How wide the character at a place is shown. One that is put on top of another counts, so that what is looked at stays
/// bounded.
fn columns(text: &str, at: usize, character: char) -> usize {
    if character == '\t' {
        return TAB;
    }
    let mut shown = if text.get(..at).is_some_and(|before| before.ends_with("##")) { "##" } else { "" }.to_owned();
    let before = shown.len();
    push_visible(&mut shown, character);
    shown.get(before..).unwrap_or_default().width().max(1)
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
    use agent_envelope::envelope_core::rules;

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
        assert_eq!(wrap("one two three four", 9, ""), "one two\nthree\nfour");
        assert_eq!(wrap("unbreakable-word a b", 5, ""), "unbreakable-word\na b");
        assert_eq!(wrap("é é é\nlonger line", 5, ""), "é é é\nlonger\nline");
        assert_eq!(wrap("one two three", 7, "  "), "one two\n  three");
        assert_eq!(wrap("\u{1b}[1mone\u{1b}[0m two", 7, "  "), "\u{1b}[1mone\u{1b}[0m two");
        assert_eq!(wrap("", 5, ""), "");
    }

    #[test]
    fn long_lines_are_cut_and_escapes_shown() {
        let text = format!("{}\u{1b}[31m{}", "é".repeat(500), "x".repeat(500));
        let window = Window::new(&text, Span::new(1000, 1001), WHOLE);
        assert_eq!(&window.text[window.mark.clone()], "\\e");
        assert!(window.text.starts_with("…é") && window.text.ends_with("x…"), "{}", window.text);
        assert_eq!(window.text.width(), WHOLE + 2);
        let whole = "x".repeat(WHOLE);
        check(&whole, Span::new(3, 4), (&whole, "x", 0));
        check(&format!("{whole}x"), Span::new(0, 4), (&format!("{whole}…"), "xxxx", 0));
        check(&format!("{whole}x"), Span::new(0, 131), (&format!("{whole}…"), &whole, 0));
    }

    #[test]
    fn what_one_side_does_not_need_the_other_has() {
        let window = |text: &str, at: usize| Window::new(text, Span::new(at, at + 1), 26).text;
        let line = "abcdefghijklmnopqrstuvwxyz0123456789";
        assert_eq!(window(line, 0), "abcdefghijklmnopqrstuvwxyz…");
        assert_eq!(window(line, 4), "abcdefghijklmnopqrstuvwxyz…");
        assert_eq!(window(line, 14), "…ghijklmnopqrstuvwxyz012345…");
        assert_eq!(window(line, 35), "…klmnopqrstuvwxyz0123456789");
        assert_eq!(window(&line[..26], 25), line[..26]);
    }

    /// Where the code of a rule leaves no room for a column of text beside it.
    #[test]
    fn titles_on_narrow_terminals_go_on_below() {
        let message = "the status is the list of the allowed words of the instruction";
        let diagnostic = Diagnostic::new(&rules::TEMPLATE_ECHO, Span::new(0, 6), message);
        for (columns, expected) in [
            (
                40,
                "error[envelope-core/template-echo]: the\n  status is the list of the allowed\n  words of the instruction\n",
            ),
            (
                50,
                "error[envelope-core/template-echo]: the status is\n  the list of the allowed words of the instruction\n",
            ),
        ] {
            for renderer in [Renderer::plain(), Renderer::styled()] {
                let snippets = Snippets::with(renderer, Some(columns));
                let shown = snippets.all(std::slice::from_ref(&diagnostic), "f", &Source::new("STATUS"));
                let shown = unstyled(&shown);
                assert_eq!(shown.split(" --> ").next(), Some(expected), "{shown}");
            }
        }
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for part in ["x", "漢字", "\t", "\u{202e}", "e\u{301}", "##[", "🎈 "] {
            for lines in [1, 3] {
                let text = format!("{0}!!{0}\n", part.repeat(80)).repeat(lines);
                let start = part.len() * 80;
                let end = if lines == 1 { start + 2 } else { text.len() };
                let diagnostic = Diagnostic::new(&rules::NOT_UTF8, Span::new(start, end), "here");
                for columns in [50, 80, 100] {
                    let snippets = Snippets::with(Renderer::plain(), Some(columns));
                    let shown = snippets.all(std::slice::from_ref(&diagnostic), "f", &Source::new(text.as_str()));
                    assert!(shown.lines().all(|line| line.width() <= columns), "{columns}\n{shown}");
                    assert!(shown.contains("…") && !shown.contains("..."), "{columns}\n{shown}");
                    let place = |line: &str, sign: char| line.split(sign).next().unwrap_or_default().width();
                    let rows: Vec<&str> = shown.lines().filter(|line| line.contains(['!', '^'])).collect();
                    assert_eq!(place(rows[0], '!'), place(rows[1], '^'), "{columns}\n{shown}");
                }
            }
        }
    }
}
