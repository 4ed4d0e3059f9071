//! `Key: value` lines, however the key is dressed up (R-A6).

use super::decoration::{Decoration, Decorations, is_emoji, sign_in};
use super::emphasis::{mark_kind, run_len, run_len_end, strip_emoji, strip_emoji_end};
use super::lines::{BLANKS, trim_blank};

/// A line split into key and value (R-A6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeyValue<'a> {
    /// The key without marks and blanks; a slice of the line.
    pub key: &'a str,
    /// What follows the colon, trimmed, with its own marks still on; a slice of the line.
    pub value: &'a str,
    /// What was taken off the key, and whether the colon is a full-width one.
    pub decorations: Decorations,
}

/// Splits a line at its first colon into a key and a value (R-A6).
///
/// The line is one that [`marker_line`](super::marker_line) has freed, though opening marks may still be on the key.
/// Colons that belong to a word (`a::b`, `https://…`) or lead to a figure before the colon (`a.rs:12: …`) are passed
/// over. A key has a letter or digit, at most 64
/// characters and no quotation mark: a line of JSON or a sentence with a quotation has no key.
///
/// ```
/// use envelope_core::text::split_key;
/// for line in ["Agent: auditor", "**Agent**: auditor", "**Agent:** auditor", "Agent：auditor", "`Agent` : auditor"] {
///     let it = split_key(line).unwrap();
///     assert_eq!((it.key, it.value), ("Agent", "auditor"));
/// }
/// assert!(split_key(r#""agent": "auditor""#).is_none());
/// ```
pub fn split_key(line: &str) -> Option<KeyValue<'_>> {
    let (at, colon) = separator(line)?;
    let (before, after) = (trim_blank(line.get(..at)?), line.get(at + colon.len_utf8()..)?);
    // More than the longest key takes with marks around it is none, and need not be searched (R-A9).
    if before.len() > 8 * LONGEST_KEY {
        return None;
    }
    let mut decorations = Decorations::new();
    if colon == '：' {
        decorations.insert(Decoration::FullWidthColon);
    }
    // In `**Key:** value` the marks of the key close behind the colon.
    let mut value = after;
    let mut closed = "";
    if let Some(mark) = after.chars().next().filter(|c| is_mark(*c)) {
        let (marks, rest) = after.split_at_checked(run_len(after, mark))?;
        if marks.len() < 4 && (rest.is_empty() || rest.starts_with(BLANKS)) {
            decorations = decorations.union(mark_kind(mark, marks.len()));
            (closed, value) = (marks, rest);
        }
    }
    let key = free_key(before, closed, &mut decorations);
    let fits = key.contains(char::is_alphanumeric) && key.chars().nth(LONGEST_KEY).is_none() && !key.contains(QUOTES);
    fits.then(|| KeyValue { key, value: trim_blank(value), decorations })
}

const LONGEST_KEY: usize = 64;

const QUOTES: [char; 9] = ['"', '\'', '“', '”', '„', '‘', '’', '«', '»'];

fn is_mark(c: char) -> bool {
    matches!(c, '*' | '_' | '`')
}

/// The first colon that ends a key.
fn separator(line: &str) -> Option<(usize, char)> {
    let mut before = '\0';
    for (at, c) in line.char_indices() {
        match c {
            '：' => return Some((at, c)),
            ':' if before != ':' => {
                let rest = line.get(at + 1..).unwrap_or_default();
                if !rest.starts_with(':') && !rest.starts_with("//") {
                    return Some((at + figures(rest), c));
                }
            }
            _ => {}
        }
        before = c;
    }
    None
}

/// How many bytes of `rest` belong to the key as well: the figures in `src/a.rs:12: text` and `12:30:00: text`, up to the
/// colon behind which a blank stands.
fn figures(rest: &str) -> usize {
    let mut length = 0;
    while let Some(after) = rest.get(length..) {
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let Some(behind) = after.get(digits..).filter(|_| digits > 0).and_then(|after| after.strip_prefix(':')) else {
            return 0;
        };
        length += digits + 1;
        if behind.is_empty() || behind.starts_with(BLANKS) {
            return length;
        }
    }
    0
}

