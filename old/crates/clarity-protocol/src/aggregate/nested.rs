//! Finding tables inside other text: in quotations, lists, HTML and fences, where the parser reads no table (R-C1, R-A3).

use crate::roles::is_finding_header;
use crate::row::{cells, is_delimiter};
use crate::stray::stray_rows;
use crate::{Block, ClarityResult};

/// Every text of a result in which a finding table or a row of one stands, whole, and why it is not read.
pub(super) fn nested(result: &ClarityResult) -> impl Iterator<Item = (String, &'static str)> {
    let before = unread(&result.before).map(|reason| (result.before.clone(), reason));
    let blocks = result.blocks.iter().filter_map(|block| match block {
        Block::Section { heading, text } => unread(text).map(|reason| (format!("{heading}\n\n{text}"), reason)),
        Block::Discussion { text, .. } | Block::List { text, .. } | Block::Raw { text } => {
            unread(text).map(|reason| (text.clone(), reason))
        }
        _ => None,
    });
    before.into_iter().chain(blocks)
}

/// Why findings in the text are not read, if there may be any.
fn unread(text: &str) -> Option<&'static str> {
    if memchr::memchr(b'|', text.as_bytes()).is_none() {
        None
    } else if holds_findings(text) {
        Some("a finding table inside other text is not read")
    } else {
        stray_rows(text.lines()).next().map(|_| "a row of findings without a header is not read")
    }
}

/// Whether lines of a text are header, dashes and a row of a finding table, whatever stands around and before them.
fn holds_findings(text: &str) -> bool {
    // Few texts hold what every table does, and only they are looked at by line.
    if !text.contains('-') {
        return false;
    }
    // How many lines of a table were met: a header, then the dashes.
    let mut met = 0_u8;
    for line in text.lines() {
        let line = line.trim_start_matches([' ', '\t', '>', '-', '*', '+']);
        met = match met {
            2 if line.contains('|') => return true,
            1 if is_delimiter(line) => 2,
            _ => u8::from(line.contains('|') && is_finding_header(&cells(line, None))),
        };
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: [&str; 3] = ["| ID | Severity | Type |", "|---|---|---|", "| F1 | minor | regression |"];

    #[test]
    fn tables_are_seen_wherever_they_stand() {
        for lead in ["", "> ", "  ", "- ", "    ", "> > "] {
            let text: Vec<String> = TABLE.iter().map(|line| format!("{lead}{line}")).collect();
            assert!(holds_findings(&text.join("\n")), "{lead:?}");
            assert!(holds_findings(&format!("```\n{}\n```", text.join("\n"))), "{lead:?}");
        }
        assert!(holds_findings(&format!("{}\n{}", TABLE[0], TABLE.join("\n"))), "after a header that has no table");
        assert!(!holds_findings(&TABLE[..2].join("\n")), "no row");
        assert!(!holds_findings(&[TABLE[0], TABLE[2]].join("\n")), "no dashes");
        assert!(!holds_findings("| Name | Value |\n|---|---|\n| a | b |"));
    }
}
