use super::care::opens_object;
use super::parse::Parser;
use super::tree::{Document, End, Place};
use crate::Span;
use crate::text::{Lines, Region, Regions, after_thought};

/// Finds and reads every outermost value of a message (R-A12).
pub(super) fn scan(mut parser: Parser<'_>) -> Document<'_> {
    let text = parser.document.text;
    let end = text.len();
    let mut regions = Regions::default();
    let mut lines = Lines::new(text, Span::new(0, end));
    while let Some(line) = lines.next() {
        let resume = match regions.next(&line) {
            Region::Quotation | Region::Fence => None,
            Region::Open => parser.values(line.start, line.end(), end, Place::Open),
            Region::FenceEdge => {
                // The line that opens a fence may hold the beginning of an object.
                let close = lines.find(|next| regions.next(next) == Region::FenceEdge);
                let content_end = close.map_or(end, |close| close.start);
                let place = Place::Fence(Span::new(line.start, line.end()));
                parser.values(line.start, content_end, content_end, place);
                None
            }
            Region::Thought => {
                let mut last = Some(line);
                while regions.in_thought() && last.is_some() {
                    last = lines.next().inspect(|next| {
                        regions.next(next);
                    });
                }
                let closed = last.and_then(|last| Some((last.start, after_thought(last.text)?)));
                let (content_end, behind) =
                    closed.map_or((end, end), |(start, tag)| (start + tag.start, start + tag.end));
                parser.values(line.start, content_end, content_end, Place::Thought);
                Some(behind)
            }
        };
        if let Some(resume) = resume {
            lines = Lines::new(text, Span::new(resume, end));
        }
        if parser.stopped() {
            break;
        }
    }
    parser.document
}

impl Parser<'_> {
    /// Whether reading the message ended early, in containers that are too deep.
    fn stopped(&self) -> bool {
        self.document.roots.last().is_some_and(|root| matches!(root.end, End::TooDeep(_)))
    }

    /// Reads the values that begin between two offsets and end before a limit; returns where the last one ends, if any.
    fn values(&mut self, from: usize, to: usize, limit: usize, place: Place) -> Option<usize> {
        self.bytes = &self.document.text.as_bytes()[..limit];
        let mut at = from;
        let mut behind = None;
        let mut broken = false;
        while let Some(length) = self.bytes.get(at..to).and_then(|rest| memchr::memchr2(b'{', b'[', rest)) {
            let open = at + length;
            at = open + 1;
            if !self.opens(open, place) {
                continue;
            }
            let end = self.root(open, place);
            let goes_on = matches!(self.bytes[self.at..].trim_ascii_start().first(), Some(b',' | b'}' | b']'));
            if let Some(root) = self.document.roots.last_mut() {
                root.inside = broken && goes_on && end == End::Closed;
            }
            broken = matches!(end, End::Prose(_)) || broken && goes_on;
            at = self.at.max(at);
            behind = Some(at);
            if self.stopped() {
                break;
            }
        }
        behind
    }

    fn opens(&self, at: usize, place: Place) -> bool {
        if self.bytes[at] == b'{' {
            return opens_object(self.bytes, at);
        }
        // Elsewhere a list without objects is a remark in brackets.
        let start = if let Place::Fence(line) = place { line.end() } else { 0 };
        let before = self.document.text.get(start..at).unwrap_or_default();
        if before.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']).is_empty()
            && self.bytes.trim_ascii_end().ends_with(b"]")
        {
            return true;
        }
        let blanks = self.bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let inner = at + 1 + blanks;
        self.bytes.get(inner) == Some(&b'{') && opens_object(self.bytes, inner)
    }
}
