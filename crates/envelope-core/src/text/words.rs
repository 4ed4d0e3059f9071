/// Signs that say that something is wrong; they are never decoration (R-A6).
const WARNING_SIGNS: [char; 8] = ['❌', '✗', '✘', '⛔', '🚫', '⚠', '🔴', '🟡'];

/// What says nothing, beside a blank text and dashes (R-A8).
const NOTHING: [&str; 7] = ["none", "n/a", "null", "nil", "[]", "{}", "no errors"];

fn is_decoration(c: char) -> bool {
    match c {
        ' ' | '\t' | '\r' | '\n' | '*' | '_' | '`' | '"' | '\'' | '#' | '-' | ':' | '.' | '!' | ',' => true,
        c => !c.is_ascii() && !c.is_alphanumeric() && !WARNING_SIGNS.contains(&c),
    }
}

/// The text without decoration at both ends (R-A6).
///
/// ```
/// use envelope_core::text::strip_decoration;
/// assert_eq!(strip_decoration("✅ **success**."), "success");
/// assert_eq!(strip_decoration("❌ success"), "❌ success");
/// ```
pub fn strip_decoration(text: &str) -> &str {
    text.trim_matches(is_decoration)
}

/// Whether two names are the same in any letter case, with blanks, `-` and `_` equal (R-A6).
pub fn same_name(a: &str, b: &str) -> bool {
    let fold = |byte: u8| if matches!(byte, b' ' | b'-') { b'_' } else { byte.to_ascii_lowercase() };
    a.len() == b.len() && a.bytes().zip(b.bytes()).all(|(a, b)| fold(a) == fold(b))
}

/// A word of a closed list, found in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Word {
    /// Its index in the list.
    pub index: usize,
    /// Whether the text has anything else, or writes the word in another way.
    pub decorated: bool,
}

/// The word of a list that a text is, once decoration is stripped (R-A6).
pub fn find_word(text: &str, words: &[&str]) -> Option<Word> {
    if let Some(index) = words.iter().position(|word| *word == text) {
        return Some(Word { index, decorated: false });
    }
    let stripped = strip_decoration(text);
    let index = words.iter().position(|word| same_name(word, stripped))?;
    Some(Word { index, decorated: true })
}

/// Whether a text is wholly a placeholder: `<path>`, `{N}`, `[status]`, `...`, or at least two of the allowed words
/// joined by `|` or `or` (R-A5).
#[inline]
pub fn is_placeholder(text: &str, words: &[&str]) -> bool {
    let text = text.trim_matches(|c| matches!(c, ' ' | '\t' | '*' | '_' | '`' | '"' | '\''));
    let within = |open: char, close: char| {
        let inner = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        let is_list = |inner: &str| open != '<' && inner.contains(['"', ',']);
        inner.is_some_and(|inner| !inner.trim().is_empty() && !inner.contains([open, close]) && !is_list(inner))
    };
    match text.as_bytes().first() {
        Some(b'<') if within('<', '>') => return true,
        Some(b'{') if within('{', '}') => return true,
        Some(b'[') if within('[', ']') => return true,
        _ if matches!(text, "..." | "…") => return true,
        _ if words.is_empty() => return false,
        _ => {}
    }
    let mut parts = text.split('|').flat_map(|part| part.split(" or ")).peekable();
    let several = text.contains('|') || text.contains(" or ");
    several && parts.peek().is_some() && parts.all(|part| find_word(part, words).is_some())
}

/// Whether a text says nothing: blank, `none`, `n/a`, `-` and the like (R-A8).
pub fn says_nothing(text: &str) -> bool {
    // What begins and ends with a letter, and is longer than all of the list, needs no closer look.
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    if text.len() > 9 && is_letter(text.as_bytes().first()) && is_letter(text.as_bytes().last()) {
        return false;
    }
    let stripped = strip_decoration(text);
    stripped.is_empty() || NOTHING.iter().any(|word| stripped.eq_ignore_ascii_case(word))
}

/// Splits a line at its first colon, ASCII or full width; gives the key and where the value begins.
#[inline]
pub fn split_key(line: &str) -> Option<(&str, usize)> {
    let ascii = memchr::memchr(b':', line.as_bytes());
    let before = &line[..ascii.unwrap_or(line.len())];
    if !before.is_ascii()
        && let Some(wide) = before.find('：')
    {
        return Some((&line[..wide], wide + '：'.len_utf8()));
    }
    ascii.map(|at| (&line[..at], at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [&str; 3] = ["success", "blocked", "failed"];

    #[test]
    fn words_match_whole() {
        for text in ["success", "**Success**", "`success`.", "✅ success", "\"SUCCESS\"!"] {
            assert_eq!(find_word(text, &WORDS).map(|word| word.index), Some(0), "{text}");
        }
        for text in ["success?", "~~success~~", "(success)", "⚠️ success", "success (with caveats)", "success ❌", ""]
        {
            assert_eq!(find_word(text, &WORDS), None, "{text}");
        }
        assert_eq!(find_word("success", &WORDS), Some(Word { index: 0, decorated: false }));
        assert!(same_name("Next Action", "NEXT_ACTION") && !same_name("NEXT", "NEXT_ACTION"));
    }

    #[test]
    fn placeholders_are_whole() {
        for text in [
            "<path>",
            "<what, and why>",
            "{N}",
            "...",
            "[status]",
            "success | blocked | failed",
            "success or blocked",
            "`<word>`",
        ] {
            assert!(is_placeholder(text, &WORDS), "{text}");
        }
        for text in ["success", "a <path> b", "<a> <b>", "[\"a\"]", "[]", "success or not", "x | y", "{}"] {
            assert!(!is_placeholder(text, &WORDS), "{text}");
        }
    }

    #[test]
    fn nothing_is_said() {
        for text in ["", " ", "none", "N/A", "None.", "-", "--", "—", "[]", "{}", "No errors", "null"] {
            assert!(says_nothing(text), "{text}");
        }
        assert!(!says_nothing("none of the tests pass") && !says_nothing("0"));
    }

    #[test]
    fn keys_end_at_either_colon() {
        assert_eq!(split_key("STATUS: a: b"), Some(("STATUS", 7)));
        assert_eq!(split_key("STATUS：a: b"), Some(("STATUS", 9)));
        assert_eq!(split_key("no key"), None);
    }
}
