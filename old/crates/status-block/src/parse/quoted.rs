//! Quoted scalars: where they end, and what they mean (R-S2).

use std::borrow::Cow;

use envelope_core::Span;
use memchr::{memchr, memchr2};

/// What quoted text means, and what was odd about it.
#[derive(Clone, Debug, Default)]
pub(super) struct Unquoted<'a> {
    pub(super) text: Cow<'a, str>,
    /// The first escape that YAML does not know, inside the quoted text.
    pub(super) bad_escape: Option<Span>,
    /// Whether back-slashes were taken as they are (R-S2).
    pub(super) literal: bool,
}

/// Where the quoted text that starts at `at` is closed: one past its closing quote.
pub(super) fn closing(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let quote = *bytes.get(at)?;
    let mut from = at + 1;
    loop {
        let rest = bytes.get(from..)?;
        if quote == b'\'' {
            let found = from + memchr(quote, rest)?;
            if bytes.get(found + 1) != Some(&quote) {
                return Some(found + 1);
            }
            from = found + 2;
        } else {
            let found = from + memchr2(quote, b'\\', rest)?;
            if bytes.get(found) == Some(&quote) {
                return Some(found + 1);
            }
            from = found + 2;
        }
    }
}

/// What quoted text means; `raw` has its quotes on. Line breaks are folded as YAML folds them.
pub(super) fn unquote(raw: &str) -> Unquoted<'_> {
    let inside = raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default();
    let double = raw.starts_with('"');
    let broken = memchr2(b'\n', b'\r', inside.as_bytes()).is_some();
    if !double {
        let text = if broken { Cow::Owned(folded(inside)) } else { Cow::Borrowed(inside) };
        let text = if text.contains("''") { Cow::Owned(text.replace("''", "'")) } else { text };
        return Unquoted { text, ..Unquoted::default() };
    }
    if memchr(b'\\', inside.as_bytes()).is_none() {
        let text = if broken { Cow::Owned(folded(inside)) } else { Cow::Borrowed(inside) };
        return Unquoted { text, ..Unquoted::default() };
    }
    if is_windows_path(inside) && !broken {
        return Unquoted { text: Cow::Borrowed(inside), bad_escape: None, literal: true };
    }
    unescape(inside)
}

/// Whether the text starts with a drive or with two back-slashes before a name, as Windows writes paths (R-S2).
///
/// A path whose back-slashes are all doubled already is escaped as it should be.
fn is_windows_path(inside: &str) -> bool {
    let drive = matches!(inside.as_bytes(), [letter, b':', b'\\', ..] if letter.is_ascii_alphabetic());
    let share = inside.starts_with("\\\\") && !inside.starts_with("\\\\\\\\");
    (drive || share) && !is_doubled(inside)
}

fn is_doubled(inside: &str) -> bool {
    let mut rest = inside;
    let mut any = false;
    while let Some((_, after)) = rest.split_once('\\') {
        let Some(after) = after.strip_prefix(['\\', '"']) else { return false };
        any = true;
        rest = after;
    }
    // `\\server` alone could be either; it is a share.
    any && !inside.starts_with("\\\\")
}

/// Lines joined: one break becomes a blank, each further empty line a break.
fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    join(text, &mut out, |line, out| {
        out.push_str(line);
        false
    });
    out
}

/// Goes through the lines of a quoted scalar, joining them; `push` adds the content of one and says whether its end is
/// escaped, so that nothing is put before the next.
fn join(text: &str, out: &mut String, mut push: impl FnMut(&str, &mut String) -> bool) {
    let unified;
    let text = if text.contains('\r') {
        unified = text.replace("\r\n", "\n").replace('\r', "\n");
        &unified
    } else {
        text
    };
    let mut lines = text.split('\n').enumerate().peekable();
    let mut breaks = 0_usize;
    let mut escaped = false;
    while let Some((at, line)) = lines.next() {
        let last = lines.peek().is_none();
        let line = if at > 0 { line.trim_start_matches([' ', '\t']) } else { line };
        let line = if last { line } else { line.trim_end_matches([' ', '\t']) };
        if at > 0 {
            if line.is_empty() && !last {
                breaks += 1;
                continue;
            }
            if breaks > 0 {
                out.extend(std::iter::repeat_n('\n', breaks));
            } else if !escaped {
                out.push(' ');
            }
            breaks = 0;
        }
        escaped = push(line, out);
    }
}

fn unescape(inside: &str) -> Unquoted<'_> {
    let mut out = String::with_capacity(inside.len());
    let mut bad_escape = None;
    if memchr2(b'\n', b'\r', inside.as_bytes()).is_none() {
        unescape_line(inside, &mut out, |at, length| {
            bad_escape.get_or_insert(Span::new(at, at + length));
        });
    } else {
        let mut bad = false;
        join(inside, &mut out, |line, out| unescape_line(line, out, |_, _| bad = true));
        bad_escape = bad.then(|| Span::new(0, inside.len()));
    }
    Unquoted { text: Cow::Owned(out), bad_escape, literal: false }
}

/// Adds what the line means; whether it ends with a back-slash.
fn unescape_line(line: &str, out: &mut String, mut bad: impl FnMut(usize, usize)) -> bool {
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let at = line.len() - after.len() - 1;
        if after.is_empty() {
            return true;
        }
        if let Some((meant, length)) = escape(after) {
            out.push(meant);
            rest = after.get(length..).unwrap_or_default();
        } else {
            bad(at, 1 + after.chars().next().map_or(0, char::len_utf8));
            out.push('\\');
            rest = after;
        }
    }
    out.push_str(rest);
    false
}

/// What the escape means that follows a back-slash, and how many bytes it takes (YAML 1.2, 5.7).
fn escape(after: &str) -> Option<(char, usize)> {
    let hex = |digits: usize| {
        let code = after.get(1..=digits).filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        Some((char::from_u32(u32::from_str_radix(code, 16).ok()?)?, digits + 1))
    };
    let meant = match after.bytes().next()? {
        b'0' => '\0',
        b'a' => '\u{7}',
        b'b' => '\u{8}',
        b't' | b'\t' => '\t',
        b'n' => '\n',
        b'v' => '\u{b}',
        b'f' => '\u{c}',
        b'r' => '\r',
        b'e' => '\u{1b}',
        b'N' => '\u{85}',
        b'_' => '\u{a0}',
        b'L' => '\u{2028}',
        b'P' => '\u{2029}',
        b'x' => return hex(2),
        b'u' => return hex(4),
        b'U' => return hex(8),
        sign @ (b'"' | b'\\' | b'/' | b' ') => char::from(sign),
        _ => return None,
    };
    Some((meant, 1))
}
