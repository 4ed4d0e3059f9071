//! Agents' text made fit to be shown: nothing in it moves the cursor, hides, or turns around what follows.

use std::borrow::Cow;

use agent_envelope::envelope_core::text::is_invisible;

/// What begins a command to the runner of a workflow anywhere in a line of its log.
pub(super) const COMMAND: &str = "##[";
/// The same, shown.
const COMMAND_SHOWN: &str = r"##\u{5b}";

/// The text on one line: control characters, line ends and characters that hide or reorder text as escapes.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    without_commands(escaped(text, is_invisible, rust_escape))
}

/// The same, but line ends and tabs stay: for text of several lines.
pub(crate) fn visible_text(text: &str) -> Cow<'_, str> {
    let escape = |character| character != '\n' && character != '\t' && is_invisible(character);
    without_commands(escaped(text, escape, rust_escape))
}

/// Adds a character of a line as it is shown; a tab stays.
pub(super) fn push_visible(shown: &mut String, character: char) {
    match character {
        '[' if shown.ends_with("##") => shown.extend(character.escape_unicode()),
        '\t' => shown.push('\t'),
        _ if is_invisible(character) => rust_escape(shown, character),
        _ => shown.push(character),
    }
}

fn without_commands(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains(COMMAND) { Cow::Owned(text.replace(COMMAND, COMMAND_SHOWN)) } else { text }
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
        let text = "a\u{1b}[31mred\u{9b}2J\u{7}\r\nb\u{202e}c\u{200b}\u{e0041}\u{2800}\td é漢🎈";
        assert_eq!(visible(text), r"a\e[31mred\u{9b}2J\u{7}\r\nb\u{202e}c\u{200b}\u{e0041}\u{2800}\td é漢🎈");
        assert_eq!(visible_text("a\n\tb\r\n\u{1b}"), "a\n\tb\\r\n\\e");
        assert!(matches!(visible("plain"), Cow::Borrowed(_)));
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
