//! The scalars and flat lists that stand in front matter (R-Q13).

use std::borrow::Cow;

use super::lines::{is_blank, trim_blank};

/// The text that a raw scalar means: quotes and their escapes undone, blanks around it gone (R-A4).
///
/// Double quotes know the back-slash escapes of JSON and `\0`, `\xHH`; an escape they do not know keeps its back-slash.
/// In single quotes two of them are one. A quote that does not span the whole scalar is part of the text.
///
/// ```
/// use envelope_core::text::scalar;
/// assert_eq!(scalar(r#" "a \"b\"" "#), "a \"b\"");
/// assert_eq!(scalar("'it''s'"), "it's");
/// assert_eq!(scalar("plain 'text'"), "plain 'text'");
/// ```
pub fn scalar(raw: &str) -> Cow<'_, str> {
    let raw = trim_blank(raw);
    let Some(quote) = raw.chars().next().filter(|c| matches!(c, '"' | '\'')) else { return Cow::Borrowed(raw) };
    match (quoted_len(raw) == Some(raw.len())).then(|| raw.get(1..raw.len() - 1)).flatten() {
        None => Cow::Borrowed(raw),
        Some(inside) if quote == '\'' && inside.contains('\'') => Cow::Owned(inside.replace("''", "'")),
        Some(inside) if quote == '"' && inside.contains('\\') => Cow::Owned(unescaped(inside)),
        Some(inside) => Cow::Borrowed(inside),
    }
}

/// The items of a flat list on one line, each raw, for [`scalar`] (R-Q13); `None` for anything else.
///
/// A comma may follow the last item. A list within the list, or a map, is not flat.
///
/// ```
/// use envelope_core::text::flow_list;
/// assert_eq!(flow_list("[Q1, \"Q2, or so\"]"), Some(vec!["Q1", "\"Q2, or so\""]));
/// assert_eq!(flow_list("Q1, Q2"), None);
/// ```
pub fn flow_list(raw: &str) -> Option<Vec<&str>> {
    let mut rest = trim_blank(trim_blank(raw).strip_prefix('[')?.strip_suffix(']')?);
    let mut items = Vec::new();
    while !rest.is_empty() {
        let len = match quoted_len(rest) {
            Some(len) => len,
            None if rest.starts_with(['"', '\'']) => return None,
            None => rest.find(',').unwrap_or(rest.len()),
        };
        let (item, after) = rest.split_at_checked(len)?;
        let item = trim_blank(item);
        let plain = !item.starts_with(['"', '\'']);
        if item.is_empty() || (plain && item.contains(['[', ']', '{', '}'])) {
            return None;
        }
        items.push(item);
        rest = trim_blank(after);
        if !rest.is_empty() {
            rest = trim_blank(rest.strip_prefix(',')?);
        }
    }
    Some(items)
}

/// How deep the brackets are nested that `raw` starts with, and whether they are closed. Quotes and what follows the last
/// closer do not count.
pub(super) fn nesting(raw: &str) -> (usize, bool) {
    let (mut depth, mut most, mut at, mut fresh) = (0_usize, 0, 0, true);
    while let Some(byte) = raw.as_bytes().get(at) {
        let mut step = 1;
        match byte {
            b'[' | b'{' => (depth, fresh) = (depth + 1, true),
            b']' | b'}' if depth < 2 => return (most, true),
            b']' | b'}' => depth -= 1,
            b',' | b':' => fresh = true,
            // An open quote takes the rest.
            b'"' | b'\'' if fresh => {
                step = raw.get(at..).and_then(quoted_len).unwrap_or(raw.len());
                fresh = false;
            }
            b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => fresh = false,
        }
        most = most.max(depth);
        at += step;
    }
    (most, false)
}

/// `raw` up to its comment, trimmed. A `#` starts one at the very start or after a blank, outside quotes.
pub(super) fn without_comment(raw: &str) -> &str {
    let mut at = 0;
    // Where a scalar may start, and with it a quote: an apostrophe within a word is none.
    let mut fresh = true;
    let mut after_blank = true;
    while let Some(c) = raw.get(at..).and_then(|rest| rest.chars().next()) {
        let mut step = c.len_utf8();
        match c {
            '#' if after_blank => break,
            '"' | '\'' if fresh => {
                // An open quote takes the rest of the line.
                let rest = raw.get(at..).unwrap_or_default();
                step = quoted_len(rest).unwrap_or(rest.len());
                fresh = false;
            }
            '[' | '{' | ',' | ':' => fresh = true,
            _ => fresh &= is_blank_char(c),
        }
        after_blank = is_blank_char(c);
        at += step;
    }
    trim_blank(raw.get(..at).unwrap_or(raw))
}

