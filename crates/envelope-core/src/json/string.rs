use super::parse::{Parser, Step, offset};
use super::rules::{INVALID_ESCAPE, LONE_SURROGATE, MISSING_QUOTES, QUOTES, RAW_CONTROL, UNESCAPED_QUOTE};
use super::tree::{Node, Tag};
use crate::Span;

/// The quotes that close a string, as its opening one tells.
pub(super) type Closers = &'static [&'static str];

const PAIRS: [(&str, Closers); 8] = [
    ("\"", &["\""]),
    ("'", &["'"]),
    ("“", &["”", "“", "\""]),
    ("”", &["”", "\""]),
    ("„", &["“", "”", "\""]),
    ("‘", &["’", "‘", "'"]),
    ("’", &["’", "'"]),
    ("‚", &["‘", "’", "'"]),
];

/// What closes the string whose opening quote is at an offset, and the length of that quote.
pub(super) fn opening(bytes: &[u8], at: usize) -> Option<(Closers, usize)> {
    let rest = bytes.get(at..)?;
    let (open, closers) = PAIRS.iter().find(|(open, _)| rest.starts_with(open.as_bytes()))?;
    Some((closers, open.len()))
}

/// The length of the closing quote at an offset, or 0.
pub(super) fn closing(closers: Closers, bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    closers.iter().find(|close| rest.starts_with(close.as_bytes())).map_or(0, |close| close.len())
}

