//! Table rows by their source line (R-C3, R-C9): escaped and back-ticked pipes, missing outer pipes, surplus cells.
//!
//! Which lines are a table is said elsewhere (`parse/outline.rs`); the cells are split here, because the Markdown parser
//! splits at pipes inside back-ticks and drops surplus cells without a word.

use std::borrow::Cow;

use memchr::memchr_iter;

/// The text with a back-slash before every pipe; k back-slashes before a pipe become 2k + 1 (R-C3).
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains('|') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut slashes = 0;
    for character in text.chars() {
        match character {
            '\\' => slashes += 1,
            '|' => {
                (0..=slashes).for_each(|_| out.push('\\'));
                slashes = 0;
            }
            _ => slashes = 0,
        }
        out.push(character);
    }
    Cow::Owned(out)
}

/// The reverse of [`escape`]: pairs of back-slashes collapse only directly before a pipe.
pub(crate) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains("\\|") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut slashes = 0;
    for character in text.chars() {
        if character == '\\' {
            slashes += 1;
            continue;
        }
        let kept = if character == '|' { slashes / 2 } else { slashes };
        (0..kept).for_each(|_| out.push('\\'));
        slashes = 0;
        out.push(character);
    }
    (0..slashes).for_each(|_| out.push('\\'));
    Cow::Owned(out)
}

/// Splits a row into its cells, trimmed, escapes still on; `columns` decides where back-ticks leave a doubt.
///
/// A pipe between back-ticks that belong together is text, unless the plain reading has exactly as many cells as there
/// are columns.
pub(crate) fn cells(line: &str, columns: Option<usize>) -> Vec<&str> {
    crate::steps::count(line.len());
    let inner = trim_blank(line);
    let inner = inner.strip_prefix('|').unwrap_or(inner);
    let plain = split(inner, |_| false);
    // With as many cells as columns no other reading is better, whatever the back-ticks say.
    if columns == Some(plain.len()) || !inner.contains('`') {
        return plain;
    }
    let spans = code_spans(inner);
    split(inner, |at| {
        let next = spans.partition_point(|span| span.1 <= at);
        spans.get(next).is_some_and(|span| span.0 < at)
    })
}

/// `text` without the blanks around it, by bytes: rows are many.
fn trim_blank(text: &str) -> &str {
    let bytes = text.as_bytes();
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let start = bytes.iter().position(|byte| !blank(byte)).unwrap_or(bytes.len());
    let end = bytes.iter().rposition(|byte| !blank(byte)).map_or(start, |last| last + 1);
    text.get(start..end).unwrap_or_default()
}

/// Whether the row ends with the pipe that closes its last cell.
pub(crate) fn is_closed(line: &str) -> bool {
    let line = trim_blank(line);
    line.len() > 1 && line.ends_with('|') && slashes_before(line.as_bytes(), line.len() - 1).is_multiple_of(2)
}

/// Whether the line is the row of dashes below a header.
pub(crate) fn is_delimiter(line: &str) -> bool {
    let line = trim_blank(line);
    line.contains('-')
        && line.contains('|')
        && line.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t'))
}

/// Splits at every plain pipe that `guarded` does not hold back.
fn split(inner: &str, guarded: impl Fn(usize) -> bool) -> Vec<&str> {
    let bytes = inner.as_bytes();
    let mut cells = Vec::with_capacity(8);
    let mut start = 0;
    for at in memchr_iter(b'|', bytes) {
        let escaped = at > 0 && bytes.get(at - 1) == Some(&b'\\') && slashes_before(bytes, at) % 2 == 1;
        if !escaped && !guarded(at) {
            cells.push(trim_blank(inner.get(start..at).unwrap_or_default()));
            start = at + 1;
        }
    }
    let last = trim_blank(inner.get(start..).unwrap_or_default());
    // The closing pipe opens no further cell.
    if !(last.is_empty() && start > 0) {
        cells.push(last);
    }
    cells
}

fn slashes_before(bytes: &[u8], at: usize) -> usize {
    bytes.get(..at).unwrap_or_default().iter().rev().take_while(|byte| **byte == b'\\').count()
}

/// Runs of back-ticks from this length on are text.
const LONGEST_RUN: usize = 16;

/// The inside of every code span: a run of back-ticks and the next run of the same length.
fn code_spans(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let len = bytes.get(at..).unwrap_or_default().iter().take_while(|byte| **byte == b'`').count();
        if len > 0 {
            runs.push((at, len));
        }
        at += len.max(1);
    }
    // From the back: where the next run of each length stands, so that the whole is linear; longer ones close nothing.
    let mut next: Vec<Option<usize>> = vec![None; runs.len()];
    let mut last = [None; LONGEST_RUN];
    for (index, (_, len)) in runs.iter().enumerate().rev() {
        if let (Some(slot), Some(later)) = (next.get_mut(index), last.get_mut(*len)) {
            *slot = later.replace(index);
        }
    }
    let mut spans = Vec::new();
    let mut index = 0;
    while let Some((start, len)) = runs.get(index) {
        match next.get(index).copied().flatten().and_then(|partner| Some((partner, runs.get(partner)?))) {
            Some((partner, (end, _))) => {
                spans.push((start + len - 1, *end));
                index = partner + 1;
            }
            None => index += 1,
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(line: &str, columns: usize, expected: &[&str]) {
        assert_eq!(cells(line, Some(columns)), expected, "{line}");
    }

    #[test]
    fn rows() {
        check("| a | b |", 2, &["a", "b"]);
        check("a | b", 2, &["a", "b"]);
        check("| a | b", 2, &["a", "b"]);
        check("| a | | c |", 3, &["a", "", "c"]);
        check(r"| a \| b | c |", 2, &[r"a \| b", "c"]);
        check(r"| a \\| b |", 2, &[r"a \\", "b"]);
        check("| `x | y` | z |", 2, &["`x | y`", "z"]);
        check("| ``a`|b`` | z |", 2, &["``a`|b``", "z"]);
        check("| it`s | that`s |", 2, &["it`s", "that`s"]);
        check("| a | b | c | d |", 2, &["a", "b", "c", "d"]);
        check("| a |", 3, &["a"]);
        check("||", 2, &[""]);
        check("", 1, &[""]);
        assert!(is_closed("| a |") && !is_closed("| a") && !is_closed(r"| a \|"));
        assert!(
            is_delimiter("|---|:-:|") && is_delimiter("--- | ---") && !is_delimiter("---") && !is_delimiter("| a |")
        );
    }

    proptest! {
        #[test]
        fn escaping_is_undone(text in r"[a|\\` é/]{0,20}") {
            let written = escape(&text);
            prop_assert_eq!(unescape(&written), text.as_str());
            prop_assert_eq!(split(&written, |_| false).len(), 1, "no pipe is left to split at");
        }

        #[test]
        fn splitting_is_total(line in r"[a|\\` é-]{0,40}", columns in 0_usize..5) {
            prop_assert!(cells(&line, Some(columns)).iter().all(|cell| line.contains(cell)));
        }
    }
}
