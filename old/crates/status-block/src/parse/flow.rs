//! Lists and maps in brackets: where they end, and the items of a flat list.

use envelope_core::Span;
use memchr::memchr;

use super::node::{Node, Scalar};
use super::open::is_open_curly;
use super::reader::Reader;
use super::row::{Head, Row};
use super::scalar::{curly_close, curly_length};

/// How far a bracket reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// It is closed; one past the closer.
    Closed(usize),
    /// Nothing closes it before this place, where the block goes on or the text ends.
    Open(usize),
    /// It holds more containers than the limit allows.
    TooDeep,
}

/// How far the bracket at `at` reaches, on a line indented by `indent`.
pub(super) fn extent(reader: &mut Reader<'_, '_>, at: usize, indent: usize) -> Extent {
    let text = reader.text;
    let bytes = text.as_bytes();
    // Of every open bracket, whether it holds keys.
    let mut open: Vec<bool> = Vec::new();
    let mut from = at;
    // Where a scalar may start, and with it a quote.
    let mut fresh = true;
    while let Some(byte) = bytes.get(from) {
        crate::steps::count(1);
        match byte {
            b'[' | b'{' => {
                open.push(*byte == b'{');
                fresh = true;
                if open.len() > reader.depth {
                    return Extent::TooDeep;
                }
            }
            b']' | b'}' => {
                open.pop();
                fresh = false;
                if open.is_empty() {
                    return Extent::Closed(from + 1);
                }
            }
            b'"' | b'\'' if fresh => match reader.closing(from) {
                Some(close) if !crosses_key(reader, from, close) => {
                    from = close;
                    fresh = false;
                    continue;
                }
                _ => return Extent::Open(line_end(text, from)),
            },
            b',' | b':' => fresh = true,
            b'#' if from > at && matches!(bytes.get(from - 1), Some(b' ' | b'\t' | b'\n')) => {
                from = line_end(text, from);
                continue;
            }
            b'\n' | b'\r' => {
                if let Some(row) = Row::read(text, from + 1)
                    && goes_on(reader, &row, indent, open.last() == Some(&true))
                {
                    return Extent::Open(row.start);
                }
            }
            b' ' | b'\t' => {}
            _ => fresh = false,
        }
        from += 1;
    }
    Extent::Open(text.len())
}

/// Whether a quote reaches over the start of another key: then its partner was forgotten.
fn crosses_key(reader: &mut Reader<'_, '_>, from: usize, close: usize) -> bool {
    let inside = Span::new(from, close).of(reader.text);
    if memchr(b'\n', inside.as_bytes()).is_none() {
        return false;
    }
    let after = reader.text.as_bytes().get(close).copied().unwrap_or(b'\n');
    !b" \t\r\n,]}".contains(&after) || reader.swallows(from, close)
}

/// Whether the block goes on with this line, so that a bracket still open before it was never closed; one of a map is
/// `keyed`, and may hold keys of the section.
fn goes_on(reader: &Reader<'_, '_>, row: &Row<'_>, indent: usize, keyed: bool) -> bool {
    row.indent <= indent && (row.is_item() || super::row::Key::exact(row.text, row.at).is_some())
        || !keyed && reader.is_known_key(row)
        || row.indent <= reader.base && matches!(Head::read(row), Head::Status { .. })
}

fn line_end(text: &str, from: usize) -> usize {
    Row::read(text, from).map_or(text.len(), |row| row.end)
}

/// The items of a closed flat list at `at`; `None` when an item is itself a list, a map or something stranger.
pub(super) fn scalars<'a>(reader: &mut Reader<'a, '_>, list: &'a str, at: usize) -> Option<Vec<Node<'a>>> {
    let inside = list.strip_prefix('[')?.strip_suffix(']')?;
    items(reader, inside, at + 1, false)
}

