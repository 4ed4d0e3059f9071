//! Texts of agents as people are shown them: nothing in one may hide what stands around it.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text with control characters and marks that turn the direction of writing spelled out, and with `<` as `&lt;` where
/// it begins something in HTML that has no end in this text and would swallow what follows the text.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    let text = spelled(text);
    if !text.contains('<') {
        return text;
    }
    let openers = Openers::of(&text);
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        match character {
            '<' if openers.is_endless(at) => out.push_str("&lt;"),
            _ => out.push(character),
        }
    }
    Cow::Owned(out)
}

/// The same for code, which HTML does not read.
pub(crate) fn spelled(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if is_unseen(character) {
            let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// Whether the character speaks to a terminal or turns the order of the others; line ends and tabs do neither. What is
/// merely not seen, such as the joints of an emoji, stays: the text is the agent's own, and is to read as it wrote it.
fn is_unseen(character: char) -> bool {
    character.is_control() && !matches!(character, '\n' | '\r' | '\t')
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What HTML reads on from until it meets its end, and nothing else.
const ENDLESS: [(&str, &str); 13] = [
    ("<!--", "-->"),
    ("<iframe", "</iframe"),
    ("<noembed", "</noembed"),
    ("<noframes", "</noframes"),
    ("<noscript", "</noscript"),
    ("<plaintext", "</ nothing ends it"),
    ("<script", "</script"),
    ("<select", "</select"),
    ("<style", "</style"),
    ("<template", "</template"),
    ("<textarea", "</textarea"),
    ("<title", "</title"),
    ("<xmp", "</xmp"),
];

/// A text, and where each of [`ENDLESS`] ends in it for the last time.
struct Openers {
    text: String,
    ends: [usize; ENDLESS.len()],
}

impl Openers {
    fn of(text: &str) -> Self {
        let text = text.to_ascii_lowercase();
        let ends = ENDLESS.map(|(_, end)| text.rfind(end).unwrap_or(0));
        Self { text, ends }
    }

    fn is_endless(&self, at: usize) -> bool {
        let rest = self.text.get(at..).unwrap_or_default();
        let opens = |opener: &str| {
            let after = rest.strip_prefix(opener).map(|rest| rest.bytes().next());
            after.is_some_and(|next| opener == "<!--" || next.is_none_or(|next| !next.is_ascii_alphanumeric()))
        };
        is_open_tag(rest) || ENDLESS.iter().zip(self.ends).any(|((opener, _), end)| end <= at && opens(opener))
    }
}

/// Whether a tag begins here and does not end on its line: it would take what follows for its attributes. What is longer
/// than [`MAX_TAG`] counts as one, so that the look is bounded.
fn is_open_tag(text: &str) -> bool {
    let mut bytes = text.bytes().skip(1).peekable();
    if !bytes.peek().is_some_and(|byte| byte.is_ascii_alphabetic() || b"/!?".contains(byte)) {
        return false;
    }
    if text.starts_with("<!--") {
        return false;
    }
    let (mut quote, mut before) = (None, b'<');
    for byte in bytes.take(MAX_TAG) {
        match (quote, byte) {
            (_, b'\n' | b'\r') => return true,
            (None, b'>') => return false,
            (None, b'"' | b'\'') if before == b'=' => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
        if !matches!(byte, b' ' | b'\t') {
            before = byte;
        }
    }
    true
}

const MAX_TAG: usize = 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_the_rest_is_spelled_out() {
        for (text, expected) in [
            ("a\u{1b}[31mb\u{202e}c\0\td", "a\\u{1b}[31mb\\u{202e}c\\u{0}\td"),
            ("two\r\nlines", "two\r\nlines"),
            ("see <!-- here", "see &lt;!-- here"),
            ("<!-- a --> b <!-- c", "<!-- a --> b &lt;!-- c"),
            ("<SCRIPT>x", "&lt;SCRIPT>x"),
            ("<script>x</Script>", "<script>x</Script>"),
            ("<div title=\"", "&lt;div title=\""),
            ("a <b class='x\ny'>", "a &lt;b class='x\ny'>"),
            ("<i a = \">\">x", "<i a = \">\">x"),
            ("<i a = \">x", "&lt;i a = \">x"),
            ("</div", "&lt;/div"),
            ("a < b and b <3", "a < b and b <3"),
            ("<scripted> <b>bold", "<scripted> <b>bold"),
            ("<plaintext>", "&lt;plaintext>"),
            ("<template>x", "&lt;template>x"),
            ("<select><option>", "&lt;select><option>"),
            ("Vec<T> and Vec<T", "Vec<T> and Vec&lt;T"),
            ("Vec<T> 👩\u{200d}💻 ü", "Vec<T> 👩\u{200d}💻 ü"),
        ] {
            assert_eq!(shown(text), expected);
        }
    }
}
