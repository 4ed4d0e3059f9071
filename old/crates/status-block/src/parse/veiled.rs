//! Status lines that begin with what is not seen, in brackets or in quotes that are no YAML: they begin no block, but they
//! state a status (R-A2).

use envelope_core::Span;
use envelope_core::text::is_invisible;

use super::node::{Entry, Node};
use super::row::{Key, Row};
use crate::fields::STATUS;

/// What other readers take for the end of a line.
const LINE_BREAKS: [char; 5] = ['\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// Quotes around a name or a word.
const QUOTES: [char; 6] = ['"', '\'', '“', '”', '‘', '’'];

/// The marks of lists, headings and emphasis.
const MARKS: [char; 8] = ['-', '+', '*', '•', '#', '_', '`', '~'];

/// The status lines in a line that is none by its first sign.
pub(super) fn veiled<'a>(row: &Row<'a>) -> impl Iterator<Item = Entry<'a>> {
    let seen = |byte: u8| matches!(byte, b' '..=b'~' | b'\t') && byte != b'"' && byte != b'\'';
    let plain = row.text.bytes().all(seen) && !row.text.starts_with(['(', '[']);
    let text = if plain { "" } else { row.text };
    let at = row.at;
    text.split(LINE_BREAKS).filter_map(move |line| {
        let line = line.trim_start_matches(|c| is_veil(c) || matches!(c, '(' | '['));
        let start = at + Span::of_slice(text, line).start();
        let Some(key) = Key::any(line, start) else { return in_quotes(line, start) };
        let name = key.name.trim_matches(is_veil);
        if !name.eq_ignore_ascii_case(STATUS) {
            return None;
        }
        let value = key.value.trim_end_matches(|c| is_veil(c) || matches!(c, ')' | ']'));
        let span = Span::new(key.value_at, key.value_at + value.len());
        Some(Entry { key: key.name, key_span: key.span, node: Node::plain(value, span) })
    })
}

/// The status of a line whose marker stands in quotes, be they curly, among other marks, or away from the colon.
fn in_quotes(line: &str, start: usize) -> Option<Entry<'_>> {
    let (name, value) = line.split_once([':', '：'])?;
    let name = name.trim_matches(|c| is_veil(c) || QUOTES.contains(&c) || MARKS.contains(&c));
    if !name.eq_ignore_ascii_case(STATUS) {
        return None;
    }
    let value = value.trim_matches(|c| is_veil(c) || QUOTES.contains(&c) || MARKS.contains(&c));
    let place = |part: &str| Span::of_slice(line, part).shifted(start);
    Some(Entry { key: name.into(), key_span: place(name), node: Node::plain(value, place(value)) })
}

/// Whether a character is not seen, blanks included.
fn is_veil(character: char) -> bool {
    character.is_whitespace() || is_invisible(character)
}
