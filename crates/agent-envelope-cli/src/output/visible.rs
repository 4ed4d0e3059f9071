//! Agents' text made fit to be shown: nothing in it moves the cursor, hides, or turns around what follows.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::Serialize;

/// The text on one line: control characters, line ends and characters that hide or reorder text as escapes.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, |character| character == '\n' || character == '\t' || hides(character), rust_escape)
}

/// The same, but line ends and tabs stay: for text of several lines.
pub(crate) fn visible_text(text: &str) -> Cow<'_, str> {
    escaped(text, |character| character != '\n' && character != '\t' && hides(character), rust_escape)
}

/// A value as JSON on one line. What hides is escaped, so that the value stays the same and the terminal does, too.
pub(crate) fn json_line(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_default();
    escaped(&text, hides_in_json, json_escape).into_owned() + "\n"
}

/// The same, indented.
pub(crate) fn json_pretty(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    escaped(&text, hides_in_json, json_escape).into_owned() + "\n"
}

/// Whether a character is one that a terminal acts on, or that hides or reorders others.
pub(crate) fn hides(character: char) -> bool {
    let invisible = matches!(
        character,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    );
    character.is_control() || invisible
}

/// JSON has its own line ends; below the space it escapes by itself.
fn hides_in_json(character: char) -> bool {
    character > '\u{7e}' && hides(character)
}

fn escaped(text: &str, which: impl Fn(char) -> bool, write: fn(&mut String, char)) -> Cow<'_, str> {
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

fn json_escape(shown: &mut String, character: char) {
    for unit in character.encode_utf16(&mut [0; 2]) {
        let _ = write!(shown, "\\u{unit:04x}");
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
    fn json_stays_the_same_value() {
        let value = serde_json::json!({"k\u{9b}": "a\u{1b}[2J\u{7f}\u{202e}\u{e0041}é\u{feff}"});
        for text in [json_line(&value), json_pretty(&value)] {
            assert!(!text.trim_end().chars().any(|character| character != '\n' && hides(character)), "{text:?}");
            assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
        }
    }
}