/// How long the quoted scalar is that `text` starts with, quotes included.
pub(super) fn quoted_len(text: &str) -> Option<usize> {
    let quote = text.bytes().next().filter(|byte| matches!(byte, b'"' | b'\''))?;
    let mut bytes = text.bytes().enumerate().skip(1).peekable();
    while let Some((at, byte)) = bytes.next() {
        if byte == b'\\' && quote == b'"' {
            bytes.next();
        } else if byte == quote && (quote == b'"' || bytes.next_if(|(_, next)| *next == quote).is_none()) {
            return Some(at + 1);
        }
    }
    None
}

fn is_blank_char(c: char) -> bool {
    is_blank(c.encode_utf8(&mut [0; 4]))
}

fn unescaped(inside: &str) -> String {
    let mut text = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let (meant, len) = escape(after).unwrap_or(('\\', 0));
        text.push(meant);
        rest = after.get(len..).unwrap_or_default();
    }
    text.push_str(rest);
    text
}

/// What the escape means that follows a back-slash, and how many bytes it takes.
fn escape(after: &str) -> Option<(char, usize)> {
    let hex = |digits: usize| {
        let code = after.get(1..=digits).filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        Some((char::from_u32(u32::from_str_radix(code, 16).ok()?)?, digits + 1))
    };
    let meant = match after.bytes().next()? {
        b'n' => '\n',
        b't' => '\t',
        b'r' => '\r',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'0' => '\0',
        b'x' => return hex(2),
        b'u' => return hex(4),
        b'U' => return hex(8),
        sign @ (b'"' | b'\\' | b'/' | b' ') => char::from(sign),
        _ => return None,
    };
    Some((meant, 1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn scalars() {
        for (raw, meant) in [
            ("", ""),
            (" a ", "a"),
            ("\"\"", ""),
            ("''", ""),
            ("\"", "\""),
            ("'", "'"),
            ("'a", "'a"),
            ("\"a\" b", "\"a\" b"),
            ("\"a\" \"b\"", "\"a\" \"b\""),
            ("\"a\\\"", "\"a\\\""),
            ("\"a\\n\\tb\\\\\"", "a\n\tb\\"),
            ("\"\\u00e9\\x41\"", "éA"),
            ("\"\\d \\ud800 \\u12\"", "\\d \\ud800 \\u12"),
            ("''''", "'"),
            ("'a\\n'", "a\\n"),
            ("'a' 'b'", "'a' 'b'"),
        ] {
            assert_eq!(scalar(raw), meant, "{raw}");
        }
    }

    #[test]
    fn lists() {
        for (raw, items) in
            [("[]", &[][..]), (" [ a ] ", &["a"]), ("[a, b,]", &["a", "b"]), ("['a]', b c]", &["'a]'", "b c"])]
        {
            assert_eq!(flow_list(raw).as_deref(), Some(items), "{raw}");
        }
        for raw in ["", "a", "[a", "a]", "[a,,b]", "[,]", "[[a]]", "[{a: b}]", "[\"a]", "[\"a\" b]", "[a] b]"] {
            assert_eq!(flow_list(raw), None, "{raw}");
        }
    }

    #[test]
    fn comments() {
        for (raw, left) in [
            ("26        # required", "26"),
            ("# all", ""),
            ("a#b", "a#b"),
            ("C# code", "C# code"),
            ("\"a # b\" # c", "\"a # b\""),
            ("'it''s # b' # c", "'it''s # b'"),
            ("it's # c", "it's"),
            ("[Q1, \"# 2\"] # c", "[Q1, \"# 2\"]"),
            ("\"open # b", "\"open # b"),
            ("a\t# b", "a"),
            ("é # b", "é"),
        ] {
            assert_eq!(without_comment(raw), left, "{raw}");
        }
    }

    proptest! {
        #[test]
        fn quoting_can_be_undone(text in "[a'\"\\\\ é#\n]{0,12}") {
            let single = format!("'{}'", text.replace('\'', "''"));
            prop_assert_eq!(scalar(&single), text.as_str());
            let double = format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
            prop_assert_eq!(scalar(&double), text.as_str());
        }

        #[test]
        fn nothing_panics(raw in "[\\[\\],\"'\\\\a#: éux0]{0,16}") {
            let _ = (scalar(&raw), flow_list(&raw));
            prop_assert!(raw.contains(without_comment(&raw)));
        }
    }
}
