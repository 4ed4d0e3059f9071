//! The instruction for an agent, made from the tables.

use std::fmt::Write as _;

use crate::fields::{ERRORS, SECTIONS};
use crate::status::WORDS;

/// What to tell an agent that is to report with this protocol. Holds placeholders only, so that an echo of it is no
/// report.
///
/// ```
/// let prompt = status_block::prompt();
/// assert!(prompt.contains("STATUS: success | blocked | failed"));
/// assert!(!status_block::parse(&prompt).is_accepted());
/// ```
pub fn prompt() -> String {
    let mut text =
        String::from("End your work with this report, as plain text without a code fence and nothing after it:\n");
    let _ = write!(text, "\n    STATUS: {}\n", WORDS.join(" | "));
    for (index, section) in SECTIONS.iter().enumerate() {
        let when = if index == ERRORS { "  # only if blocked or failed" } else { "" };
        let _ = write!(text, "\n    {}:{when}\n", section.name);
        for field in &section.fields {
            let value = if field.words.is_empty() { field.placeholder.to_owned() } else { field.words.join(" | ") };
            let _ = writeln!(text, "      {}: {value}", field.name);
        }
    }
    text.push_str(
        "
Replace every placeholder. Choose one status word and write nothing else on that line:
- success: the task is done; leave ERRORS out.
- blocked: you cannot go on without somebody's help; ERRORS says what you need.
- failed: you tried and it did not work; ERRORS says what went wrong, and whether trying again can help.

Put texts in double quotes and lists in brackets; an empty list is [].
The next agent sees nothing of your work but context_forward. Be specific there: name files with their paths and lines,
give commands and test failures word for word, and do not summarize. If nobody needs to go on, recommended_agent is none.
",
    );
    text
}
