use super::{Block, Kind};
use crate::Span;
use crate::text::{Line, Lines, Region, Regions};

/// The blocks in a part of a text.
pub fn blocks(text: &str, span: Span) -> Vec<Block> {
    let mut scan = Scan {
        text,
        lines: Lines::new(text, span),
        blocks: Vec::with_capacity(span.of(text).len() / 128 + 16),
        open: false,
        in_table: false,
    };
    let mut regions = Regions::default();
    while let Some(line) = scan.lines.next() {
        match regions.next(&line) {
            Region::Open => scan.line(&line),
            Region::FenceEdge => scan.fence_edge(&line),
            Region::Fence => scan.fence_line(&line),
            Region::Thought => scan.thought(&line, !regions.in_thought()),
            Region::Quotation => scan.quotation(&line),
        }
    }
    scan.blocks
}

struct Scan<'a> {
    text: &'a str,
    lines: Lines<'a>,
    blocks: Vec<Block>,
    /// Whether the last block is text that the next line continues.
    open: bool,
    /// Whether the last block is a table or a row.
    in_table: bool,
}

impl<'a> Scan<'a> {
    fn line(&mut self, line: &Line<'a>) {
        let Some(first) = line.text.as_bytes().get(line.indent).copied().filter(|_| !line.is_blank()) else {
            (self.open, self.in_table) = (false, false);
            return;
        };
        match first {
            b'#' if self.heading(line) => {}
            b'-' | b'*' | b'_' if is_break(line.content()) => self.push(Kind::Break, line, line.span()),
            b'-' | b'*' | b'+' | b'0'..=b'9' if self.item(line) => {}
            b'<' if is_tag(line.content()) => self.push(Kind::Html, line, line.span()),
            _ => self.text_line(line),
        }
    }

    fn push(&mut self, kind: Kind, line: &Line<'a>, text: Span) {
        self.open = matches!(kind, Kind::Paragraph | Kind::Item | Kind::Quote);
        self.in_table = matches!(kind, Kind::Table | Kind::Row);
        self.blocks.push(Block { kind, span: Span::new(line.start, line.end()), text });
    }

    /// Adds a line to the last block.
    fn extend(&mut self, line: &Line<'a>) {
        let Some(last) = self.blocks.last_mut() else { return };
        last.span = Span::new(last.span.start(), line.end());
        last.text = Span::new(last.text.start(), line.span().end());
    }

    fn is_last(&self, kind: Kind) -> bool {
        self.blocks.last().is_some_and(|last| last.kind == kind)
    }

    fn heading(&mut self, line: &Line<'a>) -> bool {
        let content = line.content();
        let level = content.bytes().take_while(|byte| *byte == b'#').count();
        let title = content[level..].trim_ascii_start();
        if level > 6 || line.indent > 3 || title.len() == content.len() - level && !title.is_empty() {
            return false;
        }
        let start = line.span().end() - title.len();
        let without = title.trim_end_matches('#');
        let is_closed = without.is_empty() || without.ends_with([' ', '\t']);
        let title = if is_closed { without.trim_ascii_end() } else { title };
        self.push(Kind::Heading(u8::try_from(level).unwrap_or(6)), line, Span::new(start, start + title.len()));
        true
    }

    fn item(&mut self, line: &Line<'a>) -> bool {
        let content = line.content();
        let digits = content.bytes().take_while(u8::is_ascii_digit).count();
        let length = match content.as_bytes().get(digits) {
            Some(b'-' | b'*' | b'+') if digits == 0 => 1,
            Some(b'.' | b')') if (1..10).contains(&digits) => digits + 1,
            _ => return false,
        };
        let rest = content[length..].trim_ascii_start();
        if rest.len() == content.len() - length && !rest.is_empty() {
            return false;
        }
        // As in `CommonMark`, only a first item with text interrupts a paragraph.
        let interrupts = !rest.is_empty() && (digits == 0 || content[..digits].trim_start_matches('0') == "1");
        if self.open && self.is_last(Kind::Paragraph) && !interrupts {
            return false;
        }
        let end = line.span().end();
        self.push(Kind::Item, line, Span::new(end - rest.len(), end));
        true
    }

    fn text_line(&mut self, line: &Line<'a>) {
        let has_pipe = memchr::memchr(b'|', line.text.as_bytes()).is_some();
        if has_pipe && self.in_table {
            return self.push(Kind::Row, line, line.span());
        }
        if has_pipe && self.lines.peek().is_some_and(|next| is_delimiter(&next)) {
            self.push(Kind::Table, line, line.span());
            if let (Some(delimiter), Some(table)) = (self.lines.next(), self.blocks.last_mut()) {
                table.span = Span::new(table.span.start(), delimiter.end());
            }
            return;
        }
        if self.open && !self.is_last(Kind::Quote) {
            self.extend(line);
        } else {
            self.push(Kind::Paragraph, line, line.span());
        }
    }

    fn quotation(&mut self, line: &Line<'a>) {
        if self.open && self.is_last(Kind::Quote) {
            self.extend(line);
        } else {
            self.push(Kind::Quote, line, line.span());
        }
    }

    fn fence_edge(&mut self, line: &Line<'a>) {
        if self.is_last(Kind::Fence { closed: false }) {
            if let Some(fence) = self.blocks.last_mut() {
                fence.kind = Kind::Fence { closed: true };
                fence.span = Span::new(fence.span.start(), line.end());
            }
        } else {
            let content = self.lines.offset().min(self.text.len());
            self.push(Kind::Fence { closed: false }, line, Span::at(content));
        }
    }

    fn fence_line(&mut self, line: &Line<'a>) {
        if let Some(fence) = self.blocks.last_mut() {
            fence.span = Span::new(fence.span.start(), line.end());
            fence.text = Span::new(fence.text.start(), line.end());
        }
    }

    fn thought(&mut self, line: &Line<'a>, closed: bool) {
        if self.is_last(Kind::Thought { closed: false }) {
            self.extend(line);
            if let Some(thought) = self.blocks.last_mut() {
                thought.kind = Kind::Thought { closed };
            }
        } else {
            self.push(Kind::Thought { closed }, line, line.span());
        }
    }
}

/// Whether a line is at least three times the same sign, blanks aside.
fn is_break(content: &str) -> bool {
    let mut signs = content.bytes().filter(|byte| !matches!(byte, b' ' | b'\t'));
    let first = signs.next();
    let mut count = 1;
    signs.all(|sign| {
        count += 1;
        Some(sign) == first
    }) && count >= 3
}

fn is_tag(content: &str) -> bool {
    content.as_bytes().get(1).is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?'))
}

/// Whether a line stands between the header of a table and its rows.
fn is_delimiter(line: &Line<'_>) -> bool {
    let content = line.content();
    if !content.starts_with(['|', ':', '-']) || !content.contains('|') {
        return false;
    }
    let inner = content.strip_prefix('|').unwrap_or(content);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    inner.split('|').all(|cell| {
        let cell = cell.trim_ascii();
        let dashes = cell.strip_prefix(':').unwrap_or(cell);
        let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
        !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-')
    })
}
