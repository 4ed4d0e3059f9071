//! Fenced code blocks by the rules of `CommonMark` (R-A6, R-A12).

use super::lines::{Line, Lines, trim_blank};
use crate::Span;

/// What a line is to the fences of a text (R-A12, R-Q2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineRole {
    /// Outside every fence.
    Text,
    /// Opens a fence.
    Opener,
    /// Inside a fence.
    Inside,
    /// Closes the fence.
    Closer,
}

/// Tells for each line of a text, first to last, whether it is fenced (R-A12, R-Q2).
///
/// A fence is opened by at least three back-ticks or tildes, indented by at most three columns; the info string after
/// back-ticks holds no back-tick. It is closed by as many or more of the same character with nothing but blanks after
/// them; a fence that nothing closes runs to the end.
///
/// ```
/// use envelope_core::text::{Fences, LineRole};
/// let mut fences = Fences::new();
/// assert_eq!(fences.classify("~~~ json"), LineRole::Opener);
/// assert_eq!(fences.classify("```"), LineRole::Inside);
/// assert_eq!(fences.classify("~~~"), LineRole::Closer);
/// assert_eq!(fences.classify("STATUS: success"), LineRole::Text);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Fences {
    open: Option<Mark>,
}

impl Fences {
    /// At the start of a text, where no fence is open.
    pub const fn new() -> Self {
        Self { open: None }
    }

    /// What the next line is; its line end may be left on it.
    pub fn classify(&mut self, line: &str) -> LineRole {
        let found = Run::read(line);
        match self.open {
            None => match found.filter(Run::opens) {
                None => LineRole::Text,
                Some(run) => {
                    self.open = Some(run.mark);
                    LineRole::Opener
                }
            },
            Some(mark) if found.is_some_and(|run| run.closes(mark)) => {
                self.open = None;
                LineRole::Closer
            }
            Some(_) => LineRole::Inside,
        }
    }

    /// Whether a fence is open after the lines so far.
    pub const fn is_open(&self) -> bool {
        self.open.is_some()
    }
}

/// A fenced code block (R-A12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fence {
    /// From the start of the opener's line to the end of the closer's (without its line end), or of the text.
    pub span: Span,
    /// The lines between, each with its line end.
    pub inner: Span,
    /// The info string after the opener, trimmed.
    pub info: Span,
    /// Whether it has a closer.
    pub closed: bool,
}

/// The fences of `text` in order, none inside another (R-A12). A byte order mark before the first line is no part of
/// it.
///
/// ```
/// let text = "Here:\n```json\n{}\n```\n";
/// let [fence] = envelope_core::text::fences(text)[..] else { panic!("one fence") };
/// assert_eq!((fence.info.of(text), fence.inner.of(text)), ("json", "{}\n"));
/// ```
pub fn fences(text: &str) -> Vec<Fence> {
    let mut found = Vec::new();
    let mut state = Fences::new();
    let mut opener = None;
    for line in Lines::after_bom(text) {
        match state.classify(line.text) {
            LineRole::Opener => opener = Some(line),
            LineRole::Closer => found.extend(opener.take().map(|opener| between(text, opener, Some(line)))),
            LineRole::Text | LineRole::Inside => {}
        }
    }
    found.extend(opener.map(|opener| between(text, opener, None)));
    found
}

/// The character of a fence and how many of it stand in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) byte: u8,
    pub(super) len: usize,
}

/// A line that begins with enough back-ticks or tildes.
pub(super) struct Run<'a> {
    pub(super) mark: Mark,
    info: &'a str,
    /// Whether nothing follows them, as in a closer.
    pub(super) bare: bool,
}