/// The items of a list that nothing closes, as far as they can be told apart.
pub(super) fn open_scalars<'a>(reader: &mut Reader<'a, '_>, list: &'a str, at: usize) -> Vec<Node<'a>> {
    let inside = list.strip_prefix('[').unwrap_or(list);
    items(reader, inside, at + 1, true).unwrap_or_else(|| {
        let text = inside.trim();
        let start = at + 1 + Span::of_slice(inside, text).start();
        vec![Node::plain(text, Span::new(start, start + text.len()))]
    })
}

/// The items up to the end; where the list is `open`, the last may lack its closing quote.
fn items<'a>(reader: &mut Reader<'a, '_>, inside: &'a str, at: usize, open: bool) -> Option<Vec<Node<'a>>> {
    let bytes = inside.as_bytes();
    let mut items = Vec::new();
    let mut from = 0;
    let mut curly = CurlyEnds::default();
    loop {
        from += blanks(inside.get(from..)?);
        let Some(first) = bytes.get(from) else { return Some(items) };
        let stop = match first {
            b'"' | b'\'' => {
                let Some(stop) = super::quoted::closing(inside, from) else {
                    let text = inside.get(from + 1..).filter(|_| open)?;
                    let span = Span::new(at + from, at + inside.len());
                    items.push(Node::Scalar(Scalar { text: text.into(), span, plain: false }));
                    return Some(items);
                };
                let raw = inside.get(from..stop)?;
                items.push(reader.unquoted(raw, at + from));
                stop
            }
            b'[' | b'{' | b'&' | b'*' | b'!' | b'|' | b'>' | b'%' | b'@' | b',' => return None,
            _ => {
                let rest = inside.get(from..)?;
                let stop = from + curly.length(rest).unwrap_or_else(|| plain_length(rest));
                let text = inside.get(from..stop)?.trim_end_matches([' ', '\t', '\r', '\n']);
                if text.contains(['[', ']', '{', '}', '\n', '\r']) || text.contains(": ") || text.ends_with(':') {
                    return None;
                }
                let span = Span::new(at + from, at + from + text.len());
                if text.starts_with('`') {
                    reader.note_plain(text, span.start(), text, true);
                }
                // The end of an open list is told as that of the whole.
                if !open && is_open_curly(text) {
                    reader.note_unclosed(span.start(), text);
                }
                items.push(match reader.within_curly_quotes(text, span) {
                    Some(text) => Node::Scalar(Scalar { text: text.into(), span, plain: false }),
                    None => Node::plain(text, span),
                });
                stop
            }
        };
        from = stop + blanks(inside.get(stop..)?);
        match bytes.get(from) {
            None => return Some(items),
            Some(b',') => from += 1,
            Some(_) => return None,
        }
    }
}

/// The searches for the end of a text in curly quotes that found none: a later one for the same sign finds none either,
/// and is not made (R-A9).
#[derive(Clone, Debug, Default)]
struct CurlyEnds(Vec<char>);

impl CurlyEnds {
    fn length(&mut self, rest: &str) -> Option<usize> {
        let close = curly_close(rest)?;
        if self.0.contains(&close) {
            return None;
        }
        let found = curly_length(rest, &[',']);
        if found.is_none() {
            self.0.push(close);
        }
        found
    }
}

/// How long the plain item is that `text` starts with: up to a comma or a comment.
fn plain_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let comment = |at: usize| at > 0 && bytes.get(at - 1).is_some_and(|byte| b" \t\n".contains(byte));
    (0..bytes.len())
        .find(|at| bytes.get(*at) == Some(&b',') || (bytes.get(*at) == Some(&b'#') && comment(*at)))
        .unwrap_or(bytes.len())
}

/// How many bytes of blanks, line ends and comments `text` starts with.
pub(super) fn blanks(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'#' if at == 0 || bytes.get(at - 1).is_some_and(|byte| b" \t\n\r".contains(byte)) => {
                at += bytes.get(at..).and_then(|rest| memchr(b'\n', rest)).unwrap_or(bytes.len() - at);
            }
            _ => break,
        }
    }
    at
}
