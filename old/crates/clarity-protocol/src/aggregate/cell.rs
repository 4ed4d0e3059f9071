//! Any text as one cell of a Markdown table, and back: nothing that an agent wrote can end the cell, the row or the table.
//!
//! Pipes are escaped as everywhere (R-C3). What else could do harm is written as a character reference, `&#10;` for a
//! line break, which Markdown shows as the character: control characters, blanks at the ends, the start of a comment and
//! of those HTML elements that swallow what follows them. A reference that stood in the text itself loses its `&` in
//! the same way, so that reading gives back exactly what was written.

use std::fmt::Write as _;

use crate::row::{escape, unescape};

/// What stands in a cell for nothing at all; an empty cell is an empty text.
pub(super) const NOTHING: &str = "--";

/// HTML elements after which a browser reads everything as their content.
const SWALLOW: [&str; 10] =
    ["iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "textarea", "title", "xmp"];

/// The text of a cell.
pub(super) fn cell(text: Option<&str>) -> String {
    let Some(text) = text else { return NOTHING.to_owned() };
    if text == NOTHING {
        return "&#45;-".to_owned();
    }
    let inner = text.trim_matches(' ');
    let mut out = String::with_capacity(text.len() + 8);
    let lead = text.len() - text.trim_start_matches(' ').len();
    (0..lead).for_each(|_| out.push_str("&#32;"));
    push_safe(&mut out, inner, char::is_control);
    (0..text.len() - lead - inner.len()).for_each(|_| out.push_str("&#32;"));
    escape(&out).into_owned()
}

/// The reverse of [`cell`].
pub(super) fn read_cell(cell: &str) -> Option<String> {
    (cell != NOTHING).then(|| resolve(&unescape(cell)))
}

/// A line of a longer text, such as one of a block quote; tabs and blanks stay.
pub(super) fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_safe(&mut out, text, |character| character.is_control() && character != '\t');
    out
}

/// The reverse of [`line`].
pub(super) fn read_line(text: &str) -> String {
    resolve(text)
}

fn push_safe(out: &mut String, text: &str, unsafe_character: impl Fn(char) -> bool) {
    for (at, character) in text.char_indices() {
        let rest = || text.get(at + 1..).unwrap_or_default();
        let referred = match character {
            '&' => reference(rest()).is_some(),
            '<' => swallows(rest()),
            _ => unsafe_character(character),
        };
        if referred {
            let _ = write!(out, "&#{};", u32::from(character));
        } else {
            out.push(character);
        }
    }
}

/// Whether what follows a `<` opens a comment, a declaration or an element that swallows the rest.
fn swallows(rest: &str) -> bool {
    let name = rest.strip_prefix('/').unwrap_or(rest);
    let starts = |word: &&'static str| name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    rest.starts_with(['!', '?']) || SWALLOW.iter().any(starts)
}

/// The number of a reference of which the `&` was read already, and what follows it.
fn reference(rest: &str) -> Option<(u32, &str)> {
    let (digits, after) = rest.strip_prefix('#')?.split_once(';')?;
    let plain = !digits.is_empty() && digits.len() < 8 && digits.bytes().all(|byte| byte.is_ascii_digit());
    Some((digits.parse().ok().filter(|_| plain)?, after))
}

fn resolve(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let read = reference(after).and_then(|(number, after)| Some((char::from_u32(number)?, after)));
        let (character, after) = read.unwrap_or(('&', after));
        out.push(character);
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(cell(Some(text)), expected);
        assert_eq!(read_cell(expected).as_deref(), Some(text));
    }

    #[test]
    fn cells() {
        check("plain `code` <br> Vec<T> & more", "plain `code` <br> Vec<T> & more");
        check("a | b\nc", r"a \| b&#10;c");
        check(" a ", "&#32;a&#32;");
        check("   ", "&#32;&#32;&#32;");
        check("--", "&#45;-");
        check("", "");
        check("&#10;", "&#38;#10;");
        check("<!-- x <SCRIPT> </style>", "&#60;!-- x &#60;SCRIPT> &#60;/style>");
        assert_eq!((cell(None).as_str(), read_cell("--")), ("--", None));
        assert_eq!(read_cell("&#55296;").as_deref(), Some("&#55296;"), "no character has this number");
    }

    proptest! {
        #[test]
        fn any_text_comes_back(text in r"[ a|\\&#;0-9<>!/script\n\r\t-]{0,24}|\PC{0,12}") {
            let written = cell(Some(&text));
            prop_assert!(!written.contains(['\n', '\r']), "{}", written);
            prop_assert_eq!(crate::row::cells(&format!("| {written} | x |"), Some(2)).len(), 2);
            prop_assert_eq!(read_cell(&written), Some(text.clone()));
            let one_line = text.replace('\n', "");
            prop_assert!(!line(&one_line).contains('\r'));
            prop_assert_eq!(read_line(&line(&one_line)), one_line);
        }
    }
}
