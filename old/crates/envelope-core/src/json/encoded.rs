//! An object encoded as a JSON string: undone once, with spans that lead back through the escapes (R-A4).

use super::read::Request;
use super::rules::TRUNCATED;
use super::scan::{Looks, Scanned, scan};
use crate::tree::Tree;
use crate::{Diagnostics, Span};

/// Reads the string at `at` if it holds one whole object or array and nothing else.
pub(super) fn read(text: &str, at: usize, request: &Request<'_>) -> Option<(Scanned, Span)> {
    let (decoded, span) = decode(text, at)?;
    let start = decoded.text.len() - decoded.text.trim_start().len();
    if !decoded.text.get(start..)?.starts_with(['{', '[']) {
        return None;
    }
    let inner = scan(&decoded.text, start, request, &Looks::over(&decoded.text)).ok()?;
    let rest = decoded.text.get(inner.span.end()..)?;
    if !rest.trim().is_empty() {
        return None;
    }
    let mut log = Diagnostics::new(request.limits);
    log.absorb_moved(inner.log, |span| decoded.original(span));
    let tree = inner.tree.moved(|span| decoded.original(span));
    if !decoded.closed && !inner.truncated {
        log.report(&TRUNCATED, Span::at(span.end()), || "the text ends before the string around the object".to_owned());
    }
    let truncated = inner.truncated || !decoded.closed;
    Some((Scanned { tree, span, truncated, log, trusted: true }, span))
}

/// The same for a string that stands in a tree already: only its place is known, so every part of it has that place.
pub(super) fn read_value(value: &str, place: Span, request: &Request<'_>) -> Option<(Tree, bool, Diagnostics)> {
    let trimmed = value.trim();
    if !trimmed.starts_with('{') {
        return None;
    }
    let mut inner =
        scan(trimmed, 0, request, &Looks::over(trimmed)).ok().filter(|inner| inner.span.end() == trimmed.len())?;
    inner.log.set_paths(|offsets| inner.tree.paths_at(offsets), inner.span);
    let mut log = Diagnostics::new(request.limits);
    log.absorb_moved(inner.log, |_| place);
    Some((inner.tree.moved(|_| place), inner.truncated, log))
}

/// Texts that stand for an empty list or for no item (R-A14).
const NOTHING: [&str; 5] = ["[]", "null", "none", "n/a", "-"];

/// Whether the text says that there is nothing.
pub(super) fn says_nothing(text: &str) -> bool {
    let text = text.trim();
    NOTHING.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Whether the text is a list or an object encoded as a string, whole or cut: no path and no message. `[id].rs` and
/// `[E1] no access` are none.
pub(super) fn is_encoded(text: &str) -> bool {
    let text = text.trim();
    let Some(open) = text.chars().next().filter(|open| matches!(open, '[' | '{')) else { return false };
    let inside = text.get(1..).unwrap_or_default().trim_start();
    let closer = if open == '[' { ']' } else { '}' };
    let quoted = inside.is_empty() || inside.starts_with(['"', '\'', closer]) || inside.starts_with("{\"");
    quoted || (text.ends_with(closer) && inside.contains([',', ':']))
}

/// A decoded string and where each stretch of it came from.
struct Decoded {
    text: String,
    /// Offsets in the decoded text after which the distance to the source changes: (decoded, source).
    shifts: Vec<(usize, usize)>,
    /// Whether the closing quote was met.
    closed: bool,
}

impl Decoded {
    fn original(&self, span: Span) -> Span {
        Span::new(self.offset(span.start()), self.offset(span.end()))
    }

    fn offset(&self, decoded: usize) -> usize {
        let after = self.shifts.partition_point(|(start, _)| *start <= decoded);
        let (start, source) = after.checked_sub(1).and_then(|at| self.shifts.get(at)).copied().unwrap_or_default();
        source + (decoded - start)
    }
}

/// Undoes the string by the strict rules; `None` for anything odd.
fn decode(text: &str, at: usize) -> Option<(Decoded, Span)> {
    let mut decoded = Decoded { text: String::new(), shifts: vec![(0, at + 1)], closed: false };
    let bytes = text.as_bytes();
    // An encoded object begins with a brace, whatever blanks are escaped before it; other strings are passed over.
    let head = text.get(at + 1..)?.trim_start_matches([' ', '\\', 'n', 't', 'r']);
    if !head.starts_with(['{', '[']) {
        return None;
    }
    let mut next = at + 1;
    loop {
        super::steps::count(1);
        let Some(character) = text.get(next..)?.chars().next() else {
            // The text ends inside the string, and so inside the object.
            return Some((decoded, Span::new(at, next)));
        };
        match character {
            // A string has no raw control characters; this is something else.
            '\0'..='\u{1f}' => return None,
            '"' => {
                decoded.closed = true;
                return Some((decoded, Span::new(at, next + 1)));
            }
            '\\' => {
                let end = next + escape_len(bytes.get(next..).unwrap_or_default());
                let Some(escape) = text.get(next..end) else { return Some((decoded, Span::new(at, text.len()))) };
                decoded.text.push_str(&serde_json::from_str::<String>(&format!("\"{escape}\"")).ok()?);
                next = end;
                decoded.shifts.push((decoded.text.len(), next));
            }
            _ => {
                decoded.text.push(character);
                next += character.len_utf8();
            }
        }
    }
}

/// The length of the escape that the text begins with; of two that make one character together, of both.
fn escape_len(text: &[u8]) -> usize {
    let half = |at: usize, firsts: &[u8; 4]| {
        let wide = text.get(at..at + 2) == Some(b"\\u");
        let digits = text.get(at + 2..at + 4).unwrap_or_default();
        wide && matches!(digits, [b'd' | b'D', second] if firsts.contains(&second.to_ascii_lowercase()))
    };
    match text.get(1) {
        Some(b'u') if half(0, b"89ab") && half(6, b"cdef") => 12,
        Some(b'u') => 6,
        _ => 2,
    }
}
