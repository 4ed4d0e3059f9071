use std::borrow::Cow;

/// Whether a terminal or a page acts on a character instead of showing it: controls, and marks of direction.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with escapes in place of control characters and marks of direction. Line ends and tabs stay, and JSON means
/// the same.
///
/// ```
/// assert_eq!(envelope_core::text::visible("\u{1b}[31mred\r\n\u{202e}"), "\\u001b[31mred\r\n\\u202e");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    escape(text, |rest| rest.starts_with(['\n', '\t']) || rest.starts_with("\r\n"))
}

/// The same on one line: line ends and tabs are escaped, too.
pub fn one_line(text: &str) -> Cow<'_, str> {
    escape(text, |_| false)
}

/// The beginning of a text on one line, for a message.
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    let more = if end < text.len() { "…" } else { "" };
    format!("{}{more}", one_line(&text[..end]))
}

/// Escapes what is hidden, unless it is kept, which is asked with the text that it begins.
fn escape(text: &str, is_kept: fn(&str) -> bool) -> Cow<'_, str> {
    let mut hidden = text.char_indices().filter(|(at, c)| is_hidden(*c) && !is_kept(&text[*at..])).peekable();
    if hidden.peek().is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut end = 0;
    for (at, c) in hidden {
        out += &text[end..at];
        match c {
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            c => out += &format!("\\u{:04x}", u32::from(c)),
        }
        end = at + c.len_utf8();
    }
    Cow::Owned(out + &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_to_act_on() {
        let text = "a\tb\r\nc\rd\u{9b}1m\u{7f}\u{0}\u{2067}é漢🎈";
        assert_eq!(visible(text), "a\tb\r\nc\\rd\\u009b1m\\u007f\\u0000\\u2067é漢🎈");
        assert_eq!(one_line("a\tb\r\nc"), "a\\tb\\r\\nc");
        assert!(matches!(visible("plain\n"), Cow::Borrowed("plain\n")));
        assert_eq!(excerpt(&format!("\u{1b}{}", "a".repeat(40))), format!("\\u001b{}…", "a".repeat(39)));
    }

    #[test]
    fn json_stays_the_same_value() {
        let value = serde_json::json!({"\u{202e}key": "\u{9b}31m \u{1b} \r\n \u{7f}"});
        let json = format!("{value:#}");
        assert!(visible(&json).lines().all(|line| !line.contains(is_hidden)));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&visible(&json)).unwrap(), value);
    }
}
