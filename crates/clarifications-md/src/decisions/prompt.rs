//! The instruction for the agent that writes decisions.

use super::status::{DOCUMENT_WORDS, WORDS};

/// What to tell an agent that is to write the final decisions. Holds placeholders only, so that an echo of it is no
/// decisions document.
pub fn prompt() -> String {
    let [draft, resolved, conflict, gap, contradiction] = WORDS;
    format!(
        "Write decisions.md from clarifications.md and its draft, if there is one. The draft is input: judge every entry of it
again, and keep none as it is. The form of the document, with a placeholder for every value:

    ---
    status: {documents}
    decision_count: <how many entries there are>
    conflicts_resolved: <how many drafts were contradicted>
    ---

    ### D<number>: <title>
    - **Source:** <ids of the questions and refinements that it comes from>
    - **Section:** <section of the question>
    - **Decision:** <what is decided>
    - **Reasoning:** <why>
    - **Implication:** <what follows from it, and what it costs>
    - **Status:** {statuses}
    - **Note:** <what else is to be known>

Number the entries from 1. Further lines of a value are indented by two blanks. The statuses are:
- {resolved}: the answers support the draft, change only a part of it, or say nothing new. Say what changed in the
  implication.
- {conflict}: a later answer contradicts what the draft rests on. Write the new decision, and the old answer into the note.
- {gap}: a question that must be answered is still open. {contradiction}: two clear answers cannot both hold. Keep
  these until a new answer settles them; then decide, with the status {resolved}.
- {draft}: only in a draft, which has **Answer:** in place of the decision and neither reasoning nor implication; where two
  items are answered, **Answer (<id>):** each.

Make new entries for refinements that no draft covers. Every entry names its sources.
",
        documents = DOCUMENT_WORDS.join(" | "),
        statuses = WORDS.join(" | "),
    )
}
