//! Texts that end before they are done (R-A10).

use envelope_core::Span;
use envelope_core::text::trim_blank;

/// The last line, where it is a row of a table that stops before its last cell is closed. A text that ends with a line
/// end cannot be known to be cut there.
pub(crate) fn cut_row(text: &str) -> Option<Span> {
    let start = text.rfind(['\n', '\r']).map(|at| at + 1)?;
    let (above, line) = text.split_at_checked(start)?;
    let row = row(line)?;
    let above = above.strip_suffix("\r\n").or_else(|| above.strip_suffix(['\n', '\r']))?;
    let above = above.rsplit(['\n', '\r']).next().and_then(self::row).filter(|above| above.ends_with('|'))?;
    crate::steps::count(row.len() + above.len());
    let closed = row.len() > 1 && row.ends_with('|') && !row.ends_with("\\|");
    (!closed || bars(row) < bars(above)).then(|| Span::of_slice(text, row))
}

/// The row of a table that the line is, without what stands around it.
fn row(line: &str) -> Option<&str> {
    let row = line.trim_start_matches([' ', '\t', '>']).trim_end_matches([' ', '\t']);
    row.starts_with('|').then_some(row)
}

fn bars(row: &str) -> usize {
    row.matches('|').count() - row.matches("\\|").count()
}

/// Whether the text is the start of a front matter that ends inside its first key.
pub(crate) fn cut_key(text: &str) -> bool {
    let rest = text.strip_prefix('\u{feff}').unwrap_or(text).trim_start_matches(['\r', '\n', ' ', '\t']);
    let Some(inside) = rest.strip_prefix("---") else { return false };
    let key = trim_blank(inside);
    inside.starts_with([' ', '\t', '\r', '\n'])
        && !inside.ends_with(['\r', '\n'])
        && key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_stop() {
        for (text, cut) in [
            ("| a | b |\n|---|---|\n| c | d", true),
            ("| a | b |\n|---|---|\n| c |", true),
            ("| a | b |\r\n|---|---|\r\n| c | d \\|", true),
            ("| a | b |\n|---|--", true),
            ("  | a | b |\n  |---|---|\n  | c", true),
            ("| a | b |\n|---|---|\n| c | d |", false),
            ("| a | b |\n|---|---|\n| c | d\n", false),
            ("| a | b |\n|---|---|\nc", false),
            ("text\n| c", false),
            ("| c", false),
            ("", false),
        ] {
            assert_eq!(cut_row(text).is_some(), cut, "{text:?}");
        }
    }

    #[test]
    fn keys_that_stop() {
        for text in ["---\nquestion_c", "---\r\nstatus", "\n---\nq"] {
            assert!(cut_key(text), "{text:?}");
        }
        for text in ["---", "---\n", "---\n\nSome words", "---\nstatus\n", "---- a", "status", "---\n# note"] {
            assert!(!cut_key(text), "{text:?}");
        }
    }
}