/// The key without its marks. An underscore at its start must have a partner at its end or in `closed`, the marks
/// behind the colon; one at its end may have lost it, since `marker_line` takes the opening ones.
fn free_key<'a>(key: &'a str, closed: &str, decorations: &mut Decorations) -> &'a str {
    let mut key = key;
    loop {
        let before = key.len();
        let without = trim_blank(strip_emoji_end(strip_emoji(key)));
        if without.len() < before {
            decorations.insert(sign_in(&key.replacen(without, "", 1)));
            key = without;
        }
        if let Some(mark) = key.chars().next().filter(|c| is_mark(*c)) {
            let (marks, rest) = key.split_at_checked(run_len(key, mark)).unwrap_or(("", key));
            let partner = mark != '_' || key.ends_with(marks) || closed == marks;
            if marks.len() < 4
                && partner
                && rest.starts_with(|c: char| c.is_alphanumeric() || is_mark(c) || is_emoji(c))
            {
                *decorations = decorations.union(mark_kind(mark, marks.len()));
                key = rest;
            }
        }
        if let Some(mark) = key.chars().next_back().filter(|c| is_mark(*c)) {
            let len = run_len_end(key, mark);
            if let Some(rest) =
                key.get(..key.len() - len).filter(|rest| len < 4 && !rest.is_empty() && !rest.ends_with(BLANKS))
            {
                *decorations = decorations.union(mark_kind(mark, len));
                key = rest;
            }
        }
        if key.len() == before {
            return key;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::marker_line;
    use super::*;

    #[track_caller]
    fn check(line: &str, key: &str, value: &str, decorations: &[Decoration]) {
        let expected = KeyValue { key, value, decorations: decorations.iter().copied().collect() };
        assert_eq!(split_key(line), Some(expected), "{line}");
        // The same key and value come out when the opening marks were taken off before.
        let freed = split_key(marker_line(line).rest).map(|it| (it.key, it.value));
        assert_eq!(freed, Some((key, value)), "{line}");
    }

    #[test]
    fn dressed_up_keys() {
        use Decoration::{Bold, Code, Emoji, FullWidthColon, Italic};
        check("STATUS: success", "STATUS", "success", &[]);
        check("STATUS:success", "STATUS", "success", &[]);
        check("  what_i_did : \"a: b\" ", "what_i_did", "\"a: b\"", &[]);
        check("**Key**: v", "Key", "v", &[Bold]);
        check("**Key:** v", "Key", "v", &[Bold]);
        check("**Key:**", "Key", "", &[Bold]);
        check("**Key:** **v**", "Key", "**v**", &[Bold]);
        check("*Key*: v", "Key", "v", &[Italic]);
        check("__Key__: v", "Key", "v", &[Bold]);
        check("__Key:__ v", "Key", "v", &[Bold]);
        check("_Key_: v", "Key", "v", &[Italic]);
        check("`key`: v", "key", "v", &[Code]);
        check("**`key`**: v", "key", "v", &[Bold, Code]);
        check("✅ **Key** ✅：v", "Key", "v", &[Bold, Emoji, FullWidthColon]);
        check("_private: 1", "_private", "1", &[]);
        check("glob:**/*.rs", "glob", "**/*.rs", &[]);
        check("Next step: see https://a.b", "Next step", "see https://a.b", &[]);
        check("a::b: c", "a::b", "c", &[]);
        check("src/a.rs:12: boom", "src/a.rs:12", "boom", &[]);
        check("src/a.rs:12:5: a: b", "src/a.rs:12:5", "a: b", &[]);
        check("12:30:00: started", "12:30:00", "started", &[]);
        check("at:12:30", "at", "12:30", &[]);
        check("at:12 x: y", "at", "12 x: y", &[]);
    }

    #[test]
    fn a_whole_line_in_bold_leaves_the_value_clean_after_marker_line() {
        let it = split_key(marker_line("**STATUS: success**").rest).expect("a key");
        assert_eq!((it.key, it.value), ("STATUS", "success"));
    }

    #[test]
    fn lines_without_a_key() {
        let long = format!("{}: v", "k".repeat(65));
        let lines =
            ["", "no colon", ": v", "** : v", "---: v", "\"key\": 1", "“a”: b", "https://a.b", "a::b", long.as_str()];
        for line in lines {
            assert_eq!(split_key(line), None, "{line}");
        }
        assert!(split_key(&format!("{}: v", "é".repeat(64))).is_some());
    }
}
