use std::ops::Range;

use super::Line;

/// In which part of a message a line is (R-A12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_enums, reason = "every reader must handle every case")]
pub enum Region {
    /// Plain text.
    Open,
    /// The line that opens or closes a fence.
    FenceEdge,
    /// Inside a fence.
    Fence,
    /// In a thought, its tags included.
    Thought,
    /// Behind `>`.
    Quotation,
}

/// Follows fences and thoughts from line to line.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// The sign and length of the fence that is open.
    fence: Option<(u8, usize)>,
    /// The closing tag of the thought that is open.
    thought: Option<&'static str>,
}

/// Tags that hold thoughts, and what closes them.
const THOUGHTS: [(&str, &str); 4] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<reasoning>", "</reasoning>"),
    ("<scratchpad>", "</scratchpad>"),
];

impl Regions {
    /// The region of the next line.
    #[inline]
    pub fn next(&mut self, line: &Line<'_>) -> Region {
        let first = line.text.as_bytes().get(line.indent);
        if self.thought.is_none() && self.fence.is_none() && !matches!(first, Some(b'`' | b'~' | b'<' | b'>')) {
            return Region::Open;
        }
        self.next_special(line, first)
    }

    fn next_special(&mut self, line: &Line<'_>, first: Option<&u8>) -> Region {
        if let Some(close) = self.thought {
            if line.text.to_ascii_lowercase().contains(close) {
                self.thought = None;
            }
            return Region::Thought;
        }
        if let Some((sign, length)) = self.fence {
            if first == Some(&sign) && closes(line, sign, length) {
                self.fence = None;
                return Region::FenceEdge;
            }
            return Region::Fence;
        }
        match first {
            Some(b'`' | b'~') => {
                self.fence = opens(line);
                if self.fence.is_some() { Region::FenceEdge } else { Region::Open }
            }
            Some(b'<') => self.thought(line),
            Some(b'>') => Region::Quotation,
            _ => Region::Open,
        }
    }

    /// Whether a fence is open.
    pub fn in_fence(&self) -> bool {
        self.fence.is_some()
    }

    /// Whether a thought is open.
    pub fn in_thought(&self) -> bool {
        self.thought.is_some()
    }

    fn thought(&mut self, line: &Line<'_>) -> Region {
        let content = line.content();
        let starts = |tag: &str| content.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
        let Some((_, close)) = THOUGHTS.iter().find(|(open, _)| starts(open)) else { return Region::Open };
        if !content.to_ascii_lowercase().contains(close) {
            self.thought = Some(close);
        }
        Region::Thought
    }
}

/// Where the first closing tag of a thought is in a text.
pub(crate) fn after_thought(text: &str) -> Option<Range<usize>> {
    let text = text.to_ascii_lowercase();
    let tag = |close: &str| text.find(close).map(|at| at..at + close.len());
    THOUGHTS.iter().filter_map(|(_, close)| tag(close)).min_by_key(|range| range.start)
}

/// The sign and length of the fence that a line opens. As in `CommonMark`, four blanks make it text.
fn opens(line: &Line<'_>) -> Option<(u8, usize)> {
    let content = line.content();
    let sign = *content.as_bytes().first()?;
    let length = content.bytes().take_while(|byte| *byte == sign).count();
    let info = content.get(length..).unwrap_or_default();
    (length >= 3 && line.indent < 4 && !(sign == b'`' && info.contains('`'))).then_some((sign, length))
}

fn closes(line: &Line<'_>, sign: u8, length: usize) -> bool {
    let content = line.content();
    content.len() >= length && line.indent < 4 && content.bytes().all(|byte| byte == sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Span;
    use crate::text::Lines;

    #[test]
    fn fences_thoughts_and_quotations() {
        let text =
            "a\n```text\n> b\n``\n~~~\n````\nc\n<Think>\n```\n</Think>\n> d\n    ```\n<think>e</think>\n```f``` g\n~~~";
        let mut regions = Regions::default();
        let letters: String = Lines::new(text, Span::new(0, text.len()))
            .map(|line| match regions.next(&line) {
                Region::Open => 'o',
                Region::FenceEdge => 'e',
                Region::Fence => 'f',
                Region::Thought => 't',
                Region::Quotation => 'q',
            })
            .collect();
        assert_eq!(letters, "oefffeotttqotoe");
        assert!(regions.in_fence());
    }
}
