use crate::Span;

/// A line of a text, without its line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line<'a> {
    /// The text of the line.
    pub text: &'a str,
    /// The offset of its first byte.
    pub start: usize,
    /// How many blanks and tabs it begins with.
    pub indent: usize,
}

impl<'a> Line<'a> {
    /// The line at these bytes of a text.
    #[inline]
    fn new(text: &'a str, start: usize) -> Self {
        let indent = text.bytes().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
        Self { text, start, indent }
    }

    /// The offset behind its last byte.
    #[inline]
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// The line without blanks around it.
    #[inline]
    pub fn content(&self) -> &'a str {
        self.text.get(self.indent..).unwrap_or_default().trim_ascii_end()
    }

    /// The bytes of [`content`](Self::content).
    pub fn span(&self) -> Span {
        let start = self.start + self.indent;
        Span::new(start, start + self.content().len())
    }

    /// Whether there is nothing but blanks on it.
    #[inline]
    pub fn is_blank(&self) -> bool {
        // A line that begins with something else than a control sign is not blank.
        self.text.as_bytes().get(self.indent).is_none_or(|first| *first < b' ' && self.content().is_empty())
    }
}

/// The lines of a part of a text. Ends of lines are LF or CRLF; a byte order mark belongs to no line.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    text: &'a str,
    next: usize,
}

impl<'a> Lines<'a> {
    /// The lines from `start` up to `end`.
    pub fn new(text: &'a str, span: Span) -> Self {
        let text = text.get(..span.end()).unwrap_or_default();
        let bom = '\u{feff}'.len_utf8();
        let next = if span.start() == 0 && text.starts_with('\u{feff}') { bom } else { span.start() };
        Self { text, next }
    }

    /// The offset of the next line.
    pub fn offset(&self) -> usize {
        self.next
    }

    /// The next line, without taking it.
    pub fn peek(&self) -> Option<Line<'a>> {
        self.clone().next()
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    #[inline]
    fn next(&mut self) -> Option<Line<'a>> {
        let start = self.next;
        let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        let (line, length) = match memchr::memchr(b'\n', rest.as_bytes()) {
            Some(end) => (&rest[..end], end + 1),
            None => (rest, rest.len()),
        };
        self.next = start + length;
        Some(Line::new(line.strip_suffix('\r').unwrap_or(line), start))
    }
}