impl<'a> Run<'a> {
    /// The marks that `line` begins with, if it could open or close a fence.
    pub(super) fn read(line: &'a str) -> Option<Self> {
        let mut column = 0;
        let mut start = 0;
        for byte in line.bytes() {
            match byte {
                b' ' => column += 1,
                b'\t' => column += 4 - column % 4,
                _ => break,
            }
            start += 1;
            if column > 3 {
                return None;
            }
        }
        let rest = line.get(start..)?;
        let byte = rest.bytes().next().filter(|byte| matches!(byte, b'`' | b'~'))?;
        let len = rest.bytes().take_while(|other| *other == byte).count();
        let info = trim_blank(rest.get(len..)?);
        (len >= 3).then_some(Self { mark: Mark { byte, len }, info, bare: info.is_empty() })
    }

    pub(super) fn opens(&self) -> bool {
        self.mark.byte == b'~' || !self.info.contains('`')
    }

    fn closes(&self, open: Mark) -> bool {
        self.bare && self.mark.byte == open.byte && self.mark.len >= open.len
    }
}

/// The fence from the line `opener` to the line `closer`.
pub(super) fn between(text: &str, opener: Line<'_>, closer: Option<Line<'_>>) -> Fence {
    let info = Run::read(opener.text).map_or(Span::at(opener.span.end()), |run| Span::of_slice(text, run.info));
    let (inner_end, end) = closer.map_or((text.len(), text.len()), |line| (line.span.start(), line.span.end()));
    Fence {
        span: Span::new(opener.span.start(), end),
        inner: Span::new(opener.full_span().end(), inner_end),
        info,
        closed: closer.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str, bool)]) {
        let found: Vec<_> = fences(text).iter().map(|it| (it.info.of(text), it.inner.of(text), it.closed)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn openers_and_closers() {
        check("```\na\n```", &[("", "a\n", true)]);
        check("````md\n```\na\n```\n````\n", &[("md", "```\na\n```\n", true)]);
        check("  ~~~ a `b` \r\nx\r\n~~~~\t\r\n", &[("a `b`", "x\r\n", true)]);
        check("``` a`b\nx", &[]);
        check("``\nx\n``", &[]);
        check("    ```\nx", &[]);
        check(" \t```\nx", &[]);
        check("```\nx\n    ```\n", &[("", "x\n    ```\n", false)]);
        check("```\nx\n``` y", &[("", "x\n``` y", false)]);
        check("```", &[("", "", false)]);
        check("\u{feff}```\n```\n", &[("", "", true)]);
        check("```\nx\n``` \t\n", &[("", "x\n", true)]);
        check("```a\n1\n```\n```b\n2\n```", &[("a", "1\n", true), ("b", "2\n", true)]);
    }

    /// For each line, whether the reference parser has it in a fenced block.
    fn reference(text: &str) -> Vec<bool> {
        let mut blocks = Vec::new();
        for (event, range) in Parser::new(text).into_offset_iter() {
            if let Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) = event {
                blocks.push(range);
            }
        }
        let fenced = |line: Line<'_>| {
            let span = line.full_span();
            blocks.iter().any(|range| span.start() < range.end && range.start < span.end())
        };
        Lines::new(text).map(fenced).collect()
    }

    fn ours(text: &str) -> Vec<bool> {
        let mut state = Fences::new();
        Lines::new(text).map(|line| state.classify(line.text) != LineRole::Text).collect()
    }

    // The reference parser knows no tab behind a closer, which the specification allows: the cases have none.
    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        #[test]
        fn agrees_with_the_reference_parser(
            lines in prop::collection::vec((" {0,4}|\t| \t", "`{2,5}|~{2,5}|", " {0,2}", "|a|json|a `b|b~"), 1..12),
            end in "\n|\r\n",
        ) {
            let text: String = lines.iter().flat_map(|(a, b, c, d)| [a, b, c, d, &end]).map(String::as_str).collect();
            prop_assert_eq!(ours(&text), reference(&text), "{:?}", text);
        }

        #[test]
        fn tracker_and_list_agree(text in "[`~a \n]{0,60}") {
            let found = fences(&text);
            let listed: Vec<bool> = Lines::new(&text)
                .map(|line| found.iter().any(|it| it.span.contains(line.span) && it.span.end() > it.span.start()))
                .collect();
            prop_assert_eq!(ours(&text), listed);
        }
    }
}
