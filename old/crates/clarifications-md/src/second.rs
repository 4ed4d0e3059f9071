//! The front matter of another document below the first one's: the text is two documents, and one may hide what is wrong
//! with the other (R-A2, R-A12).

use envelope_core::Span;
use envelope_core::text::{fences, hidden_parts, trim_blank};
use memchr::memmem;

/// How many lines a front matter may have before the key that gives it away: what is longer is none.
const MOST_LINES: usize = 16;

/// The line of dashes that opens a front matter with this key in the text; what is fenced or commented out is none.
pub(crate) fn second_frontmatter(text: &str, key: &str) -> Option<Span> {
    let mut opened =
        memmem::find_iter(text.as_bytes(), key.as_bytes()).filter_map(|at| opening(text, at, key)).peekable();
    opened.peek()?;
    let fenced = fences(text).into_iter().filter(|fence| fence.closed).map(|fence| fence.span);
    let mut quoted: Vec<Span> = fenced.chain(hidden_parts(text).into_iter().map(|part| part.span)).collect();
    quoted.sort_by_key(|part| part.start());
    // Lines and parts both come in the order of the text, so each part is looked at once.
    let (mut parts, mut quoted_to) = (quoted.into_iter().peekable(), 0);
    opened.find(|line| {
        crate::steps::count(1);
        while let Some(part) = parts.next_if(|part| part.start() <= line.start()) {
            crate::steps::count(1);
            quoted_to = part.end().max(quoted_to);
        }
        quoted_to < line.end()
    })
}

/// The line of dashes above the key at this place, with nothing but keys and blank lines between them.
fn opening(text: &str, at: usize, key: &str) -> Option<Span> {
    let (above, from) = text.split_at_checked(at)?;
    let (_, behind) = from.split_at_checked(key.len())?;
    let lines = above.trim_end_matches([' ', '\t']);
    if !behind.trim_start_matches([' ', '\t']).starts_with(':') || !lines.ends_with('\n') {
        return None;
    }
    let mut end = lines.len();
    for _ in 0..MOST_LINES {
        let rest = text.get(..end)?.strip_suffix('\n')?;
        let start = rest.rfind('\n').map_or(0, |at| at + 1);
        let line = trim_blank(rest.get(start..)?);
        crate::steps::count(end - start);
        match () {
            () if line == "---" => return Some(Span::of_slice(text, line)),
            () if line.is_empty() || is_key(line) => end = start,
            () => return None,
        }
    }
    None
}

/// `key: value`, or an item of a list of values.
fn is_key(line: &str) -> bool {
    let name = line.split(':').next().unwrap_or_default();
    let named = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    line.starts_with("- ") || line.contains(':') && named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_below_a_line_of_dashes() {
        let found = |text: &str| second_frontmatter(text, "question_count").map(Span::start);
        assert_eq!(found("a\n\n---\nquestion_count: 0\n---\n"), Some(3));
        assert_eq!(found("---\r\nstatus: x\r\nlist:\r\n  - y\r\n  question_count : 0\r\n"), Some(0));
        for text in [
            "question_count: 0\n",
            "---\nAbout question_count: it is 0\n",
            "---\nsome words\nquestion_count: 0\n",
            "```\n---\nquestion_count: 0\n---\n```\n",
            "<!--\n---\nquestion_count: 0\n-->\n",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
