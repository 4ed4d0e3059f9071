//! The instruction for an evaluator.

use super::model::ANSWER_WORDS;
use crate::status::WORDS;

/// What to tell an agent that is to evaluate the answers of a clarifications document. Holds placeholders only, so that an
/// echo of it is no evaluation.
pub fn prompt() -> String {
    let [clear, not_answered, vague, ..] = ANSWER_WORDS;
    let [sufficient, mixed, insufficient] = WORDS;
    format!(
        r#"Read clarifications.md and say of every question how well it is answered; if the document has refinements (R1.1, R1.1a), of
these, too. Only classify: recommend nothing, interpret nothing. Write answer-evaluation.json, one valid JSON object in this
form:

{{
  "verdict": "{sufficient} | {mixed} | {insufficient}",
  "answered_count": <how many are {clear}>,
  "empty_count": <how many are {not_answered}>,
  "vague_count": <how many are {vague}>,
  "total_count": <how many there are>,
  "reasoning": "<the counts in a sentence>",
  "per_question": [
    {{ "question_id": "<id of the heading>", "verdict": "{clear} | {not_answered} | {vague}" }}
  ]
}}

Replace every placeholder. An answer is
- {not_answered} if it is empty, blank or only `(accepted recommendation)`;
- {clear} if it names one of the choices by its letter or text;
- {vague} if it has fewer than five words otherwise, or only a stock phrase such as "not sure", "TBD" or "default is fine";
- {clear} in every other case.

The verdict is {sufficient} if all are {clear}, {insufficient} if none is, else {mixed}. Write one entry for every item, in the
order of the document; the counts are those of the entries.
"#
    )
}
