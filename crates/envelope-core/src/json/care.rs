use super::parse::{Parser, comment_end};
use super::string::{Closers, closing, opening};

/// How far a key or a comment is looked for behind a quote: far enough for what agents write, and reading stays linear.
const NEAR: usize = 128;

/// What a look ahead finds behind blanks and comments.
struct Next {
    at: usize,
    on_new_line: bool,
}

impl Parser<'_> {
    /// Whether what follows a quote in a value shows that the quote ends the string.
    pub(super) fn closes(&self, after: usize) -> bool {
        let next = self.next(after);
        match self.bytes.get(next.at) {
            None => true,
            Some(b',') => self.item_follows(next.at + 1),
            Some(b'}' | b']') => self.closers_fit(next.at),
            // A comma may be missing.
            Some(_) if self.in_object() => is_key(self.bytes, next.at, false),
            Some(b'"') => next.at > after,
            Some(byte) => next.on_new_line && *byte == b'{',
        }
    }

    /// Whether a member begins on a line.
    pub(super) fn member_on_next_line(&self, line: usize) -> bool {
        let indent = self.bytes[line..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        self.in_object() && self.bytes.get(line + indent) == Some(&b'"') && is_key(self.bytes, line + indent, false)
    }

    /// Whether an object or the edge of a fence begins on a line, so that no string goes on there.
    pub(super) fn block_on_next_line(&self, line: usize) -> bool {
        let rest = self.bytes.get(line..).unwrap_or_default();
        let blanks = rest.iter().take_while(|byte| **byte != b'\n' && byte.is_ascii_whitespace()).count();
        rest[blanks..].starts_with(b"```") || rest.get(blanks) == Some(&b'{') && opens_object(self.bytes, line + blanks)
    }

    /// Whether an item, a closer, another comma or the end follows a comma.
    fn item_follows(&self, after: usize) -> bool {
        let next = self.next(after);
        match self.bytes.get(next.at) {
            None | Some(b'}' | b']' | b',') => true,
            _ if self.in_object() => next.on_new_line || is_key(self.bytes, next.at, true),
            Some(b'{' | b'[' | b'-' | b'0'..=b'9') => true,
            Some(b't' | b'f' | b'n') if is_literal(&self.bytes[next.at..]) => true,
            _ => next.on_new_line || opening(self.bytes, next.at).is_some(),
        }
    }

    /// Whether closers are followed by the end of the line or of the outermost value, or by a comma.
    fn closers_fit(&self, mut at: usize) -> bool {
        let mut open = self.depth();
        loop {
            match self.bytes.get(at) {
                Some(b'}' | b']') if open > 1 => {
                    open -= 1;
                    at += 1;
                }
                None | Some(b',' | b'\n' | b'\r' | b'}' | b']') => return true,
                Some(b' ' | b'\t') => at += 1,
                Some(b'"') => return is_key(self.bytes, at, false),
                Some(_) => return comment_end(self.bytes, at).is_some(),
            }
        }
    }

    fn next(&self, mut at: usize) -> Next {
        let start = at;
        let mut on_new_line = false;
        while let Some(byte) = self.bytes.get(at) {
            match byte {
                b'\n' => on_new_line = true,
                b' ' | b'\t' | b'\r' => {}
                b'/' | b'#' => {
                    // Only a comment nearby is skipped.
                    let near = &self.bytes[..self.bytes.len().min(start + 2 * NEAR)];
                    match comment_end(near, at) {
                        Some(end) if end < near.len() || end == self.bytes.len() => {
                            at = end;
                            continue;
                        }
                        _ => break,
                    }
                }
                _ => break,
            }
            at += 1;
        }
        Next { at, on_new_line }
    }
}

/// Whether a literal stands here, as a whole word.
fn is_literal(bytes: &[u8]) -> bool {
    let literals: [&[u8]; 3] = [b"true", b"false", b"null"];
    let rest = literals.iter().find_map(|literal| bytes.strip_prefix(*literal));
    rest.is_some_and(|rest| !rest.first().is_some_and(|byte| is_name(*byte)))
}

/// Whether a key and its colon begin here; `or_cut`: or the text ends inside of what may be a key.
fn is_key(bytes: &[u8], at: usize, or_cut: bool) -> bool {
    let end = match opening(bytes, at) {
        Some((closers, length)) => match key_end(closers, &bytes[..bytes.len().min(at + NEAR)], at + length) {
            Some(end) => end,
            None => return or_cut && bytes.len() <= at + NEAR && !bytes[at..].contains(&b'\n'),
        },
        None => at + bytes[at.min(bytes.len())..].iter().take_while(|byte| is_name(**byte)).count(),
    };
    let rest = bytes.get(end..).unwrap_or_default();
    let rest = rest.strip_prefix(b"\"").unwrap_or(rest).trim_ascii_start();
    // Two colons are a path in code.
    end > at && (rest.first() == Some(&b':') && rest.get(1) != Some(&b':') || or_cut && rest.is_empty())
}

/// Where the quoted key ends whose content begins here; it ends on its line.
fn key_end(closers: Closers, bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match bytes.get(at)? {
            b'\n' => return None,
            b'\\' => at += 2,
            _ => match closing(closers, bytes, at) {
                0 => at += 1,
                length => return Some(at + length),
            },
        }
    }
}

/// Whether a byte can be in a key without quotes.
pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-' | b'.') || byte >= 0x80
}

/// Whether the `{` at an offset can open an object: an end, a key or a comment follows.
pub(super) fn opens_object(bytes: &[u8], at: usize) -> bool {
    let mut inner = at + 1;
    for _ in 0..8 {
        let rest = bytes.get(inner..).unwrap_or_default();
        inner += rest.iter().take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b',')).count();
        match comment_end(&bytes[..bytes.len().min(inner + 2 * NEAR)], inner) {
            Some(end) => inner = end,
            None => break,
        }
    }
    let Some(byte) = bytes.get(inner) else { return true };
    match byte {
        b'}' => true,
        // However long the key: its line has a closing quote, and no comma or closer behind it.
        b'"' => match key_end(&["\""], bytes, inner + 1) {
            Some(end) => !matches!(bytes[end..].trim_ascii_start().first(), Some(b',' | b'}' | b']' | b')' | b';')),
            None => !bytes[inner..].contains(&b'\n'),
        },
        _ => is_key(bytes, inner, true),
    }
}
