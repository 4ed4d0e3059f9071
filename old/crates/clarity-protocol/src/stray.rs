//! Rows of findings that stand below no header: nothing says what their cells mean, and so no table holds them (R-A3).

use envelope_core::text::bare;

use crate::list::is_finding_id;
use crate::row::{cells, is_delimiter};
use crate::{FindingSeverity, FindingType};

/// The rows among the lines that have a severity in a cell and no header above them, whatever marks stand before them.
pub(crate) fn stray_rows<'t>(lines: impl Iterator<Item = &'t str>) -> impl Iterator<Item = &'t str> {
    let mut lines = lines.map(unmarked).peekable();
    // Whether rows here are those of a table that says what they hold.
    let mut headed = false;
    std::iter::from_fn(move || {
        loop {
            let line = lines.next()?;
            if !line.contains('|') {
                headed = false;
                continue;
            }
            let is_header = !is_delimiter(line) && lines.peek().is_some_and(|next| is_delimiter(next));
            // What stands above the dashes is a row all the same when it has the id of a finding.
            headed = headed || is_header;
            if (!headed || is_header && names_finding(line)) && is_finding_row(line) {
                return Some(line);
            }
        }
    })
}

/// The line without the marks of quotations and lists and without the number that a tool put before it.
pub(crate) fn unmarked(line: &str) -> &str {
    let line = line.trim_start_matches([' ', '\t', '>', '-', '*', '+']);
    let behind = line.trim_start_matches(|character: char| character.is_ascii_digit());
    behind.strip_prefix('→').map_or(line, str::trim_start)
}

/// Whether one cell is a severity and another one says something. Figures beside it count, and do not tell; a list of all
/// severities is a legend.
fn is_finding_row(line: &str) -> bool {
    let row = cells(line, None);
    let mut severities = 0;
    let mut words = false;
    for cell in row.iter().map(|cell| bare(cell).text).filter(|cell| !cell.is_empty()) {
        if FindingSeverity::read(cell).rank().is_some() {
            severities += 1;
        } else {
            words |= cell.chars().any(char::is_alphabetic);
        }
    }
    severities == 1 && words && (line.starts_with('|') || row.len() > 2 && names_finding(line))
}

/// Whether a cell is the id or the type of a finding.
fn names_finding(line: &str) -> bool {
    let named = |cell: &str| is_finding_id(cell) || FindingType::read(cell).rank().is_some();
    cells(line, None).into_iter().any(|cell| named(bare(cell).text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "| F1 | critical | contradiction | A.md | B.md | data loss | fix it |";

    fn count(text: &str) -> usize {
        stray_rows(text.lines()).count()
    }

    #[test]
    fn rows_without_a_header() {
        assert_eq!(count(ROW), 1);
        assert_eq!(count(&format!("|---|---|\n{ROW}\n{ROW}")), 2);
        assert_eq!(count(&format!("> {ROW}")), 1);
        assert_eq!(count("F1 | **Major** | gap | A.md | lost"), 1);
        assert_eq!(count("| critical | data loss on save |"), 1);
        assert_eq!(count(&format!("{ROW}\n|---|---|---|---|---|---|---|\n")), 1, "a row is no header");
        assert_eq!(count(&format!("| Word | Meaning |\n|---|---|\n| major | grave |\n\n{ROW}")), 1);
    }

    #[test]
    fn other_lines() {
        for text in [
            "| Word | Meaning |\n|---|---|\n| major | grave |\n| minor | slight |",
            "| | critical | major | minor |\n|---|---|---|---|\n| A.md | 0 | 0 | 0 |",
            "| critical | major | minor |",
            "| critical | 0 |",
            "severity: critical | major | minor",
            "a | critical | b",
            "the rest is minor",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }
}