impl Parser<'_> {
    /// Reads the string in double quotes that begins here.
    pub(super) fn string(&mut self) -> Step {
        let start = self.at;
        let stop = special(self.bytes, start + 1);
        if self.bytes.get(stop) == Some(&b'"') && (!self.careful || self.closes(stop + 1)) {
            self.at = stop + 1;
            self.push(Tag::Text, start, self.at, Node::PLAIN);
            return Step::Scalar;
        }
        self.quoted(PAIRS[0].1, 1, false)
    }

    /// Reads the string that begins here, whatever is in it. A key ends at its first quote.
    pub(super) fn quoted(&mut self, closers: Closers, length: usize, key: bool) -> Step {
        let start = self.at;
        let decoded = self.document.decoded.len();
        let index = offset(self.document.nodes.len());
        self.push(Tag::Text, start, start, offset(self.document.pieces.len()));
        let (step, end) = self.content(closers, length, key);
        self.at = end;
        if let Some(node) = self.document.nodes.get_mut(index as usize) {
            node.end = offset(end);
        }
        self.piece(decoded);
        if closers != PAIRS[0].1 && step == Step::Scalar {
            self.repair(&QUOTES, Span::new(start, end));
        }
        step
    }

    /// Makes what was decoded since an offset a piece; returns its index.
    pub(super) fn piece(&mut self, from: usize) -> u32 {
        let index = offset(self.document.pieces.len());
        self.document.pieces.push(Span::new(from, self.document.decoded.len()));
        index
    }

    /// Decodes a string up to its end; returns where that is.
    fn content(&mut self, closers: Closers, length: usize, key: bool) -> (Step, usize) {
        let start = self.at;
        let mut at = start + length;
        let mut run = at;
        let (mut controls, mut quotes) = (false, false);
        let plain = closers == PAIRS[0].1;
        loop {
            at = if plain { special(self.bytes, at) } else { special_or_quote(self.bytes, at) };
            let Some(byte) = self.bytes.get(at).copied() else {
                self.copy(run, self.bytes.len());
                return (Step::Cut, self.bytes.len());
            };
            match byte {
                b'\\' => {
                    self.copy(run, at);
                    at = self.escape(at, plain);
                    run = at;
                }
                0..=0x1f => {
                    if !controls {
                        self.repair(&RAW_CONTROL, Span::new(at, at + 1));
                    }
                    self.doubt = true;
                    if byte == b'\n' && self.careful && !key {
                        if self.member_on_next_line(at + 1) {
                            return (Step::Scalar, self.close_at_line_end(start, run, at, controls));
                        }
                        // With quotes in it, too, or before another object, where the string ends is a guess.
                        if quotes || self.block_on_next_line(at + 1) {
                            return (Step::Prose, start);
                        }
                    }
                    controls = true;
                    at += 1;
                }
                _ => {
                    let closing = closing(closers, self.bytes, at);
                    if closing > 0 {
                        if !self.careful || key || self.closes(at + closing) {
                            self.copy(run, at);
                            return (Step::Scalar, at + closing);
                        }
                        self.repair(&UNESCAPED_QUOTE, Span::new(at, at + closing));
                        quotes = true;
                    }
                    at += closing.max(1);
                }
            }
        }
    }

    /// Ends a string without a closing quote at the end of its line, before the comma if there is one.
    fn close_at_line_end(&mut self, start: usize, run: usize, line_end: usize, controls: bool) -> usize {
        let line = self.bytes.get(run..line_end).unwrap_or_default().trim_ascii_end();
        let line = line.strip_suffix(b",").unwrap_or(line);
        let end = run + line.len();
        self.copy(run, end);
        if !controls {
            self.document.repairs.pop();
        }
        self.repair(&MISSING_QUOTES, Span::new(start, end));
        end
    }

    fn copy(&mut self, start: usize, end: usize) {
        let text = self.document.text;
        self.document.decoded.push_str(text.get(start..end).unwrap_or_default());
    }

    /// Decodes the escape at an offset; returns where it ends. The back-slash of an invalid one is kept.
    fn escape(&mut self, at: usize, plain: bool) -> usize {
        const ESCAPES: [(u8, char); 8] = [
            (b'"', '"'),
            (b'\\', '\\'),
            (b'/', '/'),
            (b'b', '\u{8}'),
            (b'f', '\u{c}'),
            (b'n', '\n'),
            (b'r', '\r'),
            (b't', '\t'),
        ];
        let escaped = self.bytes.get(at + 1).copied().unwrap_or_default();
        let decoded = match ESCAPES.iter().find(|(byte, _)| *byte == escaped) {
            Some((_, decoded)) => *decoded,
            None if escaped == b'\'' && !plain => '\'',
            None => return self.unicode_escape(at).unwrap_or_else(|| self.invalid_escape(at)),
        };
        self.document.decoded.push(decoded);
        at + 2
    }

    fn invalid_escape(&mut self, at: usize) -> usize {
        let length = self.document.text[at + 1..].chars().next().map_or(0, char::len_utf8);
        if at + 1 < self.bytes.len() {
            self.repair(&INVALID_ESCAPE, Span::new(at, at + 1 + length));
        }
        self.document.decoded.push('\\');
        at + 1
    }

    fn unicode_escape(&mut self, at: usize) -> Option<usize> {
        let unit = self.hex(at)?;
        let (decoded, end) = match unit {
            0xd800..=0xdbff => match self.hex(at + 6) {
                Some(low @ 0xdc00..=0xdfff) => {
                    (char::from_u32(0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00)), at + 12)
                }
                _ => (None, at + 6),
            },
            _ => (char::from_u32(unit), at + 6),
        };
        if decoded.is_none() {
            self.repair(&LONE_SURROGATE, Span::new(at, end));
        }
        self.document.decoded.push(decoded.unwrap_or(char::REPLACEMENT_CHARACTER));
        Some(end)
    }

    /// The number of the escape `\u` with four digits at an offset.
    fn hex(&self, at: usize) -> Option<u32> {
        let digits = self.bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |number, digit| Some(number << 4 | char::from(*digit).to_digit(16)?))
    }
}

/// The offset of the next quote, back-slash or control character, or the end.
fn special(bytes: &[u8], from: usize) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;
    let rest = bytes.get(from..).unwrap_or_default();
    let (chunks, tail) = rest.as_chunks::<8>();
    for (count, chunk) in chunks.iter().enumerate() {
        let word = u64::from_le_bytes(*chunk);
        // The lowest byte that is marked is zero, or below a blank; a borrow can only mark bytes above it.
        let zero = |word: u64| word.wrapping_sub(ONES) & !word;
        let quote = zero(word ^ (ONES * u64::from(b'"')));
        let slash = zero(word ^ (ONES * u64::from(b'\\')));
        let control = word.wrapping_sub(ONES * 0x20) & !word;
        let marked = (quote | slash | control) & HIGH;
        if marked != 0 {
            return from + count * 8 + marked.trailing_zeros() as usize / 8;
        }
    }
    let stop = tail.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
    stop.map_or(bytes.len(), |at| bytes.len() - tail.len() + at)
}

/// The same, but for anything that may be a quote.
fn special_or_quote(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    let stop = rest.iter().position(|byte| matches!(byte, b'"' | b'\'' | b'\\' | 0xc2 | 0xe2 | 0..=0x1f));
    stop.map_or(bytes.len(), |at| from + at)
}
