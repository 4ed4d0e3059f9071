//! The instruction for the agent that writes decisions.

use super::status::{DOCUMENT_WORDS, WORDS};

/// What to tell an agent that is to write the final decisions. Holds placeholders only, so that an echo of it is no
/// decisions document.
pub fn prompt() -> String {
    let [draft, resolved, conflict, gap, contradiction] = WORDS;
    format!(
        include_str!("../prompt/decisions.md"),
        draft = draft,
        resolved = resolved,
        conflict = conflict,
        gap = gap,
        contradiction = contradiction,
        documents = DOCUMENT_WORDS.join(" | "),
        statuses = WORDS.join(" | "),
    )
}
