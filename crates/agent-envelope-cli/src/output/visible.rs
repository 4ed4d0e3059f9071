//! Agents' text made fit to be shown: nothing in it moves the cursor, hides, or turns around what follows.

use std::borrow::Cow;

/// What begins a command to the runner of a workflow anywhere in a line of its log.
pub(super) const COMMAND: &str = "##[";
/// The same, shown.
const COMMAND_SHOWN: &str = r"##\u{5b}";

/// The text on one line: control characters, line ends and characters that hide or reorder text as escapes.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    let escape = |character| character == '\n' || character == '\t' || hides(character);
    without_commands(escaped(text, escape, rust_escape))
}

/// The same, but line ends and tabs stay: for text of several lines.
pub(crate) fn visible_text(text: &str) -> Cow<'_, str> {
    let escape = |character| character != '\n' && character != '\t' && hides(character);
    without_commands(escaped(text, escape, rust_escape))
}

/// Adds a character of a line as it is shown; a tab stays.
pub(super) fn push_visible(shown: &mut String, character: char) {
    match character {
        '[' if shown.ends_with("##") => shown.extend(character.escape_unicode()),
        '\t' => shown.push('\t'),
        _ if hides(character) => rust_escape(shown, character),
        _ => shown.push(character),
    }
}

fn without_commands(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains(COMMAND) { Cow::Owned(text.replace(COMMAND, COMMAND_SHOWN)) } else { text }
}

/// Whether a character is one that a terminal acts on, or that hides or reorders others: Unicode's
/// `Default_Ignorable_Code_Point`, the separators of lines and paragraphs, the marks of interlinear notes, empty Braille.
pub(crate) fn hides(character: char) -> bool {
    let invisible = matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    );
    character.is_control() || invisible
}

/// The text with some characters written in another way.
pub(super) fn escaped(text: &str, which: impl Fn(char) -> bool, write: fn(&mut String, char)) -> Cow<'_, str> {
    let Some(first) = text.find(&which) else { return Cow::Borrowed(text) };
    let (clean, rest) = text.split_at(first);
    let mut shown = String::with_capacity(text.len() + 16);
    shown.push_str(clean);
    for character in rest.chars() {
        if which(character) { write(&mut shown, character) } else { shown.push(character) }
    }
    Cow::Owned(shown)
}

fn rust_escape(shown: &mut String, character: char) {
    match character {
        '\u{1b}' => shown.push_str("\\e"),
        _ => shown.extend(character.escape_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_acts_on_is_left() {
        let text = "a\u{1b}[31mred\u{9b}2J\u{7}\r\nb\u{202e}c\u{200b}\u{e0041}\td é漢🎈";
        assert_eq!(visible(text), r"a\e[31mred\u{9b}2J\u{7}\r\nb\u{202e}c\u{200b}\u{e0041}\td é漢🎈");
        assert_eq!(visible_text("a\n\tb\r\n\u{1b}"), "a\n\tb\\r\n\\e");
        assert!(matches!(visible("plain"), Cow::Borrowed(_)));
    }

    #[test]
    fn what_has_no_shape_is_shown() {
        for hidden in "\u{34f}\u{115f}\u{1160}\u{17b4}\u{180b}\u{180f}\u{2065}\u{2800}\u{3164}\u{fe00}\u{fe0f}\u{ffa0}\u{fff0}\u{1bca0}\u{1d17a}\u{e01ef}".chars() {
            assert_eq!(visible(&hidden.to_string()), hidden.escape_unicode().to_string());
        }
    }

    #[test]
    fn nothing_is_left_that_a_runner_of_workflows_takes_for_a_command() {
        for (text, shown) in [("a ##[add-mask]b", r"a ##\u{5b}add-mask]b"), ("###[x]##[y]", r"###\u{5b}x]##\u{5b}y]")] {
            let mut pushed = String::new();
            text.chars().for_each(|character| push_visible(&mut pushed, character));
            assert_eq!((&*visible(text), &*visible_text(text), &*pushed), (shown, shown, shown));
        }
        assert_eq!(visible("## [x] #[y]"), "## [x] #[y]");
    }
}
