//! Marks before every line of a message: quote marks, or the line numbers that a tool put there (R-A6).
//!
//! They are read through only where they stand before every line, as decoration of the whole message. A quotation in a
//! message may be what somebody else said: it is not read, and the help says so.

use crate::text::{Decoration, trim_blank};

/// The message with its margin as blanks, so that every other byte stands where it stood; `None` where there is no
/// margin before every line that is not blank.
pub(super) fn without(text: &str) -> Option<(String, Decoration)> {
    let mut kind = None;
    let mut number = None;
    let mut masked = String::new();
    for line in text.split_inclusive('\n') {
        super::steps::count(line.len());
        if trim_blank(line).is_empty() {
            masked.push_str(line);
            continue;
        }
        let mark = mark_of(line)?;
        let follows = match (number, mark.number) {
            (Some(before), Some(this)) => this == before + 1,
            (None, _) => kind.is_none(),
            (Some(_), None) => false,
        };
        let same = *kind.get_or_insert(mark.kind) == mark.kind;
        if !same || !(follows || mark.number.is_none()) {
            return None;
        }
        number = mark.number;
        masked.extend(std::iter::repeat_n(' ', mark.len));
        masked.push_str(line.get(mark.len..)?);
    }
    kind.map(|kind| (masked, kind))
}

/// Whether an object begins behind the mark of some line.
pub(super) fn hides_an_object(text: &str) -> bool {
    let opens = |line: &str| {
        let inside = mark_of(line).and_then(|mark| line.get(mark.len..)).map(trim_blank);
        inside.is_some_and(|inside| inside.starts_with('{'))
    };
    super::steps::count(text.len());
    text.lines().any(opens)
}

/// Whether nothing but quote marks, and marks of a list before them, stands before `at` on its line.
pub(super) fn is_quoted(text: &str, at: usize) -> bool {
    let mark = |byte: &u8| matches!(byte, b' ' | b'\t' | b'>' | b'-' | b'*' | b'+' | b'.' | b')' | b'0'..=b'9');
    let before = text.as_bytes().get(..at).unwrap_or_default();
    let len = before.iter().rev().take(MOST_MARKS).take_while(|byte| mark(byte)).count();
    super::steps::count(len);
    let line = at - len;
    if len == MOST_MARKS || !matches!(before.get(..line).and_then(<[u8]>::last), None | Some(b'\n' | b'\r')) {
        return false;
    }
    let mut marks = text.get(line..at).unwrap_or_default().trim_start_matches([' ', '\t']);
    loop {
        if let Some(inside) = marks.strip_prefix('>') {
            return inside.trim_matches(['>', ' ', '\t']).is_empty();
        }
        let number = marks.trim_start_matches(|character: char| character.is_ascii_digit());
        let item = if number.len() < marks.len() {
            number.strip_prefix(['.', ')'])
        } else {
            marks.strip_prefix(['-', '*', '+'])
        };
        let Some(rest) = item.filter(|rest| rest.starts_with([' ', '\t'])) else { return false };
        marks = rest.trim_start_matches([' ', '\t']);
    }
}

/// How many bytes of marks before a value are looked at.
const MOST_MARKS: usize = 64;

struct Mark {
    kind: Decoration,
    /// Its bytes from the line's start.
    len: usize,
    number: Option<u32>,
}

/// The mark that the line begins with.
fn mark_of(line: &str) -> Option<Mark> {
    let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
    let inside = line.get(indent..)?;
    if inside.starts_with('>') {
        let len = inside.len() - inside.trim_start_matches(['>', ' ']).len();
        return Some(Mark { kind: Decoration::Quote, len: indent + len, number: None });
    }
    let digits = inside.bytes().take(7).take_while(u8::is_ascii_digit).count();
    let number = inside.get(..digits).filter(|digits| digits.len() < 7)?.parse().ok()?;
    let after = inside.get(digits..)?;
    let sign =
        after.trim_start_matches([' ']).chars().next().filter(|sign| matches!(sign, '→' | '|' | '│' | ':' | '\t'))?;
    let len = indent + digits + (after.len() - after.trim_start_matches([' ']).len()) + sign.len_utf8();
    Some(Mark { kind: Decoration::LineNumber, len, number: Some(number) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_one_before_every_line() {
        for (text, expected) in [
            ("> {\n> }\n", Some("  {\n  }\n")),
            (">{\n\n> > }", Some(" {\n\n    }")),
            ("  9→{\n 10→}\n", Some("      {\n      }\n")),
            ("1: {\r\n2: }\r\n", Some("   {\r\n   }\r\n")),
            ("Said:\n> {}\n", None),
            ("> {}\nSaid.", None),
            ("1: {\n3: }\n", None),
            ("1→{\n> }\n", None),
            ("{}", None),
            ("", None),
            ("1234567→{}", None),
        ] {
            assert_eq!(without(text).map(|(masked, _)| masked).as_deref(), expected, "{text:?}");
        }
        for (text, expected) in [
            ("> {", true),
            ("a\n  >> > {", true),
            ("- > {", true),
            ("1. > {", true),
            ("{", false),
            ("- {", false),
            ("-> {", false),
            ("a > {", false),
            ("> a {", false),
        ] {
            assert_eq!(is_quoted(text, text.len() - 1), expected, "{text}");
        }
        assert!(hides_an_object("He said:\n> {\"a\": 1}"));
        assert!(!hides_an_object("> and so on {x}"));
    }
}
