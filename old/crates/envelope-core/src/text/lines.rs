//! Lines of a text with their place and their line end (R-A4, R-A7).

use std::iter::FusedIterator;

use crate::Span;

/// How a line ends (R-A4: CRLF is noted, not refused).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineEnd {
    /// A line feed.
    Lf,
    /// A carriage return and a line feed.
    CrLf,
    /// A lone carriage return.
    Cr,
    /// The end of the text.
    None,
}

impl LineEnd {
    /// How many bytes it takes.
    pub const fn len(self) -> usize {
        match self {
            Self::Lf | Self::Cr => 1,
            Self::CrLf => 2,
            Self::None => 0,
        }
    }

    /// Whether it takes none.
    pub const fn is_empty(self) -> bool {
        matches!(self, Self::None)
    }

    /// The characters, for text that is inserted beside the line (R-Q4).
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
            Self::Cr => "\r",
            Self::None => "",
        }
    }
}

/// One line of a text (R-A7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line<'a> {
    /// The line without its end.
    pub text: &'a str,
    /// Where [`text`](Self::text) lies.
    pub span: Span,
    /// What ends it.
    pub end: LineEnd,
}

impl Line<'_> {
    /// Where the line lies, its end included.
    pub const fn full_span(&self) -> Span {
        Span::new(self.span.start(), self.span.end() + self.end.len())
    }
}

/// The lines of a text, first to last (R-A4, R-A9).
///
/// A line feed, a carriage return with a line feed, and a lone carriage return each end a line. A line end at the very
/// end of the text makes no further, empty line.
///
/// ```
/// use envelope_core::text::{LineEnd, Lines};
/// let lines: Vec<_> = Lines::new("one\r\n\ntwo").map(|line| (line.text, line.end)).collect();
/// assert_eq!(lines, [("one", LineEnd::CrLf), ("", LineEnd::Lf), ("two", LineEnd::None)]);
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    /// The lines of `text`.
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The lines of `text` after a byte order mark, should it have one. Spans still count from the start of `text`.
    pub fn after_bom(text: &'a str) -> Self {
        Self { text, at: if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 } }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let stop = rest.bytes().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        let (text, tail) = rest.split_at_checked(stop)?;
        let end = match tail.as_bytes() {
            [b'\n', ..] => LineEnd::Lf,
            [b'\r', b'\n', ..] => LineEnd::CrLf,
            [b'\r', ..] => LineEnd::Cr,
            _ => LineEnd::None,
        };
        let span = Span::new(self.at, self.at + stop);
        self.at = span.end() + end.len();
        Some(Line { text, span, end })
    }
}

impl FusedIterator for Lines<'_> {}

/// Whether `text` holds nothing but blanks: space, tab, carriage return and line feed (R-A8).
///
/// Other white space, such as a no-break space, is content: it is never dropped unseen (R-A3).
///
/// ```
/// use envelope_core::text::is_blank;
/// assert!(is_blank(" \t\r\n") && !is_blank("\u{a0}"));
/// ```
#[inline]
pub fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// `text` without the blanks around it; see [`is_blank`] for what is blank (R-A4).
#[inline]
pub fn trim_blank(text: &str) -> &str {
    // Most texts begin and end with something else, and then no characters need to be looked at.
    let tight = |byte: Option<&u8>| byte.is_some_and(|byte| *byte > b' ');
    let bytes = text.as_bytes();
    if tight(bytes.first()) && tight(bytes.last()) { text } else { text.trim_matches(BLANKS) }
}

/// What [`is_blank`] calls blank.
pub(super) const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, LineEnd)]) {
        let lines: Vec<_> = Lines::new(text).map(|line| (line.text, line.end)).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn every_line_end_ends_a_line() {
        check("", &[]);
        check("\n", &[("", LineEnd::Lf)]);
        check("a", &[("a", LineEnd::None)]);
        check("a\n", &[("a", LineEnd::Lf)]);
        check(
            "a\rb\r\n\r\rc",
            &[("a", LineEnd::Cr), ("b", LineEnd::CrLf), ("", LineEnd::Cr), ("", LineEnd::Cr), ("c", LineEnd::None)],
        );
        check("é\n\u{2028}x", &[("é", LineEnd::Lf), ("\u{2028}x", LineEnd::None)]);
    }

    #[test]
    fn a_byte_order_mark_is_stepped_over_on_request() {
        let text = "\u{feff}a\nb";
        assert_eq!(Lines::new(text).next().map(|line| line.text), Some("\u{feff}a"));
        assert_eq!(Lines::after_bom(text).next().map(|line| (line.text, line.span)), Some(("a", Span::new(3, 4))));
        assert_eq!(Lines::after_bom("a").count(), 1);
    }

    #[test]
    fn blank_is_four_characters() {
        assert!(is_blank(""));
        assert!(!is_blank("\u{b}"));
        assert_eq!(trim_blank("\r\n a b\t"), "a b");
        assert_eq!(trim_blank("\u{a0}a"), "\u{a0}a");
    }

    proptest! {
        #[test]
        fn lines_cover_the_text(text in "[a\r\n\té ]{0,40}") {
            let mut at = 0;
            for line in Lines::new(&text) {
                prop_assert_eq!(line.span.of(&text), line.text);
                prop_assert_eq!(line.full_span().start(), at);
                prop_assert!(!line.text.contains(['\r', '\n']));
                prop_assert!(line.full_span().of(&text).ends_with(line.end.as_str()));
                at = line.full_span().end();
            }
            prop_assert_eq!(at, text.len());
        }
    }
}
