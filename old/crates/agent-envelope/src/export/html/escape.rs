//! Agents' words made fit for a page.

use std::fmt::{self, Write as _};

use envelope_core::text::is_invisible;

/// An agent's words, fit for text and for values in double quotes. What a browser would act on, drop or turn around
/// stands there as an escape, so that two different words never look alike for it.
pub(super) struct Escaped<'t>(pub(super) &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|char| match char {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            '\n' | '\t' => f.write_char(char),
            hidden if is_invisible(hidden) => write!(f, "{}", hidden.escape_default()),
            char => f.write_char(char),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_browser_acts_on_is_left() {
        let text = "<b a=\"1\" c='2'>&amp;\u{0}\r\n\t\u{202e}\u{200b}\u{3164}é漢🎈";
        let expected = "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;\\u{0}\\r\n\t\\u{202e}\\u{200b}\\u{3164}é漢🎈";
        assert_eq!(Escaped(text).to_string(), expected);
    }
}
